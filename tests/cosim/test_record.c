/*
 * The record of a run in its JSON: every field of the system as the file or --set has it; hashes
 * that sha256sum confirms; the schema, against which python3-jsonschema checks real outputs. Equal
 * runs give equal bytes.
 */
#include "tests/support/command.h"
#include "tests/support/folder.h"

#include "sw/util/file.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include <cmocka.h>

#define KERNELS UMBEL_ROOT "/sw/kernels"

static json_t *load(const char *path)
{
    json_error_t why;
    json_t *j = json_load_file(path, JSON_REJECT_DUPLICATES, &why);
    if (j == NULL)
        fail_msg("%s:%d: %s", path, why.line, why.text);
    return j;
}

static const json_t *at(const json_t *j, const char *a, const char *b)
{
    j = json_object_get(j, a);
    j = b != NULL ? json_object_get(j, b) : j;
    if (j == NULL)
        fail_msg("no %s %s", a, b != NULL ? b : "");
    return j;
}

static const char *text(const json_t *j, const char *a, const char *b)
{
    const char *s = json_string_value(at(j, a, b));
    if (s == NULL)
        fail_msg("%s is no text", b != NULL ? b : a);
    return s;
}

/* ---- the system, against the files as libyaml reads them ---- */

static char *scalar(const json_t *j, char room[64])
{
    if (json_is_integer(j))
        snprintf(room, 64, "%lld", (long long)json_integer_value(j));
    else
        snprintf(room, 64, "%.60s",
                 json_is_boolean(j)  ? json_boolean_value(j) ? "true" : "false"
                 : json_is_string(j) ? json_string_value(j)
                                     : "?");
    return room;
}

/* A mapping as an object, scalars as their texts. */
static json_t *object_of(yaml_document_t *doc, const yaml_node_t *map)
{
    json_t *o = json_object();
    const yaml_node_pair_t *p = map->data.mapping.pairs.start;
    for (; p < map->data.mapping.pairs.top; p++) {
        const char *key = (const char *)yaml_document_get_node(doc, p->key)->data.scalar.value;
        const yaml_node_t *value = yaml_document_get_node(doc, p->value);
        json_object_set_new(o, key,
                            value->type == YAML_MAPPING_NODE
                                ? object_of(doc, value)
                                : json_string((const char *)value->data.scalar.value));
    }
    return o;
}

/* A family's file: its own fields, with `sizes` among them. */
static json_t *fields_of(const char *family)
{
    char path[512];
    yaml_parser_t p;
    yaml_document_t doc;
    size_t len;
    snprintf(path, sizeof path, "%s/gen/system/systems/%s.yaml", UMBEL_ROOT, family);
    char *bytes = read_bytes_of(path, &len);
    assert_true(yaml_parser_initialize(&p));
    yaml_parser_set_input_string(&p, (const unsigned char *)bytes, len);
    assert_true(yaml_parser_load(&p, &doc));
    json_t *o = object_of(&doc, yaml_document_get_root_node(&doc));
    yaml_document_delete(&doc);
    yaml_parser_delete(&p);
    free(bytes);
    return o;
}

/* Checks that both have the same fields with the same values; returns how many. */
static size_t same_fields(json_t *wanted, const json_t *j)
{
    const char *key;
    json_t *value;
    size_t n = 0;
    assert_int_equal(json_object_size(j), json_object_size(wanted));
    json_object_foreach(wanted, key, value)
    {
        const json_t *field = at(j, key, NULL);
        if (json_is_object(value)) {
            n += same_fields(value, field);
            continue;
        }
        char room[64], want[64];
        snprintf(want, sizeof want, "%.60s", json_string_value(value));
        if (strcmp(scalar(field, room), want) != 0)
            fail_msg("%s is %s in the file, %s in the JSON", key, want, room);
        n++;
    }
    return n;
}

