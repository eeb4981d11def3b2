/* YAML through libcyaml: every diagnostic, to the letter. */
#include "sw/util/yaml.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct inner {
    uint32_t a;
    uint64_t b;
    bool on;
};

struct item {
    char *name;
    int32_t i;
};

struct top {
    struct inner in;
    int kind;
    struct item *items;
    uint32_t items_count;
    double f;
};

static const cyaml_schema_field_t inner_fields[] = {
    CYAML_FIELD_UINT("a", CYAML_FLAG_DEFAULT, struct inner, a),
    CYAML_FIELD_UINT("b", CYAML_FLAG_DEFAULT, struct inner, b),
    CYAML_FIELD_BOOL("on", CYAML_FLAG_DEFAULT, struct inner, on), CYAML_FIELD_END};

static const cyaml_schema_field_t item_fields[] = {
    CYAML_FIELD_STRING_PTR("name", CYAML_FLAG_POINTER, struct item, name, 1, 8),
    CYAML_FIELD_INT("i", CYAML_FLAG_DEFAULT, struct item, i), CYAML_FIELD_END};

static const cyaml_schema_value_t item_value = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct item, item_fields)};

static const cyaml_strval_t kinds[] = {{"red", 0}, {"blue", 1}};

static const cyaml_schema_field_t top_fields[] = {
    CYAML_FIELD_MAPPING("in", CYAML_FLAG_DEFAULT, struct top, in, inner_fields),
    CYAML_FIELD_ENUM("kind", CYAML_FLAG_STRICT, struct top, kind, kinds, 2),
    CYAML_FIELD_SEQUENCE("items", CYAML_FLAG_POINTER, struct top, items, &item_value, 1, 3),
    CYAML_FIELD_FLOAT("f", CYAML_FLAG_OPTIONAL, struct top, f), CYAML_FIELD_END};

static const cyaml_schema_value_t schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct top, top_fields)};

#define IN "in: {a: 1, b: 2, on: true}\n"
#define KIND "kind: blue\n"
#define ITEMS "items:\n  - name: x\n    i: -3\n"

static void reads(void **state)
{
    (void)state;
    const char *text = "# a comment\n" IN KIND ITEMS "f: 1.5\n";
    struct error err = {0};
    void *out = NULL;
    assert_true(yaml_read(text, strlen(text), "x.yaml", &schema, &out, &err));
    const struct top *t = out;
    assert_int_equal(t->in.a, 1);
    assert_int_equal(t->in.b, 2);
    assert_true(t->in.on);
    assert_int_equal(t->kind, 1);
    assert_int_equal(t->items_count, 1);
    assert_string_equal(t->items[0].name, "x");
    assert_int_equal(t->items[0].i, -3);
    yaml_drop(&schema, out);
}

