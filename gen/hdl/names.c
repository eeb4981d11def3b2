#include "gen/hdl/internal.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static size_t slot_of(const struct names *t, const char *key)
{
    uint64_t h = 1469598103934665603u; /* FNV-1a */
    for (const char *p = key; *p != '\0'; p++)
        h = (h ^ (unsigned char)*p) * 1099511628211u;
    size_t i = (size_t)h & (t->cap - 1);
    while (t->keys[i] != NULL && strcmp(t->keys[i], key) != 0)
        i = (i + 1) & (t->cap - 1);
    return i;
}

static void grow(struct names *t)
{
    const struct names old = *t;
    t->cap = old.cap == 0 ? 64 : old.cap * 2;
    t->keys = xcalloc(t->cap, sizeof *t->keys);
    t->values = xcalloc(t->cap, sizeof *t->values);
    for (size_t i = 0; i < old.cap; i++) {
        if (old.keys[i] == NULL)
            continue;
        size_t to = slot_of(t, old.keys[i]);
        t->keys[to] = old.keys[i];
        t->values[to] = old.values[i];
    }
    free(old.keys);
    free(old.values);
}

void *names_get(const struct names *t, const char *key)
{
    return t->cap == 0 ? NULL : t->values[slot_of(t, key)];
}

void names_put(struct names *t, const char *key, void *value)
{
    if (2 * (t->used + 1) > t->cap)
        grow(t);
    size_t i = slot_of(t, key);
    if (t->keys[i] == NULL)
        t->used++;
    t->keys[i] = key;
    t->values[i] = value;
}

void names_free(struct names *t)
{
    free(t->keys);
    free(t->values);
    *t = (struct names){0};
}

/* Keywords of Verilog-2005 and those that SystemVerilog adds, since Verilator reads .v files as
 * SystemVerilog. Sorted for bsearch(). */
// clang-format off
static const char *const keywords[] = {
    "accept_on", "alias", "always", "always_comb", "always_ff", "always_latch", "and", "assert",
    "assign", "assume", "automatic", "before", "begin", "bind", "bins", "binsof", "bit", "break",
    "buf", "bufif0", "bufif1", "byte", "case", "casex", "casez", "cell", "chandle", "checker",
    "class", "clocking", "cmos", "config", "const", "constraint", "context", "continue", "cover",
    "covergroup", "coverpoint", "cross", "deassign", "default", "defparam", "design", "disable",
    "dist", "do", "edge", "else", "end", "endcase", "endchecker", "endclass", "endclocking",
    "endconfig", "endfunction", "endgenerate", "endgroup", "endinterface", "endmodule",
    "endpackage", "endprimitive", "endprogram", "endproperty", "endsequence", "endspecify",
    "endtable", "endtask", "enum", "event", "eventually", "expect", "export", "extends", "extern",
    "final", "first_match", "for", "force", "foreach", "forever", "fork", "forkjoin", "function",
    "generate", "genvar", "global", "highz0", "highz1", "if", "iff", "ifnone", "ignore_bins",
    "illegal_bins", "implements", "implies", "import", "incdir", "include", "initial", "inout",
    "input", "inside", "instance", "int", "integer", "interconnect", "interface", "intersect",
    "join", "join_any", "join_none", "large", "let", "liblist", "library", "local", "localparam",
    "logic", "longint", "macromodule", "matches", "medium", "modport", "module", "nand",
    "negedge", "nettype", "new", "nexttime", "nmos", "nor", "noshowcancelled", "not", "notif0",
    "notif1", "null", "or", "output", "package", "packed", "parameter", "pmos", "posedge",
    "primitive", "priority", "program", "property", "protected", "pull0", "pull1", "pulldown",
    "pullup", "pulsestyle_ondetect", "pulsestyle_onevent", "pure", "rand", "randc", "randcase",
    "randsequence", "rcmos", "real", "realtime", "ref", "reg", "reject_on", "release", "repeat",
    "restrict", "return", "rnmos", "rpmos", "rtran", "rtranif0", "rtranif1", "s_always",
    "s_eventually", "s_nexttime", "s_until", "s_until_with", "scalared", "sequence", "shortint",
    "shortreal", "showcancelled", "signed", "small", "soft", "solve", "specify", "specparam",
    "static", "string", "strong", "strong0", "strong1", "struct", "super", "supply0", "supply1",
    "sync_accept_on", "sync_reject_on", "table", "tagged", "task", "this", "throughout", "time",
    "timeprecision", "timeunit", "tran", "tranif0", "tranif1", "tri", "tri0", "tri1", "triand",
    "trior", "trireg", "type", "typedef", "union", "unique", "unique0", "unsigned", "until",
    "until_with", "untyped", "use", "uwire", "var", "vectored", "virtual", "void", "wait",
    "wait_order", "wand", "weak", "weak0", "weak1", "while", "wildcard", "wire", "with", "within",
    "wor", "xnor", "xor",
};
// clang-format on

static int compare(const void *key, const void *word)
{
    return strcmp(key, *(const char *const *)word);
}

bool name_is_keyword(const char *name)
{
    return bsearch(name, keywords, sizeof keywords / sizeof *keywords, sizeof *keywords, compare) !=
           NULL;
}

bool name_is_plain(const char *name)
{
    if (!isalpha((unsigned char)*name) && *name != '_')
        return false;
    while (isalnum((unsigned char)*name) || *name == '_')
        name++;
    return *name == '\0';
}

bool name_is_unused(const char *name)
{
    return strstr(name, "unused") != NULL;
}
