/*
 * How the GPUs share memory: the requests of all SMs, by whether one GPU or several use their line,
 * or their page, in the whole run, and whether any of them writes it (CARVE's figure 4); and what
 * it would take to have each place in the memory of each GPU that uses it (its figure 5 and II-C).
 */
#ifndef UMBEL_HARNESS_OBSERVE_SHARING_H
#define UMBEL_HARNESS_OBSERVE_SHARING_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Private: one GPU alone uses it. Read-shared: several use it, and none writes it. */
enum sharing_class { SHARING_PRIVATE, SHARING_READ, SHARING_WRITTEN, SHARING_CLASSES };

/* Lines or pages of a class; how many there would be with one for each GPU that uses it; and the
 * requests for them. An atomic is a write. */
struct sharing_count {
    uint64_t places, copies, reads, writes;
};

struct sharing;

/* Pages have page_bytes, a multiple of line_bytes. */
struct sharing *sharing_new(uint32_t line_bytes, uint64_t page_bytes);
void sharing_free(struct sharing *s);

/* A GPU, up to 63, sends a request for a line of virtual addresses. */
void sharing_request(struct sharing *s, uint32_t gpu, uint64_t line, bool writes);

/* Counts places of line_bytes or of page_bytes. */
void sharing_lines(const struct sharing *s, struct sharing_count count[SHARING_CLASSES]);
void sharing_pages(const struct sharing *s, struct sharing_count count[SHARING_CLASSES]);

/* As text for people; and as JSON, to be attached to the statistics. */
void sharing_print(const struct sharing *s, FILE *out);
struct json_t *sharing_json(const struct sharing *s);

#endif
