/* The Verilog top um_reach: the flat system, one driver per core, one DRAM per channel, and the
 * outputs that the search asks about. */
#include "formal/reach/impl.h"

#include <string.h>

/* Bits of a start: the sum of a `late` below 4096 and the choice. */
enum { DELAY_BITS = 14, GAP_BITS = DELAY_BITS - 1 };

/* ---- constants of the leaf modules ---- */

static void step(struct sbuf *s, const struct reach_plan *p, const char *comma, uint32_t op,
                 uint32_t word, uint32_t line, uint32_t value)
{
    sbuf_printf(s, "%s%u'd%u, %u'd%u, 4'd%u, 4'd%u", comma, p->value_bits, value, p->net->line_bits,
                line, word, op);
}

/* Step 0 is lowest in the concatenation, so the last step is written first. */
static void program(struct sbuf *s, const struct reach_plan *p, const struct litmus_thread *t)
{
    const char *comma = "";
    for (int i = t->n_insts; i-- > 0; comma = ", ") {
        const struct litmus_inst *inst = &t->insts[i];
        const struct litmus_var *v = &p->test->vars[inst->var];
        bool store = inst->kind == LITMUS_STORE;
        step(s, p, comma,
             store         ? OP_STORE
             : inst->fresh ? OP_FRESH
                           : OP_LOAD,
             (uint32_t)v->word, p->line[v->line], store ? (uint32_t)inst->operand.value : 0);
    }
    for (int l = p->test->n_lines; l-- > 0;)
        step(s, p, ", ", OP_LOAD, 0, p->line[l], 0);
}

static void core_params(struct sbuf *s, const struct reach_plan *p, int thread)
{
    const struct msg_widths *w = &p->net->core;
    sbuf_printf(s,
                "        .REQ_W(%u), .RSP_W(%u), .LINE_W(%u), .MASK_LSB(%u), .LINE_LSB(%u), "
                ".OP_LSB(%u), .WORD_BYTES(%u),\n        .VALUE_W(%u), .DELAY_W(%u), .GAP_W(%u), "
                ".WARMS(%d), "
                ".STEPS(%d),\n        .PROGRAM({",
                msg_bits(&msg_core_req, w), msg_bits(&msg_core_rsp, w), p->net->line_bits,
                msg_lsb(&msg_core_req, w, "mask"), msg_lsb(&msg_core_req, w, "line"),
                msg_lsb(&msg_core_req, w, "op"), p->sys->hardware.word_bytes, p->value_bits,
                DELAY_BITS, GAP_BITS, p->test->n_lines, p->test->threads[thread].n_insts);
    program(s, p, &p->test->threads[thread]);
    sbuf_puts(s, "})\n");
}

/* ---- instances ---- */

/* Connects a pin of `width` bits to a number of cycles: a choice of `bits` bits, times 2^shift,
 * plus `more` fixed cycles. */
static uint32_t wait_of(struct sbuf *s, const struct reach_plan *p, const char *pin, uint32_t width,
                        uint32_t more, uint32_t bits, uint32_t at)
{
    sbuf_printf(s, "        .%s(%u'd%u", pin, width, more);
    if (bits > 0)
        sbuf_printf(s, " + {1'b0, choice[%u:%u]%s}", at + bits - 1, at, p->zeros);
    sbuf_puts(s, "),\n");
    return at + bits;
}

/* Connects the choices of one thread: start, gap, program, warm-ups, from its lowest bit up. */
static void choices_of(struct sbuf *s, const struct reach_plan *p, int t)
{
    uint32_t at = (uint32_t)t * (p->choices / (uint32_t)p->test->n_threads);
    uint32_t start = p->q->start_bits, gap = p->q->gap_bits, lines = (uint32_t)p->test->n_lines;
    at = wait_of(s, p, "start_i", DELAY_BITS, p->late[t], start, at);
    at = wait_of(s, p, "gap_i", GAP_BITS, 0, gap, at);
    if (p->q->program != NULL)
        reach_open_steps(s, p, (uint32_t)t);
    else
        sbuf_printf(s, "        .step_i({%d{1'b1}}),\n", p->test->threads[t].n_insts);
    at += reach_open_bits(p->q);
    if (!p->any_warm) {
        sbuf_printf(s, "        .warm_i(%u'd%u),\n", lines, p->warm[t]);
        return;
    }
    sbuf_printf(s, "        .warm_i(choice[%u:%u]),\n", at + lines - 1, at);
}

