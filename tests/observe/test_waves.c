/*
 * Waves of real tiles, read back with the reader that comes with the writer: the file has the
 * scopes of the chosen tiles and times in the window only, and a channel's valid and ready are both
 * high in exactly the cycles in which the engine reports a message.
 */
#include "harness/machine/machine.h"
#include "harness/observe/hops.h"
#include "harness/observe/waves.h"
#include "sw/util/arena.h"
#include "tests/support/folder.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FROM = 40, TO = 400, UNTIL = 500, CYCLE = 1000 };

/* ---- a machine with a little traffic, and what passed in it ---- */

/* For each kind of channel at SM 0, its L2 bank or UMC 0: whether a message passed in a cycle. */
struct run {
    struct machine *m;
    struct waves *w;
    struct hops *hops;
    bool passed[HOP_KINDS][UNTIL];
    uint32_t n[HOP_KINDS];
};

static void note(void *ctx, const struct hop *h)
{
    struct run *r = ctx;
    if (h->where != 0 || r->m->now >= UNTIL)
        return;
    r->passed[h->kind][r->m->now] = true;
    r->n[h->kind] += r->m->now >= FROM && r->m->now <= TO;
}

static void look(void *ctx)
{
    struct run *r = ctx;
    hops_tell(r->hops, note, r);
    waves_cycle(r->w, r->m->now);
}

/* Both SMs load and store a few lines in turn, one request after the other. */
static void ask(void *ctx)
{
    struct run *r = ctx;
    for (uint32_t sm = 0; sm < r->m->n_sms; sm++) {
        uint64_t k = r->m->now / 16 + sm;
        struct sm_request q = {.op = k % 3 == 0 ? OP_STORE : OP_LOAD,
                               .tag = (uint32_t)(r->m->now / 16 % 4),
                               .line = 64 + k * 7 % 5,
                               .mask = {0xff}};
        if (r->m->now % 16 == 0 && machine_takes(r->m, sm))
            machine_send(r->m, sm, &q);
    }
}

static void ignore(void *ctx, uint32_t sm, uint32_t tag, const uint8_t *data)
{
    (void)ctx, (void)sm, (void)tag, (void)data;
}

static void record(struct run *r, const char *path, const char *tiles)
{
    struct error err = {0};
    const struct waves_options o = {path, tiles, FROM, TO};
    struct system *sys = system_load("tsm-tiny", NULL, 0, &err);
    assert_non_null(sys);
    assert_non_null(r->w = waves_new(&o, &err));
    r->m = machine_new_waves(sys, r->w, NULL, &err);
    if (r->m == NULL) {
        fail_msg("%s", err.text);
        return;
    }
    assert_non_null(r->hops = hops_new(r->m->engine, r->m->netlist, &err));
    const struct machine_observer observer = {.ctx = r, .cycle = look};
    const struct machine_stand_in sms = {.ctx = r, .answer = ignore, .step = ask};
    r->m->observer = &observer;
    r->m->stand_in = &sms;
    while (r->m->now < UNTIL)
        assert_true(machine_cycle(r->m, NULL, &err));
    if (!waves_end(r->w, r->m->now, &err))
        fail_msg("%s", err.text);
    hops_free(r->hops);
    machine_free(r->m);
    waves_free(r->w);
    system_free(sys);
}

/* ---- reading it: GTKWave's reader stands in the recorder ---- */

typedef void on_change(void *ctx, uint64_t time, uint32_t handle, const unsigned char *value);

static struct reader {
    void *(*open)(const char *path);
    void (*close)(void *fst);
    int (*hierarchy)(void *fst, FILE *out);
    int (*changes)(void *fst, on_change *told, void *ctx, FILE *vcd);
    void (*all)(void *fst);
    uint64_t (*start)(void *fst), (*end)(void *fst);
    signed char (*scale)(void *fst);
} reader;

static void find(void *into, const char *name)
{
    void *at = dlsym(RTLD_DEFAULT, name);
    if (at == NULL)
        fail_msg("the recorder has no %s", name);
    memcpy(into, &at, sizeof at);
}

