#include "harness/study/papers.h"

#include "sw/util/root.h"
#include "sw/util/yaml.h"

#include <stddef.h>

#define TEXT(type, name, flag)                                                                     \
    CYAML_FIELD_STRING_PTR(#name, CYAML_FLAG_POINTER | (flag), type, name, 1, CYAML_UNLIMITED)

static const cyaml_schema_field_t item_fields[] = {
    TEXT(struct papers_item, item, CYAML_FLAG_DEFAULT),
    TEXT(struct papers_item, about, CYAML_FLAG_DEFAULT),
    TEXT(struct papers_item, by, CYAML_FLAG_OPTIONAL),
    TEXT(struct papers_item, why, CYAML_FLAG_OPTIONAL),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t item = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct papers_item, item_fields)};

static const cyaml_schema_field_t paper_fields[] = {
    TEXT(struct papers_paper, paper, CYAML_FLAG_DEFAULT),
    CYAML_FIELD_SEQUENCE("items", CYAML_FLAG_POINTER, struct papers_paper, items, &item, 1,
                         CYAML_UNLIMITED),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t paper = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct papers_paper, paper_fields)};

static const cyaml_schema_field_t fields[] = {
    CYAML_FIELD_SEQUENCE("papers", CYAML_FLAG_POINTER, struct papers, papers, &paper, 1,
                         CYAML_UNLIMITED),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct papers, fields)};

struct papers *papers_load(struct error *err)
{
    return yaml_load_file(root_path("harness/study/papers.yaml"), &schema, err);
}

void papers_free(struct papers *p)
{
    yaml_drop(&schema, p);
}
