/*
 * A browser shows the page of a study: headless Chromium finds the figures where they should be,
 * and prints the page.
 *
 * Costs a minute with UMBEL_SLOW: it alone finds a page that is well-formed and yet not seen.
 */
#include "sw/util/sbuf.h"
#include "tests/study/small_study.h"
#include "tests/support/slow.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHROMIUM                                                                                   \
    "chromium --headless --no-sandbox --disable-gpu --host-resolver-rules='MAP * ~NOTFOUND' "      \
    "--user-data-dir=profile --no-first-run "

/* Runs a line in the test's folder; its standard output, to be freed. */
static char *shell(void **state, const char *line)
{
    struct command c = {
        .argv = (const char *const[]){"bash", "-c", line, NULL}, .dir = *state, .seconds = 120};
    command_run(&c);
    assert_status(&c, 0);
    char *text = strdup(out_of(&c));
    command_free(&c);
    return text;
}

static void make_page(void **state)
{
    write_text(in_folder(state, "s.yaml"), small_study);
    struct command c = UMBEL("study", in_folder(state, "s.yaml"), "--db", in_folder(state, "s.db"),
                             "-q", "--report", in_folder(state, "page"));
    assert_status(&c, 0);
    command_free(&c);
}

/* A copy of the page with a script that writes what the browser has made of it. */
static void add_probe(void **state)
{
    static const char probe[] =
        "<script>\nlet t = document.compatMode;\n"
        "for (const s of document.querySelectorAll('figure svg')) {\n"
        "  const b = s.getBoundingClientRect();\n"
        "  t += ` svg ${Math.round(b.left)} ${Math.round(b.top)} ${Math.round(b.width)} "
        "${Math.round(b.height)} ${s.querySelectorAll('path,polygon').length}`;\n}\n"
        "t += ` wide ${document.documentElement.scrollWidth} rows ${document.querySelectorAll("
        "'tr').length}`;\n"
        "document.body.innerHTML = `PROBE ${t} END`;\n</script>\n</body>";
    size_t len;
    char *html = read_bytes_of(in_folder(state, "page/index.html"), &len);
    char *end = strstr(html, "</body>");
    assert_non_null(end);
    struct sbuf s = {0};
    sbuf_add(&s, html, (size_t)(end - html));
    sbuf_puts(&s, probe);
    sbuf_puts(&s, end + strlen("</body>"));
    write_text(in_folder(state, "probe.html"), s.text);
    sbuf_free(&s);
    free(html);
}

struct box {
    int left, top, width, height, shapes;
};

static void rendered(void **state)
{
    slow_only("starts a browser");
    if (system("command -v chromium >/dev/null") != 0) {
        print_message("*** SKIPPED: there is no chromium; `make slow-packages` installs it ***\n");
        skip();
    }
    make_page(state);
    add_probe(state);
    char *dom = shell(state, CHROMIUM "--window-size=1200,1600 --dump-dom probe.html 2>/dev/null");
    const char *at = strstr(dom, "PROBE ");
    assert_non_null(at);
    struct box paper, ours;
    int wide, rows;
    if (sscanf(at, "PROBE CSS1Compat svg %d %d %d %d %d svg %d %d %d %d %d wide %d rows %d END",
               &paper.left, &paper.top, &paper.width, &paper.height, &paper.shapes, &ours.left,
               &ours.top, &ours.width, &ours.height, &ours.shapes, &wide, &rows) != 12)
        fail_msg("the browser found: %.200s", at);
    /* The paper's figure beside ours, at the same height, both as large as can be read. */
    assert_int_equal(paper.top, ours.top);
    assert_true(paper.left + paper.width <= ours.left);
    assert_in_range(paper.width, 200, 700);
    assert_in_range(ours.width, 200, 1000);
    assert_in_range(ours.height, 150, 900);
    assert_true(paper.shapes > 5 && ours.shapes > 5);
    assert_true(wide <= 1200); /* nothing to scroll to sideways */
    assert_true(rows > 50);
    free(dom);
}

/* The picture has the colours of both series, and the printed page more than one sheet. */
static void printed(void **state)
{
    slow_only("starts a browser");
    if (system("command -v chromium >/dev/null") != 0) {
        print_message("*** SKIPPED: there is no chromium; `make slow-packages` installs it ***\n");
        skip();
    }
    make_page(state);
    free(shell(state, CHROMIUM "--window-size=1200,1600 --screenshot=page.png page/index.html"));
    free(shell(state, CHROMIUM "--no-pdf-header-footer --print-to-pdf=page.pdf page/index.html"));
    size_t png, pdf;
    char *picture = read_bytes_of(in_folder(state, "page.png"), &png);
    char *sheets = read_bytes_of(in_folder(state, "page.pdf"), &pdf);
    assert_memory_equal(picture, "\x89PNG\r\n\x1a\n", 8);
    assert_memory_equal(sheets, "%PDF-", 5);
    assert_true(png > 20000); /* a white page has 5,000 bytes */
    assert_true(pdf > 20000);
    free(picture);
    free(sheets);
    const char *keep = getenv("UMBEL_KEEP_PAGE"); /* a folder, to look at them */
    if (keep != NULL) {
        char line[1200];
        snprintf(line, sizeof line, "cp page.png page.pdf '%s'", keep);
        free(shell(state, line));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {test_in_folder(rendered), test_in_folder(printed)};
    return cmocka_run_group_tests_name("pages in a browser", tests, NULL, NULL);
}
