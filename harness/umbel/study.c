/* `umbel study`: a paper's figure, measured beside published. */
#include "harness/umbel/study.h"
#include "harness/run/run.h"
#include "harness/study/papers.h"
#include "harness/umbel/umbel.h"
#include "sw/util/file.h"
#include "sw/util/interrupt.h"
#include "sw/util/process.h"
#include "sw/util/root.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEY_LIST = 256,
    KEY_STORED,
    KEY_ALL,
    KEY_DB,
    KEY_JSON,
    KEY_REPORT,
    KEY_SLURM,
    MOST_JOBS = 256
};

struct arguments {
    struct study_wanted wanted;
    const char *db; /* NULL: the usual one */
    bool list, stored, all;
    struct error err;
};

static const struct argp_option options[] = {
    {"list", KEY_LIST, NULL, 0,
     "list the studies that ship, with their points, and all figures and tables of the papers", 0},
    {"stored", KEY_STORED, NULL, 0,
     "with --list: how many of the points the database has; as long as the Verilog and the PTX of "
     "all take, which their keys are made of",
     0},
    {"all", KEY_ALL, NULL, 0,
     "run all studies that ship, one after the other, and print a line for each: the paper's "
     "numbers, those measured, whether the shape is the same, and why not",
     0},
    {"jobs", 'j', "N", 0, "points at a time (1 to 256; default: one per processor)", 0},
    {"db", KEY_DB, "FILE", 0,
     "the database of points (default: build/studies.db; of an installed umbel: "
     "umbel-out/studies.db)",
     0},
    {"json", KEY_JSON, "FILE", 0, "write the table and the points as JSON", 0},
    {"report", KEY_REPORT, "DIR", 0,
     "write a page, DIR/index.html, with the figure; with --all, a page of all lines, and a page "
     "for each study below it",
     0},
    {"slurm", KEY_SLURM, NULL, 0,
     "run the points as a Slurm job array and wait for them; the database must be in a folder that "
     "all nodes share",
     0},
    {"quiet", 'q', NULL, 0, "no progress, no table", 0},
    UMBEL_HELP,
    {0},
};

static error_t parse_end(struct arguments *a)
{
    if (a->list && (a->wanted.study != NULL || a->wanted.json != NULL || a->wanted.report != NULL ||
                    a->wanted.slurm || a->wanted.jobs > 0 || a->wanted.quiet)) {
        error_set(&a->err, "--list lists all studies: leave out everything else but --stored and "
                           "--db");
        return EINVAL;
    }
    if (a->stored && !a->list) {
        error_set(&a->err, "--stored is of --list: add it, or leave --stored out");
        return EINVAL;
    }
    if (a->list && a->db != NULL && !a->stored) {
        error_set(&a->err, "--list reads no database: add --stored, or leave --db out");
        return EINVAL;
    }
    if (a->all && (a->wanted.study != NULL || a->wanted.json != NULL || a->list)) {
        error_set(&a->err, "--all runs all studies: leave out a study's name, --list and --json");
        return EINVAL;
    }
    if (a->list || a->all || a->wanted.study != NULL)
        return 0;
    error_set(&a->err, "study what? umbel study NAME; `umbel study --list` lists them");
    return EINVAL;
}

static const struct umbel_key keys[] = {
    UMBEL_FLAG(KEY_LIST, struct arguments, list),
    UMBEL_FLAG(KEY_STORED, struct arguments, stored),
    UMBEL_FLAG(KEY_ALL, struct arguments, all),
    UMBEL_FLAG(KEY_SLURM, struct arguments, wanted.slurm),
    UMBEL_FLAG('q', struct arguments, wanted.quiet),
    UMBEL_TEXT(KEY_DB, struct arguments, db),
    UMBEL_TEXT(KEY_JSON, struct arguments, wanted.json),
    UMBEL_TEXT(KEY_REPORT, struct arguments, wanted.report),
    UMBEL_NUMBER('j', struct arguments, wanted.jobs, "--jobs", 1, MOST_JOBS),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case ARGP_KEY_ARG:
        if (a->wanted.study == NULL) {
            a->wanted.study = arg;
            return 0;
        }
        return umbel_too_many(state, arg, &a->err);
    case ARGP_KEY_END:
        return parse_end(a);
    default:
        return umbel_take(keys, key, arg, state, &a->err);
    }
}

