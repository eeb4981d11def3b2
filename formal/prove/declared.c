#include "formal/prove/declared.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const struct word {
    const char *macro, *tail; /* the name is that of the argument with this behind it */
    bool second;              /* it is the second argument */
    enum declared_kind kind;
} words[] = {
    {"`ASSERT", "", false, DECLARED_PROMISE},
    {"`ASSERT_WHERE", "", true, DECLARED_PROMISE},
    {"`ASSERT_OF_SET", "", false, DECLARED_PROMISE},
    {"`EACH", "", false, DECLARED_PROMISE},
    {"`EACH_PAIR", "", false, DECLARED_PROMISE},
    {"`EACH_THREE", "", false, DECLARED_PROMISE},
    {"`CHANNEL_OUT", "_unserved_stays", false, DECLARED_PROMISE},
    {"`CHANNEL_SENDS", "_unserved_stays", false, DECLARED_PROMISE},
    {"`ASSUME", "", false, DECLARED_ASSUMPTION},
    {"`TICKET_IS_FREE", "", false, DECLARED_ASSUMPTION},
    {"`CHANNEL_IN", "_unserved_stays", false, DECLARED_ASSUMPTION},
    {"`CHANNEL_SENT", "_unserved_stays", false, DECLARED_ASSUMPTION},
    {"`COVER", "", false, DECLARED_COVER},
    {"`COVER_WHERE", "", true, DECLARED_COVER},
};

/* ---- `ifdef ---- */

/* Where the lines are: in how many `ifdef, which of them leave out what stands here, and which have
 * had a part that stays. */
struct branches {
    size_t depth;
    bool out[16], had[16];
};

static bool is_out(const struct branches *b)
{
    for (size_t i = 0; i < b->depth; i++)
        if (b->out[i])
            return true;
    return false;
}

/* Whether a line begins with a word, and the name behind it as " NAME ". */
static bool line_is(const char *line, const char *word, char name[64])
{
    const size_t n = strlen(word);
    if (strncmp(line, word, n) != 0 || (line[n] != ' ' && line[n] != '\n' && line[n] != '\0'))
        return false;
    const char *at = line + n + strspn(line + n, " ");
    snprintf(name, 64, " %.*s ", (int)strcspn(at, " (\n"), at);
    return true;
}

/* Takes a line of `ifdef and its kin; false if it is another. */
static bool take_branch(const char *line, const char *names, struct branches *b)
{
    char name[64];
    const bool without = line_is(line, "`ifndef", name);
    if (without || line_is(line, "`ifdef", name)) {
        const bool is = (strstr(names, name) != NULL) != without;
        if (b->depth < sizeof b->out) {
            b->out[b->depth] = !is;
            b->had[b->depth++] = is;
        }
        return true;
    }
    if (b->depth == 0)
        return false;
    bool *out = &b->out[b->depth - 1], *had = &b->had[b->depth - 1];
    if (line_is(line, "`elsif", name))
        *out = *had || strstr(names, name) == NULL;
    else if (line_is(line, "`else", name))
        *out = *had;
    else if (line_is(line, "`endif", name))
        b->depth--;
    else
        return false;
    *had = *had || !*out;
    return true;
}

char *declared_where(const char *text, struct sbuf *names)
{
    struct branches b = {0};
    struct sbuf out = {0};
    char name[64];
    sbuf_puts(&out, "");
    for (const char *line = text; *line != '\0';) {
        const size_t len = strcspn(line, "\n") + (strchr(line, '\n') != NULL);
        if (!take_branch(line, sbuf_str(names), &b) && !is_out(&b)) {
            if (line_is(line, "`define", name))
                sbuf_puts(names, name);
            sbuf_add(&out, line, len);
        }
        line += len;
    }
    return out.text;
}

/* ---- names ---- */

static bool in_comment(const char *text, const char *at)
{
    while (at > text && at[-1] != '\n') {
        at--;
        if (at[0] == '/' && at[1] == '/')
            return true;
    }
    return false;
}

/* Whether a line is, or goes on with, the definition of a macro. */
static bool in_definition(const char *text, const char *at)
{
    for (;;) {
        while (at > text && at[-1] != '\n')
            at--;
        if (strncmp(at, "`define", strlen("`define")) == 0)
            return true;
        if (at - text < 2 || at[-2] != '\\')
            return false;
        at--;
    }
}

/* A * for what a macro puts before or behind ``. */
static void paste(char *name)
{
    char *paste = strstr(name, "``");
    if (paste != NULL && paste[2] == '_') {
        name[0] = '*';
        memmove(name + 1, paste + 2, strlen(paste + 2) + 1);
    } else if (paste != NULL) {
        memcpy(paste, "*", 2);
    }
}

static bool take(const char *argument, const struct word *w, struct declared *d)
{
    if (w->second)
        argument += strcspn(argument, ",") + 1;
    argument += strspn(argument, " \n\\");
    const size_t n = strcspn(argument, ",)");
    if (n + strlen(w->tail) >= sizeof d->name ||
        !(islower((unsigned char)argument[0]) || argument[0] == '`'))
        return false;
    d->kind = w->kind;
    snprintf(d->name, sizeof d->name, "%.*s%s", (int)n, argument, w->tail);
    paste(d->name);
    return true;
}

bool declared_next(const char *text, const char **at, struct declared *d)
{
    while ((*at = strchr(*at, '`')) != NULL) {
        const char *here = (*at)++;
        if (in_comment(text, here))
            continue;
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
            const size_t len = strlen(words[i].macro);
            if (strncmp(here, words[i].macro, len) == 0 && here[len] == '(' &&
                take(here + len + 1, &words[i], d)) {
                d->in_macro = in_definition(text, here);
                return true;
            }
        }
    }
    *at = text + strlen(text);
    return false;
}
