/*
 * How many bytes a message takes on a wire between two tiles (thesis 4.2.7): 8 of address, 4 of
 * metadata (op, mask, source), the line if there is one, 4 of acknowledgement in an answer; each
 * time or timestamp of its fields takes whole bytes.
 */
#ifndef UMBEL_GEN_PROTO_WIRE_H
#define UMBEL_GEN_PROTO_WIRE_H

#include "gen/proto/rules.h"

struct wire_sizes {
    uint32_t line_bytes, ts_bits, epoch_bits;
};

uint32_t wire_req_bytes(const struct rules *r, const struct wire_sizes *s, enum msg_op op);
uint32_t wire_rsp_bytes(const struct rules *r, const struct wire_sizes *s, enum msg_op op);
/* Bytes of the times that a message carries, by its fields. */
uint32_t wire_req_time_bytes(const struct rules *r, const struct wire_sizes *s, enum msg_op op);
uint32_t wire_rsp_time_bytes(const struct rules *r, const struct wire_sizes *s);
/* Whether a message of this op has a line of data with it. */
bool wire_req_has_line(enum msg_op op);
bool wire_rsp_has_line(enum msg_op op);

#endif
