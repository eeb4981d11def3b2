/* Results of proofs: as a table, as JSON, and as the file that each is kept in. */
#include "formal/prove/prove.h"

#include "sw/util/arena.h"
#include "sw/util/outfile.h"
#include "sw/util/sbuf.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* ---- JSON ---- */

static json_t *provers_of(const struct prove_result *r)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < r->proof->provers_count && i < PROVE_PROVERS; i++) {
        const struct prover_result *e = &r->provers[i];
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:f, s:I, s:f}", "prover", r->proof->provers[i], "verdict",
                            verdict_names[e->verdict], "seconds", e->seconds, "rechecked",
                            (json_int_t)e->rechecked, "recheck_seconds", e->recheck_seconds));
    }
    return list;
}

static json_t *pack(const struct prove_result *r)
{
    const struct proof *p = r->proof;
    return json_pack(
        "{s:s, s:s, s:b, s:b, s:s, s:s, s:i, s:i, s:i, s:i, s:i, s:f, s:f, s:f, s:s, s:s, s:o}",
        "proof", p->proof, "module", p->module, "proved", r->proved, "before", r->again, "extent",
        p->induction > 0 ? "UNBOUNDED" : "BOUNDED", "hash", r->hash, "depth",
        (int)(p->induction > 0 ? p->induction : p->bound), "assertions", (int)r->assertions,
        "covers", (int)r->covers, "covers_reached", (int)r->covers_reached, "covers_known",
        (int)r->covers_known, "seconds", r->seconds, "yosys_seconds", r->yosys_seconds,
        "covers_seconds", r->covers_seconds, "why", r->why, "properties",
        r->names != NULL ? r->names : "", "provers", provers_of(r));
}

static bool write_json(json_t *j, struct outfile *to, struct error *err)
{
    char *text = j != NULL ? json_dumps(j, JSON_INDENT(2)) : NULL;
    json_decref(j);
    if (text == NULL) {
        error_set(err, "%s: not enough memory", to->path);
        outfile_discard(to);
        return false;
    }
    bool ok = outfile_finish(to, text, strlen(text), err);
    free(text);
    return ok;
}

bool prove_store(const struct prove_result *r, const char *path, struct error *err)
{
    struct outfile f;
    return outfile_open(&f, path, err) && write_json(pack(r), &f, err);
}

static void load_provers(struct prove_result *r, const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list) && i < PROVE_PROVERS; i++) {
        const json_t *e = json_array_get(list, i);
        const char *said = json_string_value(json_object_get(e, "verdict"));
        r->provers[i] = (struct prover_result){.verdict = VERDICT_FAILED};
        for (int v = 0; said != NULL && v < VERDICTS; v++)
            if (strcmp(said, verdict_names[v]) == 0)
                r->provers[i].verdict = (enum verdict)v;
        r->provers[i].seconds = json_number_value(json_object_get(e, "seconds"));
        r->provers[i].rechecked = (uint64_t)json_integer_value(json_object_get(e, "rechecked"));
        r->provers[i].recheck_seconds = json_number_value(json_object_get(e, "recheck_seconds"));
    }
}

bool prove_load(struct prove_result *r, const char *path)
{
    json_t *j = json_load_file(path, 0, NULL);
    const char *hash, *why, *names;
    int proved, before, assertions, covers, reached, known;
    json_t *provers;
    bool ok = j != NULL &&
              json_unpack(j, "{s:b, s:b, s:s, s:i, s:i, s:i, s:i, s:F, s:F, s:F, s:s, s:s, s:o}",
                          "proved", &proved, "before", &before, "hash", &hash, "assertions",
                          &assertions, "covers", &covers, "covers_reached", &reached,
                          "covers_known", &known, "seconds", &r->seconds, "yosys_seconds",
                          &r->yosys_seconds, "covers_seconds", &r->covers_seconds, "why", &why,
                          "properties", &names, "provers", &provers) == 0;
    if (ok) {
        r->proved = proved != 0;
        r->again = before != 0;
        r->assertions = (uint32_t)assertions;
        r->covers = (uint32_t)covers;
        r->covers_reached = (uint32_t)reached;
        r->covers_known = (uint32_t)known;
        snprintf(r->hash, sizeof r->hash, "%s", hash);
        snprintf(r->why, sizeof r->why, "%s", why);
        r->names = xstrdup(names);
        load_provers(r, provers);
    }
    json_decref(j);
    return ok;
}

bool prove_json(const struct prove_results *r, json_t *umbel, struct outfile *to, struct error *err)
{
    json_t *list = json_array();
    for (size_t i = 0; i < r->n; i++)
        json_array_append_new(list, pack(&r->results[i]));
    return write_json(json_pack("{s:i, s:o, s:o}", "schema", 1, "umbel", umbel, "proofs", list), to,
                      err);
}

/* ---- for people ---- */

static const char *extent(const struct proof *p, char text[32])
{
    if (p->induction > 0)
        return "UNBOUNDED";
    snprintf(text, 32, "BOUNDED(%u)", p->bound);
    return text;
}

static void tell_properties(const struct prove_result *r, FILE *out)
{
    char text[32];
    for (const char *at = r->names; at != NULL && *at != '\0';) {
        int n = (int)strcspn(at, " ");
        bool cover = strncmp(at, "cover:", 6) == 0;
        if (cover)
            fprintf(out, "    reached          %.*s\n", n - 6, at + 6);
        else
            fprintf(out, "    %-16s %.*s\n", extent(r->proof, text), n, at);
        at += n + (at[n] == ' ');
    }
}

/* "RUP 315,331 clauses": the number of clauses in the solver's proofs, all of which were checked.
 */
static void tell_recheck(const struct prove_result *r, char *into, size_t room)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < r->proof->provers_count && i < PROVE_PROVERS; i++)
        n += r->provers[i].rechecked;
    if (n == 0) {
        snprintf(into, room, "no");
        return;
    }
    char digits[32];
    int len = snprintf(digits, sizeof digits, "%llu", (unsigned long long)n);
    struct sbuf s = {0};
    for (int i = 0; i < len; i++)
        sbuf_printf(&s, "%s%c", i > 0 && (len - i) % 3 == 0 ? "," : "", digits[i]);
    snprintf(into, room, "RUP, %s clauses", sbuf_str(&s));
    sbuf_free(&s);
}

void prove_tell(const struct prove_results *r, bool verbose, FILE *out)
{
    char text[32];
    fprintf(out, "%-18s %-28s %-12s %10s %7s %7s  %-22s  %-30s %s\n", "proof", "module", "extent",
            "properties", "covers", "seconds", "re-checked", "provers", "Verilog");
    for (size_t i = 0; i < r->n; i++) {
        const struct prove_result *it = &r->results[i];
        const struct proof *p = it->proof;
        char provers[96] = "", recheck[64];
        tell_recheck(it, recheck, sizeof recheck);
        for (uint32_t e = 0; e < p->provers_count; e++)
            snprintf(provers + strlen(provers), sizeof provers - strlen(provers), "%s%s %.1f s",
                     e > 0 ? ", " : "", p->provers[e], it->provers[e].seconds);
        fprintf(out, "%-18s %-28s %-12s %10u %7u %7.1f  %-22s  %-30s %.12s\n", p->proof, p->module,
                it->proved ? extent(p, text) : "FAILED", it->assertions, it->covers_reached,
                it->seconds, recheck, provers, it->hash);
        if (!it->proved)
            fprintf(out, "    %s\n", it->why);
        else if (verbose)
            tell_properties(it, out);
    }
    fprintf(out, "proved %zu of %zu\n", r->n_proved, r->n);
}
