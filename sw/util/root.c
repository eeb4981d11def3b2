#include "sw/util/root.h"

#include "sw/util/arena.h"
#include "sw/util/file.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- strings that live as long as the process ---- */

static struct arena strings;

static const char *keep(const char *before, const char *below)
{
    static struct kept {
        struct kept *next;
        const char *text;
    } * all;
    size_t n = strlen(before);
    for (const struct kept *k = all; k != NULL; k = k->next)
        if (strncmp(k->text, before, n) == 0 && k->text[n] == '/' &&
            strcmp(k->text + n + 1, below) == 0)
            return k->text;
    struct kept *k = ARENA_NEW(&strings, struct kept);
    *k = (struct kept){all, arena_printf(&strings, "%s/%s", before, below)};
    all = k;
    return k->text;
}

/* ---- the folder ---- */

/* DIR/../share/umbel as a path without ".."; NULL if it does not exist. */
static const char *beside_program(void)
{
    char exe[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
    if (n <= 0)
        return NULL;
    exe[n] = '\0';
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(exe, '/');
        if (slash == NULL)
            return NULL;
        *slash = '\0';
    }
    const char *dir = arena_printf(&strings, "%s/share/umbel", exe);
    return file_exists(arena_printf(&strings, "%s/gen/system/systems", dir)) ? dir : NULL;
}

const char *root_dir(void)
{
    static const char *dir;
    if (dir != NULL)
        return dir;
    const char *told = getenv("UMBEL_ROOT");
    if (told != NULL && told[0] != '\0')
        dir = arena_strdup(&strings, told);
    else
        dir = beside_program();
    if (dir == NULL)
        dir = UMBEL_ROOT;
    return dir;
}

const char *root_path(const char *below)
{
    return keep(root_dir(), below);
}

bool root_is_checkout(void)
{
    return file_exists(root_path("Makefile"));
}

const char *root_output(const char *name)
{
    return root_is_checkout() ? keep(root_path("build"), name) : keep("umbel-out", name);
}
