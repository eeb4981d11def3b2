/*
 * A run's requests as a file in Chrome's trace event format, for Perfetto (ui.perfetto.dev) or
 * chrome://tracing: an SM is a process, one of its tags a thread, a request a slice with its stages
 * inside; the calls of a CUDA program, or the launches and copies of a launch file, are a process
 * of their own. A cycle is 1 ns. Requests are written as they end, so only those in flight take
 * memory.
 */
#ifndef UMBEL_HARNESS_OBSERVE_TRACE_H
#define UMBEL_HARNESS_OBSERVE_TRACE_H

#include "harness/observe/follow.h"
#include "sw/util/error.h"

struct trace_options {
    const char *path;  /* NULL: no trace */
    uint64_t from, to; /* cycles: shows requests that were in flight in one of them */
};

struct trace;

/* NULL and an error when the file cannot be written. */
struct trace *trace_new(const struct trace_options *o, struct error *err);
void trace_free(struct trace *t); /* leaves no file unless trace_end has been called */

/* Writes the name of an address, such as "x[byte 64]", to `text`; may leave it empty. */
typedef void trace_where(void *ctx, uint64_t address, char *text, size_t size);
void trace_request(struct trace *t, const struct system *s, const struct request *r, uint64_t end,
                   bool ended, trace_where *where, void *ctx);

/* A call of a CUDA program, or a launch or copies of a launch file, on a process of its own,
 * "program"; `what`: the kernel of a call that launches one, or NULL. */
void trace_call(struct trace *t, const char *name, const char *what, uint64_t from, uint64_t to);

/* Puts the file in its place. False and an error if anything was not written, or if the run ended
 * (at cycle `now`) before the first cycle to be shown. */
bool trace_end(struct trace *t, uint64_t now, struct error *err);

#endif
