/* Which folder may include which. The rules are functions of names; they are tried on planted
 * violations, then on the tree. */
#include "tests/support/tree.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static bool starts_with_any(const char *text, const char *const *prefixes)
{
    for (; *prefixes != NULL; prefixes++)
        if (starts(text, *prefixes))
            return true;
    return false;
}

/* What a line includes, without its quotes or brackets. Returns the quote or bracket, 0 when the
 * line includes nothing. */
static char included(const char *line, char *name, size_t room)
{
    line += strspn(line, " \t");
    if (*line++ != '#')
        return 0;
    line += strspn(line, " \t");
    if (!starts(line, "include"))
        return 0;
    line += strlen("include");
    line += strspn(line, " \t");
    if (*line != '"' && *line != '<')
        return 0;
    size_t len = strcspn(line + 1, "\">\n");
    if (len >= room)
        return 0;
    memcpy(name, line + 1, len);
    name[len] = '\0';
    return *line;
}

/* ---- who may include whom ---- */

/* Files of these folders may include only these parts of the tree. */
static const struct {
    const char *folder;
    const char *only[9];
} allowed[] = {
    {"sw/util/", {"sw/util/"}},
    {"sw/policy/", {"sw/policy/", "sw/util/"}},
    {"sw/locality/", {"sw/locality/", "sw/ptx/", "sw/util/"}},
    /* Its requests are those of SMs. */
    {"sw/host/", {"sw/host/", "sw/sm/sm.h", "sw/util/", "gen/proto/"}},
    {"sw/runtime/",
     {"sw/runtime/", "sw/policy/", "sw/locality/", "sw/races/", "sw/ptx/", "sw/sm/", "sw/host/",
      "sw/util/"}},
    {"gen/proto/", {"gen/proto/"}},
    {"gen/hdl/", {"gen/hdl/", "sw/util/"}},
    {"fpga/host/",
     {"fpga/host/", "harness/dut.h", "gen/proto/message.h", "gen/proto/atomic.h", "sw/util/"}},
    {"gen/units/", {"gen/units/", "gen/hdl/", "gen/proto/", "sw/util/"}},
    {"gen/net/", {"gen/net/", "sw/util/"}},
    {"gen/system/", {"gen/system/", "gen/net/", "gen/proto/", "sw/policy/", "sw/util/"}},
    {"gen/machine/",
     {"gen/machine/", "gen/system/", "gen/units/", "gen/net/", "gen/hdl/", "gen/proto/",
      "sw/util/"}},
    {"fpga/build/",
     {"fpga/build/", "gen/machine/", "gen/system/", "gen/hdl/", "gen/proto/", "sw/util/"}},
    /* A run is known by its JSON alone. */
    {"harness/thermal/", {"harness/thermal/", "harness/picture/gnuplot.h", "sw/util/"}},
    /* Kernels include the CUDA header as with any other compiler, by its name. */
    {"sw/kernels/", {"umbel_cuda"}},
};

static const struct {
    const char *folder;
    const char *never[4];
} forbidden[] = {
    {"sw/", {"gen/hdl/", "harness/", "fpga/"}},
    /* Of a machine the CUDA runtime knows only what machine.h asks of it. */
    {"sw/cuda/", {"sw/runtime/", "sw/sm/", "sw/dram/", "sw/policy/"}},
    {"gen/", {"harness/", "fpga/", "formal/"}},
    {"harness/", {"fpga/", "formal/"}},
    {"formal/", {"harness/", "fpga/"}},
};

/* "l1" of gen/units/cache/l1.c and gen/units/cache/l1_tags.h, "parts" of gen/units/parts.h; "" of
 * other files. */
static void unit_of(const char *path, char *unit, size_t room)
{
    static const char units[] = "gen/units/";
    size_t len = 0;
    if (starts(path, units)) {
        path += strlen(units);
        const char *slash = strchr(path, '/');
        path = slash != NULL ? slash + 1 : path;
        len = strcspn(path, "._");
    }
    snprintf(unit, room, "%.*s", (int)len, path);
}

