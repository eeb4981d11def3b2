#include "formal/prove/survivors.h"

#include "sw/util/yaml.h"

#include <string.h>

enum { LEAST_RATE = 95, NAME = 256 };

#define TEXT(name)                                                                                 \
    CYAML_FIELD_STRING_PTR(#name, CYAML_FLAG_POINTER, struct survivor, name, 1, CYAML_UNLIMITED)

static const cyaml_schema_field_t survivor_fields[] = {
    TEXT(module),
    TEXT(mutant),
    CYAML_FIELD_BOOL("equivalent", CYAML_FLAG_DEFAULT, struct survivor, equivalent),
    TEXT(why),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t survivor_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct survivor, survivor_fields)};

static const cyaml_schema_field_t file_fields[] = {
    CYAML_FIELD_SEQUENCE("survivors", CYAML_FLAG_POINTER, struct survivors, survivors,
                         &survivor_schema, 0, CYAML_UNLIMITED),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t file_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct survivors, file_fields)};

struct survivors *survivors_load(const char *path, struct error *err)
{
    return yaml_load_file(path, &file_schema, err);
}

void survivors_free(struct survivors *s)
{
    if (s != NULL)
        yaml_drop(&file_schema, s);
}

/* ---- names ---- */

/* Copies the word after an option of Yosys' command; returns its length. */
static int word(const char *command, const char *option, char *into, size_t room)
{
    const char *at = strstr(command, option);
    into[0] = '\0';
    if (at == NULL)
        return 0;
    at += strlen(option);
    const char *end = at + strcspn(at, " \n");
    return snprintf(into, room, "%.*s", (int)(end - at), at);
}

/* The last part of a path. */
static const char *base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* The kind of a cell and its place in the Verilog. A cell without a place has Yosys' own name; for
 * a cell of a memory, that name without its number. */
static void place(const char *command, char *into, size_t room)
{
    char cell[NAME], src[NAME];
    word(command, "-cell ", cell, sizeof cell);
    const char *kind_end = cell[0] == '$' ? strchr(cell + 1, '$') : NULL;
    char *number = strrchr(cell, '$');
    if (strncmp(cell, "$memory", strlen("$memory")) == 0 && number != cell)
        *number = '\0';
    if (word(command, "-src ", src, sizeof src) == 0 || kind_end == NULL)
        snprintf(into, room, "%s", base(cell));
    else
        snprintf(into, room, "%.*s %s", (int)(kind_end - cell), cell, base(src));
}

void mutant_name(const char *command, char *name, size_t room)
{
    char mode[32], port[32], bit[16], where[2 * NAME];
    word(command, "-mode ", mode, sizeof mode);
    word(command, "-port ", port, sizeof port);
    word(command, "-portbit ", bit, sizeof bit);
    place(command, where, sizeof where);
    snprintf(name, room, "%s %s[%s] of %s", mode, port, bit, where);
}

/* Prints the wire, if it has a name, and all places that Yosys knows of the cell. */
static void tell_places(const char *command, FILE *out)
{
    char text[NAME], bit[16];
    if (word(command, "-wire ", text, sizeof text) > 0) {
        word(command, "-wirebit ", bit, sizeof bit);
        fprintf(out, ", %s[%s]", text, bit);
    }
    for (const char *src = command; (src = strstr(src, "-src ")) != NULL; src++) {
        word(src, "-src ", text, sizeof text);
        fprintf(out, " %s", base(text));
    }
}

/* ---- telling ---- */

static const struct survivor *reason(const struct survivors *s, const char *module,
                                     const char *name)
{
    for (uint32_t i = 0; i < s->survivors_count; i++)
        if (strcmp(s->survivors[i].module, module) == 0 &&
            strcmp(s->survivors[i].mutant, name) == 0)
            return &s->survivors[i];
    return NULL;
}

static bool lives(const struct mutant *m)
{
    return m->end == MUTANT_SURVIVED || m->end == MUTANT_UNDECIDED;
}

static void tell_mutant(const struct survivor *why, const char *name, const struct mutant *it,
                        size_t i, FILE *out)
{
    fprintf(out, "  %4zu %s%s", i + 1, name, it->end == MUTANT_UNDECIDED ? " (undecided)" : "");
    tell_places(it->command, out);
    fprintf(out, "\n       %s%s\n",
            why == NULL       ? "NOT EXPLAINED"
            : why->equivalent ? "equivalent: "
                              : "harmless: ",
            why != NULL ? why->why : "");
}

struct count {
    size_t equivalent, unexplained;
    double rate; /* percent killed of the mutants that are not equivalent */
};

static struct count count(const struct survivors *s, const struct mutants *m)
{
    struct count c = {.equivalent = m->ends[MUTANT_EQUIVALENT], .rate = 100};
    for (size_t i = 0; i < m->n; i++) {
        char name[NAME];
        if (!lives(&m->list[i]))
            continue;
        mutant_name(m->list[i].command, name, sizeof name);
        const struct survivor *why = reason(s, m->unit.module, name);
        c.unexplained += why == NULL;
        c.equivalent += why != NULL && why->equivalent;
    }
    if (m->n > c.equivalent)
        c.rate = 100.0 * (double)m->ends[MUTANT_KILLED] / (double)(m->n - c.equivalent);
    return c;
}

bool survivors_tell(const struct survivors *s, const struct mutants *m, FILE *out,
                    struct error *err)
{
    struct count c = count(s, m);
    fprintf(out,
            "%-14s %-20s %zu mutants: %zu killed, %zu equivalent (%zu shown so), %zu survived,"
            " %zu undecided, %zu not explained; kill rate %.1f %%\n",
            m->unit.proof, m->unit.module, m->n, m->ends[MUTANT_KILLED], c.equivalent,
            m->ends[MUTANT_EQUIVALENT], m->ends[MUTANT_SURVIVED], m->ends[MUTANT_UNDECIDED],
            c.unexplained, c.rate);
    for (size_t i = 0; i < m->n; i++) {
        char name[NAME];
        mutant_name(m->list[i].command, name, sizeof name);
        if (lives(&m->list[i]))
            tell_mutant(reason(s, m->unit.module, name), name, &m->list[i], i, out);
    }
    fflush(out);
    return (c.unexplained == 0 && c.rate >= LEAST_RATE) ||
           error_set(err,
                     "%s: kill rate %.1f %%, %zu survivors not explained; add properties, or "
                     "reasons to formal/survivors.yaml",
                     m->unit.proof, c.rate, c.unexplained);
}
