#include "sw/util/hash.h"

#include "sw/util/file.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

content_hash hash_start(void)
{
    return ((content_hash)0x6c62272e07bb0142u << 64) + 0x62b821756295c58du;
}

static const content_hash prime = ((content_hash)1 << 88) + 0x13b;

void hash_block(content_hash *h, const void *bytes, size_t len)
{
    content_hash it = *h;
    const unsigned char *b = bytes;
    for (uint64_t word; len >= sizeof word; b += sizeof word, len -= sizeof word) {
        memcpy(&word, b, sizeof word);
        it = (it ^ word) * prime;
        it ^= it >> 64;
    }
    for (; len > 0; b++, len--)
        it = (it ^ *b) * prime;
    *h = it;
}

void hash_text(content_hash *h, const char *text)
{
    hash_block(h, text, strlen(text));
    *h = (*h ^ 0xff) * prime;
}

void hash_list(content_hash *h, const char *const *texts)
{
    for (; *texts != NULL; texts++)
        hash_text(h, *texts);
}

bool hash_file(content_hash *h, const char *path, struct error *err)
{
    size_t len;
    char *text = file_read(path, &len, err);
    if (text == NULL)
        return false;
    hash_text(h, text);
    free(text);
    return true;
}

void hash_name(content_hash h, char name[HASH_NAME])
{
    snprintf(name, HASH_NAME, "%016llx%016llx", (unsigned long long)(h >> 64),
             (unsigned long long)h);
}