/* Whether this is a part that units share, and no unit. */
static bool is_shared_part(const char *unit)
{
    static const char *const parts[] = {"unit", "parts", "pipeline", "latency", "flit", NULL};
    return tree_one_of(unit, parts);
}

static bool includes_another_unit(const char *file, const char *name)
{
    char from[64], to[64];
    unit_of(file, from, sizeof from);
    unit_of(name, to, sizeof to);
    return from[0] != '\0' && to[0] != '\0' && !is_shared_part(to) && strcmp(from, to) != 0;
}

/* Libraries' headers, and the only file that may include each: a library is used in one place. */
static const struct {
    const char *name, *file;
} only_in[] = {
    {"ftdi.h", "fpga/host/port_usb.c"},         {"zlib.h", "fpga/host/frame.c"},
    {"sqlite3.h", "harness/study/db"}, /* db.c and db_sum.c */
    {"cholmod.h", "harness/thermal/cholmod.h"}, {"libusb.h", "no file: libftdi stands before it"},
};

static const char *broken_rule_of_system_headers(const char *file, const char *name)
{
    for (size_t i = 0; i < sizeof only_in / sizeof *only_in; i++)
        if (strcmp(name, only_in[i].name) == 0 && !starts(file, only_in[i].file) &&
            !starts(file, "tests/"))
            return "another file alone includes that";
    if (starts(file, "gen/proto/") && strcmp(name, "stdint.h") != 0 &&
        strcmp(name, "stdbool.h") != 0 && strcmp(name, "stddef.h") != 0)
        return "gen/proto includes <stdint.h>, <stdbool.h> and <stddef.h> alone";
    return NULL;
}

/* Why a file (its path from the root) may not include something; NULL when it may. */
static const char *broken_rule(const char *file, char quote, const char *name)
{
    if (quote == '<')
        return broken_rule_of_system_headers(file, name);
    if (starts(name, "tests/") && !starts(file, "tests/"))
        return "nothing but tests includes tests";
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        if (starts(file, allowed[i].folder) && !starts_with_any(name, allowed[i].only))
            return "its folder may not include that";
    /* The command alone knows all that there is to do; a simulated board is a port of the host's,
     * with the parameters of the part's; litmus tests and models know no machine. */
    bool excepted =
        (starts(file, "harness/umbel/") && (starts(name, "formal/") || starts(name, "fpga/"))) ||
        (starts(file, "harness/board/") &&
         (starts(name, "fpga/host/") || strcmp(name, "fpga/build/params.h") == 0)) ||
        (starts(file, "harness/") && starts(name, "formal/litmus/"));
    for (size_t i = 0; !excepted && i < sizeof forbidden / sizeof *forbidden; i++)
        if (starts(file, forbidden[i].folder) && starts_with_any(name, forbidden[i].never))
            return "its folder may not include that";
    if (includes_another_unit(file, name))
        return "a unit includes no other unit; systems compose them";
    return NULL;
}

