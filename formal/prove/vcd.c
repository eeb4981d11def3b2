#include "formal/prove/vcd.h"

#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/sbuf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Yosys' simulator writes the inputs and registers of cycle n at time 10 n; the clock falls at 10 n
 * + 5, and one more time ends the file. */
enum { CYCLE_TIME = 10 };

struct reader {
    struct vcd *v;
    bool (*wanted)(const char *name);
    struct sbuf scope;
    unsigned depth;
    size_t room, cycle_room;
    bool at_cycle;
};

static void add_signal(struct reader *r, const char *id, uint32_t width, const char *name)
{
    char full[512];
    snprintf(full, sizeof full, "%s%s", sbuf_str(&r->scope), name);
    if (!r->wanted(full))
        return;
    struct vcd *v = r->v;
    if (v->n_signals == r->room) {
        r->room = r->room * 2 + 64;
        v->signals = xrealloc(v->signals, r->room * sizeof *v->signals);
    }
    struct vcd_signal *s = &v->signals[v->n_signals++];
    *s = (struct vcd_signal){.name = xstrdup(full), .id = xstrdup(id), .width = width};
    s->now = xcalloc(width + 1, 1);
    memset(s->now, 'x', width);
}

/* Reads a declaration, "$var wire 8 n195 asked_epoch $end" or "$scope module delay $end". The name
 * of the top's scope is left out. */
static void declare(struct reader *r, const char *line)
{
    char kind[16], id[64], name[384];
    unsigned width;
    if (sscanf(line, "$var %15s %u %63s %383s", kind, &width, id, name) == 4) {
        add_signal(r, id, width, name);
    } else if (sscanf(line, "$scope module %383s", name) == 1) {
        if (r->depth++ > 0)
            sbuf_printf(&r->scope, "%s.", name);
    } else if (strncmp(line, "$upscope", 8) == 0 && r->depth > 0) {
        r->depth--;
        size_t len = r->scope.len > 0 ? r->scope.len - 1 : 0;
        while (len > 0 && r->scope.text[len - 1] != '.')
            len--;
        if (r->scope.text != NULL)
            r->scope.text[r->scope.len = len] = '\0';
    }
}

static void end_cycle(struct reader *r)
{
    struct vcd *v = r->v;
    if (!r->at_cycle)
        return;
    bool grow = v->cycles == r->cycle_room;
    if (grow)
        r->cycle_room = r->cycle_room * 2 + 16;
    for (size_t i = 0; i < v->n_signals; i++) {
        struct vcd_signal *s = &v->signals[i];
        if (grow)
            s->bits = xrealloc(s->bits, r->cycle_room * s->width);
        memcpy(s->bits + v->cycles * s->width, s->now, s->width);
    }
    v->cycles++;
}

/* Reads a change of value, "b0101 n7" or "1n7". A value shorter than its signal is filled up with
 * zeros. */
static void change(struct reader *r, const char *line)
{
    const char *bits = line[0] == 'b' ? line + 1 : line;
    size_t n = line[0] == 'b' ? strcspn(bits, " ") : 1;
    const char *id = bits + n + (line[0] == 'b');
    size_t id_len = strcspn(id, " \n");
    for (size_t i = 0; i < r->v->n_signals; i++) {
        struct vcd_signal *s = &r->v->signals[i];
        if (strlen(s->id) != id_len || memcmp(s->id, id, id_len) != 0 || n > s->width)
            continue;
        memset(s->now, '0', s->width);
        memcpy(s->now + s->width - n, bits, n);
    }
}

static void read_line(struct reader *r, char *line)
{
    if (line[0] == '$') {
        declare(r, line);
    } else if (line[0] == '#') {
        end_cycle(r);
        r->at_cycle = strtoull(line + 1, NULL, 10) % CYCLE_TIME == 0;
    } else if (line[0] != '\0') {
        change(r, line);
    }
}

bool vcd_read(struct vcd *v, const char *path, bool (*wanted)(const char *name), struct error *err)
{
    *v = (struct vcd){0};
    size_t len;
    char *text = file_read(path, &len, err);
    if (text == NULL)
        return false;
    struct reader r = {.v = v, .wanted = wanted};
    for (char *at = text, *next; *at != '\0'; at = next) {
        size_t n = strcspn(at, "\n");
        next = at + n + (at[n] == '\n');
        at[n] = '\0';
        read_line(&r, at); /* the lines after the last time are not a cycle */
    }
    sbuf_free(&r.scope);
    free(text);
    return true;
}

void vcd_free(struct vcd *v)
{
    for (size_t i = 0; i < v->n_signals; i++) {
        free(v->signals[i].name);
        free(v->signals[i].id);
        free(v->signals[i].bits);
        free(v->signals[i].now);
    }
    free(v->signals);
}

ptrdiff_t vcd_find(const struct vcd *v, const char *name)
{
    for (size_t i = 0; i < v->n_signals; i++)
        if (strcmp(v->signals[i].name, name) == 0)
            return (ptrdiff_t)i;
    return -1;
}

uint64_t vcd_value(const struct vcd *v, size_t signal, size_t cycle, uint32_t lsb, uint32_t bits)
{
    const struct vcd_signal *s = &v->signals[signal];
    const char *row = s->bits + cycle * s->width;
    uint64_t value = 0;
    for (uint32_t i = bits; i-- > 0;)
        value = value << 1 | (lsb + i < s->width && row[s->width - 1 - lsb - i] == '1');
    return value;
}
