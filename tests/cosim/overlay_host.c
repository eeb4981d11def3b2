/* A CPU that stores to many lines, one after the other, without waiting; and reads them. */
#include <stdint.h>

enum { LINE = 4 }; /* elements of a line */

/* Each element twice, and neighbours in different lines: so many lines have a store in flight, and
 * a line has several, which must stay in order. */
void fill(uint32_t *data, uint32_t n)
{
    for (uint32_t first = 0; first < LINE; first++)
        for (uint32_t i = first; i < n; i += LINE)
            data[i] = i;
    for (uint32_t first = 0; first < LINE; first++)
        for (uint32_t i = first; i < n; i += LINE)
            data[i] = 3 * i;
}

void total(const uint32_t *data, uint32_t *sum, uint32_t n)
{
    uint32_t of_all = 0;
    for (uint32_t i = 0; i < n; i++)
        of_all += data[i];
    *sum = of_all;
}
