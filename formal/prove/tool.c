#include "formal/prove/tool.h"

#include "formal/aig/aig.h"
#include "formal/prove/warnings.h"
#include "formal/prove/yosys.h"
#include "sw/util/file.h"
#include "sw/util/process.h"
#include "sw/util/sbuf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TIMED_OUT = 124, MOST_ARGS = 24 }; /* coreutils' timeout says so */

double tool_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

struct said tool_run(const char *const *argv, uint32_t seconds, const char *dir, const char *name)
{
    char log[4096], limit[16];
    snprintf(log, sizeof log, "%s/%s.log", dir, name);
    snprintf(limit, sizeof limit, "%u", seconds);
    const char *limited[MOST_ARGS + 5] = {"timeout", "-k", "5", limit};
    for (size_t i = 0; i < MOST_ARGS && argv[i] != NULL; i++)
        limited[4 + i] = argv[i];
    struct error err = {0};
    struct said s = {NULL, -1};
    if (process_log_in(dir, limited, log, &s.status, &err)) {
        size_t len;
        s.text = file_read(log, &len, &err);
    }
    if (s.text == NULL)
        s.text = calloc(1, 1);
    return s;
}

/* Whether Yosys ended normally and without a warning; `ended` is the error if it did not end
 * normally. A warning is reported first: it is the cause of the error. */
static bool yosys_passed(const char *log, const struct error *ended, struct error *err)
{
    size_t len;
    struct error said = {0};
    char *text = file_exists(log) ? file_read(log, &len, &said) : NULL;
    if (text != NULL && !warnings_none(text, &said))
        error_add(&said, "; see %s", log);
    free(text);
    if (!error_is_set(&said))
        said = *ended;
    return !error_is_set(&said) || error_set(err, "%s", said.text);
}

bool tool_yosys(const char *dir, const char *name, const struct sbuf *script, struct error *err)
{
    char path[4096], own[256], log[256];
    struct error ended = {0};
    snprintf(path, sizeof path, "%s/%s.log", dir, name);
    remove(path);
    snprintf(path, sizeof path, "%s/%s.ys", dir, name);
    snprintf(own, sizeof own, "%s.ys", name);
    snprintf(log, sizeof log, "%s.log", name);
    const char *const argv[] = {YOSYS, "-l", log, own, NULL};
    if (!file_write(path, script->text, script->len, err))
        return false;
    process_run_in(dir, argv, &ended);
    snprintf(path, sizeof path, "%s/%s.log", dir, name);
    return yosys_passed(path, &ended, err);
}

static bool said_too_late(const struct said *s)
{
    return s->status == TIMED_OUT;
}

bool tool_yosys_within(const char *dir, const char *name, const struct sbuf *script,
                       uint32_t seconds, const char *too_late, struct error *err)
{
    char path[4096], own[256];
    struct error ended = {0};
    snprintf(path, sizeof path, "%s/%s.ys", dir, name);
    snprintf(own, sizeof own, "%s.ys", name);
    const char *const argv[] = {YOSYS, own, NULL};
    if (!file_write(path, script->text, script->len, err))
        return false;
    struct said s = tool_run(argv, seconds, dir, name);
    snprintf(path, sizeof path, "%s/%s.log", dir, name);
    if (said_too_late(&s))
        error_set(&ended, "yosys did not end within %u s, see %s; %s", seconds, path, too_late);
    else if (s.status != 0)
        error_set(&ended, "yosys failed, see %s", path);
    free(s.text);
    return yosys_passed(path, &ended, err);
}

/* ---- abc ---- */

/* Assumptions are constraints of the AIGER file. A file without constraints is not folded: bmc3 has
 * crashed on the result. */
struct said tool_abc(const char *dir, const char *name, const char *log, uint32_t seconds,
                     const char *commands)
{
    char path[4096];
    struct sbuf script = {0};
    snprintf(path, sizeof path, "%s/%s.aig", dir, name);
    sbuf_printf(&script, "read_aiger %s.aig; %s%s", name,
                aig_sizes(path).constraints > 0 ? "fold; " : "", commands);
    const char *const argv[] = {"yosys-abc", "-c", sbuf_str(&script), NULL};
    struct said s = tool_run(argv, seconds, dir, log);
    sbuf_free(&script);
    return s;
}

enum verdict tool_ask_abc(const char *dir, const char *name, const char *log, uint32_t seconds,
                          const char *commands, const struct saying *sayings)
{
    struct said s = tool_abc(dir, name, log, seconds, commands);
    enum verdict v = said_verdict(&s, sayings);
    free(s.text);
    return v;
}

/* ---- reading ---- */

bool said_it(const struct said *s, const char *words)
{
    return s->text != NULL && strstr(s->text, words) != NULL;
}

void said_after(const struct said *s, const char *before, char *into, size_t room)
{
    const char *at = s->text != NULL ? strstr(s->text, before) : NULL;
    if (at == NULL)
        return;
    at += strlen(before);
    snprintf(into, room, "%.*s", (int)strcspn(at, " \n("), at);
}

enum verdict said_verdict(const struct said *s, const struct saying *sayings)
{
    if (said_too_late(s))
        return VERDICT_TIMEOUT;
    for (; sayings->words != NULL; sayings++)
        if ((sayings->status == ANY_STATUS || sayings->status == s->status) &&
            said_it(s, sayings->words))
            return sayings->verdict;
    return VERDICT_FAILED;
}
