#include "gen/proto/order.h"

/* What holds of all caches. They ask for a line once at a time, so answers need no order. */
#define REQUESTS_OF_A_LINE                                                                         \
    {                                                                                              \
        MSG_REQ, ORDER_LINE, "a request", "a request of the same source for the same line",        \
            "under rc a thread's load passes its own store, or its stores of a line change places" \
    }
#define INVALIDATION_BEHIND_FILLS                                                                  \
    {                                                                                              \
        MSG_RSP, ORDER_LINE, "an invalidation", "an answer that its home gave before",             \
            "the fill is kept, although the invalidation was acknowledged"                         \
    }

const struct order order_plain[] = {REQUESTS_OF_A_LINE, {0}};

const struct order order_vi[] = {REQUESTS_OF_A_LINE, INVALIDATION_BEHIND_FILLS, {0}};

/* Nobody acknowledges a single invalidation: a release learns of them by its marker, an
 * invalidation that wants an acknowledgement. */
const struct order order_directory[] = {
    REQUESTS_OF_A_LINE,
    INVALIDATION_BEHIND_FILLS,
    {MSG_RSP, ORDER_BANK, "a release's marker", "an invalidation that its bank sent before",
     "the release is answered while an old copy can still be read: stale reads after an acquire"},
    {MSG_RSP, ORDER_BANK, "an answer to another GPU", "an invalidation that its bank sent before",
     "a thread sees a later store, and a release of its GPU does not wait for the invalidation"},
    {MSG_ACK, ORDER_BANK, "a marker's acknowledgement",
     "the acknowledgement of an invalidation that the marker was behind",
     "a bank takes it for handed on what is still to be acknowledged"},
    {0}};

enum order_scope order_of(const struct order *table, enum msg_class class)
{
    enum order_scope widest = ORDER_NONE;
    for (const struct order *o = table; o->later != (const char *)0; o++)
        if (o->class == class && o->among > widest)
            widest = o->among;
    return widest;
}
