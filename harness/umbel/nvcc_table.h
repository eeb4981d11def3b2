/* nvcc's options: their names, what each takes and does here. */
#ifndef UMBEL_HARNESS_UMBEL_NVCC_TABLE_H
#define UMBEL_HARNESS_UMBEL_NVCC_TABLE_H

enum nvcc_action {
    BOTH,      /* goes to both passes, with its value */
    HOST,      /* its value goes to the host's compiler: words with commas between them */
    HOST_WORD, /* itself goes to the host's compiler */
    LINK,      /* goes to the linker, with its value */
    LINKER,    /* its value goes to the linker behind -Xlinker */
    LIBRARY,   /* a library's name */
    OUTPUT,
    OUTPUT_DIR,
    COMPILE,
    DEVICE_CODE, /* -dc: compiles for a link of device code */
    LINK_DEVICE, /* -dlink: links that alone */
    RELOCATABLE,
    TEXT_PTX,
    TEXT_HOST,
    TEXT_CUDA, /* the text for the host, to a file that nvcc's users look at */
    TEXT_RULE,
    RULE_TOO, /* -MD: a rule beside the object */
    RULE,     /* goes to what writes the rule, with its value */
    RULE_WORD,
    RULE_FILE,
    MAKE_LIBRARY,
    SHARED,
    LANGUAGE,
    FAST_MATH,
    CONTRACT,
    FLUSH,
    KEEP,
    KEEP_DIR,
    VERBOSE,
    DRY,
    VERSION,
    HELP,
    LIST, /* prints what -arch or -code may be */
    FORWARD,
    FORWARD_LINK,
    FILE_OF_OPTIONS,
    NOTHING, /* has no meaning here, and no result depends on it */
    REFUSED
};

enum nvcc_takes {
    ALONE,
    VALUE, /* behind '=' or in the next word */
    CLOSE  /* as VALUE, or in the same word */
};

struct nvcc_option {
    const char *name, *long_name; /* with their dashes; NULL: none */
    enum nvcc_takes takes;
    enum nvcc_action action;
    const char *why; /* of REFUSED */
};

/* The option with the longest name that fits the word: -MM and not -M, -std and not -s. NULL: none.
 * `value`: what stands in the same word; NULL: nothing. */
const struct nvcc_option *nvcc_find(const char *word, const char **value);

#endif
