#include "fpga/build/resources.h"

#include "sw/util/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A line of the log: "Info: 	         ICESTORM_LC:  6765/ 7680    88%". */
static void read_line(struct resources *r, const char *line)
{
    struct resource it;
    if (r->n < MOST_RESOURCES &&
        sscanf(line, "Info: %31[A-Za-z0-9_]: %u/ %u", it.name, &it.used, &it.there) == 3)
        r->list[r->n++] = it;
}

bool resources_read(struct resources *r, const char *log, struct error *err)
{
    size_t len;
    *r = (struct resources){.n = 0};
    char *text = file_read(log, &len, err);
    if (text == NULL)
        return false;
    const char *at = strstr(text, "Device utilisation:");
    while (at != NULL) {
        at = strchr(at, '\n');
        if (at != NULL)
            read_line(r, ++at);
    }
    free(text);
    return resources_find(r, "ICESTORM_LC").there > 0 ||
           error_set(err, "%s: does not say how much of the part is used; is it nextpnr-ice40's?",
                     log);
}

struct resource resources_find(const struct resources *r, const char *name)
{
    for (size_t i = 0; i < r->n; i++)
        if (strcmp(r->list[i].name, name) == 0)
            return r->list[i];
    return (struct resource){.name = ""};
}

const struct resource *resources_short(const struct resources *r)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->list[i].used > r->list[i].there)
            return &r->list[i];
    return NULL;
}