/* The fields of a size over those of its file, as jansson lays one object over another. */
static void all_fields(void **state)
{
    static const char *const sizes[] = {"tiny", "small"};
    for (size_t i = 0; i < 2; i++) {
        char system[16];
        snprintf(system, sizeof system, "tsm-%s", sizes[i]);
        const char *path = in_folder(state, "run.json");
        struct command c = UMBEL("run", system, "vecadd:tiny", "-q", "--json", path);
        assert_status(&c, 0);
        command_free(&c);
        json_t *j = load(path), *wanted = fields_of("tsm");
        json_t *over = json_incref(json_object_get(json_object_get(wanted, "sizes"), sizes[i]));
        json_object_del(wanted, "sizes");
        assert_int_equal(json_object_update_recursive(wanted, over), 0);
        assert_true(same_fields(wanted, at(j, "system", NULL)) > 90);
        json_decref(over);
        json_decref(wanted);
        json_decref(j);
    }
}

/* A field that --set changed has its new value in the record. */
static void after_sets(void **state)
{
    const char *path = in_folder(state, "run.json");
    struct command c = UMBEL("run", "tsm-tiny", "vecadd:tiny", "-q", "--set", "dram.tCL=15",
                             "--set", "mgcc.rules.m9=false", "--seed", "18446744073709551615",
                             "--max-cycles", "900000", "--json", path);
    assert_status(&c, 0);
    command_free(&c);
    json_t *j = load(path);
    const json_t *system = at(j, "system", NULL);
    assert_int_equal(json_integer_value(at(at(system, "memory", "dram"), "tCL", NULL)), 15);
    assert_int_equal(json_integer_value(at(at(system, "memory", "dram"), "tRCD", NULL)), 14);
    assert_true(json_is_false(at(at(system, "mgcc", "rules"), "m9", NULL)));
    assert_string_equal(text(j, "run", "seed"), "18446744073709551615");
    assert_int_equal(json_integer_value(at(j, "options", "max_cycles")), 900000);
    assert_int_equal(json_integer_value(at(at(j, "launch", NULL), "parameters", "n")), 256);
    assert_string_equal(text(j, "command", NULL),
                        "umbel run tsm-tiny vecadd:tiny -q --set dram.tCL=15 --set "
                        "mgcc.rules.m9=false --seed 18446744073709551615 "
                        "--max-cycles 900000");
    json_decref(j);
}

/* ---- sums ---- */

static void same_sum(const char *file, const char *got)
{
    struct command c = {.argv = (const char *const[]){"sha256sum", file, NULL}};
    command_run(&c);
    assert_status(&c, 0);
    if (strncmp(out_of(&c), got, 64) != 0 || strlen(got) != 64)
        fail_msg("%s: %s, sha256sum says %.64s", file, got, out_of(&c));
    command_free(&c);
}

static void sums(void **state)
{
    const char *path = in_folder(state, "run.json");
    struct command c = UMBEL("run", "tsm-tiny", "relu:tiny", "-q", "--json", path);
    assert_status(&c, 0);
    command_free(&c);
    json_t *j = load(path);
    assert_string_equal(text(j, "launch", "file"), "sw/kernels/relu/relu.yaml");
    assert_string_equal(text(j, "kernel", "file"), "sw/kernels/relu/relu.cu");
    same_sum(KERNELS "/relu/relu.yaml", text(j, "launch", "sha256"));
    same_sum(KERNELS "/relu/relu.cu", text(j, "kernel", "sha256"));
    assert_string_not_equal(text(j, "kernel", "sha256"), text(j, "kernel", "ptx_sha256"));
    assert_non_null(strstr(text(j, "tools", "clang"), "clang version"));
    struct command v = {.argv = (const char *const[]){"verilator", "--version", NULL}};
    command_run(&v); /* "Verilator 5.006 2023-01-22 rev ..." */
    assert_has(out_of(&v), text(j, "tools", "verilator"));
    command_free(&v);
    json_decref(j);
}

