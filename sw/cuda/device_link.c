#include "sw/cuda/device_link.h"

#include "sw/cuda/device_code.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/name.h"
#include "sw/util/process.h"
#include "sw/util/sbuf.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define REGISTER "__cudaRegisterLinkedBinary_"

struct link {
    struct arena strings;
    const char *dir;
    struct sbuf stubs;  /* the functions that objects call, in C */
    const char **texts; /* files */
    size_t n;
    size_t n_archives;
};

static const char *below(struct link *l, const char *kind, size_t number, const char *end)
{
    return arena_printf(&l->strings, "%s/%s-%zu%s", l->dir, kind, number, end);
}

/* ---- objects ---- */

/* The function that the object calls when the program starts; each once. */
static void add_stub(struct link *l, const char *name, size_t len)
{
    char *define = arena_printf(&l->strings, "DEFINE(%.*s)\n", (int)len, name);
    if (strstr(sbuf_str(&l->stubs), define) == NULL)
        sbuf_puts(&l->stubs, define);
}

static bool read_stubs(struct link *l, const char *object, bool *any, struct error *err)
{
    char *names = process_read((const char *const[]){"nm", "-u", object, NULL}, err);
    *any = false;
    if (names == NULL)
        return false;
    for (const char *at = names; (at = strstr(at, REGISTER)) != NULL;) {
        size_t len = strcspn(at, " \n");
        add_stub(l, at, len);
        at += len;
        *any = true;
    }
    free(names);
    return true;
}

static bool add_object(struct link *l, const char *object, struct error *err)
{
    bool any;
    if (!read_stubs(l, object, &any, err))
        return false;
    if (!any)
        return true;
    const char *to = below(l, "device", l->n, ".ll");
    l->texts = xgrown(l->texts, l->n, sizeof *l->texts);
    l->texts[l->n++] = to;
    const char *const copy[] = {"objcopy", "-O", "binary", "--only-section=__nv_relfatbin",
                                object,    to,   NULL};
    return process_run(copy, err);
}

/* The members are unpacked into a folder. Of two with one name unpacking keeps one; the linker then
 * misses the function that the other one calls. */
static bool add_archive(struct link *l, const char *archive, struct error *err)
{
    struct error ignored = {0};
    const char *dir = below(l, "archive", l->n_archives++, "");
    char *path = realpath(archive, NULL);
    if (path == NULL)
        return error_set(err, "%s: cannot read it: %s", archive, strerror(errno));
    bool ok = file_mkdirs(dir, err) &&
              process_run_in(dir, (const char *const[]){"ar", "x", path, NULL}, &ignored);
    free(path);
    DIR *d = ok ? opendir(dir) : NULL;
    if (d == NULL) /* thin, or a script for the linker: it has no member of ours */
        return true;
    for (const struct dirent *e; ok && (e = readdir(d)) != NULL;)
        if (e->d_name[0] != '.')
            ok = add_object(l, arena_printf(&l->strings, "%s/%s", dir, e->d_name), err);
    closedir(d);
    return ok;
}

/* libNAME.a in a folder of -L; the C library's own folders have no device code. */
static const char *archive_of(struct link *l, const struct cuda_words *words, const char *name)
{
    for (size_t i = 0; i < words->n; i++) {
        const char *word = words->list[i];
        if (strncmp(word, "-L", 2) != 0)
            continue;
        const char *path = arena_printf(&l->strings, "%s/lib%s.a", word + 2, name);
        if (file_exists(path))
            return path;
    }
    return NULL;
}

static bool add_word(struct link *l, const struct cuda_words *words, const char *word,
                     struct error *err)
{
    const char *archive = strncmp(word, "-l", 2) == 0  ? archive_of(l, words, word + 2)
                          : cuda_ends_with(word, ".a") ? word
                                                       : NULL;
    if (archive != NULL)
        return add_archive(l, archive, err);
    if (word[0] == '-' || !(cuda_ends_with(word, ".o") || cuda_ends_with(word, ".obj")))
        return true;
    if (!file_exists(word))
        return error_set(err, "%s: there is no such object", word);
    return add_object(l, word, err);
}

/* ---- the module ---- */

static bool make_object(struct link *l, const char *ptx, const char *object, struct error *err)
{
    static const char *const head =
        "void __cudaRegisterLinked(void (*globals)(void **), void *fatbin, const char *ptx);\n"
        "extern const char ptx[] __asm__(\".Lptx\");\n"
        "#define DEFINE(f) void f(void (*g)(void **), void *b, void *i, void *c) \\\n"
        "    {(void)i, (void)c; __cudaRegisterLinked(g, b, ptx);}\n";
    const char *source = below(l, "linked", 0, ".c");
    struct sbuf c = {0}, assembly = {0};
    sbuf_puts(&assembly, ".section .rodata\n.Lptx: .incbin \"");
    name_quoted(&assembly, ptx);
    sbuf_puts(&assembly, "\"\n.byte 0\n.text");
    sbuf_printf(&c, "%s__asm__(\"", head);
    name_quoted(&c, assembly.text);
    sbuf_printf(&c, "\");\n%s", l->stubs.text);
    sbuf_free(&assembly);
    bool ok =
        file_write(source, c.text, c.len, err) &&
        process_run((const char *const[]){"gcc", "-O2", "-fPIC", "-c", source, "-o", object, NULL},
                    err);
    sbuf_free(&c);
    return ok;
}

bool device_link(const struct cuda_words *words, const char *dir, unsigned flags,
                 const char *object, bool *linked, struct error *err)
{
    struct link l = {.dir = dir};
    bool ok = true;
    for (size_t i = 0; ok && i < words->n; i++)
        ok = add_word(&l, words, words->list[i], err);
    *linked = ok && l.n > 0;
    if (*linked) {
        const char *ptx = below(&l, "linked", 0, ".ptx");
        ok = device_code_compile(l.texts, l.n, dir, flags, ptx, err) &&
             make_object(&l, ptx, object, err);
    }
    free(l.texts);
    sbuf_free(&l.stubs);
    arena_free(&l.strings);
    return ok;
}
