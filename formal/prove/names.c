#include "formal/prove/names.h"

#include "formal/aig/map.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"

#include <stdlib.h>
#include <string.h>

static struct leg_signal *find(const struct leg_names *n, const char *name, bool is_register)
{
    for (uint32_t i = n->n; i-- > 0;)
        if (n->list[i].is_register == is_register && strcmp(n->list[i].name, name) == 0)
            return &n->list[i];
    return NULL;
}

bool leg_bit_is_set(const struct leg_names *n, uint32_t i, uint32_t bit, const bool *input)
{
    const uint32_t at = n->list[i].input[bit];
    return at != LEG_NO_INPUT && n->first[at] == i && input[at];
}

bool leg_signal_is_set(const struct leg_names *n, uint32_t i, const bool *input)
{
    bool set = false;
    for (uint32_t b = 0; b < n->list[i].bits && !set; b++)
        set = leg_bit_is_set(n, i, b, input);
    return set;
}

void leg_set(const struct leg_names *n, const char *name, bool is_register, uint32_t bit,
             bool *input)
{
    const struct leg_signal *s = find(n, name, is_register);
    if (s != NULL && bit < s->bits && s->input[bit] != LEG_NO_INPUT)
        input[s->input[bit]] = true;
}

uint32_t leg_cover(const struct leg_names *n, const char *name)
{
    for (uint32_t i = 0; i < n->covers; i++)
        if (strcmp(n->cover[i], name) == 0)
            return i;
    return LEG_LOST;
}

/* ---- reading ---- */

static void name_input(struct leg_names *n, const struct aig_named *it, bool is_register)
{
    struct leg_signal *s = find(n, it->name, is_register);
    if (s == NULL) {
        n->list = xrealloc(n->list, (n->n + 1) * sizeof *n->list);
        s = &n->list[n->n++];
        *s = (struct leg_signal){xstrdup(it->name), is_register, 0, NULL};
    }
    if (it->bit >= s->bits) {
        s->input = xrealloc(s->input, (it->bit + 1) * sizeof *s->input);
        while (s->bits <= it->bit)
            s->input[s->bits++] = LEG_NO_INPUT;
    }
    s->input[it->bit] = it->number;
    const uint32_t at = (uint32_t)(s - n->list);
    if (at < n->first[it->number])
        n->first[it->number] = at;
}

static void name_cover(struct leg_names *n, struct aig_named *it)
{
    it->name[strcspn(it->name, ".")] = '\0';
    free(n->cover[it->number]);
    n->cover[it->number] = xstrdup(it->name);
}

struct leg_names *leg_names_read(const char *map, const struct aig *a, struct error *err)
{
    size_t len;
    char *text = file_read(map, &len, err);
    if (text == NULL)
        return NULL;
    struct leg_names *n = xcalloc(1, sizeof *n);
    *n = (struct leg_names){.first = xcalloc(a->inputs + 1, sizeof *n->first),
                            .cover = xcalloc(a->outputs + 1, sizeof *n->cover),
                            .covers = a->outputs};
    for (uint32_t i = 0; i < a->inputs; i++)
        n->first[i] = UINT32_MAX;
    for (uint32_t i = 0; i < a->outputs; i++)
        n->cover[i] = xstrdup("");
    struct aig_named it;
    for (const char *at = text; aig_map_next(&at, &it);) {
        if (strcmp(it.kind, "output") == 0 && it.number < a->outputs)
            name_cover(n, &it);
        const bool is_register = strcmp(it.kind, "init") == 0;
        if ((is_register || strcmp(it.kind, "input") == 0) && it.number < a->inputs)
            name_input(n, &it, is_register);
    }
    free(text);
    return n;
}

void leg_names_free(struct leg_names *n)
{
    for (uint32_t i = 0; n != NULL && i < n->n; i++) {
        free(n->list[i].name);
        free(n->list[i].input);
    }
    for (uint32_t i = 0; n != NULL && i < n->covers; i++)
        free(n->cover[i]);
    if (n != NULL) {
        free(n->list);
        free(n->first);
        free(n->cover);
    }
    free(n);
}
