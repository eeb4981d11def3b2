#include "sw/cuda/device_code.h"

#include "sw/cuda/build.h"
#include "sw/ptx/ptx.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/process.h"

#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

static bool has(const char *s, size_t len, const char *part)
{
    return memmem(s, len, part, strlen(part)) != NULL;
}

/* _ZL1k; a template's instance for something static has IZL in its name. */
bool device_name_is_local(const char *name, size_t len)
{
    return (len > 3 && memcmp(name, "_ZL", 3) == 0) || has(name, len, "_GLOBAL__N_1") ||
           has(name, len, "IZL");
}

const char *device_code_id(const char *text)
{
    size_t n = strlen(DEVICE_MARK);
    return strncmp(text, DEVICE_MARK, n) == 0 ? text + n : NULL;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '$' || c == '-';
}

static size_t name_length(const char *s)
{
    size_t n = 0;
    while (is_letter(s[n]))
        n++;
    return n;
}

/* ---- a line of the text ---- */

/* Names of functions and variables begin with @, those of their groups with $. */
static void rename_in(const char *line, size_t len, const char *id, struct sbuf *out)
{
    for (size_t i = 0; i < len;) {
        size_t n = line[i] == '@' || line[i] == '$' ? name_length(line + i + 1) : 0;
        sbuf_add(out, line + i, n + 1);
        if (n > 0 && device_name_is_local(line + i + 1, n))
            sbuf_printf(out, "__u%.*s", DEVICE_ID, id);
        i += n + 1;
    }
}

/* "@x = internal addrspace(1) global": .global memory is space 1, .const is space 4. Behind the
 * space stands who may write. */
static bool exported(const char *line, size_t len, struct sbuf *out)
{
    static const char internal[] = " = internal ";
    size_t name = line[0] == '@' ? name_length(line + 1) : 0;
    const char *rest = line + 1 + name, *end = line + len;
    if (name == 0 || !device_name_is_local(line + 1, name) ||
        strncmp(rest, internal, strlen(internal)) != 0)
        return false;
    const char *type = rest + strlen(internal);
    const char *space = memmem(type, (size_t)(end - type), "addrspace(", 10);
    if (space == NULL || (space[10] != '1' && space[10] != '4') ||
        strncmp(space + 11, ") global ", 9) != 0)
        return false;
    sbuf_add(out, line, 1 + name);
    sbuf_printf(out, " = addrspace(%c) externally_initialized", space[10]);
    sbuf_add(out, space + 12, (size_t)(end - space) - 12);
    return true;
}

void device_code_export(const char *text, const char *id, struct sbuf *out)
{
    if (id != NULL)
        sbuf_printf(out, DEVICE_MARK "%.*s\n", DEVICE_ID, id);
    while (*text != '\0') {
        struct sbuf visible = {0};
        size_t len = strcspn(text, "\n"), whole = len + (text[len] == '\n');
        const char *line = exported(text, whole, &visible) ? visible.text : text;
        size_t n = line == text ? whole : visible.len;
        if (id != NULL)
            rename_in(line, n, id, out);
        else
            sbuf_add(out, line, n);
        sbuf_free(&visible);
        text += whole;
    }
}

/* ---- to PTX ---- */

/* To LLVM's binary form, which clang links. */
static bool assemble(const char *text, const char *bitcode, struct error *err)
{
    const char *const words[] = {cuda_clang(), "-x", "ir", "-w", "-Xclang", "-disable-llvm-passes",
                                 "-emit-llvm", "-c", text, "-o", bitcode,   NULL};
    return process_run(words, err);
}

/* clang links the bitcode to that of an empty source, so that its passes and options are those of
 * every kernel. */
bool device_code_compile(const char *const *texts, size_t n, const char *dir, unsigned flags,
                         const char *ptx, struct error *err)
{
    struct arena a = {0};
    const char *source = arena_printf(&a, "%s/linked.cu", dir);
    const char **options = ARENA_ARRAY(&a, const char *, 4 * n + 1);
    size_t words = 0, len;
    bool ok = 4 * n < PTX_MOST_OPTIONS ||
              error_set(err, "device code of %zu objects is to be linked; at most %d can be", n,
                        PTX_MOST_OPTIONS / 4 - 1);
    for (size_t i = 0; ok && i < n; i++) {
        const char *bitcode = arena_printf(&a, "%s/device-%zu.bc", dir, i);
        ok = assemble(texts[i], bitcode, err);
        options[words++] = "-Xclang";
        options[words++] = "-mlink-bitcode-file";
        options[words++] = "-Xclang";
        options[words++] = bitcode;
    }
    ok = ok && file_write(source, "\n", 1, err);
    char *text = ok ? ptx_compile_with(source, options, flags | PTX_LINKED, &len, err) : NULL;
    ok = text != NULL && file_write(ptx, text, len, err);
    free(text);
    arena_free(&a);
    return ok;
}
