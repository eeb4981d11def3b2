/* `umbel cuda`: builds a CUDA program and runs it. */
#include "harness/umbel/program.h"

#include "sw/cuda/build.h"
#include "sw/util/arena.h"
#include "sw/util/bound.h"
#include "sw/util/interrupt.h"
#include "sw/util/keeper.h"
#include "sw/util/sbuf.h"
#include "sw/util/temp.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { KEY_STD = 2048, KEY_KEEP, KEY_FAST_MATH, KEY_RDC };

static const struct argp_option options[] = {
    {"include", 'I', "DIR", 0, "a folder of headers", 1},
    {"define", 'D', "NAME[=VALUE]", 0, "define a macro", 1},
    {"undefine", 'U', "NAME", 0, "undefine a macro", 1},
    {"std", KEY_STD, "STANDARD", 0, "of C++ (c++14; default c++17)", 1},
    {"library-folder", 'L', "DIR", 0, "a folder of libraries", 1},
    {"library", 'l', "LIBRARY", 0, "link with a library of the host", 1},
    {"fast-math", KEY_FAST_MATH, NULL, 0, "compile kernels as nvcc's -use_fast_math does", 1},
    {"rdc", KEY_RDC, NULL, 0,
     "link the device code of the files: kernels may call functions of other files", 1},
    {"output", 'o', "FILE", 0,
     "only build the program; UMBEL_SYSTEM and UMBEL_OPTIONS are its options when it runs", 1},
    {"keep", KEY_KEEP, "DIR", 0, "leave PTX and objects there", 1},
    UMBEL_HELP,
    {0},
};

static int take(const char **list, size_t *n, const char *word, struct error *err)
{
    if (*n == CUDA_MOST_WORDS) {
        error_set(err, "'%s' is one word too many: at most %d of a kind", word, CUDA_MOST_WORDS);
        return EINVAL;
    }
    list[(*n)++] = word;
    return 0;
}

/* -X VALUE and --std VALUE as one word of the compiler's. */
static const char *joined(const char *option, const char *value)
{
    static struct arena words;
    return arena_printf(&words, "%s%s", option, value);
}

static int take_compiler(struct cuda_arguments *a, int key, const char *arg)
{
    const char option[3] = {'-', (char)key, '\0'};
    bool links = key == 'l' || key == 'L';
    return take(links ? a->libraries : a->options, links ? &a->n_libraries : &a->n_options,
                joined(key == KEY_STD ? "-std=" : option, arg), &a->err);
}

static const struct umbel_key keys[] = {
    UMBEL_FLAG(KEY_FAST_MATH, struct cuda_arguments, fast_math),
    UMBEL_FLAG(KEY_RDC, struct cuda_arguments, rdc),
    UMBEL_TEXT('o', struct cuda_arguments, output),
    UMBEL_TEXT(KEY_KEEP, struct cuda_arguments, keep),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct cuda_arguments *a = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        a->program.err = &a->err;
        umbel_program_begin(&a->program, state);
        return 0;
    case 'I':
    case 'D':
    case 'U':
    case 'L':
    case 'l':
    case KEY_STD:
        return take_compiler(a, key, arg);
    case ARGP_KEY_ARG:
        return take(a->files, &a->n_files, arg, &a->err);
    default:
        return umbel_take(keys, key, arg, state, &a->err);
    }
}

const struct argp umbel_cuda_argp = {
    options,
    parse,
    "FILE.cu... [-- ARGUMENTS]",
    "Builds a whole CUDA program, unchanged, and runs it: its host code on this machine, its "
    "kernels on the RTL of a system, cycle by cycle, compared with execution without caches."
    "\vThe words after -- are the program's own. Its exit status is that of the command, unless a "
    "kernel's result was wrong.",
    umbel_program_children,
    NULL,
    NULL};

/* ---- running ---- */

static void set_environment(int argc, int own, char **argv)
{
    struct sbuf all = {0}, recorded = {0}, mine = {0};
    umbel_words(&all, "umbel", argc, argv, true);
    umbel_words(&recorded, "umbel", argc, argv, false);
    umbel_words(&mine, "", own - 1, argv + 1, true);
    setenv("UMBEL_COMMAND", all.text, 1);
    setenv("UMBEL_RECORD", recorded.text, 1);
    setenv("UMBEL_OPTIONS", sbuf_str(&mine), 1);
    sbuf_free(&all);
    sbuf_free(&recorded);
    sbuf_free(&mine);
}

/* Runs the program with this command's terminal and files. Returns its exit status; 128 and the
 * number of the signal that ended it. It does not outlive this command: who ends the one ends the
 * other. */
static int run_program(const char *program, char **argv, struct error *err)
{
    int status = 0;
    const pid_t parent = getpid();
    pid_t pid = fork();
    if (pid < 0) {
        error_set(err, "%s: cannot start it: %s", program, strerror(errno));
        return umbel_complain(err);
    }
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        keeper_program(getpid(), true); /* this command may be killed before it tells that */
        bound_lift();
        if (getppid() == parent)
            execv(program, argv);
        _exit(127);
    }
    keeper_program(pid, true);
    interrupt_passes_to(pid);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    keeper_program(pid, false);
    if (WIFSIGNALED(status) && interrupt_came())
        umbel_say("interrupted");
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static bool build(const struct cuda_arguments *a, const char *output, struct error *err)
{
    const struct cuda_build b = {.files = {a->files, a->n_files},
                                 .options = {a->options, a->n_options},
                                 .link = {a->libraries, a->n_libraries},
                                 .fast_math = a->fast_math,
                                 .separate = a->rdc,
                                 .keep = a->keep};
    return cuda_build(&b, output, err);
}

/* Builds into a folder of its own and runs it; the program's name is that of its first file. */
static int build_and_run(const struct cuda_arguments *a, int n, char **argv, struct error *err)
{
    const char *slash = strrchr(a->files[0], '/');
    struct sbuf program = {0};
    struct temp dir;
    if (!temp_make(&dir, "program", err))
        return umbel_complain(err);
    const char *name = slash != NULL ? slash + 1 : a->files[0];
    sbuf_printf(&program, "%s/%.*s", dir.path, (int)strcspn(name, "."), name);
    int status = build(a, program.text, err) ? 0 : umbel_complain(err);
    char **words = xcalloc((size_t)n + 2, sizeof *words);
    words[0] = program.text;
    for (int i = 0; i < n; i++)
        words[i + 1] = argv[i];
    if (status == 0)
        status = run_program(program.text, words, err);
    free(words);
    temp_remove(&dir);
    sbuf_free(&program);
    return status;
}

int umbel_cuda(int argc, char **argv)
{
    struct cuda_arguments a = CUDA_DEFAULTS;
    int own = 0; /* words before -- */
    while (own < argc && strcmp(argv[own], "--") != 0)
        own++;
    set_environment(argc, own, argv); /* before argp reorders the words */
    if (!umbel_parse(&umbel_cuda_argp, "cuda", own, argv, &a, &a.err))
        return umbel_complain(&a.err);
    if (a.n_files == 0) {
        error_set(&a.err, "run what? umbel cuda FILE.cu... [-- ARGUMENTS]");
        return umbel_complain(&a.err);
    }
    struct error err = {0};
    if (a.output != NULL)
        return build(&a, a.output, &err) ? 0 : umbel_complain(&err);
    int n = own < argc ? argc - own - 1 : 0;
    return build_and_run(&a, n, argv + argc - n, &err);
}
