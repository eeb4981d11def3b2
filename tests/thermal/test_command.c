/* `umbel thermal` as a user types it. */
#include "tests/support/command.h"
#include "tests/thermal/plate.h"

#include <jansson.h>
#include <math.h>

static json_t *load(const char *path)
{
    json_error_t why;
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &why);
    if (root == NULL)
        fail_msg("%s:%d: %s", path, why.line, why.text);
    return root;
}

static double number(const json_t *o, const char *key)
{
    const json_t *v = json_object_get(o, key);
    if (!json_is_number(v))
        fail_msg("'%s' is no number", key);
    return json_number_value(v);
}

static const json_t *block(const json_t *root, const char *name)
{
    size_t i;
    json_t *b;
    json_array_foreach(json_object_get(root, "blocks"), i, b)
    {
        if (strcmp(json_string_value(json_object_get(b, "name")), name) == 0)
            return b;
    }
    fail_msg("there is no block %s", name);
    return NULL;
}

/* One block on one slab: 10 W * (0.5 K/W + half of 1000 um / (100 W/(m K) * 1e-4 m2)) above 20 C.
 */
static const char slab[] = "about: a slab\nambient: 20\ncells: 5\n"
                           "paper: {figure: figure 1, max: 31.5}\n"
                           "interposer: {width: 10, height: 10}\ntop: {resistance: 0.5}\n"
                           "layers: [{name: die, um: 1000, conductivity: 100, blocks: true}]\n"
                           "blocks: [{name: all, x: 0, y: 0, width: 10, height: 10, watts: 10}]\n"
                           "notes: [of a test]\n";

static void table_and_json(void **state)
{
    const char *plan = in_folder(state, "slab.yaml"), *json = in_folder(state, "slab.json");
    write_text(plan, slab);
    struct command c = UMBEL("thermal", plan, "--json", json);
    assert_status(&c, 0);
    assert_string_equal(err_of(&c), "");
    assert_string_equal(out_of(&c),
                        "slab: a slab\n"
                        "10.0 W into air of 20 C; 10.0 W leave through the top, 0.5 K/W\n"
                        "25 temperatures on a grid of 5 x 5 x 1 cells\n"
                        "  block                    W     W/mm2    mean C     max C\n"
                        "  all                  10.00     0.100      25.5      25.5\n"
                        "hottest: all, 25.5 C\n"
                        "figure 1: 31.5 C\n"
                        "note: of a test\n");
    command_free(&c);
    json_t *root = load(json);
    assert_near(number(block(root, "all"), "max_c"), 25.5, 1e-8);
    assert_near(number(block(root, "all"), "mean_c"), 25.5, 1e-8);
    assert_near(number(block(root, "all"), "watts"), 10, 1e-8);
    assert_near(number(root, "watts_top"), 10, 1e-8);
    assert_near(number(json_array_get(json_object_get(root, "layers"), 0), "max_c"), 25.5, 1e-8);
    assert_string_equal(json_string_value(json_object_get(root, "hottest")), "all");
    assert_true(json_is_null(json_object_get(root, "run")));
    assert_true(json_is_null(json_object_get(root, "bottom_resistance")));
    json_decref(root);
}

static void options(void **state)
{
    const char *plan = in_folder(state, "slab.yaml");
    write_text(plan, slab);
    struct command c = UMBEL("thermal", plan, "--sink", "2.5", "--ambient", "-10", "--cells", "9");
    assert_status(&c, 0);
    assert_has(out_of(&c), "81 temperatures");
    assert_has(out_of(&c), "hottest: all, 15.5 C"); /* -10 + 10 * (2.5 + 0.05) */
    command_free(&c);
    c = UMBEL("thermal", plan, "-q");
    assert_status(&c, 0);
    assert_string_equal(out_of(&c), "");
    command_free(&c);
    c = UMBEL("thermal", "--list");
    assert_status(&c, 0);
    assert_has(out_of(&c), "thesis-3-4");
    assert_int_equal(count_lines(out_of(&c)), 2);
    command_free(&c);
}

/* The power of a run reaches the blocks, and repeated runs are equal bytes. */
static void with_a_run(void **state)
{
    const char *run = in_folder(state, "run.json"), *json = in_folder(state, "map.json");
    const char *again = in_folder(state, "again.json");
    struct command c = UMBEL("run", "tsm-small", "vecadd:tiny", "-q", "--json", run);
    assert_status(&c, 0);
    command_free(&c);
    c = UMBEL("thermal", "tsm-4gpu", "--run", run, "--json", json);
    assert_status(&c, 0);
    assert_has(out_of(&c), "power of vecadd:tiny on tsm-small, the mean of its ");
    assert_has(out_of(&c), "without a price: copies, link, switch, system, traffic\n");
    command_free(&c);
    c = UMBEL("thermal", "tsm-4gpu", "--run", run, "--json", again, "-q");
    assert_status(&c, 0);
    command_free(&c);
    size_t n, m, i;
    char *one = read_bytes_of(json, &n), *two = read_bytes_of(again, &m);
    assert_string_equal(one, two);
    free(one);
    free(two);
    json_t *root = load(json), *b;
    double sum = 0;
    json_array_foreach(json_object_get(root, "blocks"), i, b)
    {
        const char *class;
        json_t *watts;
        double units = 0;
        json_object_foreach(json_object_get(b, "units_watts"), class, watts)
        {
            units += json_number_value(watts);
        }
        assert_true(fabs(units - number(b, "watts")) < 1e-9);
        sum += number(b, "watts");
    }
    assert_near(number(root, "watts"), sum, 1e-8);
    assert_near(number(root, "watts_top"), sum, 1e-6);
    assert_true(number(block(root, "gpu0"), "max_c") > 45);
    json_decref(root);
}

