/* Small proofs of the queue, by tables and texts in the test's folder. */
#ifndef UMBEL_TESTS_FORMAL_PROVE_BENCH_H
#define UMBEL_TESTS_FORMAL_PROVE_BENCH_H

#include "sw/util/sbuf.h"
#include "tests/rtl/tools.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static inline void need_provers(void)
{
    static const char *const tools[] = {"yosys", "yosys-abc", "cvc5", "cadical"};
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
        if (!tool_installed(tools[i])) {
            print_message("SKIPPED: %s is not installed; `umbel prove` was NOT checked\n",
                          tools[i]);
            skip();
        }
}

/* Writes a table with one proof of um_fifo, with the properties `text`, into the test's folder. */
static inline const char *table_of(void **state, const char *text, const char *provers,
                                   const char *more)
{
    const char *table = in_folder(state, "proofs.yaml");
    const char *properties = in_folder(state, "own.vh");
    write_text(properties, text);
    struct sbuf s = {0};
    sbuf_printf(&s,
                "proofs:\n  - proof: own\n    about: \"a test\"\n    system: tsm-tiny\n"
                "    module: um_fifo\n    texts: [\"%s\"]\n    params: [WIDTH=4, DEPTH=2]\n"
                "    provers: [%s]\n%s    seconds: 5\n",
                properties, provers, more);
    write_text(table, sbuf_str(&s));
    sbuf_free(&s);
    return table;
}

/* A folder with a hostile name: no tool may interpret a part of it. */
#define OUT "an out; it's $(touch pwned)\n! touch pwned;"

#define PROVE(table, ...)                                                                          \
    UMBEL("prove", "--table", table, "-o", in_folder(state, OUT), "-j", "1", ##__VA_ARGS__)

#define INDUCTION "    induction: 1\n"

static const char right[] =
    "wire [1:0] f_inside = tail_q - head_q;\n`ASSERT(never_overfull, f_inside != 3)\n"
    "`COVER(full, !in_ready_o)\n";

#endif
