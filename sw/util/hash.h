/*
 * Content hashes, to tell whether something was made from the same texts. FNV-1a with 128 bits,
 * over words of 8 bytes and the bytes behind the last of them; no protection against deliberate
 * collisions.
 */
#ifndef UMBEL_SW_UTIL_HASH_H
#define UMBEL_SW_UTIL_HASH_H

#include "sw/util/error.h"

#include <stddef.h>

typedef unsigned __int128 content_hash;

enum { HASH_NAME = 40 }; /* bytes for hash_name: 32 digits and a NUL fit */

content_hash hash_start(void);
/* Bytes alone, without a separator. The hash of two blocks is not that of both as one. */
void hash_block(content_hash *h, const void *bytes, size_t len);
void hash_text(content_hash *h, const char *text);         /* and a separator */
void hash_list(content_hash *h, const char *const *texts); /* ends with NULL */
bool hash_file(content_hash *h, const char *path, struct error *err);
/* As hexadecimal digits. */
void hash_name(content_hash h, char name[HASH_NAME]);

#endif