static void cores(struct sbuf *s, const struct reach_plan *p)
{
    uint32_t req = msg_bits(&msg_core_req, &p->net->core);
    uint32_t rsp = msg_bits(&msg_core_rsp, &p->net->core);
    for (uint32_t c = 0; c < p->cores; c++) {
        int t = p->thread_at[c];
        if (t == LITMUS_NONE) {
            sbuf_printf(s,
                        "    assign req_valid[%u] = 1'b0;\n    assign req_msg[%u:%u] = 0;\n"
                        "    assign rsp_ready[%u] = 1'b1;\n",
                        c, (c + 1) * req - 1, c * req, c);
            continue;
        }
        sbuf_puts(s, "    um_reach_core #(\n");
        core_params(s, p, t);
        sbuf_printf(s, "    ) p%d (\n        .clk_i(clk_i), .rst_i(reset),\n", t);
        choices_of(s, p, t);
        sbuf_printf(s,
                    "        .warm_o(warm[%d]), .go_i(&warm), .done_o(done[%d]), "
                    ".value_o(value%d),\n"
                    "        .req_valid_o(req_valid[%u]), .req_ready_i(req_ready[%u]), "
                    ".req_msg_o(req_msg[%u:%u]),\n"
                    "        .rsp_valid_i(rsp_valid[%u]), .rsp_ready_o(rsp_ready[%u]), "
                    ".rsp_msg_i(rsp_msg[%u:%u])\n    );\n\n",
                    t, t, t, c, c, (c + 1) * req - 1, c * req, c, c, (c + 1) * rsp - 1, c * rsp);
    }
}

static void dram_map(struct sbuf *s, const struct reach_plan *p, uint32_t umc)
{
    const struct address_map *map = &p->net->map;
    sbuf_puts(s, "        .MAP({");
    for (int v = p->test->n_vars; v-- > 0;) {
        const struct litmus_var *var = &p->test->vars[v];
        uint32_t line = p->line[var->line];
        sbuf_printf(s, "%u'd%u, 1'b%d, 4'd%d, %u'd%u%s", p->value_bits, var->first,
                    address_umc(map, line) == umc, var->word, p->net->line_bits,
                    (uint32_t)address_local(map, line), v > 0 ? ", " : "");
    }
    sbuf_puts(s, "})\n");
}

/* Where the spare bits beside a line lie in the messages, if the memory has such. */
static void spare_params(struct sbuf *s, const struct reach_plan *p)
{
    const struct msg_widths *w = &p->net->memory;
    const struct msg *req = p->net->dram_req, *rsp = p->net->dram_rsp;
    if (p->net->rules.invalidates)
        sbuf_printf(s,
                    "        .SPARE_W(%u), .SPARE_LSB(%u), .ENTRY_LSB(%u), .RSP_SPARE_LSB(%u), "
                    ".RSP_ENTRY_LSB(%u),\n        .RSP_WRITE_LSB(%u),\n",
                    w->bits[MSG_SPARE], msg_lsb(req, w, "spare"), msg_lsb(req, w, "entry"),
                    msg_lsb(rsp, w, "spare"), msg_lsb(rsp, w, "entry"), msg_lsb(rsp, w, "write"));
}