static void planted_includes(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        char quote;
        const char *name;
        bool ok;
    } tries[] = {
        {"sw/util/arena.c", '"', "sw/util/arena.h", true},
        {"sw/util/arena.c", '"', "sw/ptx/ptx.h", false},
        {"sw/util/arena.c", '<', "stdio.h", true},
        {"gen/proto/mgcc.c", '"', "gen/proto/protocol.h", true},
        {"gen/proto/mgcc.c", '<', "stdint.h", true},
        {"gen/proto/mgcc.c", '<', "stdbool.h", true},
        {"gen/proto/mgcc.c", '<', "string.h", false},
        {"gen/proto/mgcc.c", '"', "sw/util/sbuf.h", false},
        {"gen/hdl/hdl.c", '"', "gen/hdl/internal.h", true},
        {"gen/hdl/hdl.c", '"', "sw/util/sbuf.h", true},
        {"gen/hdl/hdl.c", '"', "gen/proto/rules.h", false},
        {"gen/units/cache/l1.c", '"', "gen/units/cache/l1.h", true},
        {"gen/units/cache/l1.c", '"', "gen/units/cache/l1_tags.h", true},
        {"gen/units/cache/l1_tags.c", '"', "gen/units/cache/l1.h", true},
        {"gen/units/cache/l1.c", '"', "gen/units/cache/pipeline.h", true},
        {"gen/units/cache/l1.c", '"', "gen/units/unit.h", true},
        {"gen/units/cache/l1.c", '"', "gen/units/parts.h", true},
        {"gen/units/cache/l1.c", '"', "gen/hdl/hdl.h", true},
        {"gen/units/cache/l1.c", '"', "gen/units/cache/l2.h", false},
        {"gen/units/cache/l1_tags.c", '"', "gen/units/cache/l2.h", false},
        {"gen/units/parts.c", '"', "gen/units/cache/l2.h", false},
        {"gen/units/cache/l1.c", '"', "harness/dut.h", false},
        {"gen/machine/netlist.c", '"', "gen/units/cache/l2.h", true},
        {"gen/machine/netlist.c", '"', "harness/dut.h", false},
        {"gen/machine/netlist.c", '"', "gen/system/system.h", true},
        {"gen/system/system.c", '"', "gen/machine/netlist.h", false},
        {"gen/system/system.c", '"', "gen/proto/address.h", true},
        {"gen/units/cache/l1.c", '"', "gen/machine/netlist.h", false},
        {"sw/sm/sm.c", '"', "sw/ptx/simt.h", true},
        {"sw/sm/sm.c", '"', "gen/hdl/hdl.h", false},
        {"sw/cuda/copies.c", '"', "sw/ptx/ptx.h", true},
        {"sw/cuda/copies.c", '"', "sw/runtime/gpu.h", false},
        {"sw/host/cpu.h", '"', "sw/sm/sm.h", true},
        {"sw/host/cpu.c", '"', "sw/sm/internal.h", false},
        {"sw/host/plain.c", '"', "sw/runtime/flat_memory.h", false},
        {"sw/runtime/gpu.c", '"', "harness/dut.h", false},
        {"sw/runtime/gpu.c", '"', "sw/policy/schedule.h", true},
        {"sw/runtime/host_steps.c", '"', "sw/host/plain.h", true},
        {"sw/runtime/host_steps.c", '"', "sw/cuda/machine.h", false},
        {"sw/policy/schedule.c", '"', "sw/policy/schedule.h", true},
        {"sw/policy/schedule.c", '"', "sw/util/sbuf.h", true},
        {"sw/policy/schedule.c", '"', "sw/runtime/gpu.h", false},
        {"sw/policy/schedule.c", '"', "gen/system/system.h", false},
        {"gen/system/system.h", '"', "sw/policy/schedule.h", true},
        {"gen/system/system.h", '"', "sw/runtime/gpu.h", false},
        {"gen/units/cache/l1.c", '"', "sw/policy/schedule.h", false},
        {"harness/run/run.c", '"', "gen/machine/netlist.h", true},
        {"harness/run/run.c", '"', "tests/sm/fake_simt.h", false},
        {"tests/sm/test_sm.c", '"', "tests/sm/fake_simt.h", true},
        {"tests/sm/test_sm.c", '"', "gen/hdl/hdl.h", true},
        {"fpga/host/board.c", '"', "harness/dut.h", true},
        {"fpga/host/board.c", '"', "sw/util/error.h", true},
        {"fpga/host/board.c", '<', "stdio.h", true},
        {"fpga/host/board.c", '<', "ftdi.h", false},
        {"fpga/host/port_usb.c", '<', "ftdi.h", true},
        {"fpga/host/port_usb.c", '<', "libusb.h", false},
        {"fpga/host/port_usb.c", '<', "zlib.h", false},
        {"fpga/host/frame.c", '<', "zlib.h", true},
        {"harness/umbel/main.c", '<', "ftdi.h", false},
        {"harness/study/db.c", '<', "sqlite3.h", true},
        {"harness/study/db_sum.c", '<', "sqlite3.h", true},
        {"harness/study/work.c", '<', "sqlite3.h", false},
        {"harness/thermal/cholmod.h", '<', "cholmod.h", true},
        {"harness/thermal/stack.c", '<', "cholmod.h", false},
        {"harness/thermal/picture.c", '"', "harness/picture/gnuplot.h", true},
        {"harness/thermal/power.c", '"', "harness/run/stats.h", false},
        {"tests/fpga/test_usb.c", '<', "ftdi.h", true},
        {"fpga/host/board.c", '"', "tests/support/fake_board.h", false},
        {"fpga/host/board.c", '"', "harness/run/run.h", false},
        {"fpga/host/board.c", '"', "gen/system/system.h", false},
        {"fpga/host/program.c", '"', "gen/proto/message.h", true},
        {"fpga/host/program.c", '"', "gen/proto/layout.h", false},
        {"harness/board/sim_port.c", '"', "fpga/host/port.h", true},
        {"harness/board/sim_port.c", '"', "harness/dut.h", true},
        {"harness/board/sim_port.c", '"', "formal/prove.h", false},
        {"harness/board/prototype.c", '"', "fpga/build/params.h", true},
        {"harness/board/prototype.c", '"', "fpga/build/flow.h", false},
        {"harness/litmus/campaign.c", '"', "formal/litmus/litmus.h", true},
        {"harness/litmus/campaign.c", '"', "formal/prove/prove.h", false},
        {"formal/litmus/place.c", '"', "harness/machine/machine.h", false},
        {"formal/reach/impl.h", '"', "formal/litmus/place.h", true},
        {"harness/run/run.c", '"', "fpga/host/port.h", false},
        {"fpga/host/port.c", '"', "harness/board/sim_port.h", false},
        {"fpga/host/board.c", '"', "fpga/build/flow.h", false},
        {"fpga/build/flow.c", '"', "gen/machine/netlist.h", true},
        {"fpga/build/flow.c", '"', "fpga/host/board.h", false},
        {"fpga/build/flow.c", '"', "harness/run/run.h", false},
        {"harness/umbel/fpga.c", '"', "fpga/build/flow.h", true},
        {"harness/run/run.c", '"', "fpga/build/flow.h", false},
    };
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        bool ok = broken_rule(tries[i].file, tries[i].quote, tries[i].name) == NULL;
        if (ok != tries[i].ok)
            fail_msg("%s including %s was %s", tries[i].file, tries[i].name,
                     ok ? "allowed" : "refused");
    }
}

