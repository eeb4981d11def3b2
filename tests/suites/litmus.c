/*
 * A public collection of litmus tests, fetched by the user: how many of its files the reader reads,
 * and whether a model allows the states that herd found, which the collection or herd itself
 * gives as a log, or comes to the verdicts that Dat3M publishes as CSV.
 *
 *   litmus MODEL FOLDER [LOG|CSV]
 *
 * Each .litmus file below FOLDER in a language that MODEL judges is read. A test that LOG has is
 * judged, and its outcomes, of the registers and variables in the log, are compared with the log's.
 * A name that stands in the log more than once must agree with one of them. A line of the CSV is a
 * path and whether the condition holds: it is for the files that end in that path or, if there is
 * no such line, in its last name.
 * Exit status 0 if all that is compared is equal, and something is.
 */
#include "formal/litmus/condition.h"
#include "formal/litmus/model/model.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/sbuf.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A test in the log: the lines of its states. */
struct logged {
    const char *name;
    char **states;
    size_t n;
};

/* A line of the CSV. */
struct published {
    char *path;
    bool holds;
};

struct collection {
    enum litmus_model model;
    struct published *csv;
    size_t n_csv, deadlocks;
    struct logged *log;
    size_t n_log;
    size_t files, other, read, compared, equal, too_large;
};

static struct collection all;

/* ---- the log ---- */

static char *next_line(char **at)
{
    char *line = *at, *end = line != NULL ? strchr(line, '\n') : NULL;
    if (line == NULL || *line == '\0')
        return NULL;
    if (end != NULL)
        *end = '\0';
    *at = end != NULL ? end + 1 : line + strlen(line);
    return line;
}

static void read_states(struct logged *test, char *line, char **at)
{
    if (test->states != NULL)
        return; /* of a test whose head is not in the log */
    size_t n = strtoul(line + strlen("States "), NULL, 10);
    test->states = xcalloc(n + 1, sizeof *test->states);
    while (test->n < n && (line = next_line(at)) != NULL)
        test->states[test->n++] = line;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct logged *)a)->name, ((const struct logged *)b)->name);
}

static bool read_log(const char *path)
{
    struct error err = {0};
    char *text = file_read(path, &(size_t){0}, &err), *line;
    if (text == NULL) {
        fprintf(stderr, "%s\n", err.text);
        return false;
    }
    for (char *at = text; (line = next_line(&at)) != NULL;)
        if (strncmp(line, "Test ", 5) == 0) {
            line[5 + strcspn(line + 5, " ")] = '\0';
            all.log = xrealloc(all.log, (all.n_log + 1) * sizeof *all.log);
            all.log[all.n_log++] = (struct logged){.name = line + 5};
        } else if (strncmp(line, "States ", 7) == 0 && all.n_log > 0)
            read_states(&all.log[all.n_log - 1], line, &at);
    qsort(all.log, all.n_log, sizeof *all.log, by_name);
    return true; /* the text stays: the log points into it */
}

/* ---- published verdicts ---- */

static bool ends_in(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0 && (n == m || text[n - m - 1] == '/');
}

static bool read_csv(const char *path)
{
    struct error err = {0};
    char *text = file_read(path, &(size_t){0}, &err), *line;
    if (text == NULL) {
        fprintf(stderr, "%s\n", err.text);
        return false;
    }
    for (char *at = text; (line = next_line(&at)) != NULL;) {
        char *comma = strrchr(line, ',');
        if (comma == NULL)
            continue;
        *comma = '\0';
        all.csv = xrealloc(all.csv, (all.n_csv + 1) * sizeof *all.csv);
        all.csv[all.n_csv++] = (struct published){line, comma[1] == '1'};
    }
    return true;
}

/* The line about a file, or NULL. */
static const struct published *published_of(const char *file)
{
    const char *name = strrchr(file, '/') != NULL ? strrchr(file, '/') + 1 : file;
    const struct published *found = NULL;
    for (size_t i = 0; i < all.n_csv; i++)
        if (ends_in(file, all.csv[i].path))
            return &all.csv[i];
        else if (ends_in(all.csv[i].path, name))
            found = &all.csv[i];
    return found;
}

