/* Finds and reads floorplans. */
#include "harness/thermal/floorplan_impl.h"

#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/near.h"
#include "sw/util/root.h"
#include "sw/util/sbuf.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

static const char folder[] = "harness/thermal/floorplans", ending[] = ".yaml";

/* As tables show it. */
static char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *bare = error_shown_text(slash != NULL ? slash + 1 : path);
    const size_t n = strlen(bare), e = strlen(ending);
    if (n > e && strcmp(bare + n - e, ending) == 0)
        bare[n - e] = '\0';
    return bare;
}

struct floorplan_names floorplan_names(void)
{
    struct floorplan_names all = {0};
    struct sbuf pattern = {0};
    glob_t g;
    sbuf_printf(&pattern, "%s/*%s", root_path(folder), ending);
    if (glob(pattern.text, 0, NULL, &g) == 0) {
        all.names = xcalloc(g.gl_pathc, sizeof *all.names);
        for (; all.n < g.gl_pathc; all.n++)
            all.names[all.n] = name_of(g.gl_pathv[all.n]);
        globfree(&g);
    }
    sbuf_free(&pattern);
    return all;
}

void floorplan_names_free(struct floorplan_names *all)
{
    for (size_t i = 0; i < all->n; i++)
        free(all->names[i]);
    free(all->names);
}

static bool is_path(const char *name)
{
    const size_t n = strlen(name), e = strlen(ending);
    return strchr(name, '/') != NULL || (n > e && strcmp(name + n - e, ending) == 0);
}

/* The file of that name; to be freed. NULL and an error, which lists what there is. */
static char *floorplan_find(const char *name, struct error *err)
{
    struct sbuf path = {0};
    if (is_path(name))
        return xstrdup(name);
    sbuf_printf(&path, "%s/%s%s", root_path(folder), name, ending);
    if (file_exists(path.text))
        return path.text;
    sbuf_free(&path);
    struct floorplan_names all = floorplan_names();
    error_set(err, "floorplan '%s': there is none of that name, only ", name);
    struct near near = {.word = name};
    for (size_t i = 0; i < all.n; i++) {
        error_add(err, "%s%s", i > 0 ? ", " : "", all.names[i]);
        near_name(&near, all.names[i]);
    }
    error_add(err, "; or give a file, FILE.yaml");
    near_tell(&near, err);
    floorplan_names_free(&all);
    return NULL;
}

struct floorplan *floorplan_load(const char *name, struct error *err)
{
    void *read = NULL;
    size_t len = 0;
    char *path = floorplan_find(name, err);
    char *text = path != NULL ? file_read(path, &len, err) : NULL;
    bool ok = text != NULL && yaml_read(text, len, path, &floorplan_schema, &read, err);
    struct floorplan *f = read;
    if (ok) {
        f->name = name_of(path);
        f->path = xstrdup(path);
        ok = floorplan_check(&(struct yaml_reading){text, path, len, err}, f);
    }
    free(text);
    free(path);
    if (ok)
        return f;
    floorplan_free(f);
    return NULL;
}

void floorplan_free(struct floorplan *f)
{
    if (f == NULL)
        return;
    free(f->name);
    free(f->path);
    yaml_drop(&floorplan_schema, f);
}

struct floorplan_area floorplan_extent(const struct floorplan *f,
                                       const struct floorplan_layer *layer)
{
    return (struct floorplan_area){
        .width = layer->width != NULL ? *layer->width : f->interposer.width,
        .height = layer->height != NULL ? *layer->height : f->interposer.height};
}
