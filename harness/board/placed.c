#include "harness/board/placed.h"

#include "harness/verilator/build.h"
#include "sw/util/file.h"
#include "sw/util/process.h"
#include "sw/util/sbuf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Lint rules that icebox_vlog's text, a list of logic cells, breaks. */
static const char control[] = "`verilator_config\n"
                              "lint_off -rule WIDTH\nlint_off -rule PINMISSING\n"
                              "lint_off -rule DECLFILENAME\nlint_off -rule MULTITOP\n"
                              "lint_off -rule TIMESCALEMOD\nlint_off -rule LITENDIAN\n";

/* A PLL that is always locked and passes its clock through: only cycles matter, not nanoseconds. */
static const char pll[] =
    "module um_pll (\n"
    "    input wire REFERENCECLK, EXTFEEDBACK, BYPASS, RESETB, LATCHINPUTVALUE, SDI, SCLK,\n"
    "    input wire [7:0] DYNAMICDELAY,\n"
    "    output wire PLLOUTCORE, PLLOUTGLOBAL, LOCK, SDO\n);\n"
    "    parameter FEEDBACK_PATH = 0, DELAY_ADJUSTMENT_MODE_FEEDBACK = 0,\n"
    "        DELAY_ADJUSTMENT_MODE_RELATIVE = 0, PLLOUT_SELECT = 0, SHIFTREG_DIV_MODE = 0,\n"
    "        FDA_FEEDBACK = 0, FDA_RELATIVE = 0, DIVR = 0, DIVF = 0, DIVQ = 0, FILTER_RANGE = 0,\n"
    "        ENABLE_ICEGATE = 0, TEST_MODE = 0;\n"
    "    assign PLLOUTCORE = REFERENCECLK;\n    assign PLLOUTGLOBAL = REFERENCECLK;\n"
    "    assign LOCK = 1'b1;\n    assign SDO = 1'b0;\nendmodule\n";

static const char top[] = "// um_placed: a placed and routed board, as icebox_vlog reads it back.\n"
                          "module um_placed (\n"
                          "    input  wire clk_i,\n"
                          "    input  wire rst_i,\n"
                          "    input  wire line_i,\n"
                          "    output wire line_o\n"
                          ");\n"
                          "    chip chip (.clk_12_i(clk_i), .line_i(line_i), .line_o(line_o));\n"
                          "endmodule\n\n";

/* ---- icebox_vlog's text ---- */

/* icebox_vlog's header "module chip (input a, output \b[0] );" gives directions, and the body
 * declares the ports again. Verilog forbids that: the header may then have only names, so
 * directions are moved below it. */
static bool add_header(struct sbuf *s, const char *header, size_t len, struct error *err)
{
    struct sbuf names = {0}, kinds = {0};
    const char *at = memchr(header, '(', len), *end = header + len;
    bool ok = at != NULL;
    while (ok && at < end && *at != ')') {
        char kind[8], name[128];
        int n = 0;
        ok = sscanf(at + 1, " %7[a-z] %127[^,) ]%n", kind, name, &n) == 2 && n > 0;
        sbuf_printf(&names, "%s%s ", names.len > 0 ? ", " : "", name);
        sbuf_printf(&kinds, "%s %s ;\n", kind, name);
        at += 1 + n;
        at += strspn(at, " ");
    }
    if (ok)
        sbuf_printf(s, "module chip (%s);\n%s", sbuf_str(&names), sbuf_str(&kinds));
    sbuf_free(&names);
    sbuf_free(&kinds);
    return ok || error_set(err, "icebox_vlog: its text has no module of the form that is known");
}

/* Adds the chip's text, most comments left out, with um_pll in place of the vendor's PLL. */
static bool add_chip(struct sbuf *s, const char *text, struct error *err)
{
    static const char vendors[] = "SB_PLL40_CORE", module[] = "module chip ";
    bool ok = true, seen = false;
    for (const char *at = text, *next; ok && *at != '\0'; at = next) {
        size_t len = strcspn(at, "\n");
        next = at + len + (at[len] == '\n');
        if (strncmp(at, module, sizeof module - 1) == 0) {
            ok = add_header(s, at, len, err);
            seen = true;
        } else if (strncmp(at, vendors, sizeof vendors - 1) == 0) {
            sbuf_printf(s, "um_pll%.*s\n", (int)(len - sizeof vendors + 1),
                        at + sizeof vendors - 1);
        } else if (len > 0 && strncmp(at, "//", 2) != 0) {
            sbuf_printf(s, "%.*s\n", (int)len, at);
        }
    }
    return ok && (seen || error_set(err, "icebox_vlog: its text has no module chip"));
}

/* Adds Yosys' model of the block RAM. */
static bool add_ram(struct sbuf *s, struct error *err)
{
    static const char path[] = "/usr/share/yosys/ice40/cells_sim.v";
    static const char first[] = "\nmodule SB_RAM40_4K (", last[] = "endmodule";
    size_t len;
    char *text = file_read(path, &len, err);
    if (text == NULL)
        return false;
    const char *from = strstr(text, first);
    const char *to = from != NULL ? strstr(from, last) : NULL;
    if (to != NULL)
        sbuf_printf(s,
                    "`define ICE40_DEFAULT_ASSIGNMENT_0\n`define ICE40_DEFAULT_ASSIGNMENT_1\n"
                    "`define ICE40_DEFAULT_ASSIGNMENT_V(v)\n%.*s%s\n",
                    (int)(to - from), from, last);
    free(text);
    return to != NULL || error_set(err, "%s: no module SB_RAM40_4K; this Yosys is another", path);
}

/* ---- from a result to a unit ---- */

static bool read_back(const char *result, char **text, struct error *err)
{
    struct sbuf path = {0};
    sbuf_printf(&path, "%s/read_back.log", result);
    const char *const argv[] = {"env",  "-C", result,     "icebox_vlog", "-n",
                                "chip", "-p", "pins.pcf", "placed.asc",  NULL};
    int status = 0;
    size_t len;
    bool ok = process_log(argv, sbuf_str(&path), &status, err);
    if (ok && status != 0)
        ok = error_set(err, "icebox_vlog failed; see %s", sbuf_str(&path));
    *text = ok ? file_read(sbuf_str(&path), &len, err) : NULL;
    if (*text != NULL)
        remove(sbuf_str(&path));
    sbuf_free(&path);
    return *text != NULL;
}

static bool write_placed(const char *result, const char *path, struct error *err)
{
    char *text;
    if (!read_back(result, &text, err))
        return false;
    struct sbuf s = {0};
    sbuf_puts(&s, top);
    bool ok = add_chip(&s, text, err);
    free(text);
    sbuf_puts(&s, pll);
    ok = ok && add_ram(&s, err) && file_write(path, s.text, s.len, err);
    sbuf_free(&s);
    return ok;
}

const struct dut_type *placed_build(const char *result, void (*say)(const char *text),
                                    struct error *err)
{
    struct sbuf path = {0};
    sbuf_printf(&path, "%s/um_placed.v", result);
    struct hdl_design *d = hdl_design_new();
    const struct tile tile = {.name = "placed", .module = "um_placed", .id = -1};
    struct unit_job job = {.tile = &tile, .control = control};
    bool ok = (file_exists(sbuf_str(&path)) || write_placed(result, sbuf_str(&path), err)) &&
              hdl_leaf(d, sbuf_str(&path), err) && units_build(&job, 1, d, 1, say, err);
    hdl_design_free(d);
    sbuf_free(&path);
    return ok ? job.type : NULL;
}
