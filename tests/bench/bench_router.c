/*
 * Measures the area of a router, and its clock on an iCE40-HX8K, with Yosys and nextpnr-ice40: a
 * router inside a 4 x 4 mesh, with five ports and two lanes of four flits each, as machines have
 * it. Its tables are constants, and probes and counters are left open. The first lines are look-up
 * tables of six inputs and flip-flops; the last are logic cells, and the clock where all inputs
 * come from a shift register and all outputs go into one bit. Takes some minutes.
 *
 *     build/tests/bench/bench_router [BITS OF A FLIT ON THE HX8K]
 */
#include "gen/machine/alone.h"
#include "gen/units/fabric/router.h"
#include "sw/util/file.h"
#include "sw/util/process.h"
#include "sw/util/root.h"
#include "sw/util/sbuf.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = 16, COLUMNS = 4, ROUTER = 5, BITS = 64, BOARD_BITS = 32, LUT_INPUTS = 6 };

static const char folder[] = UMBEL_ROOT "/build/bench/router";

static bool put(const char *name, const char *text, struct error *err)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return file_write(path, text, strlen(text), err);
}

/* Bits `bits - 1` to 0 of a table, as a binary number. */
static void put_constant(struct sbuf *v, const struct tile_constant *c)
{
    sbuf_printf(v, "        .%s (%u'b", c->name, c->bits);
    for (uint32_t i = c->bits; i-- > 0;)
        sbuf_printf(v, "%u", c->words[i / 32] >> i % 32 & 1);
    sbuf_puts(v, "),\n");
}

/* `tied`: the router with its tables, and ports of the bits alone that are used. Flits are
 * | valid | vc | tail | payload |, credits | valid | vc |. */
static void write_tied(struct sbuf *v, const struct tile *t, uint32_t bits, uint32_t tries)
{
    const uint32_t flit = bits + 3, msg = ((bits + 2) / 32 + 1) * 32;
    sbuf_printf(
        v,
        "module tied (input wire clk_i, input wire rst_i, input wire [%u:0] in_i, input wire [9:0]"
        " credit_i,\n    output wire [%u:0] out_o, output wire [9:0] freed_o);\n"
        "    wire [4:0] in_valid, out_valid, credit_valid, freed_valid;\n"
        "    wire [%u:0] in_msg, out_msg;\n    wire [159:0] credit_msg, freed_msg;\n",
        5 * flit - 1, 5 * flit - 1, 5 * msg - 1);
    for (uint32_t p = 0; p < 5; p++) {
        sbuf_printf(v, "    assign {in_valid[%u], in_msg[%u +: %u]} = in_i[%u +: %u];\n", p,
                    p * msg, flit - 1, p * flit, flit);
        sbuf_printf(v, "    assign in_msg[%u +: %u] = %u'd0;\n", p * msg + flit - 1, msg - flit + 1,
                    msg - flit + 1);
        sbuf_printf(v, "    assign out_o[%u +: %u] = {out_valid[%u], out_msg[%u +: %u]};\n",
                    p * flit, flit, p, p * msg, flit - 1);
        sbuf_printf(v,
                    "    assign {credit_valid[%u], credit_msg[%u +: 32]} ="
                    " {credit_i[%u], 31'd0, credit_i[%u]};\n",
                    p, 32 * p, 2 * p + 1, 2 * p);
        sbuf_printf(v, "    assign freed_o[%u +: 2] = {freed_valid[%u], freed_msg[%u]};\n", 2 * p,
                    p, 32 * p);
    }
    sbuf_puts(v, "    um_router #(");
    for (int i = 0; i < TILE_MAX_PARAMS && t->params[i].name != NULL; i++)
        if (strcmp(t->params[i].name, "FLIT_W") != 0)
            sbuf_printf(v, ".%s (%u), ", t->params[i].name, t->params[i].value);
    sbuf_printf(v, ".FLIT_W (%u), .TRIES (%u)) router (\n", bits, tries);
    for (const struct tile_constant *c = t->constants; c->name != NULL; c++)
        put_constant(v, c);
    sbuf_puts(v,
              "        .clk_i (clk_i), .rst_i (rst_i), .in_valid_i (in_valid), .in_ready_o (),\n"
              "        .in_msg_i (in_msg), .out_valid_o (out_valid), .out_ready_i (5'd31),\n"
              "        .out_msg_o (out_msg), .credit_valid_i (credit_valid), .credit_ready_o (),\n"
              "        .credit_msg_i (credit_msg), .freed_valid_o (freed_valid),\n"
              "        .freed_ready_i (5'd31), .freed_msg_o (freed_msg), .idle_o (),\n"
              "        .probe_sel_i (9'd0), .probe_o ());\nendmodule\n");
}

