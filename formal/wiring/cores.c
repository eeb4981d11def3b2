/* Cores: which is which, and what L1s, banks and broadcasts are the CPU's, which has caches of
 * shapes of its own. */
#include "formal/wiring/impl.h"
#include "gen/system/derived.h"

#include <string.h>

/* ---- by number ---- */

/* Cores are the SMs, package after package, after them the packages' copy engines, and last the
 * host's CPU. */
static uint32_t sms_of(const struct system *s)
{
    return s->gpus * s->sm.count;
}

uint32_t engines(const struct system *s)
{
    return s->copy_engine.lines > 0 ? s->gpus : 0;
}

uint32_t cores(const struct system *s)
{
    return sms_of(s) + engines(s) + system_has_cpu(s);
}

enum core_kind kind_of(const struct system *s, uint32_t core)
{
    return core < sms_of(s) ? OF_SM : core < sms_of(s) + engines(s) ? OF_ENGINE : OF_CPU;
}

uint32_t package_of(const struct system *s, uint32_t core)
{
    const enum core_kind is = kind_of(s, core);
    return is == OF_SM ? core / s->sm.count : is == OF_ENGINE ? core - sms_of(s) : s->gpus;
}

uint32_t packages_of(const struct system *s)
{
    return s->gpus + system_has_cpu(s);
}

uint32_t l1s_of(const struct system *s, uint32_t package)
{
    return package < s->gpus ? s->sm.count + (engines(s) > 0) : 1;
}

bool core_may_ask(const struct system *s, const struct lines *l, uint32_t core, uint64_t line)
{
    const bool beside = s->memory.at == SYS_CENTRAL && s->memory.host;
    return kind_of(s, core) != OF_CPU || !beside || is_of_host(s, l, line);
}

/* ---- by what is connected ---- */

/* The end that sends an L1 its requests, in front of the unit that changes lines if there is one.
 */
static const struct end *asker_of_l1(const struct check *k, const struct cell *l1)
{
    const struct end *e = end_at(k, l1, "core_req", 0);
    if (e != NULL && e->peer != NULL &&
        (is_unit(e->peer->cell, "um_hash") || is_unit(e->peer->cell, "um_fields")))
        e = end_at(k, e->peer->cell, "in", 0);
    return e != NULL ? e->peer : NULL;
}

bool is_of_engine(const struct check *k, const struct cell *l1)
{
    const struct end *from = asker_of_l1(k, l1);
    return from != NULL && is_unit(from->cell, "um_copy");
}

/* The first L1 at a unit: one that asks an L2 bank, or one that a broadcast tells; or itself. */
static const struct cell *first_l1(const struct check *k, const struct cell *cell)
{
    if (is_unit(cell, "um_l1"))
        return cell;
    const struct end *e = end_at(k, cell, is_unit(cell, "um_l2") ? "req" : "drop", 0);
    if (e != NULL && e->peer != NULL && is_unit(e->peer->cell, "um_switch"))
        e = end_at(k, e->peer->cell, "in", 0);
    return e != NULL && e->peer != NULL && is_unit(e->peer->cell, "um_l1") ? e->peer->cell : NULL;
}

bool is_of_cpu(const struct check *k, const struct cell *cell)
{
    const struct cell *l1 = first_l1(k, cell);
    const struct end *from = l1 != NULL ? asker_of_l1(k, l1) : NULL;
    return system_has_cpu(k->sys) && from != NULL && from->cell == NULL &&
           from->index == cores(k->sys) - 1;
}