static void planted_lines(void **state)
{
    (void)state;
    char name[32];
    assert_int_equal(included("#include \"a/b.h\"\n", name, sizeof name), '"');
    assert_string_equal(name, "a/b.h");
    assert_int_equal(included("  # include <b.h> /* why */\n", name, sizeof name), '<');
    assert_string_equal(name, "b.h");
    assert_int_equal(included("#define include \"a\"\n", name, sizeof name), 0);
    assert_int_equal(included("// #include \"a\"\n", name, sizeof name), 0);
    assert_int_equal(included("#include MACRO\n", name, sizeof name), 0);
    assert_int_equal(included("\n", name, sizeof name), 0);
}

/* ---- the tree ---- */

static unsigned files_read;

static void read_includes(const char *path)
{
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    char line[512], name[256];
    for (int number = 1; fgets(line, sizeof line, f) != NULL; number++) {
        char quote = included(line, name, sizeof name);
        const char *why = quote == 0 ? NULL : broken_rule(tree_from_root(path), quote, name);
        if (why != NULL)
            sbuf_printf(&tree_complaints, "%s:%d: includes %s: %s\n", tree_from_root(path), number,
                        name, why);
    }
    fclose(f);
    files_read++;
}

static int visit_includes(const char *path, const struct stat *s, int type, struct FTW *at)
{
    (void)s;
    static const char *const endings[] = {".c", ".h", ".inc", NULL};
    if (type == FTW_F && tree_one_of(tree_ending(path), endings))
        read_includes(path);
    return tree_skip(path, type, at);
}

static void includes(void **state)
{
    (void)state;
    tree_walk(visit_includes);
    assert_true(files_read > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planted_includes),
        cmocka_unit_test(planted_lines),
        cmocka_unit_test(includes),
    };
    int failed = cmocka_run_group_tests_name("includes", tests, NULL, NULL);
    sbuf_free(&tree_complaints);
    return failed;
}
