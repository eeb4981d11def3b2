/* A module: reading it, querying it, placing its variables, freeing it. */
#include "sw/ptx/parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void index_rows(struct parser *p)
{
    const struct isa *isa = p->m->isa;
    p->row_cap = 1;
    while (p->row_cap < 3 * isa->n_rows)
        p->row_cap *= 2;
    p->rows = ARENA_ARRAY(&p->m->arena, const struct isa_row *, p->row_cap);
    for (size_t r = 0; r < isa->n_rows; r++) {
        const char *name = isa->rows[r].name;
        size_t i = hash_bytes(name, strlen(name)) & (p->row_cap - 1);
        while (p->rows[i] != NULL)
            i = (i + 1) & (p->row_cap - 1);
        p->rows[i] = &isa->rows[r];
    }
}

static void fill_const_bank(struct ptx_module *m)
{
    m->const_bank = arena_alloc(&m->arena, m->const_bytes + 16);
    for (size_t i = 0; i < m->n_variables; i++) {
        const struct variable *v = m->variables[i];
        if (v->pub.constant && v->bytes != NULL)
            memcpy(m->const_bank + v->const_offset, v->bytes, v->pub.bytes);
    }
}

/* Moves fixups in initial values of .const variables to the constant bank, which kernels read. */
static void move_const_fixups(struct ptx_module *m)
{
    for (size_t i = 0; i < m->n_variables; i++)
        for (struct fixup *f = m->variables[i]->fixups; f != NULL; f = f->next)
            if (f->in != NULL && f->in->pub.constant)
                f->at = m->const_bank + f->in->const_offset + (f->at - f->in->bytes);
}

/* Where the kernels' code is, one behind the other. */
static void place_code(struct ptx_module *m, const char *text, size_t len)
{
    uint64_t at = (uint64_t)hash_bytes(text, len) << 32;
    for (size_t i = 0; i < m->n_kernels; i++) {
        struct ptx_kernel *k = &m->kernels[i]->pub;
        k->code = at;
        at += align_up((uint64_t)k->n_insts * PTX_INST_BYTES, PTX_CODE_ALIGN);
    }
}

/* READ_PROGRAM: refuses kernels one by one. */
enum reading { READ_MODULE, READ_PROGRAM, READ_LISTED };

static struct ptx_module *parse(const struct isa *isa, const char *text, size_t len,
                                const char *name, enum reading how, struct error *err)
{
    if (len > MAX_TEXT) {
        error_set(err, "%s: PTX text is larger than %d bytes", name, MAX_TEXT);
        return NULL;
    }
    struct ptx_module *m = xcalloc(1, sizeof *m);
    struct parser *p = xcalloc(1, sizeof *p);
    m->isa = isa;
    m->name = arena_strdup(&m->arena, name);
    p->name = m->name;
    p->err = err;
    p->m = m;
    p->refuses = how != READ_MODULE;
    p->lists = how == READ_LISTED;
    p->text_end = text + len;
    lex_start(&p->lx, text, len);
    index_rows(p);
    bool ok = parse_module(p);
    build_free(&p->b);
    free(p->buckets);
    free(p->entries);
    free(p->used);
    free(p);
    if (!ok) {
        ptx_free(m);
        return NULL;
    }
    fill_const_bank(m);
    move_const_fixups(m);
    place_code(m, text, len);
    return m;
}

struct ptx_module *ptx_parse(const char *text, size_t len, const char *name, struct error *err)
{
    return ptx_parse_for(isa_best(), text, len, name, err);
}

struct ptx_module *ptx_parse_for(const struct isa *isa, const char *text, size_t len,
                                 const char *name, struct error *err)
{
    return parse(isa, text, len, name, READ_MODULE, err);
}

struct ptx_module *ptx_parse_program(const char *text, size_t len, const char *name,
                                     struct error *err)
{
    return parse(isa_best(), text, len, name, READ_PROGRAM, err);
}

struct ptx_module *ptx_parse_listed(const char *text, size_t len, const char *name,
                                    struct error *err)
{
    return parse(isa_best(), text, len, name, READ_LISTED, err);
}

void ptx_free(struct ptx_module *m)
{
    if (m == NULL)
        return;
    struct arena arena = m->arena;
    free(m);
    arena_free(&arena);
}

size_t ptx_kernel_count(const struct ptx_module *m)
{
    return m->n_kernels;
}

const struct ptx_kernel *ptx_kernel(const struct ptx_module *m, size_t i)
{
    return &m->kernels[i]->pub;
}

const struct ptx_kernel *ptx_find(const struct ptx_module *m, const char *entry)
{
    for (size_t i = 0; i < m->n_kernels; i++)
        if (strcmp(m->kernels[i]->pub.name, entry) == 0)
            return &m->kernels[i]->pub;
    return NULL;
}

const char *ptx_line(const struct ptx_inst *inst, char *text, size_t size)
{
    if (inst->file == NULL) {
        snprintf(text, size, "PTX line %d", inst->line);
        return text;
    }
    /* Of a long path only the end is shown. */
    enum { SHOWN = 100 };
    size_t n = strlen(inst->file);
    snprintf(text, size, "%s%s:%d (PTX line %d)", n > SHOWN ? "..." : "",
             n > SHOWN ? inst->file + n - SHOWN : inst->file, inst->file_line, inst->line);
    return text;
}

size_t ptx_variable_count(const struct ptx_module *m)
{
    return m->n_variables;
}

const struct ptx_variable *ptx_variable(const struct ptx_module *m, size_t i)
{
    return &m->variables[i]->pub;
}

void ptx_place(struct ptx_module *m, size_t variable, uint64_t address)
{
    struct variable *v = m->variables[variable];
    v->pub.address = address;
    for (struct fixup *f = v->fixups; f != NULL; f = f->next) {
        uint64_t value = address + (uint64_t)f->addend;
        for (int i = 0; i < f->lanes; i++)
            memcpy(f->at + sizeof value * (size_t)i, &value, sizeof value);
    }
}

void ptx_write_constant(struct ptx_module *m, size_t variable, size_t offset, const void *bytes,
                        size_t n)
{
    memcpy(m->const_bank + m->variables[variable]->const_offset + offset, bytes, n);
}

void ptx_read_constant(const struct ptx_module *m, size_t variable, size_t offset, void *bytes,
                       size_t n)
{
    memcpy(bytes, m->const_bank + m->variables[variable]->const_offset + offset, n);
}
