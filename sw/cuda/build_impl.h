/* What the files of a build share: its words, its files, and the passes over one source. */
#ifndef UMBEL_SW_CUDA_BUILD_IMPL_H
#define UMBEL_SW_CUDA_BUILD_IMPL_H

#include "sw/cuda/build.h"
#include "sw/util/arena.h"
#include "sw/util/hash.h"
#include "sw/util/outfile.h"
#include "sw/util/temp.h"

enum { MOST_WORDS = 512 };

struct words {
    const char *list[MOST_WORDS];
    size_t n;
};

struct build {
    const struct cuda_build *b;
    struct arena strings;
    const char *dir;     /* where PTX and objects are */
    struct temp temp;    /* which it is, unless the user wants to keep them */
    const char *program; /* the header that every .cu file begins with */
    const char *api, *device;
    const char *beside;    /* the folder of the source being compiled; NULL: it has no copy */
    struct outfile output; /* where there is one to be replaced */
    const char *aside;     /* what compilers write in its stead */
    struct words objects;
    char id[HASH_NAME]; /* of the source being compiled, where files are linked as device code */
};

/* ---- build.c ---- */

void words_add(struct words *w, const char *word);
void words_add_all(struct words *w, const char *const *list); /* NULL at its end */
void words_add_more(struct words *w, const struct cuda_words *more);
/* DIR/NUMBER-NAME.ext: two files may have one name. */
const char *build_below(struct build *j, size_t i, const char *file, const char *ext);
/* Runs a command, and shows it if the user wants that. */
bool build_run(const struct build *j, const struct words *w, struct error *err);

/* ---- passes.c: clang's passes over a source ---- */

bool pass_object(struct build *j, size_t i, const char *file, const char *object,
                 struct error *err);
bool pass_ptx(struct build *j, const char *file, const char *ptx, struct error *err);
/* What the pass for the host makes with the option: -E, -M. */
bool pass_text(struct build *j, const char *file, const char *option, const char *output,
               struct error *err);
/* Flags of ptx_compile. */
unsigned pass_flags(const struct build *j);

#endif
