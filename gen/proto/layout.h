/*
 * Where each field of a message lies, in bits, once the machine's widths are known. The sums are
 * those of the Verilog's part selects; programs that talk to the units from outside use them.
 */
#ifndef UMBEL_GEN_PROTO_LAYOUT_H
#define UMBEL_GEN_PROTO_LAYOUT_H

#include "gen/proto/message.h"

#include <stdint.h>

/* The width in bits of each enum msg_width in one machine. */
struct msg_widths {
    uint32_t bits[MSG_WIDTHS];
};

/* Bits of the whole message, rounded up to 32-bit words with at least one bit of padding, which is
 * zero. */
uint32_t msg_bits(const struct msg *msg, const struct msg_widths *w);
/* Lowest bit of a field; the field must exist. */
uint32_t msg_lsb(const struct msg *msg, const struct msg_widths *w, const char *field);

/* A field of at most 64 bits, in a message of 32-bit words, word 0 first. */
uint64_t msg_get(const uint32_t *words, uint32_t lsb, uint32_t bits);
void msg_put(uint32_t *words, uint32_t lsb, uint32_t bits, uint64_t value);

#endif
