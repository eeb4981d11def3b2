#include "harness/umbel/program.h"

#include "harness/engine/monitors.h"
#include "sw/util/arena.h"
#include "sw/util/sbuf.h"
#include "sw/util/shell.h"
#include "sw/util/team.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wordexp.h>

enum {
    KEY_SYSTEM = 1024,
    KEY_SET,
    KEY_RACY,
    KEY_JSON,
    KEY_CSV,
    KEY_SEED,
    KEY_MAX,
    KEY_AWAKE,
    KEY_MONITORS,
    KEY_RACES,
    KEY_STRAY,
    KEY_DEVICES,
    KEY_LOCALITY
};

static const struct argp_option options[] = {
    {"system", KEY_SYSTEM, "SYSTEM", 0,
     "the machine: a name (`umbel systems`) or a file (default " PROGRAM_SYSTEM ")", 0},
    {"set", KEY_SET, "PATH=VALUE", 0, "change a field of the system (mgcc.rd_lease=20)", 0},
    {"racy", KEY_RACY, "KERNEL", 0,
     "a kernel whose result depends on the order of its threads: it is not compared; its name in "
     "the source or in PTX, in which * and ? stand for letters",
     0},
    {"devices", KEY_DEVICES, "one|each", 0,
     "what programs see as a device: the machine, or each GPU (default: each if PCIe joins them)",
     0},
    {"races", KEY_RACES, NULL, 0, "look for data races in every launch: they are wrong, too", 0},
    {"stray-loads", KEY_STRAY, NULL, 0,
     "loads outside of all allocations read zeros: on hardware a program may get by with them", 0},
    {"locality", KEY_LOCALITY, NULL, 0,
     "tell LADM's locality table: which pattern each kernel's accesses to each allocation have", 0},
    {"json", KEY_JSON, "FILE", 0,
     "write every counter of the program and of each launch as JSON, with all that decided it", 0},
    {"csv", KEY_CSV, "FILE", 0, "write every counter of every launch as a table", 0},
    {"seed", KEY_SEED, "N", 0, "for policies that throw dice (default 1)", 0},
    {"max-cycles", KEY_MAX, "N", 0, "stop after so many cycles; 0: never", 0},
    {"no-idle-skip", KEY_AWAKE, NULL, 0, "evaluate idle units too: slower, and the same cycles", 0},
    {"monitors", KEY_MONITORS, NULL, 0,
     "watch what the proofs assume of each unit's neighbours: slower, and the same cycles", 0},
    {"threads", 'j', "N", 0,
     "step SMs and tiles on N threads (1 to 64; default 1): the same cycles and the same bytes", 0},
    {"quiet", 'q', NULL, 0, "no table at the end", 0},
    {0},
};

static int add_racy(struct program_arguments *a, const char *kernel)
{
    if (a->o.n_racy == PROGRAM_MOST_RACY) {
        error_set(a->err, "--racy %s: at most %d kernels", kernel, PROGRAM_MOST_RACY);
        return EINVAL;
    }
    a->racy[a->o.n_racy++] = kernel;
    return 0;
}

static int threads(struct program_arguments *a, const char *arg)
{
    uint64_t n = 0;
    int why = umbel_number_in(arg, "--threads", 1, TEAM_MOST, &n, a->err);
    a->o.run.threads = (unsigned)n;
    return why;
}