static void drams(struct sbuf *s, const struct reach_plan *p)
{
    const struct msg_widths *w = &p->net->memory;
    const struct msg *to = p->net->dram_req, *from = p->net->dram_rsp;
    uint32_t req = msg_bits(to, w), rsp = msg_bits(from, w);
    for (uint32_t u = 0; u < p->sys->umc.count; u++) {
        sbuf_printf(
            s,
            "    um_reach_dram #(\n        .REQ_W(%u), .RSP_W(%u), .TAG_W(%u), "
            ".LINE_W(%u), .MASK_LSB(%u), .LINE_LSB(%u),\n        .TAG_LSB(%u), "
            ".WRITE_LSB(%u), .RSP_TAG_LSB(%u), .WORD_BYTES(%u), .VALUE_W(%u), .WORDS(%d),\n",
            req, rsp, w->bits[MSG_TAG], p->net->line_bits, msg_lsb(to, w, "mask"),
            msg_lsb(to, w, "line"), msg_lsb(to, w, "tag"), msg_lsb(to, w, "write"),
            msg_lsb(from, w, "tag"), p->sys->hardware.word_bytes, p->value_bits, p->test->n_vars);
        spare_params(s, p);
        dram_map(s, p, u);
        sbuf_printf(s,
                    "    ) dram%u (\n        .clk_i(clk_i), .rst_i(reset), .value_o(words%u),\n"
                    "        .req_valid_i(dram_req_valid[%u]), .req_ready_o(dram_req_ready[%u]), "
                    ".req_msg_i(dram_req_msg[%u:%u]),\n"
                    "        .rsp_valid_o(dram_rsp_valid[%u]), .rsp_ready_i(dram_rsp_ready[%u]), "
                    ".rsp_msg_o(dram_rsp_msg[%u:%u])\n    );\n\n",
                    u, u, u, u, (u + 1) * req - 1, u * req, u, u, (u + 1) * rsp - 1, u * rsp);
    }
}

/* ---- the question ---- */

/* The last load into a register, whose value the register has at the end. */
static bool load_into(const struct litmus_thread *t, int reg, int *at)
{
    *at = t->n_insts;
    while (--*at >= 0)
        if (t->insts[*at].kind == LITMUS_LOAD && t->insts[*at].to == reg)
            return true;
    return false;
}

static bool proposition(struct sbuf *s, const struct reach_plan *p, const struct condition *c,
                        struct error *err)
{
    int at;
    uint32_t bits = p->value_bits;
    switch (c->kind) {
    case COND_AND:
    case COND_OR:
        sbuf_puts(s, "(");
        if (!proposition(s, p, c->left, err))
            return false;
        sbuf_puts(s, c->kind == COND_AND ? " && " : " || ");
        if (!proposition(s, p, c->right, err))
            return false;
        sbuf_puts(s, ")");
        return true;
    case COND_NOT:
        sbuf_puts(s, "!");
        return proposition(s, p, c->left, err);
    case COND_REG:
        if (!load_into(&p->test->threads[c->thread], c->index, &at))
            return error_set(err,
                             "%s: %s: its condition names a register that nothing is loaded "
                             "into",
                             p->q->name, p->test->name);
        sbuf_printf(s, "(value%d[%u:%u] == %u'd%u)", c->thread, ((uint32_t)at + 1) * bits - 1,
                    (uint32_t)at * bits, bits, (uint32_t)c->value);
        return true;
    case COND_VAR:
        sbuf_printf(s, "(words%u[%u:%u] == %u'd%u)",
                    address_umc(&p->net->map, p->line[p->test->vars[c->index].line]),
                    ((uint32_t)c->index + 1) * bits - 1, (uint32_t)c->index * bits, bits,
                    (uint32_t)c->value);
        return true;
    case COND_SAME:
        return error_set(err,
                         "%s: %s: its condition compares two places; only numbers can be searched",
                         p->q->name, p->test->name);
    case COND_TRUE:
        break;
    }
    sbuf_puts(s, "1'b1");
    return true;
}

