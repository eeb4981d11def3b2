/* The systems that ship with Umbel: gen/system/systems/NAME.yaml, and NAME-SIZE of each of its
 * sizes. */
#include "gen/system/system_family.h"
#include "gen/system/system_impl.h"

#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/near.h"
#include "sw/util/root.h"
#include "sw/util/sbuf.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *folder(void)
{
    return root_path("gen/system/systems");
}

static bool ends_in_yaml(const char *name)
{
    size_t len = strlen(name);
    return len > 5 && strcmp(name + len - 5, ".yaml") == 0;
}

bool system_is_path(const char *name)
{
    return strchr(name, '/') != NULL || ends_in_yaml(name) || family_size_of(name) != NULL;
}

static int by_name(const void *a, const void *b)
{
    const struct system_entry *left = a;
    const struct system_entry *right = b;
    return strcmp(left->name, right->name);
}

static void add_name(struct systems *list, char *name)
{
    list->entries = xrealloc(list->entries, (list->n + 1) * sizeof *list->entries);
    list->entries[list->n++] = (struct system_entry){.name = name};
}

static char *shipped_path(const char *name, size_t len)
{
    struct sbuf s = {0};
    sbuf_printf(&s, "%s/%.*s.yaml", folder(), (int)len, name);
    return s.text;
}

static bool sizes_of(const char *path, struct family_sizes *sizes, struct error *err)
{
    size_t len;
    char *text = file_read(path, &len, err);
    const bool ok = text != NULL && family_sizes(text, len, path, sizes, err);
    free(text);
    return ok;
}

/* Whether the file is a system under its own name: none of its sizes is the file as it is. */
static bool has_own_name(const struct family_sizes *sizes)
{
    for (size_t i = 0; i < sizes->n; i++)
        if (sizes->all[i].plain)
            return false;
    return true;
}

/* The systems of a file: "mcm-4gpm" and "mcm-small" of mcm.yaml. */
static bool add_family(struct systems *list, const char *family, struct error *err)
{
    char *path = shipped_path(family, strlen(family));
    struct family_sizes sizes = {0};
    const bool ok = sizes_of(path, &sizes, err);
    if (ok && has_own_name(&sizes))
        add_name(list, xstrdup(family));
    for (size_t i = 0; i < sizes.n; i++) {
        struct sbuf s = {0};
        sbuf_printf(&s, "%s-%s", family, sizes.all[i].name);
        add_name(list, s.text);
    }
    family_sizes_free(&sizes);
    free(path);
    return ok;
}

/* Lists the names, sorted, without the texts. */
static bool list_names(struct systems *list, struct error *err)
{
    *list = (struct systems){0};
    DIR *dir = opendir(folder());
    if (dir == NULL)
        return error_set(err, "%s: cannot be read: %s", folder(), strerror(errno));
    bool ok = true;
    for (const struct dirent *e; ok && (e = readdir(dir)) != NULL;) {
        if (!ends_in_yaml(e->d_name) || e->d_name[0] == '.')
            continue;
        char *family = xstrdup(e->d_name);
        family[strlen(family) - 5] = '\0';
        ok = add_family(list, family, err);
        free(family);
    }
    closedir(dir);
    if (list->n > 0)
        qsort(list->entries, list->n, sizeof *list->entries, by_name);
    if (!ok)
        systems_free(list);
    return ok;
}

/* Where the shipped system of this name is; NULL: there is none, or with an error its file cannot
 * be read. */
static char *shipped_place(const char *name, struct error *err)
{
    for (size_t len = strlen(name); len > 0; len--) {
        const bool whole = name[len] == '\0';
        char *path = whole || name[len] == '-' ? shipped_path(name, len) : NULL;
        struct family_sizes sizes = {0};
        if (path != NULL && file_exists(path) && sizes_of(path, &sizes, err)) {
            bool has = whole && has_own_name(&sizes);
            for (size_t i = 0; !whole && i < sizes.n; i++)
                has = has || strcmp(sizes.all[i].name, name + len + 1) == 0;
            family_sizes_free(&sizes);
            struct sbuf s = {0};
            sbuf_printf(&s, "%s%s%s", path, whole ? "" : ":", whole ? "" : name + len + 1);
            if (has) {
                free(path);
                return s.text;
            }
            sbuf_free(&s);
        }
        free(path);
        if (error_is_set(err))
            return NULL;
    }
    return NULL;
}

static bool is_board(const char *name)
{
    struct sbuf s = {0};
    sbuf_printf(&s, "%s/%s/board.yaml", root_path("fpga/boards"), name);
    const bool is = name[0] != '\0' && strchr(name, '/') == NULL && file_exists(s.text);
    sbuf_free(&s);
    return is;
}

char *system_find(const char *name, struct error *err)
{
    if (system_is_path(name))
        return xstrdup(name);
    char *place = shipped_place(name, err);
    if (place != NULL || error_is_set(err))
        return place;
    struct systems list;
    struct near near = {.word = name};
    if (is_board(name)) {
        error_set(
            err,
            "%.80s: is a board, not a system: `umbel fpga %.80s` builds what is on it, of the "
            "files in fpga/boards/%.80s",
            name, name, name);
        return NULL;
    }
    if (!list_names(&list, err))
        return NULL;
    struct sbuf s = {0};
    for (size_t i = 0; i < list.n; i++)
        near_name(&near, list.entries[i].name);
    for (size_t i = 0; i < list.n; i++)
        sbuf_printf(&s, "%s%s", i == 0 ? "" : ", ", list.entries[i].name);
    error_set(err, "%.80s: no such system; there are %s, or give the path of a .yaml file", name,
              sbuf_str(&s));
    near_tell(&near, err);
    sbuf_free(&s);
    systems_free(&list);
    return NULL;
}

char *system_file(const char *name, struct error *err)
{
    char *place = system_find(name, err);
    char *file = place != NULL ? family_file(place) : NULL;
    free(place);
    return file;
}

bool systems_list(struct systems *list, struct error *err)
{
    if (!list_names(list, err))
        return false;
    for (size_t i = 0; i < list->n; i++) {
        struct system *s = system_load(list->entries[i].name, NULL, 0, err);
        if (s == NULL) {
            systems_free(list);
            return false;
        }
        list->entries[i].about = xstrdup(s->about);
        system_free(s);
    }
    return true;
}

void systems_free(struct systems *list)
{
    for (size_t i = 0; i < list->n; i++) {
        free(list->entries[i].name);
        free(list->entries[i].about);
    }
    free(list->entries);
    *list = (struct systems){0};
}
