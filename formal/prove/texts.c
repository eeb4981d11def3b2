#include "formal/prove/texts.h"

#include "gen/machine/alone.h"
#include "gen/machine/netlist.h"
#include "gen/system/derived.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/name.h"
#include "sw/util/root.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is emitted ---- */

/* The network of a system alone, as one module, um_network. */
static struct hdl_design *emit_network(const struct system *sys, struct error *err)
{
    struct net *net = system_net(sys, err);
    if (net == NULL)
        return NULL;
    struct netlist *n = alone_new(sys, &(struct alone){.net = net, .classes = 1, .ordered = true});
    struct hdl_design *d = hdl_design_new();
    const bool ok = netlist_emit_units(n, d, err) && netlist_emit_flat(n, d, err);
    netlist_free(n);
    net_free(net);
    if (ok)
        return d;
    hdl_design_free(d);
    return NULL;
}

struct hdl_design *texts_emit(const struct proof *p, struct rules *rules, struct error *err)
{
    struct system *sys = system_load(p->system, (const char *const *)p->set, p->set_count, err);
    if (sys == NULL)
        return NULL;
    if (strcmp(p->module, "um_network") == 0) {
        struct hdl_design *network = emit_network(sys, err);
        system_free(sys);
        return network;
    }
    struct netlist *n = netlist_new(sys, err);
    struct hdl_design *d = hdl_design_new();
    bool ok = n != NULL && netlist_emit_units(n, d, err) && !hdl_mistake(d, err);
    if (ok && sys->fabric.network.topology != NET_NONE_KIND)
        netlist_emit_alone(n, d);
    if (ok && !hdl_has(d, p->module))
        ok = error_set(err, "%s: system %s has no module %s; see `umbel gen %s`", p->proof,
                       p->system, p->module, p->system);
    if (ok)
        *rules = n->rules;
    netlist_free(n);
    system_free(sys);
    if (!ok) {
        hdl_design_free(d);
        return NULL;
    }
    return d;
}

/* ---- modules and their properties ---- */

const char *texts_param(const char *module, const char *name, size_t len)
{
    for (const char *at = module; (at = strstr(at, "parameter ")) != NULL;) {
        at += strlen("parameter ");
        const char *behind = at + len;
        if (strncmp(at, name, len) == 0 && behind[strspn(behind, " ")] == '=')
            return behind + strspn(behind, " =");
    }
    return NULL;
}

static const char REPEAT[] = "`REPEAT(";

/* The number that a text names by a parameter of the module, "SETS", or as a power, "2^TAG_W". */
static bool number_of(const char *name, size_t len, const char *module, unsigned *n)
{
    char after;
    const bool power = strncmp(name, "2^", 2) == 0;
    const char *value =
        power ? texts_param(module, name + 2, len - 2) : texts_param(module, name, len);
    if (value == NULL || sscanf(value, "%u%c", n, &after) != 2 || strchr(", \n)/", after) == NULL)
        return false;
    *n = power ? 1u << (*n & 31) : *n;
    return true;
}

/* Adds a line that begins with `REPEAT(NUMBER): what follows, once for each number below that one,
 * which stands where the line has a #. All of it is one line again, so that lines keep their
 * numbers. */
static bool add_repeated(const char *line, size_t len, const char *module, const char *shown,
                         struct sbuf *out, struct error *err)
{
    const char *name = line + strlen(REPEAT), *end = line + len;
    const size_t name_len = strcspn(name, ")\n");
    unsigned n;
    if (name + name_len >= end || !number_of(name, name_len, module, &n))
        return error_set(err, "%s: `REPEAT(%.*s): the module has no number of this name", shown,
                         (int)name_len, name);
    for (unsigned i = 0; i < n; i++)
        for (const char *at = name + name_len + 1; at < end; at++)
            if (*at == '#')
                sbuf_printf(out, "%u", i);
            else
                sbuf_add(out, at, 1);
    return true;
}

/* A text of the table: formal/units/NAME.vh, or a file of the user; with REPEAT of a parameter of
 * `module`. */
