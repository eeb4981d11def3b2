/* Where a result is kept, and how it is put there: complete, or not at all. */
#include "fpga/build/flow_impl.h"

#include "fpga/build/report.h"
#include "sw/util/file.h"
#include "sw/util/leftover.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* The lock is a file beside the folder, since the folder itself is renamed. */
static bool lock(struct flow *f, struct error *err)
{
    const char *path = arena_printf(&f->arena, "%s.lock", f->o->out);
    f->lock = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (f->lock < 0)
        return error_set(err, "%s: cannot be written: %s", path, strerror(errno));
    return flock(f->lock, LOCK_EX | LOCK_NB) == 0 ||
           error_set(err,
                     "%s: another build of it is going on; wait for it, or choose another "
                     "folder with -o",
                     f->o->out);
}

bool flow_begin(struct flow *f, struct error *err)
{
    char *parent = arena_strdup(&f->arena, f->o->out), *slash = strrchr(parent, '/');
    if (slash != NULL && slash != parent) {
        *slash = '\0';
        if (!file_mkdirs(parent, err))
            return false;
    }
    if (!lock(f, err))
        return false;
    file_remove_all(f->dir);
    leftover_note(f->dir);
    return mkdir(f->dir, 0777) == 0 ||
           error_set(err, "%s: cannot be created: %s", f->dir, strerror(errno));
}

bool flow_kept(const struct flow *f, struct flow_result *r)
{
    char name[HASH_NAME], path[4096];
    struct error unread = {0};
    size_t len;
    hash_name(f->hash, name);
    snprintf(path, sizeof path, "%s/report.json", f->o->out);
    if (f->o->fresh || !report_is(path, name, &r->pass))
        return false;
    snprintf(path, sizeof path, "%s/report.txt", f->o->out);
    r->report = file_read(path, &len, &unread);
    r->unchanged = r->report != NULL;
    return r->unchanged;
}

/* A folder cannot be renamed onto a folder that is not empty. So the earlier result is moved to
 * OUT.old first, and moved back if the new one cannot take its place. */
bool flow_finish(struct flow *f, struct error *err)
{
    const char *old = arena_printf(&f->arena, "%s.old", f->o->out);
    file_remove_all(old);
    bool had = rename(f->o->out, old) == 0;
    if (rename(f->dir, f->o->out) != 0) {
        error_set(err, "%s: cannot be put in place: %s; the result is in %s", f->o->out,
                  strerror(errno), f->dir);
        if (had && rename(old, f->o->out) != 0)
            error_set(err, "%s: cannot be put back; it is %s", f->o->out, old);
        return false;
    }
    leftover_forget(f->dir);
    file_remove_all(old);
    return true;
}
