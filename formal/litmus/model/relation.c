#include "formal/litmus/model/relation.h"

void relation_unite(struct relation *r, const struct relation *with, int n)
{
    for (int i = 0; i < n; i++)
        r->row[i] |= with->row[i];
}

void relation_close(struct relation *r, int n)
{
    for (int through = 0; through < n; through++)
        for (int i = 0; i < n; i++)
            if (event_in(r->row[i], through))
                r->row[i] |= r->row[through];
}

bool relation_is_irreflexive(const struct relation *r, int n)
{
    for (int i = 0; i < n; i++)
        if (event_in(r->row[i], i))
            return false;
    return true;
}