/* `top`: all inputs of `tied` in a shift register; its outputs are registers, of which four at a
 * time become one, until one is left. */
static void write_top(struct sbuf *v, uint32_t bits)
{
    const uint32_t ports = 5 * (bits + 3);
    sbuf_printf(
        v,
        "module top (input wire clk_i, input wire bit_i, output wire bit_o);\n"
        "    reg [%u:0] in_q;\n    wire [%u:0] out_0;\n"
        "    always @(posedge clk_i) in_q <= {in_q[%u:0], bit_i};\n"
        "    tied tied (.clk_i (clk_i), .rst_i (in_q[%u]), .in_i (in_q[%u:0]),\n"
        "        .credit_i (in_q[%u:%u]), .out_o (out_0[%u:0]), .freed_o (out_0[%u:%u]));\n",
        ports + 10, ports + 9, ports + 9, ports + 10, ports - 1, ports + 9, ports, ports - 1,
        ports + 9, ports);
    uint32_t n = ports + 10, stage = 0;
    for (; n > 1; stage++) {
        const uint32_t next = (n + 3) / 4;
        sbuf_printf(v, "    reg [%u:0] out_%u;\n    always @(posedge clk_i) begin\n", next - 1,
                    stage + 1);
        for (uint32_t i = 0; i < next; i++)
            sbuf_printf(v, "        out_%u[%u] <= ^out_%u[%u:%u];\n", stage + 1, i, stage,
                        4 * i + 3 < n ? 4 * i + 3 : n - 1, 4 * i);
        sbuf_puts(v, "    end\n");
        n = next;
    }
    sbuf_printf(v, "    assign bit_o = out_%u[0];\nendmodule\n", stage);
}

static bool write_verilog(const struct tile *t, uint32_t bits, uint32_t tries, struct error *err)
{
    struct hdl_design *d = hdl_design_new();
    struct sbuf v = {0};
    if (!hdl_leaf(d, UMBEL_ROOT "/rtl/um_counters.v", err)) {
        hdl_design_free(d);
        return false;
    }
    router_emit(d);
    for (size_t i = 0; i < hdl_count(d); i++)
        sbuf_puts(&v, hdl_text(d, hdl_name(d, i)));
    write_tied(&v, t, bits, tries);
    write_top(&v, bits);
    bool ok = put("router.v", v.text, err);
    sbuf_free(&v);
    hdl_design_free(d);
    return ok;
}

static bool tool(const char *const *argv, struct error *err)
{
    return process_run_in(folder, argv, err);
}

static json_t *load(const char *name, struct error *err)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    json_t *j = json_load_file(path, 0, NULL);
    if (j == NULL)
        error_set(err, "%s: is no JSON", path);
    return j;
}

/* ---- area ---- */