static const struct {
    const char *text, *message;
} bad[] = {
    {"", "x.yaml:1:1: the file is empty"},
    {"[a]\n", "x.yaml:1:1: the file must hold fields, `name: value`"},
    {"in: [\n", "x.yaml:2:1: not YAML: did not find expected node content"},
    {"in: 1\n a: 2\n", "x.yaml:2:3: not YAML: mapping values are not allowed in this context"},
    {"in: \x01\n", "x.yaml:1:5: not YAML: control characters are not allowed"},
    {"in: &x 1\n", "x.yaml:1:5: an anchor (&name); write each value where it belongs"},
    {"in: &x {}\n", "x.yaml:1:5: an anchor (&name); write each value where it belongs"},
    {"in: &x [1]\n", "x.yaml:1:5: an anchor (&name); write each value where it belongs"},
    {"in: *x\n", "x.yaml:1:5: an alias (*name); write the value itself"},
    {"in: !!int 1\n", "x.yaml:1:5: a tag (!name); remove it"},
    {"in: !x {}\n", "x.yaml:1:5: a tag (!name); remove it"},
    {"in: \"a\\0b\"\n", "x.yaml:1:5: a NUL character; remove it"},
    {"in: \"a\\e[2J\"\n", "x.yaml:1:5: a control character; remove it"},
    {"\"\\x7f\": 1\n", "x.yaml:1:1: a control character; remove it"},
    {"in: \"\\u009b2J\"\n", "x.yaml:1:5: a control character; remove it"},
    {"in: 1\n---\nin: 1\n", "x.yaml:2:1: a second document; one file holds one"},
    {"in: [[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]\n",
     "x.yaml:1:20: nested too deeply; 16 levels are allowed"},
    {"? [a]\n: 1\n", "x.yaml:1:3: a field's name must be one word"},
    {"in: 1\nkind: red\nin: 2\n", "x.yaml:3:1: in is given twice; first in line 1"},
    {IN ITEMS, "x.yaml:1:1: kind is missing; it must be one of red, blue"},
    {"in: {a: 1, on: true}\n" KIND ITEMS,
     "x.yaml:1:1: in.b is missing; it must be a whole number from 0 to 18446744073709551615"},
    {"in: {}\n" KIND ITEMS,
     "x.yaml:1:1: in.a is missing; it must be a whole number from 0 to 4294967295; "
     "also missing: in.b, in.on"},
    {"in: {a: 1, b: 2}\n" ITEMS,
     "x.yaml:1:1: in.on is missing; it must be true or false; also missing: kind"},
    {IN KIND "items: [{name: x, i: 1}, {name: y}]\n",
     "x.yaml:3:26: items[1].i is missing; it must be a whole number of at most 32 bits"},
    {"in: {a: 1, b: 2, on: true, c: 4}\n" KIND ITEMS,
     "x.yaml:1:28: in.c: no such field; in has a, b, on"},
    {IN KIND ITEMS "g: 4\n", "x.yaml:6:1: g: no such field; the file has in, kind, items, f"},
    {"in: {a: 3x, b: 2, on: true}\n" KIND ITEMS,
     "x.yaml:1:9: in.a is 3x; it must be a whole number from 0 to 4294967295"},
    {"in: {a: -1, b: 2, on: true}\n" KIND ITEMS,
     "x.yaml:1:9: in.a is -1; it must be a whole number from 0 to 4294967295"},
    {"in: {a: 010, b: 2, on: true}\n" KIND ITEMS,
     "x.yaml:1:9: in.a is 010; it must be a whole number from 0 to 4294967295"},
    {"in: {a: \"1\", b: 2, on: true}\n" KIND ITEMS,
     "x.yaml:1:9: in.a is \"1\"; it must be a whole number from 0 to 4294967295"},
    {"in:\n  a: 4294967296\n  b: 2\n  on: true\n" KIND ITEMS,
     "x.yaml:2:6: in.a is 4294967296; it must be a whole number from 0 to 4294967295"},
    {"in: {a: 1, b: 18446744073709551616, on: true}\n" KIND ITEMS,
     "x.yaml:1:15: in.b is 18446744073709551616; "
     "it must be a whole number from 0 to 18446744073709551615"},
    {"in: {a: , b: 2, on: true}\n" KIND ITEMS,
     "x.yaml:1:9: in.a is empty; it must be a whole number from 0 to 4294967295"},
    {"in: {a: [1, 2], b: 2, on: true}\n" KIND ITEMS,
     "x.yaml:1:6: in.a is a list of 2 entries; it must be a whole number from 0 to 4294967295"},
    {"in: {a: 1, b: 2, on: flase}\n" KIND ITEMS,
     "x.yaml:1:22: in.on is flase; it must be true or false"},
    {"in: 7\n" KIND ITEMS, "x.yaml:1:5: in is 7; it must be a group of fields: a, b, on"},
    {IN "kind: green\n" ITEMS, "x.yaml:2:7: kind is green; it must be one of red, blue"},
    {IN "kind: {}\n" ITEMS, "x.yaml:2:1: kind is a group of fields; it must be one of red, blue"},
    {IN KIND "items: 7\n", "x.yaml:3:8: items is 7; it must be a list of 1 to 3 entries"},
    {IN KIND "items: []\n", "x.yaml:3:1: items is a list of 0 entries; "
                            "it must be a list of 1 to 3 entries"},
    {IN KIND "items: [{name: x, i: 1}, {name: x, i: 1}, {name: x, i: 1}, {name: x, i: 1}]\n",
     "x.yaml:3:1: items is a list of 4 entries; "
     "it must be a list of 1 to 3 entries"},
    {IN KIND "items: [{name: x, i: 1}, 4]\n",
     "x.yaml:3:26: items[1] is 4; it must be a group of fields: name, i"},
    {IN KIND "items: [{name: x, i: 1}, {name: y, j: 1}]\n",
     "x.yaml:3:36: items[1].j: no such field; items[1] has name, i"},
    {IN KIND "items: [{name: x, i: 1}, {name: muchtoolong, i: 1}]\n",
     "x.yaml:3:33: items[1].name is muchtoolong; it must be a text of 1 to 8 characters"},
    {IN KIND "items: [{name: x, i: 1z}]\n",
     "x.yaml:3:22: items[0].i is 1z; it must be a whole number of at most 32 bits"},
    {IN KIND ITEMS "f: 1.5x\n", "x.yaml:6:4: f is 1.5x; it must be a number"},
};

