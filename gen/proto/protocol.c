#include "gen/proto/protocol.h"

#include <stddef.h>

#define DECLARE(id, row, word) extern const struct protocol protocol_##row;
PROTOCOLS(DECLARE)

#define ROW(id, row, word) [id] = &protocol_##row,
static const struct protocol *const rows[] = {PROTOCOLS(ROW)};

#define WORD(id, row, word) [id] = (word),
static const char *const words[] = {PROTOCOLS(WORD)};

const struct protocol *protocol_of(enum protocol_id id)
{
    return rows[id];
}

const char *protocol_word(enum protocol_id id)
{
    return words[id];
}

struct rules protocol_rules(enum protocol_id id, struct rules_variant variant)
{
    struct rules r = *rows[id]->rules;
    if (rows[id]->choose != NULL)
        rows[id]->choose(&r, &variant);
    return r;
}
