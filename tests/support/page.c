#include "tests/support/page.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { DEEPEST = 64, MOST_IDS = 2048, NAME = 64 };

struct reading {
    const char *at;
    char open[DEEPEST][NAME]; /* elements that are not closed yet */
    int depth;
    char ids[MOST_IDS][NAME];
    int n_ids;
    struct sbuf *why;
};

static bool wrong(struct reading *r, const char *what)
{
    sbuf_printf(r->why, "%s: %.60s", what, r->at);
    return false;
}

static bool is_one_of(const char *word, const char *const *list)
{
    for (; *list != NULL; list++)
        if (strcmp(word, *list) == 0)
            return true;
    return false;
}

/* Elements without an end. */
static bool is_void(const char *name)
{
    return is_one_of(name, (const char *const[]){"meta", "br", "hr", "img", "link", NULL});
}

static void read_name(struct reading *r, char name[NAME])
{
    size_t n = 0;
    for (; isalnum((unsigned char)*r->at) || (*r->at != '\0' && strchr("-_:", *r->at) != NULL);
         r->at++)
        if (n + 1 < NAME)
            name[n++] = *r->at;
    name[n] = '\0';
}

/* A page below this one, which nobody needs to read this one. */
static bool is_page_below(const char *value, size_t n)
{
    static const char end[] = "/index.html";
    const size_t len = sizeof end - 1;
    return n > len && strncmp(value + n - len, end, len) == 0 && value[0] != '/' &&
           memchr(value, ':', n) == NULL && memchr(value, '/', n) == value + n - len;
}

static bool check_value(struct reading *r, const char *name, const char *value, size_t n)
{
    static const char *const links[] = {"href", "src", "xlink:href", "data", "action", NULL};
    if (is_one_of(name, links) && (n == 0 || value[0] != '#') && !is_page_below(value, n))
        return wrong(r, "it needs something from elsewhere");
    if (strncmp(name, "on", 2) == 0)
        return wrong(r, "it has a script");
    if (strcmp(name, "id") != 0)
        return true;
    if (r->n_ids == MOST_IDS || n >= NAME)
        return wrong(r, "too many or too long ids");
    memcpy(r->ids[r->n_ids], value, n);
    for (int i = 0; i < r->n_ids; i++)
        if (strcmp(r->ids[i], r->ids[r->n_ids]) == 0)
            return wrong(r, "an id is there twice");
    r->n_ids++;
    return true;
}

/* Attributes up to '>' or '/>'. */
static bool read_attributes(struct reading *r, bool *closed)
{
    for (;;) {
        char name[NAME];
        r->at += strspn(r->at, " \t\r\n");
        *closed = r->at[0] == '/' && r->at[1] == '>';
        if (*closed || *r->at == '>') {
            r->at += *closed ? 2 : 1;
            return true;
        }
        read_name(r, name);
        if (name[0] == '\0')
            return wrong(r, "no attribute");
        r->at += strspn(r->at, " \t\r\n");
        if (*r->at != '=')
            return wrong(r, "an attribute without a value");
        r->at++;
        r->at += strspn(r->at, " \t\r\n");
        const char quote = *r->at;
        const char *end = quote == '"' || quote == '\'' ? strchr(r->at + 1, quote) : NULL;
        if (end == NULL)
            return wrong(r, "a value without quotes");
        if (!check_value(r, name, r->at + 1, (size_t)(end - r->at) - 1))
            return false;
        r->at = end + 1;
    }
}

static bool read_element(struct reading *r)
{
    char name[NAME];
    const bool ends = r->at[1] == '/';
    bool closed;
    r->at += ends ? 2 : 1;
    read_name(r, name);
    if (name[0] == '\0')
        return wrong(r, "no element");
    if (ends) {
        if (*r->at != '>' || r->depth == 0 || strcmp(r->open[r->depth - 1], name) != 0)
            return wrong(r, "the end of an element that is not the last one open");
        r->at++;
        r->depth--;
        return true;
    }
    if (is_one_of(name, (const char *const[]){"script", "iframe", "object", "embed", "base", NULL}))
        return wrong(r, "an element that a page of this kind does not have");
    if (!read_attributes(r, &closed))
        return false;
    if (strcmp(name, "style") == 0) { /* text up to its end */
        const char *end = strstr(r->at, "</style>");
        const char *from = strstr(r->at, "url(");
        const char *import = strstr(r->at, "@import");
        if (end == NULL || (from != NULL && from < end) || (import != NULL && import < end))
            return wrong(r, "a style without an end, or from elsewhere");
        r->at = end + strlen("</style>");
        return true;
    }
    if (closed || is_void(name))
        return true;
    if (r->depth == DEEPEST)
        return wrong(r, "too deep");
    memcpy(r->open[r->depth++], name, NAME);
    return true;
}

static bool read_reference(struct reading *r)
{
    size_t n = strcspn(r->at, ";<& \n");
    if (r->at[n] != ';' && r->at[0] == '&')
        n = 1 + strcspn(r->at + 1, ";<& \n");
    if (r->at[n] != ';')
        return wrong(r, "an & that begins no reference");
    r->at += n + 1;
    return true;
}

static bool read_page(struct reading *r, const char *html)
{
    static const char doctype[] = "<!DOCTYPE html>\n<html";
    r->at = html;
    if (strncmp(html, doctype, strlen(doctype)) != 0)
        return wrong(r, "no HTML 5");
    r->at += strlen("<!DOCTYPE html>\n");
    while (*r->at != '\0') {
        if (strncmp(r->at, "<!--", 4) == 0) {
            r->at = strstr(r->at, "-->");
            if (r->at == NULL)
                return false;
            r->at += 3;
        } else if (*r->at == '<') {
            if (!read_element(r))
                return false;
            if (r->depth == 0 && r->at[strspn(r->at, "\n")] != '\0')
                return wrong(r, "something behind the end");
        } else if (*r->at == '&') {
            if (!read_reference(r))
                return false;
        } else {
            r->at++;
        }
    }
    return r->depth == 0 || wrong(r, "an element is not closed");
}

const char *page_fault(const char *html, struct sbuf *why)
{
    struct reading *r = calloc(1, sizeof *r);
    why->len = 0;
    sbuf_puts(why, "");
    r->why = why;
    bool well = read_page(r, html);
    free(r);
    return well ? NULL : sbuf_str(why);
}

void page_is_well(const char *html)
{
    struct sbuf why = {0};
    if (page_fault(html, &why) != NULL)
        fail_msg("the page: %s", sbuf_str(&why));
    sbuf_free(&why);
}
