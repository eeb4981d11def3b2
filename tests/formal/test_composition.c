/*
 * Checks formal/composition.md: each property that the page names exists in the row that the page
 * gives, and a wrong name is noticed.
 *
 * In backquotes, `row.name` is a property of that row. Names without a row, until the end of the
 * paragraph, the item or the line of a table, belong to the same row. `row.` before other names
 * adds a row: the names that follow are properties of both. A * stands for any letters.
 */
#include "formal/prove/declared.h"
#include "formal/prove/table.h"
#include "sw/util/arena.h"
#include "sw/util/sbuf.h"
#include "tests/support/folder.h"

#include <ctype.h>
#include <fnmatch.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_ROWS = 512, MOST_NAMES = 1024, MOST_AT_ONCE = 8, NAME = 96 };

struct row {
    const char *name;
    char (*names)[NAME];
    size_t n;
};

static struct row rows[MOST_ROWS];
static size_t n_rows;
static struct proofs *table;

/* ---- the properties that there are ---- */

static void add_name(struct row *r, const char *from, size_t len)
{
    assert_true(len < NAME && r->n < MOST_NAMES);
    memcpy(r->names[r->n], from, len);
    r->names[r->n++][len] = '\0';
}

static void add_text(struct row *r, const char *text)
{
    struct declared d;
    for (const char *at = text; declared_next(text, &at, &d);)
        add_name(r, d.name, strlen(d.name));
}

static char *text_of(const char *folder, const char *name, const char *suffix)
{
    char path[4096];
    snprintf(path, sizeof path, UMBEL_ROOT "/%s/%s%s", folder, name, suffix);
    size_t len;
    return read_bytes_of(path, &len);
}

/* The checks that wiring.h lists: " *   name  what". */
static void add_wiring(void)
{
    struct row *r = &rows[n_rows++];
    r->name = "wiring";
    r->names = xcalloc(MOST_NAMES, sizeof *r->names);
    char *text = text_of("formal/wiring", "wiring", ".h");
    for (const char *at = text; (at = strstr(at, "\n *   ")) != NULL; at++)
        if (islower((unsigned char)at[6]))
            add_name(r, at + 6, strcspn(at + 6, " "));
    free(text);
    assert_true(r->n >= 12);
}

static int load_rows(void **state)
{
    (void)state;
    struct error err = {0};
    table = proofs_load(UMBEL_ROOT "/formal/proofs.yaml", &err);
    if (table == NULL || table->proofs_count >= MOST_ROWS) /* one for the wiring */
        return -1;
    for (uint32_t i = 0; i < table->proofs_count; i++) {
        struct row *r = &rows[n_rows++];
        r->name = table->proofs[i].proof;
        r->names = xcalloc(MOST_NAMES, sizeof *r->names);
        for (uint32_t t = 0; t < table->proofs[i].texts_count; t++) {
            char *text = text_of("formal/units", table->proofs[i].texts[t], ".vh");
            add_text(r, text);
            free(text);
        }
    }
    add_wiring();
    return 0;
}

static int free_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < n_rows; i++)
        free(rows[i].names);
    proofs_free(table);
    return 0;
}

static const struct row *row_named(const char *name, size_t len)
{
    for (size_t i = 0; i < n_rows; i++)
        if (strlen(rows[i].name) == len && strncmp(rows[i].name, name, len) == 0)
            return &rows[i];
    return NULL;
}

static bool has(const struct row *r, const char *name)
{
    for (size_t i = 0; i < r->n; i++)
        if (fnmatch(name, r->names[i], 0) == 0 || fnmatch(r->names[i], name, 0) == 0)
            return true;
    return false;
}

/* ---- the page ---- */

struct page {
    const struct row *now[MOST_AT_ONCE]; /* the rows of names that are given without a row */
    size_t n_now;
    bool more; /* the last name was `row.` alone */
    unsigned looked;
    struct sbuf wrong;
};

/* Whether a word is a property: lower case with an underscore, and without the ending of a wire. */
static bool is_bare(const char *word)
{
    size_t len = strlen(word);
    if (!islower((unsigned char)word[0]) || strchr(word, '_') == NULL || len < 4 ||
        strncmp(word, "um_", 3) == 0 || (word[len - 2] == '_' && strchr("qio", word[len - 1])))
        return false;
    return strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789_*") == len;
}

