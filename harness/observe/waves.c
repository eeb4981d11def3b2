#include "harness/observe/waves.h"

#include "harness/verilator/recorder_load.h"
#include "sw/util/arena.h"
#include "sw/util/outfile.h"
#include "sw/util/sbuf.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CYCLE = 1000, HALF = 500 }; /* picoseconds */

struct shown {
    const char *name;
    struct dut dut;
    const struct wave_unit *unit;
};

struct waves {
    struct waves_options o;
    struct outfile file;
    bool *chosen; /* one per tile of the netlist */
    struct shown *tiles;
    size_t n_tiles;
    const struct recorder_type *type;
    void *recorder;
    bool open, broken;
};

struct waves *waves_new(const struct waves_options *o, struct error *err)
{
    struct waves *w = xcalloc(1, sizeof *w);
    w->o = *o;
    if (outfile_reserve(&w->file, o->path, err))
        return w;
    free(w);
    return NULL;
}

/* Removes the file .hier, which the writer keeps beside its file until that is closed. */
static void remove_hierarchy(const struct outfile *f)
{
    struct sbuf path = {0};
    if (f->aside == NULL)
        return;
    sbuf_printf(&path, "%s.hier", f->aside);
    unlink(path.text);
    sbuf_free(&path);
}

void waves_free(struct waves *w)
{
    if (w == NULL)
        return;
    if (w->open)
        w->type->close(w->recorder);
    if (w->recorder != NULL)
        w->type->destroy(w->recorder);
    remove_hierarchy(&w->file);
    outfile_discard(&w->file);
    free(w->chosen);
    free(w->tiles);
    free(w);
}

/* ---- which tiles ---- */

static bool no_match(const char *pattern, const struct netlist *n, struct error *err)
{
    struct sbuf some = {0};
    for (size_t t = 0; t < n->n_tiles && t < 4; t++)
        sbuf_printf(&some, "%s%s", t > 0 ? ", " : "", n->tiles[t].name);
    error_set(err, "--waves-tiles '%s': no tile of this system has such a name; there are %s%s",
              pattern, some.text, n->n_tiles > 4 ? ", ..." : "");
    sbuf_free(&some);
    return false;
}

static bool match(struct waves *w, const struct netlist *n, struct error *err)
{
    char *patterns = xstrdup(w->o.tiles);
    char *rest = patterns;
    bool ok = true;
    for (char *p; ok && (p = strsep(&rest, ",")) != NULL;) {
        bool any = false;
        for (size_t t = 0; t < n->n_tiles; t++)
            if (fnmatch(p, n->tiles[t].name, 0) == 0)
                any = w->chosen[t] = true;
        ok = any || no_match(p, n, err);
    }
    free(patterns);
    return ok;
}

bool waves_choose(struct waves *w, const struct netlist *n, struct error *err)
{
    if (w == NULL)
        return true;
    w->chosen = xcalloc(n->n_tiles, sizeof *w->chosen);
    w->tiles = xcalloc(n->n_tiles, sizeof *w->tiles);
    if (w->o.tiles != NULL)
        return match(w, n, err);
    if (n->n_tiles > WAVES_MOST)
        return error_set(err,
                         "--waves %s: this system has %zu tiles, too many to show all; choose some "
                         "by name, such as --waves-tiles 'gpu0.sm0.l1,umc*'",
                         w->o.path, n->n_tiles);
    memset(w->chosen, true, n->n_tiles);
    return true;
}

bool waves_has(const struct waves *w, size_t tile)
{
    return w != NULL && w->chosen[tile];
}

struct dut waves_tile(struct waves *w, const struct netlist *n, size_t tile,
                      const struct dut_type *type, const struct wave_unit *unit)
{
    struct dut dut = {type, NULL};
    w->type = recorder_type();
    if (w->recorder == NULL)
        w->recorder = w->type->create();
    char *scope = xstrdup(n->tiles[tile].name);
    for (char *c = scope; *c != '\0'; c++)
        if (*c == '.')
            *c = ' ';
    dut.model = unit->create(w->recorder, scope);
    free(scope);
    w->tiles[w->n_tiles++] = (struct shown){n->tiles[tile].name, dut, unit};
    return dut;
}

/* ---- showing them ---- */

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct shown *)a)->name, ((const struct shown *)b)->name);
}

/* Adds tiles in order of their names, so that a scope of several tiles is in the file once. */
static void start(struct waves *w)
{
    qsort(w->tiles, w->n_tiles, sizeof *w->tiles, by_name);
    for (size_t i = 0; i < w->n_tiles; i++)
        w->tiles[i].unit->add(w->tiles[i].dut.model, w->recorder);
    w->open = w->type->open(w->recorder, w->file.aside);
    w->broken = !w->open || w->type->failed();
}

static void show_clocks(struct waves *w, int level)
{
    for (size_t i = 0; i < w->n_tiles; i++)
        w->tiles[i].unit->show_clock(w->tiles[i].dut.model, level);
}

void waves_cycle(struct waves *w, uint64_t now)
{
    if (now < w->o.from || now > w->o.to || w->broken)
        return;
    if (!w->open) {
        start(w);
        if (w->broken)
            return;
    }
    for (size_t i = 0; i < w->n_tiles; i++)
        w->tiles[i].dut.type->settle(w->tiles[i].dut.model);
    show_clocks(w, 1);
    w->type->dump(w->recorder, now * CYCLE);
    show_clocks(w, 0);
    w->type->dump(w->recorder, now * CYCLE + HALF);
    show_clocks(w, 1);
    w->broken = w->type->failed();
}

/* ---- the end ---- */

/* Whether an FST file is complete, as the writer ignores failures: it must consist of blocks up to
 * its end. A block begins with its kind, a byte, and its length without that byte, 8 bytes,
 * big-endian. The header comes first, and kind 255 is a block that was never finished. */
static bool whole(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (f == NULL)
        return false;
    enum { HEADER = 0, HIERARCHY_LEAST = 4, HIERARCHY_MOST = 7, UNFINISHED = 255 };
    bool hierarchy = false, ok = true;
    long at = 0;
    fseek(f, 0, SEEK_END);
    const long end = ftell(f);
    while (ok && at < end) {
        uint8_t head[9] = {0};
        ok = fseek(f, at, SEEK_SET) == 0 && fread(head, 1, sizeof head, f) == sizeof head;
        uint64_t length = 0;
        for (int i = 1; ok && i < 9; i++)
            length = length << 8 | head[i];
        ok = ok && (at > 0 || head[0] == HEADER) && head[0] != UNFINISHED && length >= 8 &&
             length < (uint64_t)(end - at);
        hierarchy = hierarchy || (head[0] >= HIERARCHY_LEAST && head[0] <= HIERARCHY_MOST);
        if (ok)
            at += (long)length + 1;
    }
    fclose(f);
    return ok && at == end && hierarchy;
}

bool waves_end(struct waves *w, uint64_t now, struct error *err)
{
    if (!w->open && !w->broken)
        return error_set(err,
                         "%s: not written: the run ended at cycle %llu, before the first to be "
                         "shown, %llu",
                         w->o.path, (unsigned long long)now, (unsigned long long)w->o.from);
    if (w->open)
        w->type->close(w->recorder);
    w->open = false;
    if (w->broken || w->type->failed() || !whole(w->file.aside))
        return error_set(err,
                         "%s: cannot be written in full; is the disk full, or that of /tmp, which "
                         "the writer needs, too?",
                         w->o.path);
    return outfile_commit(&w->file, err);
}
