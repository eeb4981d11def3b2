/* The systems that ship with Umbel: gen/system/systems/NAME.yaml. */
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
    return strchr(name, '/') != NULL || ends_in_yaml(name);
}

static int by_name(const void *a, const void *b)
{
    const struct system_entry *left = a;
    const struct system_entry *right = b;
    return strcmp(left->name, right->name);
}

/* Lists the names, sorted, without the texts. */
static bool list_names(struct systems *list, struct error *err)
{
    *list = (struct systems){0};
    DIR *dir = opendir(folder());
    if (dir == NULL)
        return error_set(err, "%s: cannot be read: %s", folder(), strerror(errno));
    for (const struct dirent *e; (e = readdir(dir)) != NULL;) {
        if (!ends_in_yaml(e->d_name) || e->d_name[0] == '.')
            continue;
        list->entries = xrealloc(list->entries, (list->n + 1) * sizeof *list->entries);
        char *name = xstrdup(e->d_name);
        name[strlen(name) - 5] = '\0';
        list->entries[list->n++] = (struct system_entry){.name = name};
    }
    closedir(dir);
    if (list->n > 0)
        qsort(list->entries, list->n, sizeof *list->entries, by_name);
    return true;
}

static char *shipped_path(const char *name)
{
    struct sbuf s = {0};
    sbuf_printf(&s, "%s/%s.yaml", folder(), name);
    return s.text;
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
    char *path = shipped_path(name);
    if (name[0] != '\0' && file_exists(path))
        return path;
    free(path);
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
