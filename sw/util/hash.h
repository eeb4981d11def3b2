/* Content hashes: whether something was made from the same texts. FNV-1a over 128 bits. */
#ifndef UMBEL_SW_UTIL_HASH_H
#define UMBEL_SW_UTIL_HASH_H

#include "sw/util/error.h"

#include <stddef.h>

typedef unsigned __int128 content_hash;

enum { HASH_NAME = 40 };

content_hash hash_start(void);
void hash_block(content_hash *h, const void *bytes, size_t len); /* no end is marked */
void hash_text(content_hash *h, const char *text);
void hash_list(content_hash *h, const char *const *texts); /* ends with NULL */
bool hash_file(content_hash *h, const char *path, struct error *err);
/* As hexadecimal digits. */
void hash_name(content_hash h, char name[HASH_NAME]);

#endif
