/* The bytes. A page is allocated when it is first written, so a machine of many GiB needs only the
 * memory that it uses. */
#include "sw/dram/channel.h"
#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE_BYTES = 64 * 1024 };

void store_init(struct store *s, uint64_t bytes)
{
    s->pages = (size_t)((bytes + PAGE_BYTES - 1) / PAGE_BYTES);
    s->page = xcalloc(s->pages, sizeof *s->page);
}

void store_free(struct store *s)
{
    for (size_t i = 0; i < s->pages; i++)
        free(s->page[i]);
    free(s->page);
}

void store_read(const struct store *s, uint64_t address, uint8_t *data, size_t len)
{
    const uint8_t *page = s->page[address / PAGE_BYTES];
    if (page == NULL)
        memset(data, 0, len);
    else
        memcpy(data, page + address % PAGE_BYTES, len);
}

static uint8_t *writable(struct store *s, uint64_t address)
{
    uint8_t **page = &s->page[address / PAGE_BYTES];
    if (*page == NULL)
        *page = xcalloc(1, PAGE_BYTES);
    return *page + address % PAGE_BYTES;
}

void store_write(struct store *s, uint64_t address, const uint8_t *data, size_t len)
{
    memcpy(writable(s, address), data, len);
}

void store_write_masked(struct store *s, uint64_t address, const uint8_t *data, const uint8_t *mask,
                        size_t len)
{
    uint8_t *to = writable(s, address);
    for (size_t i = 0; i < len; i++)
        if (mask[i / 8] >> i % 8 & 1)
            to[i] = data[i];
}