static void compare_verdict(const struct litmus *t, const struct outcomes *o, bool deadlock)
{
    const struct published *p = published_of(t->file);
    size_t witnesses = 0;
    if (p == NULL)
        return;
    if (deadlock && o->n == 0) {
        printf("%s: no execution ends\n", t->file);
        all.deadlocks++;
        return;
    }
    for (size_t i = 0; i < o->n; i++)
        witnesses += condition_holds(t->condition, &o->list[i]->state);
    bool holds = t->quantifier == LITMUS_EXISTS       ? witnesses > 0
                 : t->quantifier == LITMUS_NOT_EXISTS ? witnesses == 0
                                                      : witnesses == o->n;
    all.compared++;
    all.equal += holds == p->holds;
    if (holds != p->holds)
        printf("%s: %s says %s\n", t->file, model_names[all.model], holds ? "Ok" : "No");
}

/* ---- states ---- */

/* "0:x5=" or "[x]=": the value in a state of the register or variable that it names. */
static bool value_of(const struct litmus *t, const struct litmus_state *s, const char *what,
                     size_t len, uint64_t *value)
{
    if (len > 2 && what[1] == ':') {
        int thread = what[0] - '0';
        for (int r = 0; thread < t->n_threads && r < t->threads[thread].n_regs; r++) {
            const char *name = t->threads[thread].regs[r];
            if (name != NULL && strlen(name) == len - 2 && memcmp(name, what + 2, len - 2) == 0) {
                *value = s->regs[thread][r];
                return true;
            }
        }
        return false;
    }
    bool brackets = what[0] == '[';
    len -= brackets ? 2 : 0;
    for (int v = 0; v < t->n_vars; v++)
        if (strlen(t->vars[v].name) == len && memcmp(t->vars[v].name, what + brackets, len) == 0) {
            *value = litmus_loaded(LITMUS_S32, s->vars[v]);
            return true;
        }
    return false;
}

/* A value as the log writes it: a number, or a variable for its address. */
static uint64_t logged_value(const struct litmus *t, const char *text)
{
    size_t len = strcspn(text, ";");
    for (int v = 0; v < t->n_vars; v++)
        if (strlen(t->vars[v].name) == len && memcmp(t->vars[v].name, text, len) == 0)
            return litmus_address(v);
    return (uint64_t)strtoll(text, NULL, 0);
}

/* Whether an outcome is the state in a line of the log. */
static bool is_state(const struct litmus *t, const struct litmus_state *s, const char *line)
{
    for (const char *at = line; *at != '\0';) {
        size_t len = strcspn(at, "=");
        uint64_t value = 0;
        if (at[len] != '=' || !value_of(t, s, at, len, &value) ||
            value != logged_value(t, at + len + 1))
            return false;
        at += strcspn(at, ";");
        at += strspn(at, "; ");
    }
    return true;
}

/* The first state that only one of the two has; NULL if they are equal. */
static const char *difference(const struct litmus *t, const struct outcomes *o,
                              const struct logged *log, struct sbuf *text)
{
    for (size_t i = 0; i < log->n; i++) {
        bool found = false;
        for (size_t k = 0; !found && k < o->n; k++)
            found = is_state(t, &o->list[k]->state, log->states[i]);
        if (!found)
            sbuf_printf(text, "forbids %s", log->states[i]);
        if (!found)
            return sbuf_str(text);
    }
    for (size_t k = 0; k < o->n; k++) {
        bool found = false;
        for (size_t i = 0; !found && i < log->n; i++)
            found = is_state(t, &o->list[k]->state, log->states[i]);
        if (found)
            continue;
        sbuf_puts(text, "allows ");
        outcome_text(t, &o->list[k]->state, text);
        return sbuf_str(text);
    }
    return NULL;
}

/* ---- the tests ---- */

