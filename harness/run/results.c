#include "harness/run/results.h"

#include <jansson.h>

bool results_open(struct results *r, const struct run_options *o, struct error *err)
{
    if ((o->json == NULL || outfile_open(&r->json, o->json, err)) &&
        (o->csv == NULL || outfile_open(&r->csv, o->csv, err)))
        return true;
    results_discard(r);
    return false;
}

bool results_write(struct results *r, const struct run_options *o, struct stats *s,
                   const struct parts *parts, struct error *err)
{
    bool ok = true;
    if (r->json.file != NULL) {
        stats_attach(s, "umbel", o->about());
        stats_attach(s, "command", json_string(o->recorded));
        parts_attach(parts, s);
        ok = stats_json(s, &r->json, err);
    }
    return ok && (r->csv.file == NULL || parts_csv(parts, &r->csv, err));
}

void results_discard(struct results *r)
{
    outfile_discard(&r->json);
    outfile_discard(&r->csv);
}
