#include "harness/observe/sharing.h"

#include "harness/run/stats_impl.h"
#include "sw/util/arena.h"

#include <jansson.h>
#include <stdlib.h>

/* A line or a page that was used: the GPUs that did, as bits. */
struct place {
    uint64_t number, gpus, reads, writes;
};

/* A hash table with open addressing; without GPUs there is no place. */
struct places {
    struct place *at;
    size_t n, room;
};

struct sharing {
    uint32_t line_bytes;
    uint64_t page_bytes;
    struct places lines;
};

static const struct {
    const char *name, *meaning;
} classes[SHARING_CLASSES] = {
    [SHARING_PRIVATE] = {"private", "one GPU alone uses it"},
    [SHARING_READ] = {"read-shared", "several GPUs use it, none writes it"},
    [SHARING_WRITTEN] = {"read-write-shared", "several GPUs use it, and at least one writes it"},
};

static struct place *find(const struct places *p, uint64_t number)
{
    size_t i = (size_t)(number * 0x9e3779b97f4a7c15u >> 20) & (p->room - 1);
    while (p->at[i].gpus != 0 && p->at[i].number != number)
        i = (i + 1) & (p->room - 1);
    return &p->at[i];
}

static void add(struct places *p, const struct place *use);

static void grow(struct places *p)
{
    struct places larger = {.room = p->room > 0 ? 2 * p->room : 1024};
    larger.at = xcalloc(larger.room, sizeof *larger.at);
    for (size_t i = 0; i < p->room; i++)
        if (p->at[i].gpus != 0)
            add(&larger, &p->at[i]);
    free(p->at);
    *p = larger;
}

static void add(struct places *p, const struct place *use)
{
    if (2 * p->n >= p->room)
        grow(p);
    struct place *place = find(p, use->number);
    p->n += place->gpus == 0;
    place->number = use->number;
    place->gpus |= use->gpus;
    place->reads += use->reads;
    place->writes += use->writes;
}

struct sharing *sharing_new(uint32_t line_bytes, uint64_t page_bytes)
{
    struct sharing *s = xcalloc(1, sizeof *s);
    s->line_bytes = line_bytes;
    s->page_bytes = page_bytes;
    return s;
}

void sharing_free(struct sharing *s)
{
    if (s == NULL)
        return;
    free(s->lines.at);
    free(s);
}

void sharing_request(struct sharing *s, uint32_t gpu, uint64_t line, bool writes)
{
    const struct place use = {
        .number = line, .gpus = (uint64_t)1 << gpu, .reads = !writes, .writes = writes};
    add(&s->lines, &use);
}

static uint64_t gpus_of(const struct place *p)
{
    return (uint64_t)__builtin_popcountll(p->gpus);
}

static void count_places(const struct places *p, struct sharing_count count[SHARING_CLASSES])
{
    for (int i = 0; i < SHARING_CLASSES; i++)
        count[i] = (struct sharing_count){0};
    for (size_t i = 0; i < p->room; i++) {
        const struct place *place = &p->at[i];
        if (place->gpus == 0)
            continue;
        struct sharing_count *c = &count[gpus_of(place) == 1  ? SHARING_PRIVATE
                                         : place->writes == 0 ? SHARING_READ
                                                              : SHARING_WRITTEN];
        c->places++;
        c->copies += gpus_of(place);
        c->reads += place->reads;
        c->writes += place->writes;
    }
}

void sharing_lines(const struct sharing *s, struct sharing_count count[SHARING_CLASSES])
{
    count_places(&s->lines, count);
}

void sharing_pages(const struct sharing *s, struct sharing_count count[SHARING_CLASSES])
{
    struct places pages = {0};
    for (size_t i = 0; i < s->lines.room; i++) {
        struct place page = s->lines.at[i];
        page.number = page.number / (s->page_bytes / s->line_bytes);
        if (page.gpus != 0)
            add(&pages, &page);
    }
    count_places(&pages, count);
    free(pages.at);
}

/* ---- text and JSON ---- */

static void print_places(const struct sharing_count *count, const char *what, uint64_t bytes,
                         FILE *out)
{
    char cell[4][STATS_CELL];
    uint64_t all = 0, places = 0, copies = 0;
    for (int i = 0; i < SHARING_CLASSES; i++) {
        all += count[i].reads + count[i].writes;
        places += count[i].places;
        copies += count[i].copies;
    }
    fprintf(out, "\nsharing: %s requests of SMs, by %s of %s bytes\n",
            stats_thousands(cell[0], all), what, stats_thousands(cell[1], bytes));
    fprintf(out, "  %-17s  %12s  %15s  %15s   share  meaning\n", "", what, "reads", "writes");
    for (int i = 0; i < SHARING_CLASSES; i++) {
        const struct sharing_count *c = &count[i];
        double share = all > 0 ? 100.0 * (double)(c->reads + c->writes) / (double)all : 0;
        fprintf(out, "  %-17s  %12s  %15s  %15s  %5.1f%%  %s\n", classes[i].name,
                stats_thousands(cell[0], c->places), stats_thousands(cell[1], c->reads),
                stats_thousands(cell[2], c->writes), share, classes[i].meaning);
    }
    fprintf(out,
            "  a copy of each for each GPU that uses it: %s %s for %s, %.2f times the memory\n",
            stats_thousands(cell[0], copies), what, stats_thousands(cell[1], places),
            places > 0 ? (double)copies / (double)places : 1);
}

void sharing_print(const struct sharing *s, FILE *out)
{
    struct sharing_count count[SHARING_CLASSES];
    sharing_pages(s, count);
    print_places(count, "pages", s->page_bytes, out);
    sharing_lines(s, count);
    print_places(count, "lines", s->line_bytes, out);
}

static json_t *number(uint64_t v)
{
    return json_integer((json_int_t)(v & INT64_MAX));
}

static json_t *places_json(const struct sharing_count *count, uint64_t bytes)
{
    json_t *o = json_pack("{s:o}", "bytes", number(bytes));
    for (int i = 0; i < SHARING_CLASSES; i++)
        json_object_set_new(o, classes[i].name,
                            json_pack("{s:o, s:o, s:o, s:o}", "count", number(count[i].places),
                                      "copies", number(count[i].copies), "reads",
                                      number(count[i].reads), "writes", number(count[i].writes)));
    return o;
}

struct json_t *sharing_json(const struct sharing *s)
{
    struct sharing_count pages[SHARING_CLASSES], lines[SHARING_CLASSES];
    sharing_pages(s, pages);
    sharing_lines(s, lines);
    return json_pack("{s:o, s:o}", "pages", places_json(pages, s->page_bytes), "lines",
                     places_json(lines, s->line_bytes));
}
