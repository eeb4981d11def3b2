#include "formal/prove/table.h"

#include "formal/prove/prover.h"
#include "sw/util/file.h"
#include "sw/util/name.h"
#include "sw/util/yaml.h"
#include "sw/util/yaml_reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const cyaml_schema_value_t text = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, CYAML_UNLIMITED)};

#define TEXT(name)                                                                                 \
    CYAML_FIELD_STRING_PTR(#name, CYAML_FLAG_POINTER, struct proof, name, 1, CYAML_UNLIMITED)
#define TEXTS(name)                                                                                \
    CYAML_FIELD_SEQUENCE(#name, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct proof, name,      \
                         &text, 0, CYAML_UNLIMITED)
#define NUMBER(name) CYAML_FIELD_UINT(#name, CYAML_FLAG_OPTIONAL, struct proof, name)

static const cyaml_schema_field_t proof_fields[] = {
    TEXT(proof),
    TEXT(about),
    TEXT(system),
    TEXTS(set),
    TEXT(module),
    TEXTS(texts),
    TEXTS(inner),
    TEXTS(abstract),
    TEXTS(define),
    TEXTS(params),
    TEXTS(fixed),
    TEXTS(provers),
    NUMBER(induction),
    NUMBER(bound),
    NUMBER(covers),
    CYAML_FIELD_UINT("seconds", CYAML_FLAG_DEFAULT, struct proof, seconds),
    CYAML_FIELD_BOOL("ci", CYAML_FLAG_OPTIONAL, struct proof, ci),
    CYAML_FIELD_BOOL("alone", CYAML_FLAG_OPTIONAL, struct proof, alone),
    CYAML_FIELD_BOOL("unmutated", CYAML_FLAG_OPTIONAL, struct proof, unmutated),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t proof_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct proof, proof_fields)};

static const cyaml_schema_field_t table_fields[] = {
    CYAML_FIELD_SEQUENCE("proofs", CYAML_FLAG_POINTER, struct proofs, proofs, &proof_schema, 1,
                         CYAML_UNLIMITED),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t table_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct proofs, table_fields)};

/* The first that is not such a name; NULL: all are. */
static const char *first_not(char *const *list, uint32_t n, bool (*is)(const char *))
{
    for (uint32_t i = 0; i < n; i++)
        if (!is(list[i]))
            return list[i];
    return NULL;
}

/* formal/units/NAME.vh, or a path, which has a slash. */
static bool is_text(const char *name)
{
    return strchr(name, '/') != NULL || name_is_word(name);
}

static bool is_inner(const char *word)
{
    const char *equals = strchr(word, '=');
    return equals != NULL && is_text(equals + 1);
}

/* MODULE=TEXT+TEXT */
static bool is_abstract(const char *word)
{
    const char *at = strchr(word, '=');
    while (at != NULL && *at != '\0') {
        char one[64];
        const size_t len = strcspn(++at, "+");
        snprintf(one, sizeof one, "%.*s", (int)len, at);
        if (!name_is_word(one))
            return false;
        at += len;
    }
    return at != NULL;
}

/* Names become files below the folder of results, and words of scripts that Yosys and abc read,
 * which can run other programs. */
static bool check_names(const struct proof *it, uint32_t i, const struct yaml_reading *r)
{
    const struct {
        const char *field, *wrong, *what;
    } all[] = {
        {".proof", first_not(&(char *){it->proof}, 1, name_is_file),
         "is the name of a folder: letters, digits and _ - . +, the first no . nor -"},
        {".module", first_not(&(char *){it->module}, 1, name_is_word),
         "is a module's name: letters, digits and _"},
        {".texts", first_not(it->texts, it->texts_count, is_text),
         "is a name of formal/units (letters, digits and _), or a path"},
        {".inner", first_not(it->inner, it->inner_count, is_inner),
         "is a module and the text for it: MODULE=TEXT"},
        {".abstract", first_not(it->abstract, it->abstract_count, is_abstract),
         "is a module and the texts for its inside: MODULE=TEXT+TEXT"},
        {".define", first_not(it->define, it->define_count, name_is_word),
         "is a macro's name: letters, digits and _"},
        {".params", first_not(it->params, it->params_count, name_is_setting),
         "is a parameter and a number: NAME=NUMBER"},
    };
    for (size_t f = 0; f < sizeof all / sizeof *all; f++)
        if (all[f].wrong != NULL)
            return yaml_wrong(r, yaml_at("proofs", i, all[f].field).path, "'%s': it %s",
                              all[f].wrong, all[f].what);
    return true;
}

static bool check_fixed(const struct proof *it, uint32_t i, const struct yaml_reading *r)
{
    for (uint32_t f = 0; f < it->fixed_count; f++)
        if (proof_param(it, it->fixed[f]) == NULL)
            return yaml_wrong(r, yaml_at("proofs", i, ".fixed").path,
                              "'%s': give it its value in params:", it->fixed[f]);
    return true;
}

static bool check(const struct proofs *p, const struct yaml_reading *r)
{
    for (uint32_t i = 0; i < p->proofs_count; i++) {
        const struct proof *it = &p->proofs[i];
        if (!check_names(it, i, r) || !check_fixed(it, i, r))
            return false;
        for (uint32_t j = 0; j < i; j++)
            if (strcmp(it->proof, p->proofs[j].proof) == 0)
                return yaml_wrong(r, yaml_at("proofs", i, ".proof").path,
                                  "a proof of this name stands above; give it another");
        if ((it->induction == 0) == (it->bound == 0))
            return yaml_wrong(r, yaml_at("proofs", i, ".proof").path,
                              "needs either induction: K (UNBOUNDED) or bound: CYCLES (BOUNDED)");
        if (it->provers_count == 0 || it->texts_count == 0)
            return yaml_wrong(r, yaml_at("proofs", i, ".proof").path, "needs texts: and provers:");
        for (uint32_t e = 0; e < it->provers_count; e++)
            if (prover_find(it->provers[e], it->bound > 0) == NULL)
                return yaml_wrong(r, yaml_at("proofs", i, ".provers").path,
                                  it->bound > 0
                                      ? "a bounded proof's prover is bmc3"
                                      : "a prover is one of cadical, cvc5, minisat, ind, pdr");
    }
    return true;
}

struct proofs *proofs_load(const char *path, struct error *err)
{
    size_t len;
    char *source = file_read(path, &len, err);
    if (source == NULL)
        return NULL;
    void *table = NULL;
    bool ok = yaml_read(source, len, path, &table_schema, &table, err) &&
              check(table, &(struct yaml_reading){source, path, len, err});
    free(source);
    if (!ok) {
        proofs_free(table);
        return NULL;
    }
    return table;
}

void proofs_free(struct proofs *p)
{
    if (p != NULL)
        yaml_drop(&table_schema, p);
}

const char *named_value(char *const *list, uint32_t n, const char *name)
{
    const size_t len = strlen(name);
    for (uint32_t i = 0; i < n; i++)
        if (strncmp(list[i], name, len) == 0 && list[i][len] == '=')
            return list[i] + len + 1;
    return NULL;
}

const char *proof_param(const struct proof *p, const char *param)
{
    return named_value(p->params, p->params_count, param);
}

bool proofs_have_module(const struct proofs *p, const char *module)
{
    for (uint32_t i = 0; i < p->proofs_count; i++)
        if (strcmp(p->proofs[i].module, module) == 0)
            return true;
    return false;
}
