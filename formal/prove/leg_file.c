#include "formal/prove/leg_file.h"

#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/sbuf.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static const char head[] = "# Runs that reach covers (formal/prove/legs.h).\n", word[] = "row ";

static bool begins_row(const char *line)
{
    return strncmp(line, word, sizeof word - 1) == 0;
}

static const char *line_behind(const char *line)
{
    const char *end = strchr(line, '\n');
    return end != NULL ? end + 1 : line + strlen(line);
}

/* How the row's name and that of the section which begins here compare. */
static int compare(const char *line, const char *row)
{
    const size_t len = strcspn(line + sizeof word - 1, "\n");
    const int order = strncmp(line + sizeof word - 1, row, len);
    return order != 0 ? order : -(int)(strlen(row) > len);
}

/* The first section from here on, or the end of the text. */
static const char *next_row(const char *line)
{
    while (*line != '\0' && !begins_row(line))
        line = line_behind(line);
    return line;
}

const char *leg_file_section(const char *text, const char *row, size_t *len, size_t *line)
{
    const char *at = next_row(text);
    while (*at != '\0' && compare(at, row) != 0)
        at = next_row(line_behind(at));
    if (*at == '\0')
        return NULL;
    const char *begin = line_behind(at);
    *len = (size_t)(next_row(begin) - begin);
    *line = 1;
    for (const char *p = text; p < begin; p++)
        *line += *p == '\n';
    return begin;
}

/* The other sections stay, and all are in the order of their names. */
static bool put(const char *path, const char *row, const char *section, struct error *err)
{
    struct sbuf s = {0};
    size_t len;
    char *old = file_exists(path) ? file_read(path, &len, err) : xstrdup("");
    if (old == NULL)
        return false;
    sbuf_puts(&s, head);
    const char *at = next_row(old), *next;
    for (; *at != '\0' && compare(at, row) < 0; at = next) {
        next = next_row(line_behind(at));
        sbuf_add(&s, at, (size_t)(next - at));
    }
    sbuf_printf(&s, "%s%s\n%s", word, row, section);
    if (*at != '\0' && compare(at, row) == 0)
        at = next_row(line_behind(at));
    sbuf_puts(&s, at);
    const bool ok = file_write(path, sbuf_str(&s), s.len, err);
    sbuf_free(&s);
    free(old);
    return ok;
}

bool leg_file_put(const char *path, const char *row, const char *section, struct error *err)
{
    char dir[4096];
    const char *slash = strrchr(path, '/');
    snprintf(dir, sizeof dir, "%.*s", slash != NULL ? (int)(slash - path) : 1,
             slash != NULL ? path : ".");
    if (!file_mkdirs(dir, err))
        return false;
    /* Where the file system has no locks, rows of one module that are kept at once lose runs. */
    const int lock = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock >= 0)
        (void)flock(lock, LOCK_EX);
    const bool ok = put(path, row, section, err);
    if (lock >= 0)
        close(lock);
    return ok;
}
