/* The words of a command, as a shell reads them back. */
#include "harness/umbel/umbel.h"

#include "sw/util/sbuf.h"
#include "sw/util/shell.h"

#include <string.h>

/* Whether a word is the option, or a prefix of it that argp accepts; with its value or without. */
static bool is_option(const char *word, const char *option, size_t least)
{
    const size_t n = strcspn(word, "=");
    return n >= least && n <= strlen(option) && strncmp(word, option, n) == 0;
}

/* The number of words at `word` of --json FILE, --csv FILE or --threads N: 2, or 1 with the value
 * in the same word, or 0 if it is another option. */
static int unrecorded(const char *word)
{
    if (strncmp(word, "-j", 2) == 0)
        return word[2] == '\0' ? 2 : 1;
    if (!is_option(word, "--json", strlen("--j")) && !is_option(word, "--csv", strlen("--c")) &&
        !is_option(word, "--threads", strlen("--th")))
        return 0;
    return strchr(word, '=') != NULL ? 1 : 2;
}

void umbel_words(struct sbuf *s, const char *first, int argc, char *const *argv, bool whole)
{
    bool options = true;
    sbuf_puts(s, first);
    for (int i = 0; i < argc; i++) {
        options = options && strcmp(argv[i], "--") != 0;
        int skip = whole || !options ? 0 : unrecorded(argv[i]);
        if (skip > 0) {
            i += skip - 1;
            continue;
        }
        sbuf_puts(s, s->len > 0 ? " " : "");
        shell_word(s, argv[i]);
    }
}
