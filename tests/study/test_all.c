/* `umbel study --all`: a line for each study that ships, a page of them above their own pages, and
 * only what is missing runs. The studies are two small ones in a folder that stands for Umbel's. */
#include "tests/study/small_study.h"
#include "tests/support/page.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Runs any program to its end. */
#define RUN(...) umbel_run_args((const char *const[]){__VA_ARGS__, NULL})

static const char judged[] = "paper: {title: A paper, figure: figure 1}\n"
                             "shape: partly\n"
                             "because: the memory is slow & late\n";

/* Umbel's folders as links, but for the studies. */
static void make_root(void **state)
{
    static const char script[] =
        "mkdir -p \"$1/root/harness/study/studies\" && cd \"$1/root\" && "
        "for d in gen rtl sw formal fpga; do ln -s \"$2/$d\" .; done && "
        "for d in \"$2\"/harness/*; do [ -e \"harness/${d##*/}\" ] || ln -s \"$d\" harness; done";
    struct command c = RUN("sh", "-c", script, "sh", (const char *)*state, UMBEL_ROOT);
    assert_status(&c, 0);
    command_free(&c);
    struct sbuf text = {0};
    sbuf_printf(&text, "%s%s", small_study, judged);
    write_text(in_folder(state, "root/harness/study/studies/one.yaml"), text.text);
    sbuf_free(&text);
    write_text(in_folder(state, "root/harness/study/studies/two.yaml"),
               "about: relu alone\nkernels: [relu:tiny]\n"
               "series: [{label: fast, system: tsm-tiny}]\nmetric: cycles\nplot: bars\n");
}

static struct command all(void **state, const char *more)
{
    struct sbuf root = {0};
    sbuf_printf(&root, "UMBEL_ROOT=%s", in_folder(state, "root"));
    struct command c = RUN("env", root.text, umbel_path(), "study", "--all", "--db",
                           in_folder(state, "s.db"), "--report", in_folder(state, "page"), more);
    sbuf_free(&root);
    return c;
}

static void lines(void **state)
{
    make_root(state);
    struct command c = all(state, NULL);
    assert_status(&c, 0);
    const char *out = out_of(&c);
    assert_has(out, "one                      shape: partly      paper: slow & late 0.5; here: 0.");
    assert_has(out, "; the memory is slow & late\n");
    assert_has(out, "two                      shape: no paper    relu alone\n");
    command_free(&c);
    size_t len;
    char *html = read_bytes_of(in_folder(state, "page/index.html"), &len);
    page_is_well(html);
    assert_has(html, "<a href=\"one/index.html\">one</a><br>slow and fast memory</td>"
                     "<td>A paper, figure 1</td><td>slow &amp; late 0.5</td>");
    assert_has(html, "<td>partly</td><td>the memory is slow &amp; late</td>");
    assert_has(html, "<td>Umbel's own</td>");
    free(html);
    assert_int_equal(names_in(in_folder(state, "page/two"), "*"), 1);
    /* All four points, of which the second study has one, ran once. */
    assert_int_equal(asked(in_folder(state, "s.db"), "SELECT count(*) FROM runs"), 4);
    c = all(state, "-q");
    assert_status(&c, 0);
    assert_string_equal(out_of(&c), "");
    command_free(&c);
    assert_int_equal(asked(in_folder(state, "s.db"), "SELECT count(*) FROM runs"), 4);
}

static void complaints(void **state)
{
    (void)state;
    struct command c = UMBEL("study", "--all", "lease");
    assert_complains(&c, "--all runs all studies", "leave out");
    command_free(&c);
    c = UMBEL("study", "--all", "--json", "x.json");
    assert_complains(&c, "--all runs all studies", "--json");
    command_free(&c);
}

static void unreasoned(void **state)
{
    struct sbuf text = {0};
    sbuf_printf(&text, "%sshape: other\n", small_study);
    write_text(in_folder(state, "s.yaml"), text.text);
    sbuf_free(&text);
    struct command c = UMBEL("study", in_folder(state, "s.yaml"), "--db", in_folder(state, "s.db"));
    assert_complains(&c, "a shape that is not the same needs because", "s.yaml:13:8: ");
    command_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(lines),
        cmocka_unit_test(complaints),
        test_in_folder(unreasoned),
    };
    return cmocka_run_group_tests_name("all studies", tests, NULL, NULL);
}
