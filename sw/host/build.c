#include "sw/host/build.h"

#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/name.h"
#include "sw/util/process.h"
#include "sw/util/temp.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct build {
    struct host_program *p;
    struct temp temp;
};

/* The compiler of kernels: ir.c reads the text that its version 14 writes. */
static const char *compiler(void)
{
    const char *clang = getenv("UMBEL_CLANG");
    return clang != NULL && clang[0] != '\0' ? clang : "clang++-14";
}

static const char *in_dir(const struct build *b, const char *name, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%.*s/%s", PATH_MAX - 32, b->temp.path, name);
    return path;
}

/* A pass of the compiler. Of its failure its own line is told, which has the place. */
static bool compile(const char *const *argv, struct error *err)
{
    static const char failed[] = " failed: ";
    struct error why = {0};
    if (process_run(argv, &why))
        return true;
    size_t name = strlen(argv[0]);
    bool named = strncmp(why.text, argv[0], name) == 0 &&
                 strncmp(why.text + name, failed, strlen(failed)) == 0;
    return error_set(err, "%s", why.text + (named ? name + strlen(failed) : 0));
}

/*
 * To LLVM's text. A program is scalar code: each element is an access of its own, and none is wider
 * than the instrumentation knows. Floats are as IEEE has them on any processor.
 */
static bool to_text(const struct build *b, const char *ll, struct error *err)
{
    char source[PATH_MAX];
    snprintf(source, sizeof source, "%s%s", name_before(b->p->path), b->p->path);
    const char *const argv[] = {compiler(),
                                "-x",
                                "c",
                                "-std=gnu17",
                                "-O2",
                                "-gdwarf-4",
                                "-gline-tables-only",
                                "-fPIC",
                                "-Werror=implicit-function-declaration",
                                "-fno-vectorize",
                                "-fno-slp-vectorize",
                                "-fno-math-errno",
                                "-ffp-contract=off",
                                "-mno-red-zone",
                                "-fno-stack-protector",
                                "-fstack-clash-protection",
                                "-fcf-protection=none",
                                "-fno-asynchronous-unwind-tables",
                                "-fno-optimize-sibling-calls",
                                "-fsanitize=thread",
                                "-mllvm",
                                "-tsan-instrument-read-before-write",
                                "-mllvm",
                                "-tsan-instrument-func-entry-exit=0",
                                "-mllvm",
                                "-tsan-distinguish-volatile",
                                "-S",
                                "-emit-llvm",
                                "-o",
                                ll,
                                source,
                                NULL};
    return compile(argv, err);
}

static bool to_assembly(const char *ll, const char *s, struct error *err)
{
    const char *const argv[] = {
        compiler(), "-O2", "-Xclang", "-disable-llvm-passes", "-fPIC", "-S", "-o", s, ll, NULL};
    return compile(argv, err);
}

static bool to_object(const char *s, const char *so, struct error *err)
{
    const char *const argv[] = {
        compiler(), "-shared", "-nostdlib", "-Wl,-z,defs", "-Wl,-z,now", "-Wl,-s",
        "-o",       so,        s,           NULL};
    return compile(argv, err);
}

/* Reads a file of the build, and writes what `prepare` makes of it to another. */
static bool through(const char *from, const char *to, struct build *b,
                    bool (*prepare)(const char *, struct build *, struct sbuf *, struct error *),
                    struct error *err)
{
    struct sbuf out = {0};
    size_t len;
    char *text = file_read(from, &len, err);
    for (size_t i = 0; text != NULL && i < len; i++)
        text[i] = text[i] == '\0' ? ' ' : text[i]; /* comments may have them */
    bool ok = text != NULL && prepare(text, b, &out, err) && file_write(to, out.text, out.len, err);
    sbuf_free(&out);
    free(text);
    return ok;
}

static bool prepare_text(const char *text, struct build *b, struct sbuf *out, struct error *err)
{
    free(b->p->text);
    b->p->text = xstrdup(text);
    return ir_prepare(text, b->p, out, err);
}

static bool prepare_assembly(const char *text, struct build *b, struct sbuf *out, struct error *err)
{
    static const char rows[] = "\t.section\t.data.rel.ro.umbel_sites,\"aw\",@progbits\n";
    sbuf_printf(out, "%s\t.p2align\t3\numbel_sites:\n\t.text\n", rows);
    if (!count_prepare(text, b->p->path, out, err))
        return false;
    sbuf_printf(out, "%sumbel_sites_end:\n", rows);
    stubs_write(out);
    return true;
}

static bool passes(struct build *b, struct error *err)
{
    char ll[PATH_MAX], kept[PATH_MAX], s[PATH_MAX], counted[PATH_MAX], so[PATH_MAX];
    in_dir(b, "1.ll", ll);
    in_dir(b, "2.ll", kept);
    in_dir(b, "3.s", s);
    in_dir(b, "4.s", counted);
    in_dir(b, "5.so", so);
    if (!to_text(b, ll, err) || !through(ll, kept, b, prepare_text, err) ||
        !to_assembly(kept, s, err) || !through(s, counted, b, prepare_assembly, err) ||
        !to_object(counted, so, err))
        return false;
    b->p->image = file_read(so, &b->p->image_bytes, err);
    return b->p->image != NULL;
}

struct host_program *host_compile(const char *path, struct error *err)
{
#if !defined(__x86_64__)
    error_set(err, "%s: host programs are compiled for x86-64, and need such a machine", path);
    return NULL;
#endif
    int file = file_open(path, FILE_MOST, err);
    if (file < 0)
        return NULL;
    close(file);
    struct build b = {.p = xcalloc(1, sizeof *b.p)};
    b.p->path = xstrdup(path);
    bool ok = temp_make(&b.temp, "host", err) && passes(&b, err);
    if (error_is_set(err) && b.temp.path != NULL)
        file_tell_full(b.temp.path, err);
    temp_remove(&b.temp);
    if (ok)
        return b.p;
    host_program_free(b.p);
    return NULL;
}