const struct argp umbel_study_argp = {
    options,
    parse,
    "[STUDY]",
    "Runs the systems that a figure of a paper compares on the same kernels, and prints the "
    "paper's numbers beside the measured ones. Each point runs in a process of its own and is "
    "stored when it has finished, so that a study that was stopped goes on where it was, and no "
    "point is run twice.\vSTUDY is a name (`umbel study --list`) or a file.",
    NULL,
    NULL,
    NULL};

/* ---- --list ---- */

static bool count_stored(const struct study_points *p, struct study_db *db, size_t *stored,
                         struct error *err)
{
    *stored = 0;
    for (size_t i = 0; db != NULL && i < p->n; i++) {
        bool there;
        if (!study_db_has(db, p->list[i].key.text, &there, err))
            return false;
        *stored += there;
    }
    return true;
}

/* A study's points with those that the database has; db NULL: it has none. */
static bool list_stored(const struct study *s, struct study_db *db, struct error *err)
{
    struct study_points *p =
        study_points(s, &(struct study_models){umbel_version.models, umbel_version.routing}, err);
    size_t stored;
    bool ok = p != NULL && count_stored(p, db, &stored, err);
    if (ok)
        printf("%-18s %3zu points, %3zu stored  %s\n", s->name, p->n, stored, s->about);
    study_points_free(p);
    return ok;
}

static bool list_one(const char *name, bool count, struct study_db *db, struct error *err)
{
    struct study *s = study_load(name, err);
    bool ok = s != NULL;
    if (ok && s->asks == STUDY_CLASSES)
        printf("%-18s %3u classes%s  %s\n", name, s->rows_count, count ? "          " : "",
               s->about);
    else if (ok && count)
        ok = list_stored(s, db, err);
    else if (ok)
        printf("%-18s %3zu points   %s\n", name, study_points_planned(s), s->about);
    study_free(s);
    return ok;
}

/* Every figure and table of the papers, with what gives it or the reason that nothing does. */
static bool list_papers(struct error *err)
{
    struct papers *p = papers_load(err);
    if (p == NULL)
        return false;
    for (uint32_t i = 0; i < p->papers_count; i++) {
        const struct papers_paper *of = &p->papers[i];
        printf("\n%s\n", of->paper);
        for (uint32_t k = 0; k < of->items_count; k++) {
            const struct papers_item *it = &of->items[k];
            printf("  %-18s %s; %s%s\n", it->item, it->about,
                   it->by != NULL ? "" : "none: ", it->by != NULL ? it->by : it->why);
        }
    }
    papers_free(p);
    return true;
}

/* `path`: of the database whose points are counted; NULL: none. */
static int list(const char *path, struct error *err)
{
    struct study_db *db = NULL;
    bool ok = true;
    if (path != NULL && file_exists(path)) {
        db = study_db_open(path, err);
        ok = db != NULL;
    }
    struct study_names all = study_names();
    for (size_t i = 0; ok && i < all.n; i++)
        ok = list_one(all.names[i], path != NULL, db, err);
    ok = ok && list_papers(err);
    study_names_free(&all);
    study_db_close(db);
    return ok ? 0 : umbel_complain(err);
}

int umbel_study(int argc, char **argv)
{
    struct arguments a = {0};
    struct error err = {0};
    if (!umbel_parse(&umbel_study_argp, "study", argc, argv, &a, &a.err))
        return umbel_complain(&a.err);
    a.wanted.db = a.db != NULL ? a.db : root_output("studies.db");
    if (a.list)
        return list(a.stored ? a.wanted.db : NULL, &err);
    interrupt_stops_work();
    if (a.all ? study_all(&a.wanted, &err) : study_one(&a.wanted, NULL, &err))
        return 0;
    umbel_complain(&err);
    return process_stopped() ? 130 : 1;
}
