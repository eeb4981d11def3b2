/*
 * The source lines of instructions. `.loc FILE LINE COLUMN` holds for the instructions after it;
 * `.file` names the files, usually at the end of the text. Other debug information of clang and
 * nvcc is skipped.
 */
#include "sw/ptx/parse.h"

#include <string.h>

enum { MAX_FILES = 1 << 12 };

/* Reads `.file N "name"` at the start of [s, end); false: it is something else. */
static bool file_line(const char *s, const char *end, uint64_t *number, struct token *name)
{
    struct lexer lx;
    lex_start(&lx, s, (size_t)(end - s));
    struct token directive = lex_next(&lx), n = lex_next(&lx);
    *name = lex_next(&lx);
    *number = n.value;
    return token_eq(&directive, ".file") && n.kind == TOK_INT && n.value < MAX_FILES &&
           name->kind == TOK_STRING;
}

/* The name without its quotes. "./" stands for the folder of the PTX file's name. */
static const char *file_name(struct parser *p, const struct token *t)
{
    const char *s = t->s + 1, *slash = strrchr(p->name, '/');
    int n = (int)t->n - 2, folder = 0;
    for (; n > 2 && memcmp(s, "./", 2) == 0; s += 2, n -= 2)
        folder = slash != NULL ? (int)(slash + 1 - p->name) : 0;
    char *name = arena_printf(&p->m->arena, "%.*s%.*s", folder, p->name, n, s);
    for (char *c = name; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?';
    return name;
}

/* Reads all .file directives. Called at the first .loc, which may come before them. */
static void read_files(struct parser *p)
{
    p->files = ARENA_ARRAY(&p->m->arena, const char *, MAX_FILES);
    for (const char *s = p->lx.p; s < p->text_end;) {
        const char *end = memchr(s, '\n', (size_t)(p->text_end - s));
        if (end == NULL)
            end = p->text_end;
        while (s < end && (*s == ' ' || *s == '\t'))
            s++;
        uint64_t number;
        struct token name;
        if (end - s > 5 && memcmp(s, ".file", 5) == 0 && file_line(s, end, &number, &name))
            p->files[number] = file_name(p, &name);
        s = end + 1;
    }
}

/* Whether a file is a system header. Messages name the user's line that uses it instead. */
static bool of_system(const char *file)
{
    return strncmp(file, "/usr/", 5) == 0;
}

/* Reads FILE LINE COLUMN; false if they are missing or the line is 0: code that has no line. */
static bool place(struct parser *p, struct lexer *lx, struct source *to)
{
    struct token file = lex_next(lx), line = lex_next(lx), column = lex_next(lx);
    if (file.kind != TOK_INT || line.kind != TOK_INT || column.kind != TOK_INT ||
        file.value >= MAX_FILES || line.value == 0 || line.value > INT32_MAX)
        return false;
    *to = (struct source){p->files[file.value], (int)line.value, (int)(column.value & INT32_MAX)};
    return to->file != NULL;
}

/* Reads the rest of a `.loc`, which is the current token. For code of a system header the line of
 * the user's code before it is kept. */
void source_loc(struct parser *p)
{
    struct lexer lx = p->lx;
    if (p->files == NULL)
        read_files(p);
    lex_skip_line(&p->lx);
    lx.end = p->lx.p;
    struct source at, outer;
    bool known = place(p, &lx, &at);
    for (struct token t = lex_next(&lx); t.kind != TOK_END && t.kind != TOK_BAD; t = lex_next(&lx))
        if (token_eq(&t, "inlined_at") && place(p, &lx, &outer)) {
            if (!known || of_system(at.file))
                at = outer;
            known = true;
        }
    if (known && (!of_system(at.file) || p->source.file == NULL)) {
        p->source = at;
        p->source_from = p->t.line;
    }
}

void source_forget(struct parser *p)
{
    p->source = (struct source){0};
}
