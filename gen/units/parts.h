/*
 * Pieces that several units are built of: message packing, the tag lookup of a set-associative
 * array, the table of misses (MSHRs). Each emits plain Verilog into the module at hand.
 */
#ifndef UMBEL_GEN_UNITS_PARTS_H
#define UMBEL_GEN_UNITS_PARTS_H

#include "gen/hdl/hdl.h"
#include "gen/proto/rules.h"

/* Widths that messages need, as parameters: LINE_W, LINE_BYTES; TS_W and TIME_W when lines have
 * timestamps. Call it first. */
void parts_widths(struct hdl *m, const struct rules *rules);
/* The parameters QUEUE_IN and QUEUE_OUT of part_in_queue and part_out_queue. */
void parts_queues(struct hdl *m);
/* Declares NODE_W, NODE_LSB and BANK_LSB: which package a port number is of, and its bank. */
void parts_nodes(struct hdl *m);

/* The width of a padded message, "((8*LINE_BYTES + ...) / 32 + 1) * 32"; at least one bit of it is
 * padding. `src` and `tag` name the module's parameters for those two widths (NULL: "SRC_W" and
 * "TAG_W"). */
const char *msg_width_expr(struct hdl *m, const struct msg *msg, const char *src, const char *tag);

/* wire PREFIX_FIELD = VECTOR[...] for every field that the unit uses: a NULL-ended list of names
 * follows `tag`; the rest of the vector is marked as unused. */
void msg_unpack(struct hdl *m, const struct msg *msg, const char *prefix, const char *vector,
                const char *src, const char *tag, ...) __attribute__((sentinel));

/* What a field of a message gets. Values are given by name, so that one list serves messages with
 * and without times: a value for a field that the message lacks is left out. */
struct msg_value {
    const char *field, *expr;
};

/* assign VECTOR = {...}: fields without a value are zero. Ends with a NULL field. */
void msg_pack(struct hdl *m, const struct msg *msg, const char *vector, const char *src,
              const char *tag, const struct msg_value *values);

/* The queue of an input channel: the instance NAME_queue and the wires NAME_valid and NAME_msg. It
 * declares the wire NAME_pop, which the unit drives. */
void part_in_queue(struct hdl *m, const char *name, const char *width);
/* The queue of an output channel. It declares the wires NAME_push and NAME_msg, which the unit
 * drives, and NAME_room, which the unit may read. */
void part_out_queue(struct hdl *m, const char *name, const char *width);
/* The same with `depth` places, a power of two, in the place of QUEUE_OUT. */
void part_out_queue_of(struct hdl *m, const char *name, const char *width, const char *depth);

/*
 * Tag array of SETS x WAYS. An entry is | valid | rts | wts | tag |, or | valid | tag | without
 * timestamps; rts is a time, and wts is stored as a timestamp of rts's epoch. Each way has one bit
 * of recency. The array is cleared, one set per cycle, after reset and when the unit asks; `swept`
 * says that this is done.
 *
 * The unit has parameters SETS, WAYS and localparams SET_W, WAY_W, KEY_W (bits of a tag), a wire
 * s1_set and a wire s1_key. part_tags declares, and the unit drives:
 *     tags_read, tags_read_set                   starts a lookup; its row stays until the next
 *     tags_write, tags_write_way, tags_write_valid, tags_write_wts, tags_write_rts
 *                                                writes one way of s1_set, with s1_key
 *     touch, touch_way                           marks a way of s1_set as recently used
 *     sweep                                      clears all sets from now on
 * and the unit reads, a cycle after tags_read: hit, hit_way, hit_wts, hit_rts (both times), victim
 * (a free way, else one not recently used) and victim_valid.
 * With `kept` it also drives tags_kept, the ways of set sweep_q that a sweep leaves. With
 * `by_lease` it drives lease_clock, a time, and the victim of a full set is a way whose lease ended
 * before that, if there is one. With `sides` it drives way_may, the ways of the row that a new line
 * may take, one at least, and the victim is one of these.
 */
struct part_tags {
    bool kept, by_lease, sides;
};
void part_tags(struct hdl *m, const struct rules *rules, struct part_tags on);
/* The wire `live`: the copy found may be read. `live` is the rule for one way, of cts and way_rts.
 */
void part_lease(struct hdl *m, const struct rules *rules, const char *live);

/*
 * SETS rows of WAYS entries, of ENTRY_W bits each, in a RAM. A row is on the wire `row` a cycle
 * after `read`; `write` puts `entry` into `ways` of `set`. While `swept` is 0, the ways `clear`
 * (NULL: all) of set sweep_q are cleared. Needs SET_W; the unit declares what is named here.
 */
struct part_rows {
    const char *name; /* of the instance */
    const char *read, *read_set, *write, *set, *entry;
    const char *clear, *ways; /* a bit each */
};
void part_rows(struct hdl *m, const struct part_rows *r);

/*
 * Table of misses: MSHRS entries, busy from the request to its answer. part_mshrs declares the
 * lookup of the line `s1_line`: match (an entry is busy with it), match_at, vacant (an entry is
 * free), vacant_at. The unit declares and sets mshr_busy_q (MSHRS wide) and mem mshr_line.
 *
 * With `again`, an entry whose answer did not serve all requesters sends its request again: the
 * unit sets mshr_again_q, sends the request of entry again_at while again_any is set, and clears
 * the bit. Handling an answer must not need space in the request queue to memory. Otherwise answers
 * queue up behind it, memory cannot answer and stops taking requests, and the space never appears:
 * deadlock.
 */
void part_mshrs(struct hdl *m, bool again, bool gone);

/* The variable `name`, `width` bits: the lowest set bit of a vector of `count` bits, a power of
 * two; 0 if none is set. */
void part_first(struct hdl *m, const char *name, const char *width, const char *bits,
                const char *count);

/* An arbiter that gives turns to the `count` entries, of TAG_W bits, of `want`; `take` is also the
 * name of the turn: TAKE_any, TAKE_at. */
void part_turns(struct hdl *m, const char *instance, const char *count, const char *want,
                const char *take);
/* The same with its wires: NAME_any, NAME_at, and NAME, which the unit drives: it has its turn. */
void part_turn(struct hdl *m, const char *name, const char *count, const char *want);

/* Whether a controller tells write-backs from other stores: L2s before it may keep dirty lines. */
static inline bool parts_writebacks(const struct rules *rules)
{
    return !rules->timed && !rules->tracks;
}

#endif
