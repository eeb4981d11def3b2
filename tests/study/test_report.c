/* The page of a study: well-formed, nothing from elsewhere, with the figure, the numbers and the
 * commands. */
#include "sw/util/sbuf.h"
#include "tests/study/small_study.h"
#include "tests/support/page.h"

#include <stdlib.h>
#include <string.h>

/* Runs the small study with --report; the page, to be freed. */
static char *report(void **state, const char *text, const char *const *more)
{
    write_text(in_folder(state, "s.yaml"), text);
    const char *argv[16] = {umbel_path(),
                            "study",
                            in_folder(state, "s.yaml"),
                            "--db",
                            in_folder(state, "s.db"),
                            "--report",
                            in_folder(state, "page")};
    for (size_t n = 7; more != NULL && *more != NULL; more++)
        argv[n++] = *more;
    struct command c = umbel_run_args(argv);
    assert_status(&c, 0);
    command_free(&c);
    assert_int_equal(names_in(in_folder(state, "page"), "*"), 1); /* nothing beside it */
    size_t len;
    return read_bytes_of(in_folder(state, "page/index.html"), &len);
}

static void page(void **state)
{
    char *html = report(state, small_study, NULL);
    page_is_well(html);
    assert_has(html, "<title>s</title>");
    assert_has(html, "slow &amp; late");
    assert_has(html, "<li>tCL is 60 &lt; 100</li>");
    assert_has(html, "<figcaption>The paper</figcaption>\n<svg");
    assert_has(html, "<figcaption>Umbel</figcaption>\n<svg");
    assert_has(html, "<td>paper</td><td class=\"n\">-</td><td class=\"n\">0.500</td>");
    assert_has(html, "<code>umbel run tsm-tiny relu:tiny --set dram.tCL=60</code>");
    assert_has(html, "<th class=\"n\">cycles</th><th class=\"n\">link energy, pJ</th>");
    /* The sizes used: fields that differ are marked, those that do not are there. */
    assert_has(html, "<tr class=\"differs\"><td>memory.dram.tCL</td><td class=\"n\">14</td>"
                     "<td class=\"n\">60</td></tr>");
    assert_has(html, "<tr><td>package.l1.bytes</td><td class=\"n\">256</td>");
    assert_has(html, "<tr><td>relu</td><td>tiny</td><td>n = 256<br></td></tr>");
    assert_has(html, "@media print");
    free(html);
}

/* The table has what the command prints. */
static void same_numbers(void **state)
{
    char *html = report(state, small_study, NULL), mean[16];
    struct command c = UMBEL("study", in_folder(state, "s.yaml"), "--db", in_folder(state, "s.db"));
    const char *line = strstr(out_of(&c), "\nmean ");
    assert_non_null(line);
    assert_int_equal(sscanf(line, "\nmean 1.000 %15s", mean), 1);
    char want[64];
    snprintf(want, sizeof want, "<td class=\"n\">%s</td></tr>\n<tr class=\"paper\">", mean);
    assert_has(html, want);
    command_free(&c);
    free(html);
}

/* Lines over a sweep, and a study of which no paper states numbers. */
static void lines(void **state)
{
    char *html = report(state,
                        "about: x\nkernels: [relu:tiny]\nseries:\n"
                        "  - {label: A, system: tsm-tiny, fixed: true}\n"
                        "  - {label: \"B\\\"\\\\\", system: tsm-tiny}\n"
                        "sweep: {label: tCL, values: [{label: \"1'4\"}, {label: b, sets: "
                        "[dram.tCL=60]}]}\nmetric: cycles\nnormalise: {as: ratio}\nplot: lines\n",
                        NULL);
    page_is_well(html);
    assert_null(strstr(html, "The paper</figcaption>"));
    assert_has(html, "The paper states no numbers for this figure.");
    assert_has(html, "1'4");
    assert_has(html, "<code>dram.tCL=60</code>");
    assert_has(html, "does not change the system of A");
    free(html);
}

/* On a logarithmic scale a small number is seen beside a great one. */
static void scales(void **state)
{
    static const char text[] = "about: x\nrows:\n  - {kernel: 'relu:tiny', published: [1]}\n"
                               "series: [{label: A, system: tsm-tiny, published: [1000]}]\n"
                               "metric: l1.loads / l1.loads\nplot: bars\n";
    char *html = report(state, text, NULL);
    assert_has(html, "> 1000<");
    assert_null(strstr(html, "> 10<"));
    free(html);
    struct sbuf s = {0};
    sbuf_printf(&s, "%sscale: log\n", text);
    html = report(state, s.text, NULL);
    page_is_well(html);
    assert_has(html, "> 1000<");
    assert_has(html, "> 10<");
    free(html);
    sbuf_free(&s);
}

/* A gnuplot that fails, and a folder that cannot be: one line, and no page. */
static void no_page(void **state)
{
    write_text(in_folder(state, "s.yaml"), small_study);
    char line[2048];
    struct command c =
        UMBEL("study", in_folder(state, "s.yaml"), "--db", in_folder(state, "s.db"), "-q");
    assert_status(&c, 0);
    command_free(&c);
    write_text(in_folder(state, "gnuplot"),
               "#!/bin/sh\necho 'line 3: undefined variable' >&2\nexit 1\n");
    snprintf(line, sizeof line,
             "chmod +x '%s'; PATH='%s':\"$PATH\"; umbel study '%s' --db '%s' -q "
             "--report '%s'",
             in_folder(state, "gnuplot"), (const char *)*state, in_folder(state, "s.yaml"),
             in_folder(state, "s.db"), in_folder(state, "page"));
    c = umbel_run_line(line);
    assert_complains(&c, "gnuplot, which draws the figure, does not run", "undefined variable");
    command_free(&c);
    assert_int_equal(names_in(in_folder(state, "page"), "*"), 0);
    write_text(in_folder(state, "file"), "");
    c = UMBEL("study", in_folder(state, "s.yaml"), "--report", in_folder(state, "file"));
    assert_complains(&c, "file");
    command_free(&c);
}

/* The check of pages notices what is wrong with one. */
static void wrong_pages(void **state)
{
    (void)state;
    static const char *const pages[] = {
        "<!DOCTYPE html>\n<html><p>a</html>",
        "<!DOCTYPE html>\n<html><p>a</b></p></html>",
        "<!DOCTYPE html>\n<html><p class=x>a</p></html>",
        "<!DOCTYPE html>\n<html><p>a & b</p></html>",
        "<!DOCTYPE html>\n<html><p id='a'>a</p><p id=\"a\">b</p></html>",
        "<!DOCTYPE html>\n<html><img src=\"http://x/y.png\"></html>",
        "<!DOCTYPE html>\n<html><script>1</script></html>",
        "<html></html>",
        "<!DOCTYPE html>\n<html></html><p>more</p>",
    };
    struct sbuf why = {0};
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        if (page_fault(pages[i], &why) == NULL)
            fail_msg("nothing is wrong with %s", pages[i]);
    assert_null(
        page_fault("<!DOCTYPE html>\n<html><p class=\"x\">a &amp; b<br></p><g/></html>\n", &why));
    sbuf_free(&why);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_pages), test_in_folder(page),   test_in_folder(same_numbers),
        test_in_folder(lines),         test_in_folder(scales), test_in_folder(no_page),
    };
    return cmocka_run_group_tests_name("pages of studies", tests, NULL, NULL);
}
