/* Whether a compilation has copies that are to be rewritten: a quick look at its text. */
#include "sw/ptx/copies.h"

#include "sw/util/file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- PTX ---- */

static bool starts(const char *s, const char *what)
{
    return strncmp(s, what, strlen(what)) == 0;
}

/* Registers of 64 bits that loads wrote, one after the other as clang numbers them. */
struct loaded {
    unsigned long last;
};

/* "cvt.rzi.u16.f32": to integers smaller than a word. */
static bool converts(const char *line)
{
    return starts(line, "cvt.rzi.") && strchr("18", line[9]) != NULL &&
           strcspn(line, "f") < strcspn(line, ";");
}

/* "st.global.u64 [%rd2], %rd9;" behind "ld.global.u64 %rd9, [%rd1];", or an access to a byte. */
static bool copies_words(const char *line, struct loaded *l)
{
    const char *end = line + strcspn(line, ";\n"), *at;
    if (starts(line, "st.") && memmem(line, (size_t)(end - line), ".u8", 3) != NULL)
        return true;
    if (memmem(line, (size_t)(end - line), ".u64 ", 5) == NULL &&
        memmem(line, (size_t)(end - line), ".u64\t", 5) == NULL)
        return false;
    if (starts(line, "ld.") && !starts(line, "ld.param"))
        l->last = (at = strstr(line, "%rd")) != NULL ? strtoul(at + 3, NULL, 10) : 0;
    else if (starts(line, "st.") && l->last != 0)
        return (at = memrchr(line, '%', (size_t)(end - line))) != NULL && starts(at, "%rd") &&
               strtoul(at + 3, NULL, 10) == l->last;
    return false;
}

static bool ptx_copies(const char *ptx)
{
    struct loaded loaded = {0};
    for (; *ptx != '\0'; ptx += ptx[strcspn(ptx, "\n")] == '\n') {
        const char *line = ptx + strspn(ptx, " \t");
        if (copies_words(line, &loaded) || converts(line))
            return true;
        ptx += strcspn(ptx, "\n");
    }
    return false;
}

/* ---- sources ---- */

/* Types of CUDA's that have several members and are aligned as a whole end so, and with a digit. */
static const char *const vectors[] = {"char", "short", "int", "long", "float", "double", "half"};
/* What else makes or names such types; ## may make any name. */
static const char *const signs[] = {"align", "##", "int128", "omplex", "vector_size", "curand",
                                    /* numbers that fit no integer */
                                    "INFINITY", "FLT_MAX", "DBL_MAX", "HUGE_VAL"};

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool names_vector(const char *word, size_t len)
{
    if (len < 2 || strchr("1234", word[len - 1]) == NULL)
        return false;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        size_t n = strlen(vectors[i]);
        if (len > n && memcmp(word + len - 1 - n, vectors[i], n) == 0)
            return true;
    }
    return false;
}

static bool source_has_vectors(const char *text)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strstr(text, signs[i]) != NULL)
            return true;
    while (*text != '\0') {
        size_t len = 0;
        while (is_letter(text[len]))
            len++;
        if (names_vector(text, len))
            return true;
        text += len > 0 ? len : 1;
    }
    return false;
}

/* Our own headers have all vector types. */
static bool file_has_vectors(const char *path)
{
    struct error ignored = {0};
    const char *slash = strrchr(path, '/');
    size_t len;
    if (starts(slash != NULL ? slash + 1 : path, "umbel_"))
        return false;
    char *text = file_read(path, &len, &ignored);
    bool has = text == NULL || source_has_vectors(text);
    free(text);
    return has;
}

/* The next word of a rule, where a backslash keeps the space behind it; NULL: there is none. */
static char *next_word(char **at)
{
    char *word, *to;
    while (isspace((unsigned char)**at) || ((*at)[0] == '\\' && (*at)[1] == '\n'))
        (*at)++;
    for (word = to = *at; **at != '\0' && !isspace((unsigned char)**at); (*at)++) {
        if ((*at)[0] == '\\' && ((*at)[1] == ' ' || (*at)[1] == '#'))
            (*at)++;
        else if ((*at)[0] == '$' && (*at)[1] == '$')
            (*at)++;
        *to++ = **at;
    }
    *at += **at != '\0';
    if (to == word)
        return NULL;
    *to = '\0';
    return word;
}

bool copies_may_be(const char *ptx, const char *files)
{
    struct error ignored = {0};
    size_t len;
    if (ptx_copies(ptx))
        return true;
    char *rule = file_read(files, &len, &ignored), *at = rule;
    bool has = rule == NULL;
    if (rule != NULL)
        next_word(&at); /* what is made */
    for (const char *word; !has && rule != NULL && (word = next_word(&at)) != NULL;)
        has = file_has_vectors(word);
    free(rule);
    return has;
}
