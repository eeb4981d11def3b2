/*
 * `umbel-nvcc`: takes nvcc's command lines, so that a Makefile which calls nvcc builds programs for
 * simulated machines. NVIDIA's manual of nvcc 11.5 names the options.
 */
#ifndef UMBEL_HARNESS_UMBEL_NVCC_H
#define UMBEL_HARNESS_UMBEL_NVCC_H

#include "sw/cuda/build.h"
#include "sw/util/arena.h"

/* A list of words that grows. */
struct nvcc_list {
    const char **list;
    size_t n;
};

enum nvcc_mode { NVCC_LINK, NVCC_COMPILE, NVCC_TEXT, NVCC_LIBRARY, NVCC_LINK_DEVICE };

/* What a command line asks for. */
struct nvcc {
    struct arena strings;
    enum nvcc_mode mode;
    enum cuda_output text; /* NVCC_TEXT: which */
    const char *extension; /* of the file that it goes to; NULL: to stdout */
    struct nvcc_list files, options, device, host, link;
    struct nvcc_list rule; /* -MT and the like */
    const char *output;
    const char *output_dir; /* of outputs that -o does not name */
    const char *rule_file;  /* -MF */
    const char *kinds;      /* of devices, which are to be listed; NULL: they are not */
    const char *keep_dir;
    bool all_cuda, fast_math, keep, verbose, dry, version, help, shared;
    bool separate;     /* device code of several files is to be linked */
    bool forward;      /* options that are not known go to the host's compiler */
    bool forward_link; /* those go to the linker */
    bool dependencies;
    bool has_target;  /* -MT or -MQ */
    int depth;        /* of files of options */
    bool own_headers; /* rules leave out the system's */
};

void nvcc_add(struct nvcc_list *l, const char *word);
/* Reads the words behind the command's name; false and one line if they cannot be had. Options that
 * change nothing here are told on stderr if `verbose`. */
bool nvcc_read(struct nvcc *n, int argc, char **argv, struct error *err);
void nvcc_free(struct nvcc *n);

/* Whether the command was called by nvcc's name or by umbel-nvcc. */
bool nvcc_is_name(const char *program);
int umbel_nvcc(int argc, char **argv);

#endif
