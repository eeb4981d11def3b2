#include "harness/observe/trace.h"

#include "gen/system/derived.h"
#include "sw/util/arena.h"
#include "sw/util/outfile.h"

#include <jansson.h>
#include <stdlib.h>

/* The number of its process; SMs follow. */
enum { PROGRAM = 0 };

struct trace {
    struct trace_options o;
    struct outfile file;
    bool begun, failed;
    bool has_calls;
    bool *named; /* [sm * tags + tag]: it has been named */
    uint32_t tags;
};

struct trace *trace_new(const struct trace_options *o, struct error *err)
{
    struct trace *t = xcalloc(1, sizeof *t);
    t->o = *o;
    if (outfile_open(&t->file, o->path, err))
        return t;
    free(t);
    return NULL;
}

void trace_free(struct trace *t)
{
    if (t == NULL)
        return;
    outfile_discard(&t->file);
    free(t->named);
    free(t);
}

static void put_event(struct trace *t, json_t *event)
{
    fputs(t->begun ? ",\n" : "{\"displayTimeUnit\": \"ns\", \"traceEvents\": [\n", t->file.file);
    t->begun = true;
    /* A cycle is a thousandth of the format's microsecond; 15 digits are enough. */
    t->failed |= event == NULL ||
                 json_dumpf(event, t->file.file, JSON_COMPACT | JSON_REAL_PRECISION(15)) != 0;
    t->failed |= !outfile_well(&t->file);
    json_decref(event);
}

static void put_name(struct trace *t, const char *what, const struct request *r, const char *name)
{
    put_event(t, json_pack("{s:s, s:s, s:i, s:i, s:{s:s}}", "ph", "M", "name", what, "pid",
                           (int)r->sm + 1, "tid", (int)r->tag + 1, "args", "name", name));
}

/* All SMs, the copy engines and the host's CPU. */
static uint32_t cores_of(const struct system *s)
{
    return s->gpus * system_cores(s) + system_has_cpu(s);
}

/* Names the SM, or the host's CPU, and its tag before their first slice. */
static void introduce(struct trace *t, const struct system *s, const struct request *r)
{
    if (t->named == NULL) {
        t->tags = s->sm.tags;
        t->named = xcalloc((size_t)cores_of(s) * t->tags, sizeof *t->named);
    }
    bool *tags = t->named + (size_t)r->sm * t->tags;
    bool first = true;
    for (uint32_t i = 0; i < t->tags; i++)
        first = first && !tags[i];
    char name[48];
    if (first) {
        if (r->sm < s->gpus * s->sm.count)
            snprintf(name, sizeof name, "gpu%u.sm%u", r->sm / s->sm.count, r->sm % s->sm.count);
        else
            snprintf(name, sizeof name, "host.cpu");
        put_name(t, "process_name", r, name);
    }
    if (!tags[r->tag]) {
        snprintf(name, sizeof name, "tag %u", r->tag);
        put_name(t, "thread_name", r, name);
    }
    tags[r->tag] = true;
}

static void put_slice(struct trace *t, const struct request *r, const char *name, uint64_t from,
                      uint64_t to, json_t *args)
{
    json_t *e =
        json_pack("{s:s, s:s, s:s, s:i, s:i, s:f, s:f}", "ph", "X", "name", name, "cat",
                  args != NULL ? "request" : "stage", "pid", (int)r->sm + 1, "tid", (int)r->tag + 1,
                  "ts", (double)from / 1000.0, "dur", (double)(to - from) / 1000.0);
    if (e != NULL && args != NULL)
        t->failed |= json_object_set_new(e, "args", args) != 0;
    put_event(t, e);
}

static json_t *arguments(const struct system *s, const struct request *r, bool ended,
                         trace_where *where, void *ctx)
{
    char address[32], at[128] = "";
    uint64_t a = r->line * s->line_bytes;
    snprintf(address, sizeof address, "0x%llx", (unsigned long long)a);
    json_t *args = json_pack("{s:s}", "address", address);
    where(ctx, a, at, sizeof at);
    if (at[0] != '\0')
        json_object_set_new(args, "at", json_string(at));
    if (r->expired_l1 || r->expired_l2)
        json_object_set_new(args, "lease expired in", json_string(r->expired_l1 ? "L1" : "L2"));
    if (r->reissues > 0)
        json_object_set_new(args, "sent again", json_integer((json_int_t)r->reissues));
    if (!ended)
        json_object_set_new(args, "unfinished", json_true());
    return args;
}

void trace_request(struct trace *t, const struct system *s, const struct request *r, uint64_t end,
                   bool ended, trace_where *where, void *ctx)
{
    if (end < t->o.from || r->start > t->o.to || t->failed)
        return;
    introduce(t, s, r);
    put_slice(t, r, follow_op_name(r->op), r->start, end, arguments(s, r, ended, where, ctx));
    for (uint32_t i = 0; i < r->n_spans; i++)
        put_slice(t, r, stage_names[r->spans[i].stage], r->spans[i].from, r->spans[i].to, NULL);
}

void trace_call(struct trace *t, const char *name, const char *what, uint64_t from, uint64_t to)
{
    if (to < t->o.from || from > t->o.to || t->failed)
        return;
    if (!t->has_calls)
        put_event(t, json_pack("{s:s, s:s, s:i, s:i, s:{s:s}}", "ph", "M", "name", "process_name",
                               "pid", PROGRAM, "tid", 0, "args", "name", "program"));
    t->has_calls = true;
    json_t *e = json_pack("{s:s, s:s, s:s, s:i, s:i, s:f, s:f}", "ph", "X", "name", name, "cat",
                          "call", "pid", PROGRAM, "tid", 0, "ts", (double)from / 1000.0, "dur",
                          (double)(to - from) / 1000.0);
    if (e != NULL && what != NULL)
        t->failed |= json_object_set_new(e, "args", json_pack("{s:s}", "kernel", what)) != 0;
    put_event(t, e);
}

bool trace_end(struct trace *t, uint64_t now, struct error *err)
{
    if (now < t->o.from)
        return error_set(err,
                         "%s: not written: the run ended at cycle %llu, before the first to be "
                         "shown, %llu",
                         t->o.path, (unsigned long long)now, (unsigned long long)t->o.from);
    const bool text = t->failed && t->file.why == 0;
    fputs(t->begun ? "\n]}\n" : "{\"displayTimeUnit\": \"ns\", \"traceEvents\": []}\n",
          t->file.file);
    if (text)
        return error_set(err, "%s: not written: a name or text is not UTF-8", t->o.path);
    return outfile_commit(&t->file, err);
}
