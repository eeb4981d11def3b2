/* `umbel study --all`: a line for each study that ships, and a page of them. */
#include "harness/umbel/study.h"
#include "harness/umbel/umbel.h"
#include "sw/util/sbuf.h"

#include <stdio.h>

/* One of them, quietly, with its own page below that of all. */
static bool add(const struct study_wanted *wanted, const char *name, struct study_lines *lines,
                struct error *err)
{
    struct sbuf dir = {0};
    struct study_wanted one = *wanted;
    one.study = name;
    one.quiet = true;
    if (wanted->report != NULL) {
        sbuf_printf(&dir, "%s/%s", wanted->report, name);
        one.report = dir.text;
    }
    const bool ok = study_one(&one, lines, err);
    sbuf_free(&dir);
    if (ok && !wanted->quiet) {
        study_line_print(&lines->list[lines->n - 1], stdout);
        fflush(stdout);
    }
    return ok;
}

/* The page is written after each study, so that one which was stopped has what was done. */
static bool write_page(const struct study_wanted *wanted, const struct study_lines *lines,
                       struct error *err)
{
    char version[160];
    snprintf(version, sizeof version, "%s (%s)", umbel_version.number, umbel_version.commit);
    return wanted->report == NULL || study_summary(lines, wanted->report, version, err);
}

static bool none_failed(const struct study_lines *lines, struct error *err)
{
    size_t failed = 0, points = 0;
    for (size_t i = 0; i < lines->n; i++) {
        failed += lines->list[i].failed;
        points += lines->list[i].points;
    }
    return failed == 0 ||
           error_set(err, "%zu of %zu points failed; the same command tries them again", failed,
                     points);
}

bool study_all(const struct study_wanted *wanted, struct error *err)
{
    struct study_names names = study_names();
    struct study_lines lines = {0};
    bool ok = true;
    for (size_t i = 0; ok && i < names.n; i++)
        ok = add(wanted, names.names[i], &lines, err) && write_page(wanted, &lines, err);
    ok = ok && none_failed(&lines, err);
    study_lines_free(&lines);
    study_names_free(&names);
    return ok;
}
