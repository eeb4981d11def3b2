#include "formal/prove/bugs.h"

#include "formal/prove/cover.h"
#include "formal/prove/model.h"
#include "formal/prove/parts.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/process.h"
#include "sw/util/sbuf.h"
#include "sw/util/yaml.h"

#include <stdlib.h>
#include <string.h>

enum { MORE_CYCLES = 12, SECONDS = 300 };

/* What became of a bug, in the place of the cycle in which its property is broken. */
enum { ALIVE = -1, NOT_FOUND = -2 /* time ran out */ };

#define TEXT(name)                                                                                 \
    CYAML_FIELD_STRING_PTR(#name, CYAML_FLAG_POINTER, struct bug, name, 1, CYAML_UNLIMITED)

static const cyaml_schema_field_t bug_fields[] = {
    TEXT(bug), TEXT(about), TEXT(proof), TEXT(from), TEXT(to), TEXT(kills), CYAML_FIELD_END,
};

static const cyaml_schema_value_t bug_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct bug, bug_fields)};

static const cyaml_schema_field_t file_fields[] = {
    CYAML_FIELD_SEQUENCE("bugs", CYAML_FLAG_POINTER, struct bugs, bugs, &bug_schema, 1,
                         CYAML_UNLIMITED),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t file_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct bugs, file_fields)};

struct bugs *bugs_load(const char *path, struct error *err)
{
    return yaml_load_file(path, &file_schema, err);
}

void bugs_free(struct bugs *b)
{
    if (b != NULL)
        yaml_drop(&file_schema, b);
}

/* ---- one bug ---- */

struct trial {
    const struct bug *bug;
    const struct proof *proof;
};

struct job {
    const struct prove_options *o;
    const struct trial *trials;
};

static char *with_bug(const struct bug *b, const char *module, struct error *err)
{
    const char *at = strstr(module, b->from);
    if (at == NULL || strstr(at + 1, b->from) != NULL) {
        error_set(err, "%s: '%s' stands %s in the emitted module; mend formal/bugs.yaml", b->bug,
                  b->from, at == NULL ? "nowhere" : "more than once");
        return NULL;
    }
    struct sbuf s = {0};
    sbuf_add(&s, module, (size_t)(at - module));
    sbuf_puts(&s, b->to);
    sbuf_puts(&s, at + strlen(b->from));
    return s.text;
}

/* Looks for a cycle in which the property is broken, or says what became of the bug. The search
 * goes on from states in which covers are reached (cover.h), those along the runs that are kept for
 * the module without the bug, too. */
static bool look(const struct job *j, struct model *m, const char *property, int *cycle,
                 struct error *err)
{
    char path[4096], runs[4096];
    struct cover_search s = {.cycles = m->proof->covers + MORE_CYCLES,
                             .seconds = SECONDS,
                             .runs = prove_runs(j->o, m->proof, runs),
                             .row = m->proof->proof};
    snprintf(path, sizeof path, "%s/one.aig", m->dir);
    if (!parts_write_one(m->dir, property, &s.stop_at, err) || !cover_search(&s, path, err))
        return false;
    const int64_t broken = s.reached[s.stop_at];
    *cycle = broken >= 0 ? (int)broken : s.whole ? ALIVE : NOT_FOUND;
    free(s.reached);
    return true;
}

/* Reads the result of a bug that was tried before: "HASH CYCLE". */
static bool read_end(const char *path, char hash[HASH_NAME], int *cycle)
{
    size_t len;
    struct error none = {0};
    char *text = file_exists(path) ? file_read(path, &len, &none) : NULL;
    bool ok = text != NULL && sscanf(text, "%39s %d", hash, cycle) == 2;
    free(text);
    return ok;
}

static void path_of(const struct job *j, size_t i, const char *file, char *path, size_t room)
{
    snprintf(path, room, "%s/bug-%s%s", j->o->dir, j->trials[i].bug->bug, file);
}

static bool try_one(size_t i, void *ctx, struct error *err)
{
    const struct job *j = ctx;
    const struct trial *t = &j->trials[i];
    char dir[4096], path[4096], text[64], before[HASH_NAME];
    path_of(j, i, "", dir, sizeof dir);
    path_of(j, i, "/cycle", path, sizeof path);
    struct model m = {0};
    int cycle = ALIVE, known = ALIVE;
    bool tried = read_end(path, before, &known) && !j->o->fresh;
    char *emitted = model_module_text(t->proof, err);
    char *module = emitted != NULL ? with_bug(t->bug, emitted, err) : NULL;
    bool ok = module != NULL && model_write(&m, t->proof, dir, module, err);
    if (ok && tried && known >= 0 && strcmp(before, m.hash) == 0)
        cycle = known;
    else
        ok = ok && model_build(&m, err) && look(j, &m, t->bug->kills, &cycle, err);
    if (ok && j->o->progress != NULL)
        fprintf(j->o->progress, "umbel: %s: %s\n", t->bug->bug,
                cycle >= 0       ? "killed"
                : cycle == ALIVE ? "ALIVE"
                                 : "NOT FOUND");
    snprintf(text, sizeof text, "%s %d\n", m.hash, cycle);
    model_free(&m);
    free(emitted);
    free(module);
    return ok && file_write(path, text, strlen(text), err);
}

/* ---- all of them ---- */

static bool tell(const struct job *j, size_t n, FILE *out, struct error *err)
{
    size_t killed = 0;
    fprintf(out, "%-28s %-18s %-32s %s\n", "bug", "proof", "killed by", "in cycle");
    for (size_t i = 0; i < n; i++) {
        const struct bug *b = j->trials[i].bug;
        char path[4096], hash[HASH_NAME];
        int cycle;
        path_of(j, i, "/cycle", path, sizeof path);
        if (!read_end(path, hash, &cycle))
            return error_set(err, "%s: cannot be read back", path);
        killed += cycle >= 0;
        if (cycle >= 0)
            fprintf(out, "%-28s %-18s %-32s %d\n", b->bug, b->proof, b->kills, cycle);
        else if (cycle == ALIVE)
            fprintf(out, "%-28s %-18s ALIVE: %s is not broken\n", b->bug, b->proof, b->kills);
        else
            fprintf(out, "%-28s %-18s NOT FOUND: %s is not broken in %d s of search\n", b->bug,
                    b->proof, b->kills, SECONDS);
    }
    fprintf(out, "killed %zu of %zu\n", killed, n);
    return killed == n || error_set(err, "%zu of %zu bugs are not noticed", n - killed, n);
}

bool bugs_run(const struct prove_options *o, const char *path, FILE *out, struct error *err)
{
    struct prove_results chosen;
    struct bugs *bugs = NULL;
    struct trial *trials = NULL;
    size_t n = 0;
    bool ok = prove_select(o, &chosen, err) && (bugs = bugs_load(path, err)) != NULL;
    if (ok) {
        trials = xcalloc(bugs->bugs_count + 1, sizeof *trials);
        for (uint32_t b = 0; b < bugs->bugs_count; b++)
            for (size_t i = 0; i < chosen.n; i++)
                if (strcmp(bugs->bugs[b].proof, chosen.results[i].proof->proof) == 0)
                    trials[n++] = (struct trial){&bugs->bugs[b], chosen.results[i].proof};
        struct job j = {o, trials};
        ok = (n > 0 || error_set(err, "%s: no bug is of these proofs", path)) &&
             process_parallel(n, o->jobs, try_one, &j, err) && tell(&j, n, out, err);
    }
    free(trials);
    bugs_free(bugs);
    prove_free(&chosen);
    return ok;
}
