#include "formal/prove/unproved.h"

#include "formal/prove/sizes.h"
#include "formal/prove/table.h"
#include "gen/machine/netlist.h"
#include "sw/util/root.h"

#include <stddef.h>

static void add_unproved(const struct hdl_design *d, const struct proofs *table,
                         const struct sizes *sizes, struct sbuf *names)
{
    for (size_t i = 0; i < hdl_count(d); i++) {
        const char *module = hdl_name(d, i);
        if (!proofs_have_module(table, sizes_proved_as(sizes, module)))
            sbuf_printf(names, "%s%s", names->len > 0 ? ", " : "", module);
    }
}

bool unproved_modules(const struct system *sys, struct sbuf *names, struct error *err)
{
    struct proofs *table = proofs_load(root_path("formal/proofs.yaml"), err);
    struct sizes *sizes =
        table != NULL ? yaml_load_file(root_path("formal/sizes.yaml"), &sizes_schema, err) : NULL;
    struct netlist *n = sizes != NULL ? netlist_new(sys, err) : NULL;
    struct hdl_design *d = hdl_design_new();
    const bool ok = n != NULL && netlist_emit_units(n, d, err);
    if (ok)
        add_unproved(d, table, sizes, names);
    hdl_design_free(d);
    netlist_free(n);
    yaml_drop(&sizes_schema, sizes);
    proofs_free(table);
    return ok;
}
