/* The bench um_reach_bench: replays a choice and prints a line for each access. */
#include "formal/reach/impl.h"

#include <stdio.h>

static uint32_t gpu_of(const struct reach_plan *p, uint32_t core)
{
    return core / p->sys->sm.count;
}

/* Whether the memory answers a core's access. The access goes to one bank of the core's GPU, so an
 * answer to any of them counts if its line is the one that the core accesses. */
static void memory_answers(struct sbuf *s, const struct reach_plan *p, uint32_t core, int thread)
{
    uint32_t lsb = msg_lsb(p->net->rules.rsp, &p->net->memory, "line");
    sbuf_puts(s, "        .memory_i(");
    for (uint32_t b = 0; b < p->sys->l2.banks; b++) {
        const char *dot = b > 0 ? " || " : "";
        sbuf_printf(s,
                    "%s(dut.system.gpu%u_l2_%u.mem_rsp_valid_i && "
                    "dut.system.gpu%u_l2_%u.mem_rsp_ready_o && "
                    "dut.system.gpu%u_l2_%u.mem_rsp_msg_i[%u +: %u] == dut.p%d.step[8 +: %u])",
                    dot, gpu_of(p, core), b, gpu_of(p, core), b, gpu_of(p, core), b, lsb,
                    p->net->line_bits, thread, p->net->line_bits);
    }
    sbuf_puts(s, "),\n");
}

static void times(struct sbuf *s, const struct reach_plan *p, const char *l1)
{
    const struct msg_widths *w = &p->net->core;
    if (!p->net->rules.timed) {
        sbuf_puts(s, "        .hit_wts_i(0), .hit_rts_i(0), .wts_i(0), .rts_i(0), .clock_i(0)\n");
        return;
    }
    sbuf_printf(s,
                "        .hit_wts_i(%s.hit_wts), .hit_rts_i(%s.hit_rts),\n"
                "        .wts_i(%s.rsp_msg_i[%u +: %u]), .rts_i(%s.rsp_msg_i[%u +: %u]), "
                ".clock_i(%s.cts_q)\n",
                l1, l1, l1, msg_lsb(p->net->rules.rsp, w, "wts"), w->bits[MSG_TS], l1,
                msg_lsb(p->net->rules.rsp, w, "rts"), w->bits[MSG_TIME], l1);
}

static void tell(struct sbuf *s, const struct reach_plan *p, uint32_t core)
{
    int t = p->thread_at[core];
    const struct msg_widths *w = &p->net->core;
    char l1[64];
    uint32_t sm = core % p->sys->sm.count;
    snprintf(l1, sizeof l1, "dut.system.gpu%u_sm%u_l1", gpu_of(p, core), sm);
    sbuf_printf(
        s,
        "    um_reach_tell #(.TIMED(%d), .TS_W(%u), .TIME_W(%u), "
        ".NAME(\"P%d on gpu%u.sm%u\")) tell%d (\n"
        "        .clk_i(clk), .cycle_i(cycle), .warm_i(dut.p%d.warm_o),\n"
        "        .ask_i(dut.p%d.ask && dut.p%d.req_ready_i), .answered_i(dut.p%d.answered),\n"
        "        .store_i(dut.p%d.op == 4'd%d), .name_i(name(dut.p%d.step[8 +: %u], "
        "dut.p%d.warm_o ? dut.p%d.word : 4'd0)),\n"
        "        .stored_i(dut.p%d.step >> %u), .loaded_i(dut.p%d.answer[%u:0]),\n"
        "        .hit_i(%s.load_hit), .below_i(%s.rsp_valid_i && %s.rsp_ready_o),\n",
        p->net->rules.timed, w->bits[MSG_TS], w->bits[MSG_TIME], t, gpu_of(p, core), sm, t, t, t, t,
        t, t, OP_STORE, t, p->net->line_bits, t, t, t, 8 + p->net->line_bits, t, p->value_bits - 1,
        l1, l1, l1);
    memory_answers(s, p, core, t);
    times(s, p, l1);
    sbuf_puts(s, "    );\n");
}

static void names(struct sbuf *s, const struct reach_plan *p)
{
    sbuf_printf(s,
                "    function [63:0] name(input [%u:0] line, input [3:0] word);\n"
                "        case ({line, word})\n",
                p->net->line_bits - 1);
    for (int v = 0; v < p->test->n_vars; v++)
        sbuf_printf(s, "            {%u'd%u, 4'd%d}: name = \"%.8s\";\n", p->net->line_bits,
                    p->line[p->test->vars[v].line], p->test->vars[v].word, p->test->vars[v].name);
    sbuf_puts(s, "            default: name = \"?\";\n        endcase\n    endfunction\n\n");
}

/* Prints events of the TSUs other than grants. */
static void tell_tsus(struct sbuf *s, const struct reach_plan *p)
{
    if (!p->net->rules.timed)
        return;
    for (uint32_t u = 0; u < p->sys->umc.count; u++)
        sbuf_printf(s,
                    "    always @(posedge clk) begin\n"
                    "        if (dut.system.umc%u.tsu.evict_o)\n"
                    "            $display(\"cycle  %%4d       umc%u.tsu: evicts the entry of "
                    "another line, its memts %%0d\",\n"
                    "                cycle, dut.system.umc%u.tsu.victim_memts);\n"
                    "        if (dut.system.umc%u.tsu.over_o)\n"
                    "            $display(\"cycle  %%4d       umc%u.tsu: a timestamp runs over\", "
                    "cycle);\n    end\n",
                    u, u, u, u, u);
}

void reach_bench(const struct reach_plan *p, struct sbuf *s)
{
    uint32_t n = p->choices > 0 ? p->choices : 1;
    sbuf_printf(s,
                "// um_reach_bench: replays a choice of um_reach.\n"
                "`ifndef CHOICE\n`define CHOICE 0\n`endif\n"
                "module um_reach_bench;\n    reg clk = 0;\n    always #1 clk = ~clk;\n"
                "    wire [15:0] cycle;\n    wire found, ended;\n    reg ended_q = 0;\n"
                "    um_reach dut (.clk_i(clk), .choice_i(%u'b`CHOICE), .found_o(found), "
                ".ended_o(ended), .cycle_o(cycle));\n\n",
                n);
    names(s, p);
    for (uint32_t c = 0; c < p->cores; c++)
        if (p->thread_at[c] != LITMUS_NONE)
            tell(s, p, c);
    tell_tsus(s, p);
    sbuf_printf(s,
                "    initial begin\n        $dumpfile(\"wave.vcd\");\n"
                "        $dumpvars(0, um_reach_bench);\n    end\n"
                "    always @(posedge clk) begin\n        ended_q <= ended === 1'b1;\n"
                "        if (ended === 1'b1 && !ended_q)\n"
                "            $display(\"cycle  %%4d       all threads have ended: the outcome is "
                "%%0sthere\", cycle,\n                found ? \"\" : \"not \");\n"
                "        if (cycle == %u)\n            $finish;\n    end\nendmodule\n",
                p->q->limit + 1);
}