static bool add_text(const char *name, const char *module, struct sbuf *out, struct error *err)
{
    char path[4096], shown[4096];
    bool own = strchr(name, '/') != NULL; /* a path: a file of the user */
    snprintf(shown, sizeof shown, own ? "%s" : "formal/units/%s.vh", name);
    snprintf(path, sizeof path, "%s", own ? name : root_path(shown));
    size_t len;
    char *text = file_read(path, &len, err);
    if (text == NULL)
        return false;
    sbuf_puts(out, "`line 1 \"");
    name_quoted(out, shown);
    sbuf_puts(out, "\" 0\n");
    bool ok = true;
    for (const char *at = text; ok && at < text + len;) {
        const size_t n = strcspn(at, "\n");
        if (strncmp(at, REPEAT, strlen(REPEAT)) == 0)
            ok = add_repeated(at, n, module, shown, out, err);
        else
            sbuf_add(out, at, n);
        sbuf_puts(out, "\n");
        at += n + (at[n] == '\n');
    }
    free(text);
    return ok;
}

/* The last endmodule of a module's text. */
static const char *end_of(const char *module)
{
    const char *end = NULL;
    for (const char *at = module; (at = strstr(at, "\nendmodule")) != NULL; at++)
        end = at + 1;
    return end;
}

/* Where a value ends: before a comma, a comment or the end of the list. */
static const char *end_of_value(const char *at)
{
    for (int depth = 0; *at != '\0'; at++) {
        if (depth == 0 && (*at == ',' || *at == ')' || strncmp(at, "//", 2) == 0))
            break;
        depth += (*at == '(') - (*at == ')');
    }
    return at;
}

/* The module with the row's parameters as those that it has when nobody gives others. Yosys reads a
 * text at these before anything can set others: at a system's widths, ghosts that have a place for
 * each value would be far too many. */
static char *at_params(const struct proof *p, const char *module, struct error *err)
{
    char *text = xstrdup(module);
    for (uint32_t i = 0; i < p->params_count; i++) {
        const char *const param = p->params[i];
        const size_t len = strcspn(param, "=");
        const char *at = texts_param(text, param, len);
        if (at == NULL || param[len] == '\0') {
            error_set(err, "%s: %s has no parameter '%.*s'", p->proof, p->module, (int)len, param);
            free(text);
            return NULL;
        }
        struct sbuf s = {0};
        sbuf_add(&s, text, (size_t)(at - text));
        sbuf_puts(&s, param + len + 1);
        sbuf_puts(&s, end_of_value(at));
        free(text);
        text = s.text;
    }
    return text;
}

bool texts_of_top(const struct proof *p, const char *module, struct sbuf *out, struct error *err)
{
    char *text = at_params(p, module, err);
    if (text == NULL)
        return false;
    const char *end = end_of(text);
    bool ok = end != NULL || error_set(err, "%s: has no endmodule", p->module);
    if (ok) {
        sbuf_add(out, text, (size_t)(end - text));
        ok = add_text("properties", text, out, err);
    }
    for (uint32_t i = 0; ok && i < p->texts_count; i++)
        ok = add_text(p->texts[i], text, out, err);
    if (end != NULL)
        sbuf_puts(out, end);
    free(text);
    return ok;
}

/* A module with its own ports and the texts "TEXT+TEXT" inside. */
static bool add_abstract(const char *texts, const char *name, const char *module, struct sbuf *out,
                         struct error *err)
{
    static const char close[] = "\n);\n";
    const char *body = strstr(module, close), *end = end_of(module);
    if (body == NULL)
        return error_set(err, "%s: the end of its ports is not found", name);
    body += sizeof close - 1;
    sbuf_add(out, module, (size_t)(body - module));
    for (const char *at = texts; *at != '\0'; at += *at == '+') {
        char text[64];
        const size_t len = strcspn(at, "+");
        snprintf(text, sizeof text, "%.*s", (int)len, at);
        if (!add_text(text, module, out, err))
            return false;
        at += len;
    }
    sbuf_puts(out, end);
    return true;
}

bool texts_of_inner(const struct proof *p, const char *name, const char *module, struct sbuf *out,
                    struct error *err)
{
    const char *end = end_of(module);
    if (end == NULL)
        return error_set(err, "%s: has no endmodule", name);
    const char *texts = named_value(p->abstract, p->abstract_count, name);
    if (texts != NULL)
        return add_abstract(texts, name, module, out, err);
    sbuf_add(out, module, (size_t)(end - module));
    bool ok = true;
    for (uint32_t i = 0; ok && i < p->inner_count; i++) {
        texts = named_value(&p->inner[i], 1, name);
        ok = texts == NULL || add_text(texts, module, out, err);
    }
    sbuf_puts(out, end);
    return ok;
}
