#include "sw/util/leftover.h"

#include "sw/util/file.h"
#include "sw/util/keeper.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A fixed table, so that removal works without memory. Paths that do not fit are not removed. */
enum { MOST = 64 };
static char *paths[MOST];
static pid_t owner; /* a forked child inherits the list, but must not remove its parent's files */

static void remove_all(void)
{
    for (int i = 0; i < MOST && getpid() == owner; i++)
        if (paths[i] != NULL)
            file_remove_all(paths[i]);
}

static void begin(void)
{
    static bool registered;
    if (owner != getpid())
        memset(paths, 0, sizeof paths);
    owner = getpid();
    if (!registered)
        registered = atexit(remove_all) == 0;
}

void leftover_note(const char *path)
{
    begin();
    keeper_file(path, true);
    for (int i = 0; i < MOST; i++)
        if (paths[i] == NULL) {
            paths[i] = strdup(path);
            return;
        }
}

void leftover_forget(const char *path)
{
    keeper_file(path, false);
    for (int i = 0; i < MOST && getpid() == owner; i++)
        if (paths[i] != NULL && strcmp(paths[i], path) == 0) {
            free(paths[i]);
            paths[i] = NULL;
            return;
        }
}
