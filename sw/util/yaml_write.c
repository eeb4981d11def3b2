/* A structure as YAML, by the schema that it was read with. */
#include "sw/util/arena.h"
#include "sw/util/sbuf.h"
#include "sw/util/yaml.h"

#include <stdlib.h>

void yaml_write(const cyaml_schema_value_t *schema, const void *data, struct sbuf *s)
{
    const cyaml_config_t config = {
        .mem_fn = cyaml_mem,
        .log_level = CYAML_LOG_ERROR,
        .flags = CYAML_CFG_STYLE_BLOCK,
    };
    char *text = NULL;
    size_t len = 0;
    if (cyaml_save_data(&text, &len, &config, schema, data, 0) != CYAML_OK)
        abort(); /* a structure that its own schema does not describe */
    sbuf_add(s, text, len);
    free(text);
}
