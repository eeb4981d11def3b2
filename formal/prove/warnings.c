#include "formal/prove/warnings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char mark[] = "Warning: ";

/* Whether a line is "Warning: ..." or "FILE:LINE: Warning: ...". Warnings of abc, which runs inside
 * Yosys, do not count. */
static bool is_warning(const char *line, size_t before)
{
    static const char abc[] = "ABC: ";
    if (before >= strlen(abc) && memcmp(line, abc, strlen(abc)) == 0)
        return false;
    return before == 0 || (before > 2 && memcmp(line + before - 2, ": ", 2) == 0 &&
                           line[before - 3] >= '0' && line[before - 3] <= '9');
}

bool warnings_none(const char *log, struct error *err)
{
    for (const char *at = log; (at = strstr(at, mark)) != NULL; at++) {
        size_t before = 0;
        while (at - before > log && at[-(ptrdiff_t)before - 1] != '\n')
            before++;
        const char *words = at + strlen(mark);
        size_t n = strcspn(words, "\n");
        while (n > 0 && strchr(".: ", words[n - 1]) != NULL)
            n--;
        if (is_warning(at - before, before))
            return error_set(err, "%.*sYosys: %.*s", (int)before, at - before, (int)n, words);
    }
    return true;
}

/* ---- places ---- */

/* The wire that a warning names: "tags.word[0]" in "Wire um_fifo.\tags.word[0] is used". */
static size_t wire_of(const char *warning, const char **name)
{
    const char *at = strstr(warning, ".\\");
    *name = at != NULL ? at + 2 : "";
    return strcspn(*name, " :'");
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static const char *find_word(const char *line, size_t n, const char *word, size_t len)
{
    for (size_t i = 0; i + len <= n; i++)
        if (memcmp(line + i, word, len) == 0 && (i == 0 || !is_word(line[i - 1])) &&
            (i + len == n || !is_word(line[i + len])))
            return line + i;
    return NULL;
}

void warnings_place(const char *warning, const char *text, char *place, size_t room)
{
    const char *name;
    char file[256] = "";
    unsigned number = 0;
    size_t len = wire_of(warning, &name);
    place[0] = '\0';
    for (const char *line = text, *next; len > 0 && *line != '\0'; line = next, number++) {
        size_t n = strcspn(line, "\n");
        next = line + n + (line[n] == '\n');
        if (sscanf(line, "`line %u \"%255[^\"]\"", &number, file) == 2) {
            number--; /* a `line directive gives the number of the next line */
        } else if (file[0] != '\0' && find_word(line, n, name, len) != NULL) {
            snprintf(place, room, "%s:%u: ", file, number);
            return;
        }
    }
}
