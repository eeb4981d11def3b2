#include "sw/sm/lru.h"

#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

struct entry {
    uint64_t key; /* 1 + key; 0: empty */
    uint64_t beside;
};

struct lru {
    uint32_t sets, ways;
    struct entry entries[]; /* of each set, the last used first */
};

struct lru *lru_new(uint32_t entries, uint32_t ways)
{
    struct lru *l = xcalloc(1, sizeof *l + entries * sizeof *l->entries);
    l->sets = entries / ways;
    l->ways = ways;
    return l;
}

void lru_free(struct lru *l)
{
    free(l);
}

void lru_forget(struct lru *l)
{
    memset(l->entries, 0, (size_t)l->sets * l->ways * sizeof *l->entries);
}

static struct entry *set_of(struct lru *l, uint64_t key)
{
    return l->entries + key % l->sets * l->ways;
}

bool lru_use(struct lru *l, uint64_t key)
{
    struct entry *set = set_of(l, key);
    uint32_t i = 0;
    while (i < l->ways - 1 && set[i].key != 1 + key)
        i++;
    const bool had = set[i].key == 1 + key;
    const struct entry used = {1 + key, had ? set[i].beside : 0};
    memmove(set + 1, set, i * sizeof *set);
    set[0] = used;
    return had;
}

uint64_t *lru_beside(struct lru *l, uint64_t key)
{
    return &set_of(l, key)->beside;
}

bool lru_has(const struct lru *l, uint64_t key)
{
    const struct entry *set = l->entries + key % l->sets * l->ways;
    for (uint32_t i = 0; i < l->ways; i++)
        if (set[i].key == 1 + key)
            return true;
    return false;
}
