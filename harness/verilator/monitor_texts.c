#include "harness/verilator/monitor_texts.h"

#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/root.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 5 };

/* The monitors of the modules whose names begin with `module`: names of texts in formal/units with
 * the assumptions of their proofs. `channels` are inputs whose senders must keep the channel
 * contract. */
struct watched {
    const char *module;
    const char *ports;         /* names that the other texts give to the ports */
    const char *store_lines;   /* added if a store's answer brings the line */
    const char *write_back;    /* added if write-backs go beside requests */
    const char *evicts;        /* added if it tells of lines that it evicts */
    const char *invalidates;   /* added if invalidations come among answers */
    const char *assumes;       /* the assumptions */
    bool needs_times;          /* `assumes` is about grants of a TSU: only for protocols with one */
    const char *times;         /* further assumptions if requests carry a clock */
    const char *sharing_ports; /* beside an IMST, whose grants `assumes` is then about: names */
    const char *sharing;       /* and further assumptions */
    const char *channels[MOST];
    const char *deep;      /* one more, if invalidations reach the L1s */
    bool classes;          /* the texts test which classes of messages the module's name has */
    const char *directory; /* a macro that is defined if it has a directory */
    const char *gpu_homes; /* a macro that is defined if GPUs have a home of each line */
};

static const struct watched all[] = {
    {.module = "um_l1_",
     .ports = "l1_ports",
     .store_lines = "l1_store_lines",
     .assumes = "cache_env",
     .times = "cache_time_env",
     .channels = {"core_req", "rsp"},
     .deep = "drop"},
    {.module = "um_l2_",
     .ports = "l2_ports",
     .store_lines = "l2_store_lines",
     .write_back = "l2_write_back_env",
     .evicts = "l2_evict_env",
     .invalidates = "l2_invalidate_env",
     .assumes = "cache_env",
     .times = "cache_time_env",
     .channels = {"req", "mem_rsp"},
     .gpu_homes = "ACKS_ABOVE"},
    {.module = "um_reqtracker_",
     .assumes = "reqtracker_env",
     .needs_times = true,
     .sharing_ports = "reqtracker_sharing_ports",
     .sharing = "reqtracker_sharing_env",
     .channels = {"req", "dram_rsp"}},
    {.module = "um_umc_vi", .sharing = "umc_sharing_env"},
    {.module = "um_imst", .assumes = "imst_env"},
    {.module = "um_rdc_nc",
     .ports = "rdc_plain",
     .assumes = "rdc_env",
     .channels = {"req", "mem_rsp"}},
    {.module = "um_rdc_vi", .assumes = "rdc_env", .channels = {"req", "mem_rsp"}},
    {.module = "um_bank_front_hmg_homes",
     .ports = "bank_front_names",
     .assumes = "bank_front_gpu_env",
     .channels = {"own_req", "far_req", "here_rsp", "there_rsp", "dir_ack"}},
    {.module = "um_bank_front_",
     .ports = "bank_front_names",
     .assumes = "bank_front_env",
     .channels = {"own_req", "far_req", "here_rsp", "there_rsp"},
     .directory = "DIRECTORY"},
    {.module = "um_inv_gate", .assumes = "inv_gate_env", .channels = {"req", "ack", "dropped"}},
    {.module = "um_detour", .assumes = "detour_env", .channels = {"req", "pass_rsp", "net_rsp"}},
    {.module = "um_inv_broadcast", .assumes = "inv_broadcast_env", .channels = {"ask"}},
    {.module = "um_router", .assumes = "router_env"},
    {.module = "um_ni_inject_", .assumes = "ni_inject_env"},
    {.module = "um_ni_eject_", .ports = "flit_classes", .assumes = "ni_eject_env", .classes = true},
    {.module = "um_link", .channels = {"in"}},
    {.module = "um_hash", .channels = {"in"}},
    {.module = "um_fields", .channels = {"in"}},
    {.module = "um_copy", .assumes = "copy_env", .channels = {"cmd_req", "core_rsp"}},
    {.module = "um_lane_acks", .channels = {"req_in", "rsp_in", "ack_in"}},
    {.module = "um_lane", .channels = {"req_in", "rsp_in"}},
    {.module = "um_switch", .assumes = "switch_env"},
    {.module = "um_epoch", .assumes = "epoch_env"},
    {.module = "um_atomic", .assumes = "atomic_env"},
};