/* A user's kernel as PTX, with a file of first contents that is longer than its buffer. */
static void own_inputs(void **state)
{
    write_text(in_folder(state, "k.ptx"), ".version 6.0\n.target sm_70\n.address_size 64\n"
                                          ".visible .entry k(.param .u64 p)\n{\n ret;\n}\n");
    write_text(in_folder(state, "l.yaml"),
               "about: x\nsource: k.ptx\nsizes:\n  one: {n: 8, m: $n*2 - 20}\nbuffers:\n"
               "  - {name: a, type: u8, count: $n, init: file, path: in.bin}\n"
               "launches:\n  - {entry: k, grid: [1], block: [1], args: [a]}\n");
    write_text(in_folder(state, "in.bin"), "12345678 and more");
    write_text(in_folder(state, "taken.bin"), "12345678");
    struct command c = {.argv = (const char *const[]){umbel_path(), "run", "tsm-tiny", "k.ptx",
                                                      "--launch", "l.yaml", "-q", "--json",
                                                      "run.json", NULL},
                        .dir = *state};
    command_run(&c);
    assert_status(&c, 0);
    command_free(&c);
    json_t *j = load(in_folder(state, "run.json"));
    assert_string_equal(text(j, "kernel", "file"), "k.ptx");
    assert_string_equal(text(j, "launch", "file"), "l.yaml");
    same_sum(in_folder(state, "l.yaml"), text(j, "launch", "sha256"));
    same_sum(in_folder(state, "k.ptx"), text(j, "kernel", "sha256"));
    same_sum(in_folder(state, "k.ptx"), text(j, "kernel", "ptx_sha256"));
    assert_null(json_object_get(at(j, "tools", NULL), "clang"));
    assert_int_equal(json_integer_value(at(at(j, "launch", NULL), "parameters", "m")), -4);
    const json_t *inputs = at(j, "launch", "inputs");
    assert_int_equal(json_array_size(inputs), 1);
    const json_t *in = json_array_get(inputs, 0);
    assert_string_equal(text(in, "buffer", NULL), "a");
    assert_string_equal(text(in, "file", NULL), "in.bin");
    assert_int_equal(json_integer_value(at(in, "bytes", NULL)), 8);
    same_sum(in_folder(state, "taken.bin"), text(in, "sha256", NULL));
    json_decref(j);
}

static char *ptx_sum(void **state, const char *kernel)
{
    const char *path = in_folder(state, "run.json");
    struct command c = UMBEL("run", "tsm-tiny", kernel, "--launch", in_folder(state, "l.yaml"),
                             "-q", "--json", path);
    assert_status(&c, 0);
    command_free(&c);
    json_t *j = load(path);
    char *sum = strdup(text(j, "kernel", "ptx_sha256"));
    json_decref(j);
    return sum;
}

/* The same file gives the same PTX in any folder; a different file gives different PTX. */
static void ptx_knows_no_place(void **state)
{
    static const char source[] = "extern \"C\" __global__ void k(int *a) { *a = %d; }\n";
    char one[128], two[128];
    snprintf(one, sizeof one, source, 1);
    snprintf(two, sizeof two, source, 2);
    write_text(in_folder(state, "l.yaml"),
               "about: x\nsource: k.cu\nbuffers:\n  - {name: a, type: i32, count: 1}\n"
               "launches:\n  - {entry: k, grid: [1], block: [1], args: [a]}\n");
    struct error err = {0};
    assert_true(file_mkdirs(in_folder(state, "elsewhere"), &err));
    assert_true(file_mkdirs(in_folder(state, "other"), &err));
    write_text(in_folder(state, "k.cu"), one);
    write_text(in_folder(state, "elsewhere/k.cu"), one);
    write_text(in_folder(state, "other/k.cu"), two);
    char *a = ptx_sum(state, in_folder(state, "k.cu"));
    char *b = ptx_sum(state, in_folder(state, "elsewhere/k.cu"));
    char *c = ptx_sum(state, in_folder(state, "other/k.cu"));
    assert_string_equal(a, b);
    assert_string_not_equal(a, c);
    free(a);
    free(b);
    free(c);
}

