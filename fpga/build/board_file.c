#include "fpga/build/board_file.h"

#include "sw/util/file.h"
#include "sw/util/yaml.h"
#include "sw/util/yaml_reading.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT(type, name, flag)                                                                     \
    CYAML_FIELD_STRING_PTR(#name, CYAML_FLAG_POINTER | (flag), type, name, 1, CYAML_UNLIMITED)
#define NUMBER(name) CYAML_FIELD_UINT(#name, CYAML_FLAG_DEFAULT, struct board_file, name)

static const cyaml_schema_field_t usb_fields[] = {
    TEXT(struct board_usb, id, CYAML_FLAG_DEFAULT),
    TEXT(struct board_usb, description, CYAML_FLAG_OPTIONAL),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t program_fields[] = {
    TEXT(struct board_program, ram, CYAML_FLAG_OPTIONAL),
    TEXT(struct board_program, flash, CYAML_FLAG_DEFAULT),
    CYAML_FIELD_END,
};

#define OF_MODEL(name) CYAML_FIELD_UINT(#name, CYAML_FLAG_DEFAULT, struct board_model, name)

static const cyaml_schema_field_t model_fields[] = {
    TEXT(struct board_model, about, CYAML_FLAG_DEFAULT),
    OF_MODEL(cells),
    OF_MODEL(brams),
    OF_MODEL(mhz),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t fields[] = {
    TEXT(struct board_file, about, CYAML_FLAG_DEFAULT),
    TEXT(struct board_file, part, CYAML_FLAG_DEFAULT),
    TEXT(struct board_file, package, CYAML_FLAG_DEFAULT),
    TEXT(struct board_file, top, CYAML_FLAG_OPTIONAL),
    NUMBER(clock_mhz),
    NUMBER(baud),
    NUMBER(seed),
    TEXT(struct board_file, synthesis, CYAML_FLAG_DEFAULT),
    TEXT(struct board_file, system, CYAML_FLAG_DEFAULT),
    CYAML_FIELD_MAPPING("usb", CYAML_FLAG_DEFAULT, struct board_file, usb, usb_fields),
    CYAML_FIELD_MAPPING("program", CYAML_FLAG_DEFAULT, struct board_file, program, program_fields),
    CYAML_FIELD_MAPPING("model", CYAML_FLAG_OPTIONAL, struct board_file, model, model_fields),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct board_file, fields)};

static const struct board_part parts[] = {
    {"hx1k", "hx"}, {"hx4k", "hx"}, {"hx8k", "hx"}, {"lp384", "lp"}, {"lp1k", "lp"}, {"lp4k", "lp"},
    {"lp8k", "lp"}, {"u1k", "u"},   {"u2k", "u"},   {"u4k", "u"},    {"up3k", "u"},  {"up5k", "u"},
};

/* A receiver samples last in the middle of the tenth bit, where host and board together may be off
 * by half a bit: 1 in 20 of a bit's time. The board may take 1 in BAUD_ERROR of it. */
enum { N_PARTS = sizeof parts / sizeof *parts, LEAST_DIV = 4, BAUD_ERROR = 50 };

const struct board_part *board_part(const struct board_file *b)
{
    for (size_t i = 0; i < N_PARTS; i++)
        if (strcmp(parts[i].name, b->part) == 0)
            return &parts[i];
    return NULL;
}

uint32_t board_file_div(const struct board_file *b)
{
    return (uint32_t)((b->clock_mhz * 1000000ull + b->baud / 2) / b->baud);
}

/* ---- what the fields must be ---- */

struct check {
    const struct board_file *b;
    struct yaml_reading file;
};

static bool check_part(const struct check *c)
{
    char list[256] = "";
    if (board_part(c->b) != NULL)
        return true;
    for (size_t i = 0; i < N_PARTS; i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i == 0 ? "" : ", ",
                 parts[i].name);
    return yaml_wrong(&c->file, "part", "part is %.80s; it must be one of %s", c->b->part, list);
}

static bool check_line(const struct check *c)
{
    const struct board_file *b = c->b;
    if (b->clock_mhz < 1 || b->clock_mhz > 500)
        return yaml_wrong(&c->file, "clock_mhz", "clock_mhz is %u; it must be from 1 to 500",
                          b->clock_mhz);
    uint64_t hertz = b->clock_mhz * 1000000ull;
    if (b->baud < 300 || (uint64_t)b->baud * LEAST_DIV > hertz)
        return yaml_wrong(&c->file, "baud",
                          "baud is %u; it must be from 300 to a fourth of the clock, which is %llu",
                          b->baud, (unsigned long long)(hertz / LEAST_DIV));
    uint64_t made = (uint64_t)board_file_div(b) * b->baud;
    uint64_t off = made > hertz ? made - hertz : hertz - made;
    return off * BAUD_ERROR <= hertz ||
           yaml_wrong(&c->file, "baud",
                      "baud is %u; a bit would be %.2f cycles of the clock, and no whole number is "
                      "within 2 %% of that; divide the clock by a whole number",
                      b->baud, (double)hertz / b->baud);
}

static bool is_usb_id(const char *id)
{
    for (int i = 0; i < 9; i++)
        if (i == 4 ? id[i] != ':' : !isxdigit((unsigned char)id[i]))
            return false;
    return id[9] == '\0';
}

static bool check_rest(const struct check *c)
{
    const struct board_file *b = c->b;
    if (strchr(b->about, '\n') != NULL)
        return yaml_wrong(&c->file, "about", "about has a line break; it must be one line");
    if (b->package[strcspn(b->package, " /\n")] != '\0')
        return yaml_wrong(&c->file, "package",
                          "package is no word; write it as nextpnr-ice40 does, like ct256");
    if (strspn(b->synthesis, "abcdefghijklmnopqrstuvwxyz0123456789-_ ") != strlen(b->synthesis))
        return yaml_wrong(
            &c->file, "synthesis",
            "synthesis has more than words; write options of synth_ice40, like -abc9");
    if (!is_usb_id(b->usb.id))
        return yaml_wrong(&c->file, "usb.id",
                          "usb.id is %.40s; it must be VID:PID, like \"0403:6010\"", b->usb.id);
    return true;
}

/* ---- reading ---- */

struct board_file *board_file_parse(const char *text, size_t len, const char *path,
                                    struct error *err)
{
    void *b = NULL;
    if (!yaml_read(text, len, path, &schema, &b, err))
        return NULL;
    struct check c = {b, {text, path, len, err}};
    if (check_part(&c) && check_line(&c) && check_rest(&c))
        return b;
    board_file_free(b);
    return NULL;
}

struct board_file *board_file_load(const char *path, struct error *err)
{
    size_t len;
    char *text = file_read(path, &len, err);
    struct board_file *b = text != NULL ? board_file_parse(text, len, path, err) : NULL;
    free(text);
    return b;
}

void board_file_free(struct board_file *b)
{
    if (b != NULL)
        yaml_drop(&schema, b);
}