static void complains(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct error err = {0};
        void *out = NULL;
        assert_false(yaml_read(bad[i].text, strlen(bad[i].text), "x.yaml", &schema, &out, &err));
        assert_null(out);
        assert_string_equal(err.text, bad[i].message);
    }
}

static void limits(void **state)
{
    (void)state;
    size_t len = (1u << 20) + 1;
    char *big = malloc(len);
    assert_non_null(big);
    memset(big, '\n', len);
    struct error err = {0};
    assert_false(yaml_prescan(big, len, "x.yaml", &err));
    assert_string_equal(err.text, "x.yaml:1:1: the file has 1048577 bytes; at most 1 MiB is read");
    size_t used = 0;
    for (int i = 0; i <= 1000; i++)
        used += (size_t)sprintf(big + used, "k%d: 1\n", i);
    err = (struct error){0};
    assert_false(yaml_prescan(big, used, "x.yaml", &err));
    assert_string_equal(err.text, "x.yaml:1:1: more than 1000 fields in one place");
    free(big);
}

static void locates(void **state)
{
    (void)state;
    const char *text = IN KIND ITEMS;
    static const struct {
        const char *path;
        unsigned line, col;
        bool found;
    } at[] = {{"", 1, 1, true},           {"in", 1, 1, true},          {"in.b", 1, 15, true},
              {"kind", 2, 7, true},       {"items", 3, 1, true},       {"items[0]", 4, 5, true},
              {"items[0].i", 5, 8, true}, {"items[1].i", 1, 1, false}, {"in.z", 1, 1, false},
              {"in[0]", 1, 1, false},     {"items[x]", 1, 1, false},   {"kind.a", 1, 1, false}};
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++) {
        unsigned line;
        unsigned col;
        assert_int_equal(yaml_where(text, strlen(text), at[i].path, &line, &col), at[i].found);
        assert_int_equal(line, at[i].line);
        assert_int_equal(col, at[i].col);
    }
}

static const char *store(struct top *t, const char *path, const char *text)
{
    static struct error err;
    err = (struct error){0};
    struct yaml_field f;
    if (yaml_field(&schema, path, &f, &err))
        yaml_store(&f, t, path, text, NULL, &err);
    return err.text;
}

static void stores(void **state)
{
    (void)state;
    struct top t = {0};
    assert_string_equal(store(&t, "in.a", "7"), "");
    assert_string_equal(store(&t, "in.b", "0x1F"), "");
    assert_string_equal(store(&t, "in.on", "true"), "");
    assert_string_equal(store(&t, "kind", "blue"), "");
    assert_int_equal(t.in.a, 7);
    assert_int_equal(t.in.b, 31);
    assert_true(t.in.on);
    assert_int_equal(t.kind, 1);
    assert_string_equal(store(&t, "in.z", "7"), "no such field; in has a, b, on");
    assert_string_equal(store(&t, "z", "7"), "no such field; the file has in, kind, items, f");
    assert_string_equal(store(&t, "", "7"), "no such field; the file has in, kind, items, f");
    assert_string_equal(store(&t, "in.a.b", "7"), "no such field; in.a has no fields");
    assert_string_equal(store(&t, "in", "7"), "in is 7; it must be a group of fields: a, b, on");
    assert_string_equal(store(&t, "in.a", ""),
                        "in.a is empty; it must be a whole number from 0 to 4294967295");
    assert_string_equal(store(&t, "in.a", "-1"),
                        "in.a is -1; it must be a whole number from 0 to 4294967295");
    assert_string_equal(store(&t, "in.a", "4294967296"),
                        "in.a is 4294967296; it must be a whole number from 0 to 4294967295");
    assert_string_equal(store(&t, "in.on", "1"), "in.on is 1; it must be true or false");
    assert_string_equal(store(&t, "kind", "1"), "kind is 1; it must be one of red, blue");
    assert_int_equal(t.in.a, 7);
}