static bool question(struct sbuf *s, const struct reach_plan *p, struct error *err)
{
    if (p->q->program != NULL)
        reach_open_judge(s, p);
    sbuf_puts(s, "    wire ended = &done;\n    wire outcome = ");
    if (p->q->program != NULL)
        sbuf_puts(s, "!explained");
    else if (p->test->quantifier == LITMUS_FORALL)
        sbuf_puts(s, "!");
    if (p->q->program == NULL && !proposition(s, p, p->test->condition, err))
        return false;
    sbuf_puts(s, ";\n"
                 "    assign found_o = ended && outcome;\n    assign ended_o = ended;\n"
                 "    assign cycle_o = cycle_q;\n"
                 "`ifdef FORMAL\n    always @* begin\n        found: assert(!found_o);\n"
                 "        running: assert(ended_o);\n"
                 "    end\n`endif\nendmodule\n`default_nettype wire\n");
    return true;
}

/* ---- all of it ---- */

static void wires(struct sbuf *s, const struct reach_plan *p)
{
    static const char *const channels[] = {"req", "rsp", "dram_req", "dram_rsp"};
    const struct msg *const msgs[] = {&msg_core_req, &msg_core_rsp, p->net->dram_req,
                                      p->net->dram_rsp};
    for (int i = 0; i < 4; i++) {
        uint32_t n = i < 2 ? p->cores : p->sys->umc.count;
        uint32_t bits = msg_bits(msgs[i], i < 2 ? &p->net->core : &p->net->memory);
        sbuf_printf(s, "    wire [%u:0] %s_valid, %s_ready;\n    wire [%u:0] %s_msg;\n", n - 1,
                    channels[i], channels[i], n * bits - 1, channels[i]);
    }
    for (int t = 0; t < p->test->n_threads; t++)
        sbuf_printf(s, "    wire [%u:0] value%d;\n",
                    (uint32_t)p->test->threads[t].n_insts * p->value_bits - 1, t);
    for (uint32_t u = 0; u < p->sys->umc.count; u++)
        sbuf_printf(s, "    wire [%u:0] words%u;\n", (uint32_t)p->test->n_vars * p->value_bits - 1,
                    u);
    sbuf_printf(s, "    wire [%d:0] warm, done;\n\n", p->test->n_threads - 1);
}

bool reach_top(const struct reach_plan *p, struct sbuf *s, struct error *err)
{
    uint32_t choices = p->choices > 0 ? p->choices : 1;
    sbuf_printf(s,
                "// um_reach: %s on %s, placed %s.\n`default_nettype none\nmodule um_reach (\n    "
                "input  wire        clk_i,\n"
                "    input  wire [%u:0] choice_i, // counts in cycle 0\n"
                "    output wire        found_o, ended_o,\n    output wire [15:0] cycle_o\n);\n"
                "    reg [15:0] cycle_q;\n    initial cycle_q = 16'd0;\n"
                "    reg [%u:0] choice;\n    wire reset = cycle_q == 16'd0;\n"
                "    always @(posedge clk_i) begin\n        cycle_q <= cycle_q + 16'd1;\n"
                "        if (reset)\n            choice <= choice_i;\n    end\n\n",
                p->test->name, p->sys->name, p->q->placement, choices - 1, choices - 1);
    wires(s, p);
    sbuf_puts(s, "    um_system system (\n        .clk_i(clk_i), .rst_i(reset),\n");
    static const char *const edges[] = {"req", "i", "rsp", "o", "dram_req", "o", "dram_rsp", "i"};
    for (int i = 0; i < 8; i += 2) {
        const char *core = i < 4 ? "core_" : "", *in = edges[i + 1];
        const char *out = in[0] == 'i' ? "o" : "i";
        sbuf_printf(s,
                    "        .%s%s_valid_%s(%s_valid), .%s%s_ready_%s(%s_ready), "
                    ".%s%s_msg_%s(%s_msg),\n",
                    core, edges[i], in, edges[i], core, edges[i], out, edges[i], core, edges[i], in,
                    edges[i]);
    }
    sbuf_puts(s, "        .idle_o(), .probe_tile_i(16'd0), .probe_sel_i(9'd0), .probe_o()\n"
                 "    );\n\n");
    cores(s, p);
    drams(s, p);
    return question(s, p, err);
}
