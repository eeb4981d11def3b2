#include "harness/study/schema.h"

#include "harness/study/study.h"

enum {
    MOST_KERNELS = 64,
    MOST_SERIES = 16,
    MOST_VALUES = 64,
    MOST_SETS = 64,
    MOST_NOTES = 64,
    MOST_CATEGORIES = 8
};

#define TEXT(type, key, member, flags)                                                             \
    CYAML_FIELD_STRING_PTR(key, CYAML_FLAG_POINTER | (flags), type, member, 1, CYAML_UNLIMITED)
#define TEXTS(type, key, flags, least, most)                                                       \
    CYAML_FIELD_SEQUENCE(#key, CYAML_FLAG_POINTER | (flags), type, key, &text_schema, least, most)
#define ENUM(key, member, flags, names)                                                            \
    CYAML_FIELD_ENUM(key, CYAML_FLAG_STRICT | (flags), struct study, member, names,                \
                     CYAML_ARRAY_LEN(names))

static const cyaml_strval_t asks_names[] = {{"runs", STUDY_RUNS}, {"classes", STUDY_CLASSES}};
static const cyaml_strval_t as_names[] = {{"speedup", STUDY_SPEEDUP}, {"ratio", STUDY_RATIO}};
static const cyaml_strval_t mean_names[] = {
    {"geometric", STUDY_GEOMETRIC}, {"arithmetic", STUDY_ARITHMETIC}, {"none", STUDY_NO_MEAN}};
static const cyaml_strval_t plot_names[] = {{"bars", STUDY_BARS}, {"lines", STUDY_LINES}};

static const cyaml_strval_t scale_names[] = {{"linear", STUDY_LINEAR}, {"log", STUDY_LOG}};

static const cyaml_strval_t shape_names[] = {
    {"same", STUDY_SAME}, {"partly", STUDY_PARTLY}, {"other", STUDY_OTHER}};

static const cyaml_schema_value_t text_schema = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, CYAML_UNLIMITED)};

static const cyaml_schema_field_t paper_fields[] = {
    TEXT(struct study_paper, "title", title, CYAML_FLAG_DEFAULT),
    TEXT(struct study_paper, "figure", figure, CYAML_FLAG_DEFAULT),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t row_fields[] = {
    TEXT(struct study_kernel, "kernel", kernel, CYAML_FLAG_DEFAULT),
    TEXT(struct study_kernel, "label", label, CYAML_FLAG_OPTIONAL),
    TEXT(struct study_kernel, "metric", metric, CYAML_FLAG_OPTIONAL),
    TEXTS(struct study_kernel, published, CYAML_FLAG_OPTIONAL, 1, MOST_SERIES),
    TEXT(struct study_kernel, "entry", entry, CYAML_FLAG_OPTIONAL),
    TEXT(struct study_kernel, "why", why, CYAML_FLAG_OPTIONAL),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t row_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct study_kernel, row_fields)};

static const cyaml_schema_field_t category_fields[] = {
    TEXT(struct study_category, "label", label, CYAML_FLAG_DEFAULT),
    TEXTS(struct study_category, kernels, CYAML_FLAG_DEFAULT, 1, MOST_KERNELS),
    TEXTS(struct study_category, published, CYAML_FLAG_OPTIONAL, 1, MOST_SERIES *MOST_VALUES),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t category_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct study_category, category_fields)};

static const cyaml_schema_field_t series_fields[] = {
    TEXT(struct study_series, "label", label, CYAML_FLAG_DEFAULT),
    TEXT(struct study_series, "system", system, CYAML_FLAG_DEFAULT),
    TEXT(struct study_series, "kernel", kernel, CYAML_FLAG_OPTIONAL),
    TEXTS(struct study_series, sets, CYAML_FLAG_OPTIONAL, 0, MOST_SETS),
    TEXT(struct study_series, "size", size, CYAML_FLAG_OPTIONAL),
    CYAML_FIELD_BOOL("fixed", CYAML_FLAG_OPTIONAL, struct study_series, fixed),
    CYAML_FIELD_BOOL("may_be_wrong", CYAML_FLAG_OPTIONAL, struct study_series, may_be_wrong),
    TEXTS(struct study_series, published, CYAML_FLAG_OPTIONAL, 1, MOST_VALUES),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t series_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct study_series, series_fields)};

static const cyaml_schema_field_t value_fields[] = {
    TEXT(struct study_value, "label", label, CYAML_FLAG_DEFAULT),
    TEXTS(struct study_value, sets, CYAML_FLAG_OPTIONAL, 0, MOST_SETS),
    TEXT(struct study_value, "size", size, CYAML_FLAG_OPTIONAL),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t value_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct study_value, value_fields)};

static const cyaml_schema_field_t sweep_fields[] = {
    TEXT(struct study_sweep, "label", label, CYAML_FLAG_DEFAULT),
    CYAML_FIELD_SEQUENCE("values", CYAML_FLAG_POINTER, struct study_sweep, values, &value_schema, 1,
                         MOST_VALUES),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t normalise_fields[] = {
    TEXT(struct study_normalise, "to", to, CYAML_FLAG_OPTIONAL),
    CYAML_FIELD_ENUM("as", CYAML_FLAG_STRICT, struct study_normalise, as, as_names,
                     CYAML_ARRAY_LEN(as_names)),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t fields[] = {
    TEXT(struct study, "about", about, CYAML_FLAG_DEFAULT),
    CYAML_FIELD_MAPPING("paper", CYAML_FLAG_OPTIONAL, struct study, paper, paper_fields),
    ENUM("asks", asks, CYAML_FLAG_OPTIONAL, asks_names),
    TEXTS(struct study, kernels, CYAML_FLAG_OPTIONAL, 1, MOST_KERNELS),
    CYAML_FIELD_SEQUENCE("rows", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct study, rows,
                         &row_schema, 1, MOST_KERNELS),
    CYAML_FIELD_SEQUENCE("categories", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct study,
                         categories, &category_schema, 1, MOST_CATEGORIES),
    TEXT(struct study, "sort", sort, CYAML_FLAG_OPTIONAL),
    CYAML_FIELD_UINT("seed", CYAML_FLAG_OPTIONAL, struct study, seed),
    CYAML_FIELD_SEQUENCE("series", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct study, series,
                         &series_schema, 1, MOST_SERIES),
    CYAML_FIELD_MAPPING("sweep", CYAML_FLAG_OPTIONAL, struct study, sweep, sweep_fields),
    TEXT(struct study, "metric", metric, CYAML_FLAG_OPTIONAL),
    TEXT(struct study, "called", called, CYAML_FLAG_OPTIONAL),
    CYAML_FIELD_MAPPING("normalise", CYAML_FLAG_OPTIONAL, struct study, normalise,
                        normalise_fields),
    ENUM("mean", mean, CYAML_FLAG_OPTIONAL, mean_names),
    ENUM("plot", plot, CYAML_FLAG_OPTIONAL, plot_names),
    ENUM("scale", scale, CYAML_FLAG_OPTIONAL, scale_names),
    ENUM("shape", shape, CYAML_FLAG_OPTIONAL, shape_names),
    TEXT(struct study, "because", because, CYAML_FLAG_OPTIONAL),
    TEXTS(struct study, notes, CYAML_FLAG_OPTIONAL, 0, MOST_NOTES),
    CYAML_FIELD_END,
};

const cyaml_schema_value_t study_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct study, fields)};