/* ---- sections, and the ends of paths ---- */

struct parts {
    struct inner left, right;
    uint32_t n;
};

static const cyaml_schema_field_t west_fields[] = {
    CYAML_FIELD_MAPPING("left", CYAML_FLAG_DEFAULT, struct parts, left, inner_fields),
    CYAML_FIELD_UINT("n", CYAML_FLAG_DEFAULT, struct parts, n), CYAML_FIELD_END};

static const cyaml_schema_field_t parts_fields[] = {
    {.key = "west", .value = {CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct parts, west_fields)}},
    CYAML_FIELD_MAPPING("a", CYAML_FLAG_DEFAULT, struct parts, right, inner_fields),
    CYAML_FIELD_END};

static const cyaml_schema_value_t parts = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct parts, parts_fields)};

static void ends_of_paths(void **state)
{
    (void)state;
    static const struct {
        const char *typed, *path, *error;
    } cases[] = {
        {"west.left.b", "west.left.b", ""},
        {"left.b", "west.left.b", ""},
        {"left", "west.left", ""},
        {"n", "west.n", ""},
        {"a.b", "a.b", ""},
        {"a", "a", ""}, /* a whole path, though others end so */
        {"b", "", "more than one field ends so: west.left.b, a.b; write more of the path"},
        {"eft.b", "", "no such field; the file has west (left, n), a"},
        {"left.c", "", "no such field; left has a, b, on"},
        {"west.c", "", "no such field; west has left, n"},
        {"east.left.b", "", "no such field; the file has west (left, n), a"},
        {"b.c", "", "no such field; the file has west (left, n), a"},
        {"n.c.d", "", "no such field; n has no fields"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err = {0};
        struct yaml_field f = {.path = ""};
        assert_int_equal(yaml_field(&parts, cases[i].typed, &f, &err), cases[i].error[0] == '\0');
        assert_string_equal(f.path, cases[i].path);
        assert_string_equal(err.text, cases[i].error);
    }
}

/* A section's fields are read into the structure around it, and named without it. */
static void sections(void **state)
{
    (void)state;
    const char *text = "west: {left: {a: 1, b: 2, on: true}, n: 3}\na: {a: 4, b: 5, on: false}\n";
    struct error err = {0};
    void *out = NULL;
    assert_true(yaml_read(text, strlen(text), "x.yaml", &parts, &out, &err));
    const struct parts *p = out;
    assert_int_equal(p->left.b, 2);
    assert_int_equal(p->n, 3);
    assert_int_equal(p->right.a, 4);
    yaml_drop(&parts, out);
    static const char *const wrong[][2] = {
        {"west: {left: {a: 1z}}\n",
         "x.yaml:1:18: left.a is 1z; it must be a whole number from 0 to 4294967295"},
        {"west: {left: {a: 1, b: 2, on: true}}\na: {}\n",
         "x.yaml:1:1: n is missing; it must be a whole number from 0 to 4294967295; "
         "also missing: a.a, a.b, a.on"},
        {"a: {a: 4, b: 5, on: false}\n",
         "x.yaml:1:1: west is missing; it must be a group of fields: left, n"},
        {"n: 3\n", "x.yaml:1:1: n: no such field here; it belongs in section west"},
        {"west: {a: {}}\n", "x.yaml:1:8: west.a: no such field here; it belongs in no section"},
        {"west: {c: 1}\n", "x.yaml:1:8: west.c: no such field; west has left, n"},
        {"west: {left: {n: 1}}\n", "x.yaml:1:15: left.n: no such field; left has a, b, on"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        err = (struct error){0};
        assert_false(yaml_read(wrong[i][0], strlen(wrong[i][0]), "x.yaml", &parts, &out, &err));
        assert_string_equal(err.text, wrong[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads),    cmocka_unit_test(complains), cmocka_unit_test(limits),
        cmocka_unit_test(locates),  cmocka_unit_test(stores),    cmocka_unit_test(ends_of_paths),
        cmocka_unit_test(sections),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
