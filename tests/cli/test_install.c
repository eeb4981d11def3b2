/*
 * `make install`, `make uninstall`: an installed command needs nothing of the checkout, and writes
 * nothing beside its own files.
 *
 * Costs minutes: runs the installed command with an empty folder mounted over the checkout and an
 * empty cache of units. It alone finds a path into the checkout that is not in the command's own
 * bytes, such as a link, or a file that names the checkout.
 */
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/slow.h"

#include "sw/util/file.h"
#include "sw/util/sbuf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define PREFIX "/opt/um brella" /* a space, which any of the paths may have */

static const char *joined(const char *a, const char *b)
{
    static char paths[8][1024];
    static unsigned next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s%s", a, b);
    return path;
}

static void make(void **state, const char *target)
{
    static const char prefix[] = "PREFIX=" PREFIX;
    char build[1024], to[1024];
    snprintf(build, sizeof build, "B=%s", umbel_path());
    *strrchr(build, '/') = '\0';
    snprintf(to, sizeof to, "DESTDIR=%s", (const char *)*state);
    struct command c = {.argv = (const char *const[]){"make", "-s", "-C", UMBEL_ROOT, target, build,
                                                      to, prefix, NULL}};
    command_run(&c);
    assert_string_equal(err_of(&c), "");
    assert_status(&c, 0);
    command_free(&c);
}

/* The shell's line in the test's own folder, which is not the installed one; "umbel" is the
 * installed command. Its standard output, until the next call. */
static const char *shell(void **state, const char *cache, const char *line)
{
    static struct sbuf kept;
    struct sbuf s = {0};
    sbuf_printf(&s, "umbel() { \"%s%s/bin/umbel\" \"$@\"; }; set -e; %s", (const char *)*state,
                PREFIX, line);
    const char *dir = in_folder(state, "here");
    struct error err = {0};
    assert_true(file_mkdirs(dir, &err));
    struct command c = {
        .argv = (const char *const[]){"/bin/bash", "-c", s.text, NULL}, .dir = dir, .cache = cache};
    command_run(&c);
    assert_string_equal(err_of(&c), "");
    assert_status(&c, 0);
    kept.len = 0;
    sbuf_puts(&kept, out_of(&c));
    command_free(&c);
    sbuf_free(&s);
    return kept.text;
}

/* The installed command contains the checkout's path only in debugging information. */
static void knows_no_checkout(void **state)
{
    const char *bare = in_folder(state, "bare");
    struct command c = {.argv =
                            (const char *const[]){"objcopy", "--strip-debug",
                                                  joined(*state, PREFIX "/bin/umbel"), bare, NULL}};
    command_run(&c);
    assert_status(&c, 0);
    command_free(&c);
    size_t len;
    char *bytes = read_bytes_of(bare, &len);
    assert_non_null(memmem(bytes, len, PREFIX "/share/umbel", strlen(PREFIX "/share/umbel")));
    assert_null(memmem(bytes, len, UMBEL_ROOT, strlen(UMBEL_ROOT)));
    free(bytes);
    bytes = read_bytes_of(umbel_path(), &len); /* the checkout's command has it: the search works */
    assert_non_null(memmem(bytes, len, UMBEL_ROOT, strlen(UMBEL_ROOT)));
    free(bytes);
}

static const char *tree(void **state)
{
    return shell(state, NULL, "cd ..'" PREFIX "'; find . -type f -exec sha256sum {} + | sort");
}

