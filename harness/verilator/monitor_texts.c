#include "harness/verilator/monitor_texts.h"

#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/root.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 4 };

/* Modules of that beginning, and the texts of formal/units that say what they assume; `channels`
 * come in to them, and their senders owe them the channel contract. */
struct watched {
    const char *module;
    const char *texts[MOST];
    const char *timed; /* one more where lines have timestamps */
    const char *channels[MOST];
};

static const struct watched all[] = {
    {"um_l1_", {"l1_ports", "cache_env"}, "cache_time_env", {"core_req", "rsp"}},
    {"um_l2_", {"l2_ports", "cache_env"}, "cache_time_env", {"req", "mem_rsp"}},
    {"um_reqtracker_", {"reqtracker_env"}, NULL, {"req", "dram_rsp"}},
    {"um_link", {NULL}, NULL, {"in"}},
    {"um_switch", {"switch_env"}, NULL, {NULL}},
    {"um_epoch", {"epoch_env"}, NULL, {NULL}},
    {"um_atomic", {"atomic_env"}, NULL, {NULL}},
};

/* What the texts instantiate. */
static const char helper[] = "um_pending.v";

static const struct watched *watched_of(const char *module)
{
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strncmp(module, all[i].module, strlen(all[i].module)) == 0)
            return &all[i];
    return NULL;
}

static bool add_text(const char *name, struct sbuf *out, struct error *err)
{
    struct arena a = {0};
    size_t len;
    char *text =
        file_read(arena_printf(&a, "%s/%s.vh", root_path("formal/units"), name), &len, err);
    if (text != NULL) {
        sbuf_printf(out, "`line 1 \"%s.vh\" 0\n", name);
        sbuf_add(out, text, len);
    }
    free(text);
    arena_free(&a);
    return text != NULL;
}

static bool add_texts(const struct watched *w, bool timed, struct sbuf *out, struct error *err)
{
    bool ok = add_text("monitors", out, err) && add_text("channel", out, err);
    for (int i = 0; ok && i < MOST && w->texts[i] != NULL; i++)
        ok = add_text(w->texts[i], out, err);
    if (ok && timed && w->timed != NULL)
        ok = add_text(w->timed, out, err);
    for (int i = 0; ok && i < MOST && w->channels[i] != NULL; i++)
        sbuf_printf(out, "`CHANNEL_IN(%s)\n", w->channels[i]);
    return ok;
}

bool monitor_text(struct hdl_design *d, const char *module, const struct mgcc_rules *rules,
                  struct sbuf *out, struct error *err)
{
    const char *text = hdl_text(d, module), *end = NULL;
    const struct watched *w = watched_of(module);
    for (const char *at = text; w != NULL && (at = strstr(at, "\nendmodule")) != NULL; at++)
        end = at + 1;
    if (end == NULL) {
        sbuf_puts(out, text);
        return true;
    }
    sbuf_add(out, text, (size_t)(end - text));
    bool ok = add_texts(w, rules->timed, out, err);
    /* Names mean other things in the next module that Verilator reads. */
    sbuf_printf(out, "`undefineall\n`line 1 \"%s.v\" 0\n%s", module, end);
    return ok;
}

static bool write_one(struct hdl_design *d, const char *module, const struct mgcc_rules *rules,
                      const char *dir, struct error *err)
{
    struct arena a = {0};
    struct sbuf s = {0};
    bool ok = monitor_text(d, module, rules, &s, err) &&
              file_write(arena_printf(&a, "%s/%s.v", dir, module), s.text, s.len, err);
    sbuf_free(&s);
    arena_free(&a);
    return ok;
}

static bool write_helper(const char *dir, struct error *err)
{
    struct arena a = {0};
    size_t len;
    char *text = file_read(arena_printf(&a, "%s/%s", root_path("formal/units"), helper), &len, err);
    bool ok = text != NULL && file_write(arena_printf(&a, "%s/%s", dir, helper), text, len, err);
    free(text);
    arena_free(&a);
    return ok;
}

bool monitors_write(struct hdl_design *d, const struct mgcc_rules *rules, const char *dir,
                    struct error *err)
{
    bool ok = write_helper(dir, err);
    for (size_t i = 0; ok && i < hdl_count(d); i++)
        if (watched_of(hdl_name(d, i)) != NULL)
            ok = write_one(d, hdl_name(d, i), rules, dir, err);
    return ok;
}