/* ---- the written schema ---- */

/* Runs python3-jsonschema, an independent validator; it names the key that is wrong. */
static struct command judge(const char *path)
{
    static const char code[] =
        "import json, jsonschema, sys\n"
        "schema = json.load(open(sys.argv[1]))\n"
        "jsonschema.Draft202012Validator.check_schema(schema)\n"
        "bad = "
        "list(jsonschema.Draft202012Validator(schema).iter_errors(json.load(open(sys.argv[2]))))\n"
        "print(*(e.json_path for e in bad))\n"
        "sys.exit(len(bad) > 0)\n";
    static const char *argv[6];
    argv[0] = "/usr/bin/python3"; /* Debian's, which has the package */
    argv[1] = "-c";
    argv[2] = code;
    argv[3] = UMBEL_ROOT "/harness/run/run.schema.json";
    argv[4] = path;
    struct command c = {.argv = argv};
    command_run(&c);
    return c;
}

static void as_the_schema_says(void **state)
{
    static const char *const more[][3] = {{"vecadd:tiny", "--profile", NULL},
                                          {"mutex:tiny", "--set", "protocol=nc-wb"},
                                          {"bfs:tiny", "--max-cycles", "2000"},
                                          {"fft3d_host:tiny", "--set", "cpu.misses=4"},
                                          {"relu:tiny", "--no-idle-skip", NULL}};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        const char *path = in_folder(state, "run.json");
        const char *argv[10] = {umbel_path(), "run", "tsm-tiny", "--json", path, "-q"};
        for (int w = 0; w < 3; w++)
            argv[6 + w] = more[i][w];
        struct command c = umbel_run_args(argv); /* one of them ends with a wrong result */
        command_free(&c);
        struct command v = judge(path);
        assert_string_equal(out_of(&v), "\n");
        assert_status(&v, 0);
        command_free(&v);
    }
}

/* A CUDA program's has what a run's has, in the fields that --set changed, too. */
static void of_programs(void **state)
{
    const char *path = in_folder(state, "run.json"), *source = in_folder(state, "k.cu");
    write_text(source, "__global__ void k(int *p) { *p = 1; }\n"
                       "int main() { int *p; cudaMalloc(&p, 4); k<<<1, 1>>>(p); "
                       "return cudaDeviceSynchronize(); }\n");
    struct command c =
        UMBEL("cuda", source, "--system", "tsm-tiny", "-q", "-j", "2", "--set", "link.latency=9",
              "--csv", in_folder(state, "run.csv"), "--json", path);
    assert_status(&c, 0);
    command_free(&c);
    struct command v = judge(path);
    assert_string_equal(out_of(&v), "\n");
    command_free(&v);
    json_t *j = load(path);
    assert_int_equal(
        json_integer_value(at(at(at(j, "system", NULL), "fabric", "link"), "latency", NULL)), 9);
    const json_t *file = json_array_get(at(j, "program", "files"), 0);
    assert_string_equal(text(file, "file", NULL), source);
    same_sum(source, text(file, "sha256", NULL));
    char command[1200];
    snprintf(command, sizeof command, "umbel cuda %s --system tsm-tiny -q --set link.latency=9",
             source);
    assert_string_equal(text(j, "command", NULL), command);
    assert_string_not_equal(text(j, "umbel", "version"), "unknown");
    json_decref(j);
}

/* One file cannot be both, nor what the program is made of. */
static void one_file_one_role(void **state)
{
    const char *path = in_folder(state, "run.json"), *source = in_folder(state, "k.cu");
    write_text(source, "int main() { int *p; return cudaMalloc(&p, 4); }\n");
    struct command c = UMBEL("cuda", source, "--system", "tsm-tiny", "--csv", path, "--json", path);
    assert_status(&c, 1);
    assert_has(err_of(&c), "--csv");
    assert_has(err_of(&c), "--json");
    command_free(&c);
    assert_false(file_exists(path));
    c = UMBEL("run", "tsm-tiny", "vecadd:tiny", "--csv", path, "--json", path);
    assert_status(&c, 1);
    assert_has(err_of(&c), "--csv");
    command_free(&c);
    assert_false(file_exists(path));
}

