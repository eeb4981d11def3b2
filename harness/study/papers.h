/*
 * What the papers show: every numbered figure and table of each (papers.yaml), with what gives it
 * here, or the reason that nothing does.
 */
#ifndef UMBEL_HARNESS_STUDY_PAPERS_H
#define UMBEL_HARNESS_STUDY_PAPERS_H

#include "sw/util/error.h"

#include <stdint.h>

struct papers_item {
    char *item, *about; /* "figure 4-4a", and what it shows */
    char *by;           /* "study NAME", another command, or a file; NULL: nothing */
    char *why;          /* then the reason; NULL where something does */
};

struct papers_paper {
    char *paper; /* the title that its studies have */
    struct papers_item *items;
    uint32_t items_count;
};

struct papers {
    struct papers_paper *papers;
    uint32_t papers_count;
};

/* Reads the file that ships. NULL and an error if it is wrong. */
struct papers *papers_load(struct error *err);
void papers_free(struct papers *p);

#endif
