/* The schema of a floorplan's file. */
#include "harness/thermal/floorplan_impl.h"

enum { MOST_UNITS = 256, MOST_NOTES = 32 };

#define TEXT(type, key, flags)                                                                     \
    CYAML_FIELD_STRING_PTR(#key, CYAML_FLAG_POINTER | (flags), struct type, key, 1, CYAML_UNLIMITED)
#define TEXTS(type, key, most)                                                                     \
    CYAML_FIELD_SEQUENCE(#key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct type, key,         \
                         &text_schema, 1, most)
#define NUMBER(type, key) CYAML_FIELD_FLOAT(#key, CYAML_FLAG_DEFAULT, struct type, key)
#define MAYBE(type, key)                                                                           \
    CYAML_FIELD_FLOAT_PTR(#key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct type, key)
#define GROUP(key, flags) CYAML_FIELD_MAPPING(#key, flags, struct floorplan, key, key##_fields)

static const cyaml_schema_value_t text_schema = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, CYAML_UNLIMITED)};

static const cyaml_schema_field_t paper_fields[] = {
    TEXT(floorplan_paper, figure, CYAML_FLAG_DEFAULT),
    MAYBE(floorplan_paper, max),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t interposer_fields[] = {
    NUMBER(floorplan_area, width),
    NUMBER(floorplan_area, height),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t face_fields[] = {
    CYAML_FIELD_FLOAT_PTR("resistance", CYAML_FLAG_POINTER, struct floorplan_face, resistance),
    CYAML_FIELD_END,
};
#define top_fields face_fields
#define bottom_fields face_fields

static const cyaml_schema_field_t layer_fields[] = {
    TEXT(floorplan_layer, name, CYAML_FLAG_DEFAULT),
    NUMBER(floorplan_layer, um),
    NUMBER(floorplan_layer, conductivity),
    MAYBE(floorplan_layer, between),
    MAYBE(floorplan_layer, width),
    MAYBE(floorplan_layer, height),
    CYAML_FIELD_UINT("slices", CYAML_FLAG_OPTIONAL, struct floorplan_layer, slices),
    CYAML_FIELD_BOOL("blocks", CYAML_FLAG_OPTIONAL, struct floorplan_layer, blocks),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t layer_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct floorplan_layer, layer_fields)};

static const cyaml_schema_field_t block_fields[] = {
    TEXT(floorplan_block, name, CYAML_FLAG_DEFAULT),
    NUMBER(floorplan_block, x),
    NUMBER(floorplan_block, y),
    NUMBER(floorplan_block, width),
    NUMBER(floorplan_block, height),
    MAYBE(floorplan_block, watts),
    TEXTS(floorplan_block, units, MOST_UNITS),
    CYAML_FIELD_FLOAT("static_watts", CYAML_FLAG_OPTIONAL, struct floorplan_block, static_watts),
    MAYBE(floorplan_block, conductivity),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t block_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct floorplan_block, block_fields)};

static const cyaml_schema_field_t fields[] = {
    TEXT(floorplan, about, CYAML_FLAG_DEFAULT),
    GROUP(paper, CYAML_FLAG_OPTIONAL),
    NUMBER(floorplan, ambient),
    GROUP(interposer, CYAML_FLAG_DEFAULT),
    CYAML_FIELD_UINT("cells", CYAML_FLAG_OPTIONAL, struct floorplan, cells),
    GROUP(top, CYAML_FLAG_OPTIONAL),
    GROUP(bottom, CYAML_FLAG_OPTIONAL),
    CYAML_FIELD_SEQUENCE("layers", CYAML_FLAG_POINTER, struct floorplan, layers, &layer_schema, 1,
                         FLOORPLAN_MOST_LAYERS),
    CYAML_FIELD_SEQUENCE("blocks", CYAML_FLAG_POINTER, struct floorplan, blocks, &block_schema, 1,
                         FLOORPLAN_MOST_BLOCKS),
    TEXTS(floorplan, notes, MOST_NOTES),
    CYAML_FIELD_END,
};

const cyaml_schema_value_t floorplan_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct floorplan, fields)};