/* Counts the cells of the netlist by type: look-up tables or flip-flops. */
static bool area(const struct tile *t, uint32_t tries, struct error *err)
{
    const char *const yosys[] = {"yosys", "-p",
                                 "read_verilog router.v; synth -flatten -top tied; abc -lut 6; "
                                 "opt_clean; write_json tied.json",
                                 NULL};
    if (!write_verilog(t, BITS, tries, err) || !tool(yosys, err))
        return false;
    json_t *j = load("tied.json", err), *cell;
    const char *name;
    unsigned luts = 0, ffs = 0;
    json_object_foreach(
        json_object_get(json_object_get(json_object_get(j, "modules"), "tied"), "cells"), name,
        cell)
    {
        const char *type = json_string_value(json_object_get(cell, "type"));
        luts += strcmp(type, "$lut") == 0;
        ffs += strstr(type, "DFF") != NULL;
    }
    json_decref(j);
    printf("router, %d bits, %u of TRIES: %u LUT%d, %u FF\n", BITS, tries, luts, LUT_INPUTS, ffs);
    fflush(stdout);
    return j != NULL;
}

/* ---- clock ---- */

static bool clock_reached(const struct tile *t, uint32_t bits, uint32_t tries, struct error *err)
{
    const char *const yosys[] = {"yosys", "-p",
                                 "read_verilog router.v; synth_ice40 -abc9 -device hx -top top "
                                 "-json top.json",
                                 NULL};
    const char *const place[] = {"nextpnr-ice40",
                                 "--hx8k",
                                 "--package",
                                 "ct256",
                                 "--json",
                                 "top.json",
                                 "--freq",
                                 "50",
                                 "--seed",
                                 "1",
                                 "--report",
                                 "timing.json",
                                 "--quiet",
                                 "--timing-allow-fail",
                                 NULL};
    if (!write_verilog(t, bits, tries, err) || !tool(yosys, err) || !tool(place, err))
        return false;
    json_t *j = load("timing.json", err), *clock;
    const char *name;
    double mhz = 0;
    json_object_foreach(json_object_get(j, "fmax"), name, clock) mhz =
        json_number_value(json_object_get(clock, "achieved"));
    json_t *cells = json_object_get(json_object_get(j, "utilization"), "ICESTORM_LC");
    printf(
        "router, %u bits, %u of TRIES, on an HX8K: %.2f MHz, %lld of %lld logic cells, %u of them "
        "a shift register for its inputs\n",
        bits, tries, mhz, (long long)json_integer_value(json_object_get(cells, "used")),
        (long long)json_integer_value(json_object_get(cells, "available")), 5 * (bits + 3) + 11);
    fflush(stdout);
    json_decref(j);
    return j != NULL;
}

static bool measure(const struct netlist *n, uint32_t board_bits, struct error *err)
{
    const struct tile *t = &n->tiles[ROUTER];
    bool ok = file_mkdirs(folder, err);
    for (uint32_t tries = 1; ok && tries <= 2; tries++)
        ok = area(t, tries, err);
    for (uint32_t tries = 1; ok && tries <= 2; tries++)
        ok = clock_reached(t, board_bits, tries, err);
    return ok;
}

int main(int argc, char **argv)
{
    static const char *const sets[] = {"network.topology=mesh", "link.latency=0",
                                       "link.bytes_per_cycle=8", "network.vcs=2",
                                       "network.depth=4"};
    const struct net_shape shape = {
        .topology = "mesh", .nodes = NODES, .dims = {COLUMNS, NODES / COLUMNS}};
    const uint32_t bits = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : BOARD_BITS;
    struct error err = {0};
    struct system *sys = system_load("tsm-tiny", sets, sizeof sets / sizeof *sets, &err);
    struct net *net = sys != NULL ? net_new(&shape, &err) : NULL;
    bool ok = net != NULL;
    if (ok) {
        struct netlist *n =
            alone_new(sys, &(struct alone){.net = net, .classes = 1, .ordered = true});
        ok = measure(n, bits, &err);
        netlist_free(n);
    }
    net_free(net);
    system_free(sys);
    if (!ok)
        fprintf(stderr, "bench_router: %s\n", err.text);
    return ok ? 0 : 1;
}
