#include "harness/umbel/throughput.h"

#include "fpga/host/program.h"
#include "harness/board/sim_port.h"
#include "sw/util/arena.h"

#include <stdlib.h>

enum { BITS_A_BYTE = 10, LEAST_BYTES = 16384, LEAST_MS = 500 };

static double seconds(const struct attached *a)
{
    if (!a->simulated)
        return (double)port_now_ms() * 1e-3;
    return (double)sim_port_cycles(a->port) / board_file_div(a->file) / a->file->baud;
}

static bool enough(const struct attached *a, size_t bytes, double took)
{
    return bytes >= LEAST_BYTES && (a->simulated || took * 1e3 >= LEAST_MS);
}

bool throughput_measure(const struct attached *a, bool writes, struct throughput *t,
                        struct error *err)
{
    size_t lines = (size_t)1 << a->b->shape.line_bits, bytes = 0;
    uint32_t *memory = xcalloc(lines, sizeof *memory);
    bool ok = program_read_lines(a->b, 0, memory, lines, err);
    double began = seconds(a), took = 0;
    while (ok && !enough(a, bytes, took)) {
        ok = writes ? program_write_lines(a->b, 0, memory, lines, err)
                    : program_read_lines(a->b, 0, memory, lines, err);
        bytes += lines * SLOT_LINE_BYTES;
        took = seconds(a) - began;
    }
    free(memory);
    *t = (struct throughput){.data = took > 0 ? (double)bytes / took : 0,
                             .line = (double)a->file->baud / BITS_A_BYTE,
                             .simulated = a->simulated};
    return ok;
}