/* The validator rejects a missing key, an additional key, and one of another type. */
static void the_judge_judges(void **state)
{
    const char *path = in_folder(state, "run.json"), *bad = in_folder(state, "bad.json");
    struct command c = UMBEL("run", "tsm-tiny", "vecadd:tiny", "-q", "--json", path);
    assert_status(&c, 0);
    command_free(&c);
    for (int i = 0; i < 3; i++) {
        json_t *j = load(path);
        if (i == 0)
            json_object_del(j, "kernel");
        else if (i == 1)
            json_object_set_new(json_object_get(j, "launch"), "when", json_string("today"));
        else
            json_object_set_new(json_object_get(j, "run"), "seed", json_integer(1));
        assert_int_equal(json_dump_file(j, bad, 0), 0);
        json_decref(j);
        struct command v = judge(bad);
        assert_status(&v, 1);
        static const char *const where[] = {"$", "$.launch", "$.run.seed"};
        assert_string_equal(last_line(out_of(&v)), where[i]);
        command_free(&v);
    }
}

/* A counter that ran over is told as that, in the whole run and of one unit; as no other word. */
static void overflows_are_words(void **state)
{
    static const char *const keys[] = {"sum", "min", "max"};
    const char *path = in_folder(state, "run.json"), *bad = in_folder(state, "bad.json");
    struct command c = UMBEL("run", "tsm-tiny", "vecadd:tiny", "-q", "--json", path);
    assert_status(&c, 0);
    command_free(&c);
    for (int i = 0; i < 2; i++) {
        json_t *j = load(path), *word = json_string(i == 0 ? "overflow" : "12");
        json_t *loads =
            json_object_get(json_object_get(json_object_get(j, "units"), "l1"), "counters");
        loads = json_object_get(loads, "loads");
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
            json_object_set(loads, keys[k], word);
        json_object_set(json_object_get(loads, "values"), "gpu0.sm0.l1", word);
        json_object_set(json_object_get(j, "run"), "link_energy_pj", word);
        json_decref(word);
        assert_int_equal(json_dump_file(j, bad, 0), 0);
        json_decref(j);
        struct command v = judge(bad);
        assert_status(&v, i);
        command_free(&v);
    }
}

/* ---- equal bytes ---- */

static void repeats_are_equal(void **state)
{
    const char *a = in_folder(state, "a.json"), *b = in_folder(state, "b.json");
    char option[1100];
    snprintf(option, sizeof option, "--js=%s", b); /* argp accepts a prefix */
    struct command one = UMBEL("run", "tsm-tiny", "sgemm:tiny", "--json", a, "-q");
    struct command two = UMBEL("run", "tsm-tiny", "sgemm:tiny", option, "-q");
    assert_status(&one, 0);
    assert_status(&two, 0);
    command_free(&one);
    command_free(&two);
    size_t len[2];
    char *x = read_bytes_of(a, &len[0]), *y = read_bytes_of(b, &len[1]);
    assert_int_equal(len[0], len[1]);
    assert_memory_equal(x, y, len[0]);
    free(x);
    free(y);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(all_fields),
        test_in_folder(after_sets),
        test_in_folder(sums),
        test_in_folder(own_inputs),
        test_in_folder(as_the_schema_says),
        test_in_folder(of_programs),
        test_in_folder(one_file_one_role),
        test_in_folder(the_judge_judges),
        test_in_folder(overflows_are_words),
        test_in_folder(repeats_are_equal),
        test_in_folder(ptx_knows_no_place),
    };
    return cmocka_run_group_tests_name("the record of a run", tests, NULL, NULL);
}
