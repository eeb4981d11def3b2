#include "harness/thermal/cholmod.h"

#include <dlfcn.h>
#include <string.h>

static const char library[] = "libcholmod.so.3";

static bool find(void *from, const char *name, void *to, struct error *err)
{
    void *const function = dlsym(from, name);
    if (function == NULL)
        return error_set(err, "%s: it has no %s", library, name);
    memcpy(to, &function, sizeof function);
    return true;
}

const struct cholmod *cholmod_load(struct error *err)
{
    static struct cholmod all;
    static bool loaded;
    if (loaded)
        return &all;
    void *const from = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (from == NULL) {
        error_set(err, "%s cannot be loaded; apt-get install libcholmod3", library);
        return NULL;
    }
#define FIND(name) find(from, "cholmod_" #name, &all.name, err) &&
    loaded = CHOLMOD_FUNCTIONS(FIND) true;
#undef FIND
    return loaded ? &all : NULL;
}
