#include "formal/prove/parts.h"

#include "formal/aig/map.h"
#include "formal/aig/part.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* both.aig with its map. */
struct whole {
    const char *dir;
    struct aig aig;
    char *map;
    bool *keep; /* for each output, whether the next part has it */
};

static bool whole_read(struct whole *w, const char *dir, struct error *err)
{
    char path[4096];
    size_t len;
    *w = (struct whole){.dir = dir};
    snprintf(path, sizeof path, "%s/both.aim", dir);
    w->map = file_read(path, &len, err);
    snprintf(path, sizeof path, "%s/both.aig", dir);
    if (w->map == NULL || !aig_read(&w->aig, path, err))
        return false;
    w->keep = xcalloc(w->aig.outputs + 1, sizeof *w->keep);
    return true;
}

static void whole_free(struct whole *w)
{
    aig_free(&w->aig);
    free(w->map);
    free(w->keep);
}

static bool ends_with(const char *name, const char *suffix)
{
    const size_t len = strlen(name), tail = strlen(suffix);
    return len >= tail && strcmp(name + len - tail, suffix) == 0;
}

/* Keeps the outputs that `fits` says, and returns their number. The names are the circuit's own
 * symbols, because the map does not name an output that is constant. */
static uint32_t keep(struct whole *w, bool (*fits)(const char *name, const char *as),
                     const char *as)
{
    uint32_t n = 0;
    unsigned number;
    char name[256];
    for (const char *at = w->aig.symbols; *at != '\0'; at += *at == '\n') {
        if (sscanf(at, "o%u %255[^\n]", &number, name) == 2 && number < w->aig.outputs &&
            fits(name, as)) {
            w->keep[number] = true;
            n++;
        }
        at += strcspn(at, "\n");
    }
    return n;
}

/* Writes the part of the kept outputs, and keeps none. */
static bool write_part(struct whole *w, const char *part, struct error *err)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", w->dir, part);
    bool ok = aig_part_write(&w->aig, w->map, w->keep, path, err);
    memset(w->keep, 0, w->aig.outputs * sizeof *w->keep);
    return ok;
}

bool parts_write(const char *dir, struct error *err)
{
    struct whole w;
    bool ok = whole_read(&w, dir, err);
    if (ok) {
        uint32_t n = keep(&w, ends_with, ".broken");
        ok = write_part(&w, "broken", err);
        n += keep(&w, ends_with, ".reached");
        ok = ok && write_part(&w, "reached", err);
        /* A design without outputs has one without a name. */
        if (ok && n != w.aig.outputs && !(n == 0 && w.aig.outputs == 1))
            ok = error_set(err, "%s/both.aig: %u of its %u outputs are properties", dir, n,
                           w.aig.outputs);
    }
    whole_free(&w);
    return ok;
}

static bool is_same(const char *name, const char *as)
{
    return strcmp(name, as) == 0;
}

bool parts_write_one(const char *dir, const char *name, uint32_t *output, struct error *err)
{
    struct whole w;
    char with[256];
    snprintf(with, sizeof with, "%s.broken", name);
    bool ok = whole_read(&w, dir, err) &&
              (keep(&w, is_same, with) > 0 || error_set(err, "%s: has no property %s", dir, name));
    if (ok) {
        uint32_t at = 0;
        while (!w.keep[at])
            at++;
        keep(&w, ends_with, ".reached");
        *output = 0;
        for (uint32_t i = 0; i < at; i++)
            *output += w.keep[i];
        ok = write_part(&w, "one", err);
    }
    whole_free(&w);
    return ok;
}

void parts_assertion(const char *dir, uint32_t output, char *into, size_t room)
{
    char path[4096];
    size_t len;
    snprintf(path, sizeof path, "%s/broken.aim", dir);
    char *map = file_read(path, &len, &(struct error){0});
    struct aig_named it;
    into[0] = '\0';
    for (const char *at = map; at != NULL && aig_map_next(&at, &it);)
        if (strcmp(it.kind, "output") == 0 && it.number == output)
            snprintf(into, room, "%.*s", (int)strcspn(it.name, "."), it.name);
    free(map);
}
