/* The conditions of the caches beside SMs that are only read: instruction and scalar caches. */
#include "gen/system/system_impl.h"

struct paths {
    const char *bytes, *ways, *miss_latency, *sms;
};

static bool check_read_cache(const struct check *c, const struct sys_read_cache *r,
                             const struct paths *p)
{
    if (r->bytes == 0)
        return true;
    if (!power_of_two(r->bytes))
        return check_fail(c, PATHS(p->bytes), "%s is %u; it must be a power of two, or 0", p->bytes,
                          r->bytes);
    if (!check_cache(c, p->bytes, p->ways))
        return false;
    if (c->s->sm.count % r->sms != 0)
        return check_fail(c, PATHS(p->sms, "sm.count"),
                          "%s is %u; sm.count, %u, must be a multiple of it", p->sms, r->sms,
                          c->s->sm.count);
    return r->miss_latency < c->s->watchdog ||
           check_fail(c, PATHS(p->miss_latency, "watchdog"),
                      "%s is %u; it must be less than watchdog, %u", p->miss_latency,
                      r->miss_latency, c->s->watchdog);
}

bool check_read_caches(const struct check *c)
{
    static const struct paths l1i = {"sm.l1i.bytes", "sm.l1i.ways", "sm.l1i.miss_latency",
                                     "sm.l1i.sms"};
    static const struct paths scalar = {"sm.scalar.bytes", "sm.scalar.ways",
                                        "sm.scalar.miss_latency", "sm.scalar.sms"};
    return check_read_cache(c, &c->s->sm.l1i, &l1i) &&
           check_read_cache(c, &c->s->sm.scalar, &scalar);
}