static void find_reader(void)
{
    find(&reader.open, "fstReaderOpen");
    find(&reader.close, "fstReaderClose");
    find(&reader.hierarchy, "fstReaderProcessHier");
    find(&reader.changes, "fstReaderIterBlocks");
    find(&reader.all, "fstReaderSetFacProcessMaskAll");
    find(&reader.start, "fstReaderGetStartTime");
    find(&reader.end, "fstReaderGetEndTime");
    find(&reader.scale, "fstReaderGetTimescale");
}

struct signal {
    char path[256]; /* "gpu0.sm0.l1.clk_i" */
    uint32_t handle;
};

struct file {
    void *fst;
    struct signal *signals;
    size_t n;
};

/* The hierarchy as a VCD's head: $scope module NAME $end, $var wire 1 ! NAME $end, $upscope; a
 * signal's code is its handle in base 94, lowest digit first, with digits from 1 up. */
static void read_head(struct file *f)
{
    FILE *head = tmpfile();
    assert_non_null(head);
    assert_true(reader.hierarchy(f->fst, head));
    rewind(head);
    char line[512], scope[256] = "", name[128], code[16];
    while (fgets(line, sizeof line, head) != NULL) {
        if (sscanf(line, " $scope %*s %127s", name) == 1) {
            size_t n = strlen(scope);
            snprintf(scope + n, sizeof scope - n, "%s%s", n > 0 ? "." : "", name);
        } else if (strstr(line, "$upscope") != NULL) {
            char *dot = strrchr(scope, '.');
            *(dot != NULL ? dot : scope) = '\0';
        } else if (sscanf(line, " $var %*s %*s %15s %127s", code, name) == 2) {
            uint32_t handle = 0;
            for (size_t i = strlen(code); i-- > 0;)
                handle = handle * 94 + (uint32_t)(code[i] - '!') + 1;
            f->signals = xrealloc(f->signals, (f->n + 1) * sizeof *f->signals);
            struct signal *s = &f->signals[f->n++];
            s->handle = handle;
            size_t n = strlen(scope), m = strlen(name);
            assert_true(n + m + 2 < sizeof s->path);
            memcpy(s->path, scope, n);
            s->path[n] = '.';
            memcpy(s->path + n + 1, name, m + 1);
        }
    }
    fclose(head);
}

static struct file open_waves(const char *path)
{
    struct file f = {0};
    find_reader();
    f.fst = reader.open(path);
    assert_non_null(f.fst);
    read_head(&f);
    reader.all(f.fst); /* selects all signals again; reading the head clears that */
    return f;
}

static void close_waves(struct file *f)
{
    reader.close(f->fst);
    free(f->signals);
}

/* The value of one signal in each cycle, after the clock's rise; -1: not in the file. */
struct watch {
    uint32_t handle;
    int change[UNTIL][2]; /* at the rise and at the fall */
    bool outside;
};

static void watch_change(void *ctx, uint64_t time, uint32_t handle, const unsigned char *value)
{
    struct watch *w = ctx;
    if (time < (uint64_t)FROM * CYCLE || time > (uint64_t)TO * CYCLE + CYCLE / 2)
        w->outside = true;
    else if (handle == w->handle)
        w->change[time / CYCLE][time % CYCLE != 0] = value[0];
}

static void values(const struct file *f, const char *path, int value[UNTIL], int fall[UNTIL])
{
    struct watch w = {0};
    for (size_t i = 0; i < f->n && w.handle == 0; i++)
        if (strcmp(f->signals[i].path, path) == 0)
            w.handle = f->signals[i].handle;
    if (w.handle == 0)
        fail_msg("the file has no %s", path);
    assert_true(reader.changes(f->fst, watch_change, &w, NULL));
    assert_false(w.outside);
    int now = -1;
    for (int c = 0; c < UNTIL; c++) {
        now = w.change[c][0] != 0 ? w.change[c][0] - '0' : now;
        value[c] = now;
        now = w.change[c][1] != 0 ? w.change[c][1] - '0' : now;
        fall[c] = now;
    }
}

/* ---- tests ---- */

