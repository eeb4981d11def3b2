#include "formal/aig/map.h"

#include <stdio.h>
#include <string.h>

bool aig_map_next(const char **at, struct aig_named *n)
{
    bool is = false;
    while (!is && **at != '\0') {
        unsigned number, bit;
        is = sscanf(*at, "%7s %u %u %255[^\n]", n->kind, &number, &bit, n->name) == 4;
        if (is) {
            n->number = number;
            n->bit = bit;
        }
        *at += strcspn(*at, "\n");
        *at += **at == '\n';
    }
    return is;
}