static void works_without(void **state)
{
    knows_no_checkout(state);
    char *before = strdup(tree(state));
    assert_has(shell(state, NULL, "umbel systems; umbel kernels; umbel units"), "tsm-small");
    assert_has(shell(state, NULL, "umbel kernels"), "mutex");
    assert_has(
        shell(state, NULL, "umbel run tsm-tiny vecadd:tiny -q --json run.json; cat run.json"),
        "\"file\": \"sw/kernels/vecadd/vecadd.yaml\"");
    shell(state, NULL, "umbel gen tsm-tiny -o out; test -s out/um_system.v");
    const char *mp = joined(*state, PREFIX "/share/umbel/formal/litmus/MP.litmus");
    struct sbuf line = {0};
    sbuf_printf(&line, "umbel litmus '%s' --runs 2 --placement 0.0,1.0 -q", mp);
    assert_has(shell(state, NULL, line.text), "outcomes that sc forbids: 0");
    sbuf_free(&line);
    assert_has(shell(state, NULL, "umbel prove arbiter-1 -q; ls umbel-out/prove/arbiter-1"),
               "proved 1 of 1");
    assert_has(shell(state, NULL, "umbel prove arbiter-1 -q --json p.json; cat p.json"),
               "\"schema\": 1");
    assert_string_equal(tree(state), before); /* nothing was written there */
    free(before);
}

/* The last test. */
static void where_it_goes(void **state)
{
    static const char *const files[] = {
        "/bin/umbel",
        "/share/man/man1/umbel.1",
        "/share/man/man1/umbel-run.1",
        "/share/man/man1/umbel-fpga-probe.1",
        "/share/bash-completion/completions/umbel",
        "/share/umbel/gen/system/systems/tsm.yaml",
        "/share/umbel/rtl/um_fifo.v",
        "/share/umbel/formal/units/um_pending.v",
        "/share/umbel/sw/kernels/umbel_cuda.h",
        "/share/umbel/fpga/boards/hx8k/pins.pcf",
        "/share/doc/umbel/README.md",
        "/share/doc/umbel/gen/machine/tsm-4gpu.svg", /* what it links to */
        "/share/doc/umbel/formal/composition.md",
        "/share/doc/umbel/harness/run/README.md",
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s" PREFIX "%s", (const char *)*state, files[i]);
        if (!file_exists(path))
            fail_msg("%s is not there", files[i]);
    }
    make(state, "uninstall");
    assert_string_equal(shell(state, NULL, "cd ..; find opt ! -type d"), "");
    assert_string_equal(shell(state, NULL, "cd ..; find opt -name 'umbel*'"), "");
}

/* The files were moved and UMBEL_ROOT says where; a wrong folder is named in the error. */
static void root_is_told(void **state)
{
    assert_has(shell(state, NULL,
                     "mv ..'" PREFIX "/share/umbel' elsewhere; UMBEL_ROOT=$PWD/elsewhere umbel "
                     "systems"),
               "tsm-tiny");
    assert_has(shell(state, NULL, "umbel systems 2>&1 || true"),
               PREFIX "/share/umbel/gen/system/systems: cannot be read");
    shell(state, NULL, "mv elsewhere ..'" PREFIX "/share/umbel'");
}

static void checkout_hidden(void **state)
{
    slow_only("the checkout hidden, all units built anew");
    struct command c = {.argv = (const char *const[]){"unshare", "-rm", "true", NULL}};
    command_run(&c);
    int can = c.status;
    command_free(&c);
    if (can != 0) {
        print_message("*** SKIPPED: this machine lets nobody mount in a name space ***\n");
        skip();
    }
    /* Not what lies in it: this test's folder, and the tools. */
    assert_has(shell(state, in_folder(state, "cache"),
                     "export -f umbel; unshare -rm bash -ec 'mount -t tmpfs none " UMBEL_ROOT
                     "; test -z \"$(ls " UMBEL_ROOT ")\"; umbel run tsm-tiny vecadd:tiny 2>&1; "
                     "umbel fpga probe hx8k --on rtl -q'"),
               "answers: Lattice iCE40-HX8K");
}

static int install(void **state)
{
    unsetenv("UMBEL_ROOT");
    int failed = folder_make(state);
    if (failed == 0)
        make(state, "install");
    return failed;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(works_without),
        cmocka_unit_test(root_is_told),
        cmocka_unit_test(checkout_hidden),
        cmocka_unit_test(where_it_goes),
    };
    return cmocka_run_group_tests_name("an installed umbel", tests, install, folder_remove);
}
