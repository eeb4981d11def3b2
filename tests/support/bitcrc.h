/* CRC-32 of IEEE 802.3, bit by bit as fpga/protocol.md defines it; independent of zlib's. */
#ifndef UMBEL_TESTS_SUPPORT_BITCRC_H
#define UMBEL_TESTS_SUPPORT_BITCRC_H

#include <stddef.h>
#include <stdint.h>

static inline uint32_t bitcrc(const uint8_t *bytes, size_t n)
{
    uint32_t crc = 0xFFFFFFFFu;
    for (size_t i = 0; i < n; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB88320u : 0);
    }
    return ~crc;
}

#endif