static void look_up(struct page *p, const char *name)
{
    p->looked++;
    if (p->n_now == 0)
        sbuf_printf(&p->wrong, "%s: of which row?\n", name);
    for (size_t i = 0; i < p->n_now; i++)
        if (!has(p->now[i], name))
            sbuf_printf(&p->wrong, "%s.%s: no such property\n", p->now[i]->name, name);
}

static void look_at(struct page *p, const char *word)
{
    const char *dot = strchr(word, '.');
    if (dot == NULL) {
        if (is_bare(word))
            look_up(p, word);
        return;
    }
    if (strchr(word, '/') != NULL ||
        strspn(dot + 1, "abcdefghijklmnopqrstuvwxyz0123456789_*") != strlen(dot + 1))
        return; /* a file, or no name at all */
    const struct row *r = row_named(word, (size_t)(dot - word));
    if (r == NULL) {
        static const char *const files[] = {".md", ".yaml", ".vh", ".m", ".c", ".h"};
        for (size_t i = 0; i < sizeof files / sizeof *files; i++)
            if (strcmp(dot, files[i]) == 0)
                return;
        sbuf_printf(&p->wrong, "%s: no such row\n", word);
        return;
    }
    if (!p->more)
        p->n_now = 0;
    assert_true(p->n_now < MOST_AT_ONCE);
    p->now[p->n_now++] = r;
    p->more = dot[1] == '\0';
    if (!p->more)
        look_up(p, dot + 1);
}

/* Whether a paragraph, an item of a list or a line of a table begins here. */
static bool begins(const char *line)
{
    return line[0] == '\n' || line[0] == '*' || line[0] == '|' || isdigit((unsigned char)line[0]);
}

static void read_page(struct page *p, const char *text)
{
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '\n' && begins(at + 1))
            p->n_now = 0, p->more = false;
        if (*at != '`')
            continue;
        size_t len = strcspn(++at, "`\n");
        char word[NAME];
        if (len < sizeof word) {
            memcpy(word, at, len);
            word[len] = '\0';
            look_at(p, word);
        }
        at += len;
        if (*at == '\0')
            return;
    }
}

static void names_exist(void **state)
{
    (void)state;
    struct page p = {0};
    char *text = text_of("formal", "composition", ".md");
    read_page(&p, text);
    free(text);
    if (p.wrong.len > 0)
        fail_msg("formal/composition.md:\n%s", sbuf_str(&p.wrong));
    assert_true(p.looked > 100);
}

static void wrong_names_are_noticed(void **state)
{
    (void)state;
    static const struct {
        const char *text, *wrong;
    } tries[] = {
        {"`tsu.store_beyond_leases`, `store_beyond_stores`", ""},
        {"`tsu.store_beyond_lease`", "tsu.store_beyond_lease: no such property\n"},
        {"`tsu.store_beyond_leases`, `store_beyond_store`",
         "tsu.store_beyond_store: no such property\n"},
        {"`l1-time.`, `l2-time.hit_within_lease`", ""},
        {"`l1-time.`, `l2-time.clock_never_falls`",
         "l2-time.clock_never_falls: no such property\n"},
        {"`l1.below_0_has_*`", ""},
        {"`l1.two_copies_*`", "l1.two_copies_*: no such property\n"},
        {"`tsv.store_beyond_leases`", "tsv.store_beyond_leases: no such row\n"},
        {"`tsu.store_beyond_leases`\n\n`store_beyond_stores`",
         "store_beyond_stores: of which row?\n"},
        {"`wiring.ids_differ`, `um_system`, `id_i`, `cts_q`, `OP_EMPTY`, `formal/proofs.yaml`", ""},
        {"`wiring.ids_agree`", "wiring.ids_agree: no such property\n"},
    };
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        struct page p = {0};
        read_page(&p, tries[i].text);
        assert_string_equal(sbuf_str(&p.wrong), tries[i].wrong);
        sbuf_free(&p.wrong);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(names_exist),
                                       cmocka_unit_test(wrong_names_are_noticed)};
    return cmocka_run_group_tests_name("composition", tests, load_rows, free_rows);
}
