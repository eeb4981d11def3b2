#include "sw/util/name.h"

#include <string.h>

#define DIGITS "0123456789"
#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"

enum { MOST = 200 };

static bool is_of(const char *name, const char *letters)
{
    return name[0] != '\0' && name[strspn(name, letters)] == '\0';
}

bool name_is_word(const char *name)
{
    return is_of(name, LETTERS DIGITS) && strchr(DIGITS, name[0]) == NULL;
}

bool name_is_file(const char *name)
{
    return is_of(name, LETTERS DIGITS "-.+") && strchr("-.", name[0]) == NULL &&
           strlen(name) <= MOST;
}

bool name_is_setting(const char *text)
{
    const size_t n = strspn(text, LETTERS DIGITS);
    return n > 0 && strchr(DIGITS, text[0]) == NULL && text[n] == '=' &&
           is_of(text + n + 1, DIGITS);
}

bool name_has_control(const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++)
        if ((*c < ' ' && *c != '\n' && *c != '\t') || *c == 0x7f || (*c == 0xc2 && c[1] < 0xa0))
            return true;
    return false;
}

void name_quoted(struct sbuf *s, const char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            sbuf_printf(s, "\\%03o", (unsigned)(unsigned char)*text);
        else
            sbuf_printf(s, "%s%c", *text == '"' || *text == '\\' ? "\\" : "", *text);
}

const char *name_before(const char *path)
{
    return path[0] == '-' || path[0] == '@' ? "./" : "";
}
