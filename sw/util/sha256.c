#include "sw/util/sha256.h"

#include "sw/util/file.h"

#include <sha2.h>
#include <stdlib.h>

struct sha256 sha256_of(const void *bytes, size_t len)
{
    struct sha256 s;
    SHA256Data(bytes, len, s.text);
    return s;
}

bool sha256_of_file(const char *path, struct sha256 *sum, struct error *err)
{
    size_t len;
    char *bytes = file_read(path, &len, err);
    if (bytes == NULL)
        return false;
    *sum = sha256_of(bytes, len);
    free(bytes);
    return true;
}