void umbel_program_begin(struct program_arguments *a, const struct argp_state *state)
{
    a->seeing = (struct seeing){&a->o.run.seeing, a->err};
    state->child_inputs[0] = a;
    state->child_inputs[1] = &a->seeing;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct program_arguments *a = state->input;
    switch (key) {
    case KEY_SYSTEM:
        a->o.run.system = arg;
        return 0;
    case KEY_SET:
        return umbel_add_set(&a->sets, arg, a->err) ? 0 : EINVAL;
    case KEY_RACY:
        return add_racy(a, arg);
    case KEY_DEVICES:
        if (strcmp(arg, "one") != 0 && strcmp(arg, "each") != 0)
            return error_set(a->err, "--devices %s: one or each", arg), EINVAL;
        a->o.devices = strcmp(arg, "one") == 0 ? PROGRAM_ONE : PROGRAM_EACH;
        return 0;
    case KEY_RACES:
        a->o.races = true;
        return 0;
    case KEY_LOCALITY:
        a->o.locality = true;
        return 0;
    case KEY_STRAY:
        a->o.stray_loads = true;
        return 0;
    case KEY_JSON:
        a->o.run.json = arg;
        return 0;
    case KEY_CSV:
        a->o.run.csv = arg;
        return 0;
    case KEY_SEED:
        return umbel_number(arg, "--seed", &a->o.run.seed, a->err);
    case KEY_MAX:
        return umbel_number_in(arg, "--max-cycles", 0, INT64_MAX, &a->o.run.max_cycles, a->err);
    case KEY_AWAKE:
        a->o.run.never_sleep = true;
        return 0;
    case KEY_MONITORS:
        monitors_use(true);
        return 0;
    case 'j':
        return threads(a, arg);
    case 'q':
        a->o.quiet = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp umbel_program = {options, parse, NULL, NULL, NULL, NULL, NULL};

const struct argp_child umbel_program_children[] = {
    {&umbel_program, 0, NULL, 0}, {&umbel_seeing, 0, NULL, 0}, {0}};

/* ---- the machine of a program ---- */

/* `umbel cuda` hands all of its words on, its files and compiler's options among them. */
static bool read_environment(struct cuda_arguments *a, wordexp_t *words, struct error *err)
{
    const char *system = getenv("UMBEL_SYSTEM"), *text = getenv("UMBEL_OPTIONS");
    words->we_offs = 1; /* for the command's own name */
    if (wordexp(text != NULL ? text : "", words, WRDE_NOCMD | WRDE_UNDEF | WRDE_DOOFFS) != 0)
        return error_set(err, "UMBEL_OPTIONS: '%s' is not a list of words; check its quotes", text);
    words->we_wordv[0] = program_invocation_name;
    if (!umbel_parse(&umbel_cuda_argp, "cuda", (int)words->we_wordc + 1, words->we_wordv, a,
                     &a->err))
        return error_set(err, "UMBEL_OPTIONS: %s", a->err.text);
    if (a->n_files > 0 && getenv("UMBEL_COMMAND") == NULL)
        return error_set(err, "UMBEL_OPTIONS: '%s' is not an option; see `umbel cuda --help`",
                         a->files[0]);
    if (system != NULL && system[0] != '\0' && a->program.o.run.system == NULL)
        a->program.o.run.system = system;
    if (a->program.o.run.system == NULL)
        a->program.o.run.system = PROGRAM_SYSTEM;
    return true;
}

static void command_of(struct sbuf *s, const struct program_options *o, const char *words)
{
    sbuf_puts(s, "UMBEL_SYSTEM=");
    shell_word(s, o->run.system);
    if (words[0] != '\0') {
        sbuf_puts(s, " UMBEL_OPTIONS=");
        shell_word(s, words);
    }
    sbuf_printf(s, " %s", o->program.name);
}

/* The command that repeats the run, and that for its record: of `umbel cuda`, or of a program that
 * was started by itself. */
static void commands_of(struct program_options *o, const wordexp_t *words)
{
    static struct sbuf repeat, recorded;
    struct sbuf whole = {0}, less = {0};
    o->run.repeat = getenv("UMBEL_COMMAND");
    o->run.recorded = getenv("UMBEL_RECORD");
    if (o->run.repeat != NULL && o->run.recorded != NULL)
        return;
    const int n = (int)words->we_wordc;
    umbel_words(&whole, "", n, words->we_wordv + 1, true);
    umbel_words(&less, "", n, words->we_wordv + 1, false);
    command_of(&repeat, o, sbuf_str(&whole));
    command_of(&recorded, o, sbuf_str(&less));
    sbuf_free(&whole);
    sbuf_free(&less);
    o->run.repeat = repeat.text;
    o->run.recorded = recorded.text;
}

/* What `umbel cuda` was given to compile; else the program itself. */
static struct record_program program_of(const struct cuda_arguments *a)
{
    static const char *self[] = {NULL};
    if (a->n_files > 0)
        return (struct record_program){program_invocation_short_name, a->files, a->n_files};
    self[0] = program_invocation_name;
    return (struct record_program){program_invocation_short_name, self, 1};
}

/* What is read here lives as long as the program. */
struct cuda_machine *cuda_machine_open(struct error *err)
{
    static struct cuda_arguments a = CUDA_DEFAULTS;
    static wordexp_t words;
    struct program_options *o = &a.program.o;
    if (!read_environment(&a, &words, err))
        return NULL;
    o->racy = a.program.racy;
    o->program = program_of(&a);
    o->run.fast_math = a.fast_math;
    o->run.sets = a.program.sets.sets;
    o->run.n_sets = a.program.sets.n;
    o->run.say = o->quiet ? NULL : umbel_say;
    commands_of(o, &words);
    o->run.about = umbel_about;
    return program_open(o, err);
}
