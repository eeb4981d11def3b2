#include "sw/util/shell.h"

#include <string.h>

void shell_word(struct sbuf *s, const char *word)
{
    if (word[strcspn(word, " \t\n'\"\\$&|;<>()*?[]#~`!")] == '\0' && word[0] != '\0') {
        sbuf_puts(s, word);
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