static void compare(const struct litmus *t, const struct outcomes *o)
{
    struct logged key = {.name = t->name};
    const struct logged *first =
        all.n_log > 0 ? bsearch(&key, all.log, all.n_log, sizeof key, by_name) : NULL;
    if (first == NULL)
        return;
    while (first > all.log && by_name(first - 1, &key) == 0)
        first--;
    struct sbuf why = {0};
    bool equal = false;
    for (const struct logged *l = first; l < all.log + all.n_log && by_name(l, &key) == 0; l++) {
        why.len = 0;
        if (difference(t, o, l, &why) == NULL) {
            equal = true;
            break;
        }
    }
    all.compared++;
    all.equal += equal;
    if (!equal)
        printf("%s: %s %s\n", t->file, model_names[all.model], sbuf_str(&why));
    sbuf_free(&why);
}

static void judge(const struct litmus *t)
{
    static const struct litmus_place at[LITMUS_THREADS] = {{0, 0}, {0, 1}, {1, 0}, {1, 1},
                                                           {2, 0}, {2, 1}, {3, 0}, {3, 1}};
    struct outcomes o = {0};
    struct error err = {0};
    struct model_notes notes;
    if (model_allows(t, all.model, t->placed ? t->places : at, &o, &notes, &err)) {
        outcomes_filter(&o, t->filter);
        if (all.n_csv > 0)
            compare_verdict(t, &o, notes.deadlock);
        else
            compare(t, &o);
    } else {
        all.too_large++;
        printf("%s\n", err.text);
    }
    outcomes_free(&o);
}

/* The languages of files that are counted; others are not the reader's affair here. */
static bool is_in_language(const char *path)
{
    static const struct {
        const char *word;
        enum litmus_language language;
    } languages[] = {{"C ", LITMUS_C},
                     {"PTX ", LITMUS_PTX},
                     {"RISCV ", LITMUS_RISCV},
                     {"X86 ", LITMUS_X86},
                     {"X86_64 ", LITMUS_X86_64}};
    char word[8] = "";
    FILE *f = fopen(path, "r");
    bool in = false;
    if (f != NULL && fgets(word, sizeof word, f) != NULL)
        for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
            in = in || (strncmp(word, languages[i].word, strlen(languages[i].word)) == 0 &&
                        model_judges(all.model, languages[i].language));
    if (f != NULL)
        fclose(f);
    return in;
}

static int visit(const char *path, const struct stat *s, int type, struct FTW *where)
{
    (void)s;
    (void)where;
    const char *ending = strrchr(path, '.');
    if (type != FTW_F || ending == NULL || strcmp(ending, ".litmus") != 0)
        return 0;
    if (!is_in_language(path)) {
        all.other++;
        return 0;
    }
    struct error err = {0};
    struct litmus *t = litmus_read(path, &err);
    all.files++;
    if (t == NULL) {
        printf("%s\n", err.text);
        return 0;
    }
    all.read++;
    if (all.n_log + all.n_csv > 0)
        judge(t);
    litmus_free(t);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: litmus MODEL FOLDER [LOG|CSV]\n");
        return 2;
    }
    while (all.model < MODELS && strcmp(model_names[all.model], argv[1]) != 0)
        all.model++;
    if (all.model == MODELS) {
        fprintf(stderr, "litmus: %s is no model\n", argv[1]);
        return 2;
    }
    if (access(argv[2], R_OK) != 0) {
        printf("SKIPPED: %s is not there; fetch the collection, or give SUITES its folder\n",
               argv[2]);
        return 0;
    }
    if (argc > 3 && !(strstr(argv[3], ".csv") != NULL ? read_csv : read_log)(argv[3]))
        return 1;
    nftw(argv[2], visit, 16, FTW_PHYS);
    printf("%s: %zu files, %zu read, %zu refused; %zu compared with the log, %zu equal, %zu too "
           "large, %zu without an execution that ends; %zu files in other languages\n",
           argv[2], all.files, all.read, all.files - all.read, all.compared, all.equal,
           all.too_large, all.deadlocks, all.other);
    return all.compared == all.equal && all.read > 0 ? 0 : 1;
}