/* The picture is whole: each block's name is in it, and the map as an image. */
static void picture(void **state)
{
    const char *svg = in_folder(state, "map.svg");
    struct command c = UMBEL("thermal", "thesis-3-4", "-q", "--svg", svg);
    assert_status(&c, 0);
    assert_string_equal(out_of(&c), "");
    command_free(&c);
    size_t len;
    char *text = read_bytes_of(svg, &len);
    assert_has(text, "<svg");
    assert_has(text, "</svg>");
    assert_has(text, "<image");
    static const char *const words[] = {"gpu0 ", "gpu3 ",     "cpu ",
                                        "hbm2 ", "degrees C", "thesis-3-4"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        assert_has(text, words[i]);
    free(text);
    assert_int_equal(names_in(*state, "map.svg.*"), 0); /* no script of gnuplot's is left */
}

/* Without gnuplot nothing is written, and what was there stays. */
static void no_gnuplot(void **state)
{
    const char *json = in_folder(state, "map.json"), *svg = in_folder(state, "map.svg");
    write_text(json, "before");
    const char *now = getenv("PATH");
    char *path = strdup(now != NULL ? now : "");
    setenv("PATH", "/nowhere", 1);
    struct command c = UMBEL("thermal", "thesis-3-4", "--json", json, "--svg", svg);
    setenv("PATH", path, 1);
    free(path);
    assert_complains(&c, "gnuplot", "apt-get install gnuplot-nox");
    assert_string_equal(out_of(&c), "");
    command_free(&c);
    size_t n;
    char *text = read_bytes_of(json, &n);
    assert_string_equal(text, "before");
    free(text);
    assert_int_equal(names_in(*state, "*"), 1);
}

static void mistakes(void **state)
{
    const char *plan = in_folder(state, "slab.yaml"), *link = in_folder(state, "no/x.json");
    write_text(plan, slab);
    struct command c = UMBEL("thermal");
    assert_complains(&c, "which floorplan? umbel thermal NAME; `umbel thermal --list` lists them");
    command_free(&c);
    c = UMBEL("thermal", plan, "more");
    assert_complains(&c, "'more' is one argument too many; see `umbel thermal --help`");
    command_free(&c);
    c = UMBEL("thermal", "--list", plan);
    assert_complains(&c, "--list lists all floorplans: leave out everything else");
    command_free(&c);
    c = UMBEL("thermal", plan, "--energies", plan);
    assert_complains(&c, "--energies has prices of what a run counted: add --run FILE");
    command_free(&c);
    c = UMBEL("thermal", "nothing");
    assert_complains(&c, "floorplan 'nothing': there is none of that name");
    command_free(&c);
    c = UMBEL("thermal", plan, "--sink", "0");
    assert_complains(&c, "--sink 0: not a number from 1e-06 to 1e+06");
    command_free(&c);
    c = UMBEL("thermal", plan, "--ambient", "warm");
    assert_complains(&c, "--ambient warm: not a number from -273.15 to 1000");
    command_free(&c);
    c = UMBEL("thermal", plan, "--cells", "129");
    assert_complains(&c, "--cells", "129");
    command_free(&c);
    c = UMBEL("thermal", plan, "--json", plan);
    assert_complains(&c, "--json", "slab.yaml", "the floorplan");
    command_free(&c);
    c = UMBEL("thermal", plan, "--json", link);
    assert_complains(&c, "no/x.json");
    command_free(&c);
    c = UMBEL("thermal", "tsm-4gpu");
    assert_complains(&c, "tsm-4gpu.yaml: block gpu0 has the power of units; give their run with "
                         "--run FILE (umbel run ... --json FILE)");
    command_free(&c);
    c = UMBEL("thermal", plan, "--run", plan);
    assert_complains(&c, "slab.yaml:1:", "no JSON of a run");
    command_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(table_and_json), test_in_folder(options),    test_in_folder(with_a_run),
        test_in_folder(picture),        test_in_folder(no_gnuplot), test_in_folder(mistakes),
    };
    return cmocka_run_group_tests_name("umbel thermal", tests, NULL, NULL);
}