static void assert_channel(const struct file *f, const struct run *r, const char *channel,
                           const char *ends, enum hop_kind kind)
{
    char path[128];
    int valid[UNTIL], ready[UNTIL], low[UNTIL];
    snprintf(path, sizeof path, "%s_valid_%c", channel, ends[0]);
    values(f, path, valid, low);
    snprintf(path, sizeof path, "%s_ready_%c", channel, ends[1]);
    values(f, path, ready, low);
    for (int c = FROM; c <= TO; c++)
        if ((valid[c] == 1 && ready[c] == 1) != r->passed[kind][c])
            fail_msg("%s in cycle %d: valid %d, ready %d, but a message %s", channel, c, valid[c],
                     ready[c], r->passed[kind][c] ? "passed" : "did not pass");
    assert_true(r->n[kind] > 5);
}

static void channels(void **state)
{
    const char *path = in_folder(state, "w.fst");
    static struct run r;
    r = (struct run){0};
    record(&r, path, "gpu0.sm0.l1,umc*");
    struct file f = open_waves(path);
    assert_int_equal(reader.scale(f.fst), -12);
    assert_int_equal(reader.start(f.fst), FROM * CYCLE);
    assert_int_equal(reader.end(f.fst), TO * CYCLE + CYCLE / 2);
    assert_channel(&f, &r, "gpu0.sm0.l1.core_req", "io", HOP_CORE_REQ);
    assert_channel(&f, &r, "gpu0.sm0.l1.core_rsp", "oi", HOP_CORE_RSP);
    assert_channel(&f, &r, "gpu0.sm0.l1.req", "oi", HOP_L1_REQ);
    assert_channel(&f, &r, "gpu0.sm0.l1.rsp", "io", HOP_L1_RSP);
    assert_channel(&f, &r, "umc0.req", "io", HOP_UMC_REQ);
    assert_channel(&f, &r, "umc0.dram_req", "oi", HOP_DRAM_OUT);
    close_waves(&f);
}

/* What follows from inputs within a cycle is settled: the L1's queue is written when a message
 * passes, and its clock rises and falls in each cycle. */
static void inside(void **state)
{
    const char *path = in_folder(state, "w.fst");
    static struct run r;
    r = (struct run){0};
    record(&r, path, "gpu0.sm0.l1");
    struct file f = open_waves(path);
    int rise[UNTIL], fall[UNTIL];
    values(&f, "gpu0.sm0.l1.clk_i", rise, fall);
    for (int c = FROM; c <= TO; c++) {
        assert_int_equal(rise[c], 1);
        assert_int_equal(fall[c], 0);
    }
    values(&f, "gpu0.sm0.l1.rst_i", rise, fall);
    assert_int_equal(rise[FROM], 0);
    int answer[UNTIL];
    values(&f, "gpu0.sm0.l1.um_l1_mgcc.load_hit", rise, fall);
    values(&f, "gpu0.sm0.l1.um_l1_mgcc.is_load", answer, fall);
    int loads = 0;
    for (int c = FROM; c <= TO; c++) {
        assert_true(rise[c] == 0 || answer[c] == 1);
        loads += answer[c];
    }
    assert_true(loads > 5);
    close_waves(&f);
}

/* The file has the chosen tiles' scopes and no other's. */
static void scopes(void **state)
{
    const char *path = in_folder(state, "w.fst");
    static struct run r;
    r = (struct run){0};
    record(&r, path, "gpu?.sm0.l1");
    struct file f = open_waves(path);
    size_t in[2] = {0, 0};
    for (size_t i = 0; i < f.n; i++)
        for (int g = 0; g < 2; g++) {
            char scope[] = "gpu0.sm0.l1.";
            scope[3] = (char)('0' + g);
            in[g] += strncmp(f.signals[i].path, scope, sizeof scope - 1) == 0;
        }
    assert_int_equal(in[0] + in[1], f.n);
    assert_true(in[0] > 50);
    assert_int_equal(in[0], in[1]);
    close_waves(&f);
    assert_int_equal(names_in(*state, "*"), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(channels),
        test_in_folder(inside),
        test_in_folder(scopes),
    };
    return cmocka_run_group_tests_name("waves", tests, NULL, NULL);
}
