#include "sw/ptx/clang_error.h"

#include "sw/util/bound.h"
#include "sw/util/file.h"
#include "sw/util/sbuf.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* What follows `mark` on its line; NULL if the log does not have it. */
static const char *after(const char *log, const char *mark, int *n)
{
    const char *at = strstr(log, mark);
    at = at != NULL ? at + strlen(mark) : NULL;
    *n = at != NULL ? (int)strcspn(at, "\n") : 0;
    return at;
}

/* Errors behind clang's front end have no line, but the name of a function. False: this is none. */
static bool backend_error(const char *cu, const char *log, struct error *err)
{
    int n, name_n;
    const char *what = after(log, "error in backend: ", &n);
    const char *name = after(log, "In function: ", &name_n);
    if (what == NULL)
        return false;
    if (name == NULL)
        name = "?", name_n = 1;
    struct sbuf line = {0};
    sbuf_add(&line, what, (size_t)n);
    if (strstr(sbuf_str(&line), "Atomic") != NULL && strstr(sbuf_str(&line), "addrspace 5") != NULL)
        error_set(err, "%s: function '%.*s': clang cannot compile an atomic on a local variable",
                  cu, name_n, name);
    else
        error_set(err, "%s: function '%.*s': clang cannot compile it: %.*s", cu, name_n, name, n,
                  what);
    sbuf_free(&line);
    return true;
}

/* Device code that launches a kernel: clang tells of attributes. */
static bool kernel_launch(const char *log, const char *error, struct error *err)
{
    static const char *const marks[] = {"error: reference to __global__ function ",
                                        "error: reference to __host__ function "
                                        "'__cudaPushCallConfiguration'"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const char *start = error;
        if (strncmp(error, marks[i], strlen(marks[i])) != 0)
            continue;
        while (start > log && start[-1] != '\n')
            start--;
        error_set(err,
                  "%.*sa kernel is launched by device code; launches by kernels are not "
                  "supported",
                  (int)(error - start), start);
        return true;
    }
    return false;
}

/* "file:line:col: error: text", from `at` on, without the word "error", as in all our messages. */
static void tell(const char *log, char *at, struct error *err)
{
    const char *start = at;
    while (start > log && start[-1] != '\n')
        start--;
    at[strcspn(at, "\n")] = '\0';
    int place = (int)(at - start);
    if (place >= 6 && memcmp(at - 6, "fatal ", 6) == 0)
        place -= 6;
    error_set(err, "%.*s%s", place, start, at + strlen("error: "));
}

/* There is no such line: clang was ended, or could not write. */
static void tell_end(const char *cu, int status, const char *said, const char *folder,
                     struct error *err)
{
    if (said[0] != '\0')
        error_set(err, "%s: clang failed: %.*s", cu, (int)strcspn(said, "\n"), said);
    else if (status >= 128)
        error_set(err, "%s: clang was ended by signal %d and said nothing", cu, status - 128);
    else
        error_set(err, "%s: clang failed with status %d and said nothing", cu, status);
    error_add(err, "%s", status >= 128 || bound_is_why(said) ? bound_told() : "");
    file_tell_full(folder, err);
}

void clang_error(const char *cu, int status, const char *path, const char *folder,
                 struct error *err)
{
    static const char mark[] = "error: ";
    struct error ignored = {0};
    size_t len;
    char *log = file_read(path, &len, &ignored);
    char *at = log != NULL ? strstr(log, mark) : NULL;
    if (log == NULL || !backend_error(cu, log, err)) {
        if (at == NULL)
            tell_end(cu, status, log != NULL ? log : "", folder, err);
        else if (!kernel_launch(log, at, err))
            tell(log, at, err);
    }
    free(log);
}
