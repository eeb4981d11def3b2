/* The lexer: tokens of PTX text. Tokens point into the text. */
#ifndef UMBEL_SW_PTX_LEX_H
#define UMBEL_SW_PTX_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum token_kind {
    TOK_END,
    TOK_NAME,   /* opcode with its modifiers, register, label, variable: add.s32 %tid.x LBB0_1 */
    TOK_DIR,    /* .reg, .b32: a dot and one word */
    TOK_INT,    /* value */
    TOK_F32,    /* value: the bits; written 0fXXXXXXXX */
    TOK_F64,    /* value: the bits; written 0dXXXXXXXXXXXXXXXX or 1.5 */
    TOK_STRING, /* with its quotes */
    TOK_PUNCT,  /* value: the character */
    TOK_BAD
};

struct token {
    enum token_kind kind;
    const char *s;
    size_t n;
    int line, col;
    uint64_t value;
};

struct lexer {
    const char *p, *end, *line_start;
    int line;
};

void lex_start(struct lexer *lx, const char *text, size_t len);
struct token lex_next(struct lexer *lx);
/* Skips the rest of the line: .loc and .file end with it. */
void lex_skip_line(struct lexer *lx);

static inline bool token_is(const struct token *t, char c)
{
    return t->kind == TOK_PUNCT && t->value == (unsigned char)c;
}

bool token_eq(const struct token *t, const char *text);

#endif
