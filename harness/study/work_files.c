/* The files of points in flight: DATABASE.work/KEY.json and the like. */
#include "harness/study/work_impl.h"
#include "sw/util/file.h"
#include "sw/util/sbuf.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *work_path(const struct working *s, size_t i, const char *ending)
{
    struct sbuf path = {0};
    sbuf_printf(&path, "%s.work/%s%s", s->w->path, s->w->points->list[i].key.text, ending);
    return path.text;
}

double work_seconds(const char *begun, const char *json)
{
    struct stat a, b;
    if (stat(begun, &a) != 0 || stat(json, &b) != 0)
        return 0;
    double d = (double)(b.st_mtim.tv_sec - a.st_mtim.tv_sec) +
               (double)(b.st_mtim.tv_nsec - a.st_mtim.tv_nsec) * 1e-9;
    return d > 0 ? d : 0;
}

/* The JSON of a run that ended well; NULL if there is none. */
json_t *work_json(const char *path, bool may_be_wrong)
{
    json_t *json = json_load_file(path, 0, NULL);
    const char *result = json_string_value(json_object_get(json_object_get(json, "run"), "result"));
    if (result != NULL && (strcmp(result, "identical to cacheless execution") == 0 ||
                           (may_be_wrong && strcmp(result, "WRONG") == 0)))
        return json;
    json_decref(json);
    return NULL;
}

/* The error in a log: its last line that umbel wrote, without how to repeat the run; to be freed.
 */
char *work_error(const char *log)
{
    static const char mark[] = "umbel: ";
    struct error unsaid = {0};
    struct sbuf line = {0};
    size_t len;
    char *text = file_read(log, &len, &unsaid);
    for (const char *at = text; at != NULL && *at != '\0';) {
        const size_t n = strcspn(at, "\n");
        if (strncmp(at, mark, strlen(mark)) == 0 || line.len == 0) {
            line.len = 0;
            sbuf_add(&line, at, n);
        }
        at += n + (at[n] == '\n');
    }
    free(text);
    if (line.len == 0)
        sbuf_puts(&line, "its process ended without a message");
    char *repeat = strstr(line.text, "; repeat with: ");
    if (repeat != NULL)
        *repeat = '\0';
    const size_t skip = strncmp(line.text, mark, strlen(mark)) == 0 ? strlen(mark) : 0;
    memmove(line.text, line.text + skip, strlen(line.text + skip) + 1);
    return line.text;
}

void work_remove(const struct working *s, size_t i)
{
    struct sbuf dir = {0}, path = {0};
    sbuf_printf(&dir, "%s.work", s->w->path);
    DIR *d = opendir(dir.text);
    for (const struct dirent *e; d != NULL && (e = readdir(d)) != NULL;)
        for (size_t p = 0; p < s->w->points->n; p++) {
            const char *key = s->w->points->list[p].key.text;
            const bool wanted = p == i || (i == ALL_STORED && s->jobs[p].state == STORED);
            if (!wanted || strncmp(e->d_name, key, strlen(key)) != 0)
                continue;
            path.len = 0;
            sbuf_printf(&path, "%s/%s", dir.text, e->d_name);
            unlink(path.text);
        }
    if (d != NULL)
        closedir(d);
    sbuf_free(&dir);
    sbuf_free(&path);
}
