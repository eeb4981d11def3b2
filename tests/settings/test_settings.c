/*
 * Random settings of all machines that ship (tests/support/settings.h). Each draw is refused in one
 * line that names one of its settings; or the machine is written, read again as the same, composed
 * and emitted without a mistake, and a run of it has the bytes of cacheless execution. With `-j 2`
 * and with
 * `--flat` it takes the same cycles.
 *
 * Every day there are 300 draws of tiny machines, and runs are those that need no unit which the
 * machine as it ships has not. Long: all.
 *
 * A draw is tried in a process of its own: one that aborts is a fault, as any other.
 */
#include "gen/machine/netlist.h"
#include "gen/system/system_impl.h"
#include "sw/util/sbuf.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/settings.h"
#include "tests/support/slow.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* Machines of more tiles are composed, but not emitted: they take seconds. */
enum { MOST_TILES = 300, MOST_COMPOSED = 20000 };

/* What became of a draw. */
enum verdict { REFUSED, COMPOSED, SAME_UNITS, TOO_LARGE, FAULT };

struct counts {
    unsigned tried, refused, composed, large;
    unsigned runs, identical, unfit, stopped, wrong_as_set;
    unsigned faults;
};

/* ---- one draw, in a process of its own ---- */

static enum verdict say(int fd, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static enum verdict say(int fd, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vdprintf(fd, fmt, ap);
    va_end(ap);
    return FAULT;
}

/* An error is one line, begins with one of the settings, and says more than that. */
static enum verdict judge_refusal(const struct draw *d, const struct error *err, int fd)
{
    if (!error_is_set(err) || strpbrk(err->text, "\n\r") != NULL)
        return say(fd, "refused without one line: '%s'", err->text);
    for (size_t i = 0; i < d->n; i++) {
        struct sbuf start = {0};
        sbuf_printf(&start, "--set %s: ", d->text[i]);
        const bool named = strncmp(err->text, start.text, start.len) == 0;
        const bool more = named && strlen(err->text) > start.len;
        sbuf_free(&start);
        if (more)
            return REFUSED;
    }
    return say(fd, "refused, and no setting is named: %s", err->text);
}

/* What is written is the machine in full: a file of it is taken, and is the same machine. */
static enum verdict read_again(const struct system *s, int fd)
{
    struct sbuf text = {0}, again = {0};
    struct error err = {0};
    system_yaml(s, &text);
    struct system *t = system_parse(text.text, text.len, "again.yaml", NULL, 0, &err);
    if (t == NULL)
        return say(fd, "as written it is refused: %s", err.text);
    system_yaml(t, &again);
    const bool same = strcmp(text.text, again.text) == 0;
    system_free(t);
    sbuf_free(&text);
    sbuf_free(&again);
    return same ? COMPOSED : say(fd, "as written it is read as another machine");
}

static bool same_shape(const struct tile *a, const struct tile *b)
{
    bool same =
        strcmp(a->module, b->module) == 0 && a->n_params == b->n_params && a->id_bits == b->id_bits;
    for (int i = 0; same && i < a->n_params; i++)
        same = strcmp(a->params[i].name, b->params[i].name) == 0 &&
               a->params[i].value == b->params[i].value;
    return same;
}

/* Whether each unit is one of the machine as it ships. */
static bool has_units_of(const struct netlist *n, const struct netlist *shipped)
{
    for (size_t i = 0; i < n->n_tiles; i++) {
        size_t k = 0;
        while (k < shipped->n_tiles && !same_shape(&n->tiles[i], &shipped->tiles[k]))
            k++;
        if (k == shipped->n_tiles)
            return false;
    }
    return true;
}

static enum verdict emit(const struct netlist *n, int fd)
{
    struct error err = {0};
    struct hdl_design *h = hdl_design_new();
    if (!netlist_emit_units(n, h, &err) || !netlist_emit_flat(n, h, &err) || hdl_mistake(h, &err))
        return say(fd, "not emitted: %s", err.text);
    hdl_design_free(h);
    return COMPOSED;
}

static uint64_t cores_of(const struct system *s)
{
    return (uint64_t)s->gpus *
           (s->sm.count + s->l2.banks + (s->memory.at == SYS_PACKAGES ? s->umc.count : 0));
}

static enum verdict compose(const struct system *s, const struct system *shipped, int fd)
{
    struct error err = {0};
    if (cores_of(s) > MOST_COMPOSED)
        return TOO_LARGE;
    struct netlist *n = netlist_new(s, &err);
    if (n == NULL)
        return say(fd, "not composed: %s", err.text);
    if (n->n_tiles > MOST_TILES)
        return TOO_LARGE;
    if (emit(n, fd) == FAULT)
        return FAULT;
    if (!system_simulates(s, &err))
        return COMPOSED;
    struct netlist *as_shipped = netlist_new(shipped, &err);
    return has_units_of(n, as_shipped) ? SAME_UNITS : COMPOSED;
}

static enum verdict try(const struct deck *deck, const struct draw *d, int fd)
{
    struct error err = {0};
    struct system *s = system_load(d->system, d->sets, d->n, &err);
    if (s == NULL)
        return judge_refusal(d, &err, fd);
    return read_again(s, fd) == FAULT ? FAULT : compose(s, deck_system(deck, d->system), fd);
}

static enum verdict apart(const struct deck *deck, const struct draw *d, struct sbuf *why)
{
    int fds[2], status = 0;
    assert_int_equal(pipe(fds), 0);
    fflush(stdout);
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        close(fds[0]);
        alarm(120);
        _exit((int)try(deck, d, fds[1]));
    }
    close(fds[1]);
    char text[512];
    for (ssize_t got; (got = read(fds[0], text, sizeof text)) > 0;)
        sbuf_add(why, text, (size_t)got);
    close(fds[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (WIFEXITED(status) && WEXITSTATUS(status) <= FAULT)
        return (enum verdict)WEXITSTATUS(status);
    sbuf_printf(why, "ends by signal %d, status %d", WTERMSIG(status), WEXITSTATUS(status));
    return FAULT;
}

/* ---- runs ---- */

/* Settings that may give wrong bytes, and say so: those are their purpose. */
static bool may_be_wrong(const struct draw *d)
{
    static const char *const fields[] = {"fault=", "mgcc.rules.", "boundary."};
    for (size_t i = 0; i < d->n; i++)
        for (size_t k = 0; k < sizeof fields / sizeof *fields; k++)
            if (strncmp(d->text[i], fields[k], strlen(fields[k])) == 0)
                return true;
    return false;
}

/* Reasons that a machine cannot run this kernel, each with the field's name. */
static bool is_reason(const char *text)
{
    static const char *const reasons[] = {"sm.warps",  "sm.ctas",    "sm.shared_bytes", "umc.bytes",
                                          "rdc.bytes", "epoch_bits", "watchdog"};
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (strstr(text, reasons[i]) != NULL)
            return true;
    return false;
}

/* Runs a draw; the cycles, or 0. */
static json_int_t cycles_of(void **state, const char *line, struct command *c)
{
    const char *path = in_folder(state, "run.json");
    struct sbuf all = {0};
    unlink(path);
    sbuf_printf(&all, "%s -q --max-cycles 2000000 --json %s", line, path);
    *c = umbel_run_line(all.text);
    sbuf_free(&all);
    json_t *j = json_load_file(path, 0, NULL);
    const json_int_t cycles =
        json_integer_value(json_object_get(json_object_get(j, "run"), "cycles"));
    json_decref(j);
    return c->status == 0 ? cycles : 0;
}

static void fault(struct counts *n, const char *command, const char *why)
{
    n->faults++;
    print_message("FAULT: %s: %s\n", command, why);
}

/* Whether it ended as it may without the right bytes. */
static bool ends_well(const struct draw *d, const struct command *c, struct counts *n)
{
    const char *said = last_line(err_of(c));
    const bool one_line = strncmp(said, "umbel: ", 7) == 0;
    if (c->status == 1 && one_line && strstr(said, "as --max-cycles asks") != NULL)
        return ++n->stopped;
    if (c->status == 1 && may_be_wrong(d))
        return ++n->wrong_as_set;
    return c->status == 1 && one_line && is_reason(said) && ++n->unfit;
}

static void run(void **state, const struct draw *d, const char *kernel, bool flat, struct counts *n)
{
    struct sbuf line = {0}, more = {0};
    struct command plain, other;
    sbuf_printf(&more, " %s", kernel);
    draw_command(d, "run", more.text, &line);
    n->runs++;
    const json_int_t cycles = cycles_of(state, line.text, &plain);
    if (cycles == 0 && !ends_well(d, &plain, n)) {
        fault(n, line.text, last_line(err_of(&plain)));
    } else if (cycles > 0) {
        sbuf_puts(&line, flat ? " --flat" : " -j 2");
        const json_int_t again = cycles_of(state, line.text, &other);
        if (again != cycles)
            fault(n, line.text, again == 0 ? last_line(err_of(&other)) : "takes other cycles");
        else
            n->identical++;
        command_free(&other);
    }
    command_free(&plain);
    sbuf_free(&line);
    sbuf_free(&more);
}

/* ---- many ---- */

static uint64_t wanted(const char *variable, uint64_t otherwise)
{
    const char *text = getenv(variable);
    return text != NULL ? strtoull(text, NULL, 10) : otherwise;
}

static void tell(const struct counts *n, uint64_t seed)
{
    print_message("settings from seed %llu: %u tried, %u refused, %u composed, %u too large to "
                  "emit; %u run: %u identical, %u do not fit the kernel, %u stopped, %u wrong as "
                  "set; %u faults\n",
                  (unsigned long long)seed, n->tried, n->refused, n->composed, n->large, n->runs,
                  n->identical, n->unfit, n->stopped, n->wrong_as_set, n->faults);
}

/* `runs`: at most; `all`: also of machines that need units of their own. */
static void many(void **state, const char *ending, uint64_t draws, uint64_t runs, bool all)
{
    static const char *const kernels[] = {"vecadd:tiny", "sgemm:tiny", "relu:tiny"};
    const char *systems = getenv("UMBEL_SETTINGS_SYSTEMS");
    const uint64_t seed = wanted("UMBEL_SETTINGS_SEED", 1);
    struct deck *deck = deck_new(systems != NULL ? systems : ending);
    struct counts n = {0};
    draws = wanted("UMBEL_SETTINGS_DRAWS", draws);
    runs = wanted("UMBEL_SETTINGS_RUNS", runs);
    for (uint64_t i = 0; i < draws; i++) {
        struct rng rng = {seed + i};
        struct draw d;
        struct sbuf why = {0}, command = {0};
        deck_draw(deck, &rng, &d);
        const enum verdict v = apart(deck, &d, &why);
        n.tried++;
        n.refused += v == REFUSED;
        n.composed += v == COMPOSED || v == SAME_UNITS;
        n.large += v == TOO_LARGE;
        draw_command(&d, "gen", " -o /tmp/umbel-settings", &command);
        if (v == FAULT)
            fault(&n, command.text, sbuf_str(&why));
        if (n.runs < runs && (v == SAME_UNITS || (all && v == COMPOSED)))
            run(state, &d, kernels[i % 3], all && i % 8 == 0, &n);
        sbuf_free(&why);
        sbuf_free(&command);
    }
    tell(&n, seed);
    deck_free(deck);
    assert_int_equal(n.faults, 0);
}

static void a_few(void **state)
{
    many(state, "-tiny", slow_wanted() ? 300 : 100, slow_wanted() ? 6 : 3, false);
}

static void of_all_machines(void **state)
{
    long_only("tens of thousands of settings of all machines, with runs, take hours; no cheaper "
              "test runs machines with units of their own");
    many(state, "", 30000, 3000, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(a_few),
        test_in_folder(of_all_machines),
    };
    return cmocka_run_group_tests_name("random settings", tests, NULL, NULL);
}
