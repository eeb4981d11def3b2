#include "sw/util/number.h"

#include <stddef.h>

const char *number_read(const char *at, uint64_t most, uint64_t *n)
{
    uint64_t value = 0;
    if (*at < '0' || *at > '9')
        return NULL;
    for (; *at >= '0' && *at <= '9'; at++) {
        uint64_t digit = (uint64_t)(*at - '0');
        if (digit > most || value > (most - digit) / 10)
            return NULL;
        value = value * 10 + digit;
    }
    *n = value;
    return at;
}