/* The module that the texts instantiate. */
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

/* Whether `assumes` holds for this variant and refers only to ports that it has. */
static bool applies(const struct watched *w, const struct rules *rules)
{
    return rules->timed || !w->needs_times || (rules->tracks && w->sharing != NULL);
}

/* HAS_REQ and HAS_RSP for um_ni_eject_req_rsp. */
static void add_classes(const char *module, struct sbuf *out)
{
    static const char *const classes[][2] = {{"_req", "REQ"}, {"_rsp", "RSP"}, {"_ack", "ACK"}};
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (strstr(module, classes[i][0]) != NULL)
            sbuf_printf(out, "`define HAS_%s\n", classes[i][1]);
}

/* What the texts test of the module and its protocol. */
static void add_macros(const struct watched *w, const char *module, const struct rules *rules,
                       struct sbuf *out)
{
    if (strstr(module, "_both") != NULL)
        sbuf_printf(out, "`define BOTH\n%s", rules->write_back ? "`define FLUSHES\n" : "");
    if (rules->write_back)
        sbuf_puts(out, "`define WRITE_BACK\n");
    if (rules->renew != NULL)
        sbuf_puts(out, "`define RENEW\n");
    if (rules->directory && w->directory != NULL)
        sbuf_printf(out, "`define %s\n", w->directory);
    if (rules->gpu_homes && w->gpu_homes != NULL)
        sbuf_printf(out, "`define %s\n", w->gpu_homes);
    if (w->classes)
        add_classes(module, out);
}

static bool add_texts(const struct watched *w, const char *module, const struct rules *rules,
                      struct sbuf *out, struct error *err)
{
    const char *const texts[] = {"monitors",
                                 "channel",
                                 w->ports,
                                 rules->tracks ? w->sharing_ports : NULL,
                                 rules->store_lines ? w->store_lines : NULL,
                                 rules->write_back ? w->write_back : NULL,
                                 strstr(module, "_evicts") != NULL ? w->evicts : NULL,
                                 rules->invalidates ? w->invalidates : NULL,
                                 applies(w, rules) ? w->assumes : NULL,
                                 rules->sends_cts ? w->times : NULL,
                                 rules->tracks ? w->sharing : NULL};
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof texts / sizeof *texts; i++)
        ok = texts[i] == NULL || add_text(texts[i], out, err);
    for (int i = 0; ok && i < MOST && w->channels[i] != NULL; i++)
        sbuf_printf(out, "`CHANNEL_IN(%s)\n", w->channels[i]);
    if (ok && rules->deep && w->deep != NULL)
        sbuf_printf(out, "`CHANNEL_IN(%s)\n", w->deep);
    return ok;
}

bool monitor_text(struct hdl_design *d, const char *module, const struct rules *rules,
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
    add_macros(w, module, rules, out);
    bool ok = add_texts(w, module, rules, out, err);
    /* The next module that Verilator reads defines these macros differently. */
    sbuf_printf(out, "`undefineall\n`line 1 \"%s.v\" 0\n%s", module, end);
    return ok;
}

static bool write_one(struct hdl_design *d, const char *module, const struct rules *rules,
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

bool monitors_write(struct hdl_design *d, const struct rules *rules, const char *dir,
                    struct error *err)
{
    bool ok = write_helper(dir, err);
    for (size_t i = 0; ok && i < hdl_count(d); i++)
        if (watched_of(hdl_name(d, i)) != NULL)
            ok = write_one(d, hdl_name(d, i), rules, dir, err);
    return ok;
}
