#include "sw/util/shell.h"

#include "sw/util/name.h"

#include <string.h>

/* What no shell takes for more than itself, wherever it stands. */
static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                            "_-./:=+,@%";

/* bash's $'...': characters that a terminal obeys have numbers. */
static void put_numbered(struct sbuf *s, const char *word)
{
    sbuf_puts(s, "$'");
    for (const unsigned char *c = (const unsigned char *)word; *c != '\0'; c++)
        if (*c < ' ' || *c > '~')
            sbuf_printf(s, "\\%03o", (unsigned)*c);
        else
            sbuf_printf(s, "%s%c", *c == '\'' || *c == '\\' ? "\\" : "", *c);
    sbuf_puts(s, "'");
}

void shell_word(struct sbuf *s, const char *word)
{
    if (word[strspn(word, plain)] == '\0' && word[0] != '\0') {
        sbuf_puts(s, word);
        return;
    }
    if (name_has_control(word)) {
        put_numbered(s, word);
        return;
    }
    sbuf_puts(s, "'");
    for (; *word != '\0'; word++)
        if (*word == '\'')
            sbuf_puts(s, "'\\''");
        else
            sbuf_add(s, word, 1);
    sbuf_puts(s, "'");
}
