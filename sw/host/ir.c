/*
 * LLVM's text of an instrumented program. Refuses what the instrumentation leaves out, so that no
 * access is missed: variables outside of functions, types of other sizes than 1, 2, 4, 8 and 16
 * bytes, structs that are passed by value (the code generator copies them), calls of what the file
 * does not have.
 *
 * A hook gets LLVM's calling convention that keeps all registers, and its address in r10, which is
 * no register of other calls. So the code around it is what it would be without. With C's
 * convention each access would cost spills and reloads, which would be counted as the program's
 * instructions.
 */
#include "sw/host/build.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reading {
    const char *text, *path;
    const char *line;   /* the current one */
    char function[256]; /* around it; "": none */
};

/* Whether the line has `word` in it. */
static const char *in_line(const char *line, const char *word)
{
    const char *end = strchr(line, '\n');
    size_t len = end != NULL ? (size_t)(end - line) : strlen(line);
    return memmem(line, len, word, strlen(word));
}

/* The number behind `word` in a line; 0: the line does not have it. */
static unsigned number_behind(const char *line, const char *word)
{
    const char *at = in_line(line, word);
    return at != NULL ? (unsigned)strtoul(at + strlen(word), NULL, 10) : 0;
}

/* The place in the source, from the !dbg of the current line; line 0: it has none. That of a
 * function has no column. */
static void source_place(const struct reading *r, unsigned *line, unsigned *column)
{
    *line = *column = 0;
    const char *dbg = in_line(r->line, "!dbg !");
    char key[64];
    if (dbg == NULL)
        return;
    snprintf(key, sizeof key, "\n!%lu = ", strtoul(dbg + strlen("!dbg !"), NULL, 10));
    const char *at = strstr(r->text, key);
    if (at == NULL)
        return;
    bool function = in_line(at + 1, "!DISubprogram(") != NULL;
    *line = number_behind(at + 1, function ? " line: " : "(line: ");
    *column = function ? 1 : number_behind(at + 1, ", column: ");
}

/* Refuses the current line. Returns false. */
static bool refuse(const struct reading *r, struct error *err, const char *what)
{
    unsigned line, column;
    source_place(r, &line, &column);
    if (line > 0)
        return error_set(err, "%s:%u:%u: %s: %s", r->path, line, column, r->function, what);
    return error_set(err, "%s: %s: %s", r->path, r->function, what);
}

/* ---- types ---- */

/* The bytes of a type that an access may have; 0 for others. */
static unsigned type_bytes(const char *s, const char *end)
{
    if (end[-1] == '*')
        return 8;
    if (*s == '<') {
        char *x;
        unsigned long n = strtoul(s + 1, &x, 10);
        if (strncmp(x, " x ", 3) != 0 || n > 16)
            return 0;
        unsigned each = type_bytes(x + 3, end - 1);
        return (unsigned)n * each <= 16 ? (unsigned)n * each : 0;
    }
    if (*s == 'i' && s[1] >= '1' && s[1] <= '9')
        return ((unsigned)strtoul(s + 1, NULL, 10) + 7) / 8;
    size_t len = (size_t)(end - s);
    return len == 5 && strncmp(s, "float", len) == 0    ? 4
           : len == 6 && strncmp(s, "double", len) == 0 ? 8
           : len == 4 && strncmp(s, "half", len) == 0   ? 2
                                                        : 0;
}

static bool is_hooked_type(const char *s)
{
    const char *end = ir_skip_type(s);
    unsigned bytes = end > s ? type_bytes(s, end) : 0;
    /* i24 has 3 bytes, and i48 6. */
    return bytes > 0 && bytes <= 16 && (bytes & (bytes - 1)) == 0;
}

static bool check_access(const struct reading *r, const char *type, struct error *err)
{
    static const char is_atomic[] = "atomic ", is_volatile[] = "volatile ";
    if (strncmp(type, is_atomic, strlen(is_atomic)) == 0)
        return true; /* see write_number_alone */
    if (strncmp(type, is_volatile, strlen(is_volatile)) == 0)
        type += strlen(is_volatile);
    return is_hooked_type(type) ||
           refuse(r, err,
                  "accesses memory by a type that is not 1, 2, 4, 8 or 16 bytes long: host "
                  "programs have no long double and no longer vectors");
}

/* ---- lines ---- */

static bool check_instruction(const struct reading *r, struct error *err)
{
    static const char load[] = " = load ", store[] = "  store ";
    const char *l = in_line(r->line, load);
    if (in_line(r->line, "call ") == NULL && l != NULL)
        return check_access(r, l + strlen(load), err);
    if (strncmp(r->line, store, strlen(store)) == 0)
        return check_access(r, r->line + strlen(store), err);
    if (in_line(r->line, "call ") == NULL)
        return true;
    if (in_line(r->line, " asm ") != NULL)
        return refuse(r, err, "host programs have no inline assembly");
    if (in_line(r->line, " byval(") != NULL)
        return refuse(r, err, "passes a struct by value; pass a pointer to it");
    return true;
}

/* Makes the current line that of the first use of a function, for the place of an error; false if
 * nothing uses it. */
static bool find_use(struct reading *r, const char *name)
{
    char use[300];
    snprintf(use, sizeof use, "@%s(", name);
    const char *line;
    for (const char *s = r->text; s != NULL && *s != '\0'; s = line) {
        const char *end = strchr(s, '\n');
        line = end != NULL ? end + 1 : NULL;
        if (strncmp(s, "define ", 7) == 0)
            ir_name(s, r->function, sizeof r->function);
        if (*s == ' ' && in_line(s, use) != NULL) {
            r->line = s;
            return true;
        }
    }
    return false;
}

/* What the code generator may make of an intrinsic does not touch memory, but for these. */
static bool is_fine_intrinsic(const char *name)
{
    static const char *const bad[] = {"llvm.mem", "llvm.masked.", "llvm.va_", "llvm.va.",
                                      "llvm.stacksave"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (strncmp(name, bad[i], strlen(bad[i])) == 0)
            return false;
    return strncmp(name, "llvm.", 5) == 0;
}

/* A function that the program calls and does not have. */
static bool check_declared(struct reading *r, struct error *err)
{
    char name[256], what[512];
    bool keeps;
    if (!ir_name(r->line, name, sizeof name) || stubs_have(name, &keeps) ||
        is_fine_intrinsic(name) || !find_use(r, name))
        return true;
    if (strncmp(name, "__tsan_atomic", 13) == 0)
        return refuse(r, err,
                      "host programs have loads and stores of 1, 2, 4 and 8 bytes as atomics, and "
                      "add, sub, and, or, xor, exchange and compare-exchange of 4 and 8");
    if (strncmp(name, "llvm.", 5) == 0)
        snprintf(what, sizeof what, "uses '%s', which host programs cannot have", name);
    else
        snprintf(what, sizeof what,
                 "calls '%s', which the file does not have: host programs call no libraries, whose "
                 "accesses and instructions nobody would see",
                 name);
    return refuse(r, err, what);
}

static bool check_variable(const struct reading *r, struct error *err)
{
    char name[256] = "?";
    ir_name(r->line, name, sizeof name);
    if (strncmp(name, "llvm.", 5) == 0 || in_line(r->line, " global ") == NULL)
        return true;
    return error_set(err,
                     "%s: '%s' is a variable outside of functions or a static one: a host program "
                     "keeps in buffers what it has to remember; constants are fine",
                     r->path, name);
}

/* Attributes can switch the instrumentation off. */
static bool check_function(const struct reading *r, struct error *err)
{
    char key[64];
    const char *group = in_line(r->line, " #");
    if (strncmp(r->function, "tsan.", 5) == 0)
        return true;
    snprintf(key, sizeof key,
             "\nattributes #%lu = ", group != NULL ? strtoul(group + 2, NULL, 10) : ULONG_MAX);
    const char *at = strstr(r->text, key);
    if (at == NULL || in_line(at + 1, " sanitize_thread ") == NULL ||
        in_line(at + 1, " disable_sanitizer_instrumentation ") != NULL)
        return refuse(r, err, "its attributes switch off the instrumentation (no_sanitize)");
    return true;
}

static bool check(struct reading *r, struct host_program *p, struct error *err)
{
    if (*r->line == '@')
        return check_variable(r, err);
    if (strncmp(r->line, "declare ", 8) == 0)
        return check_declared(r, err);
    if (strncmp(r->line, "module asm ", 11) == 0)
        return error_set(err, "%s: host programs have no assembly", r->path);
    if (strncmp(r->line, "define ", 7) == 0) {
        ir_name(r->line, r->function, sizeof r->function);
        return check_function(r, err) && ir_signature(r->line, p, err);
    }
    return *r->line != ' ' || check_instruction(r, err);
}

/* ---- the text for the code generator ---- */

/*
 * clang 14 leaves an atomic load behind the call that stands for it. Nothing uses its value, but
 * its number may not be missing.
 */
static bool write_number_alone(const char *line, struct sbuf *out)
{
    static const char load[] = " = load atomic ", is_volatile[] = "volatile ";
    const char *type = in_line(line, load);
    if (*line != ' ' || type == NULL || in_line(line, "call ") != NULL)
        return false;
    int number = (int)(type - line);
    type += strlen(load);
    if (strncmp(type, is_volatile, strlen(is_volatile)) == 0)
        type += strlen(is_volatile);
    int n = (int)(ir_skip_type(type) - type);
    sbuf_printf(out, "%.*s = select i1 true, %.*s undef, %.*s undef\n", number, line, n, type, n,
                type);
    return true;
}

/* `call void @HOOK(` and `declare void @HOOK(` of hooks that keep all registers. */
static void write_hook(const char *line, size_t len, struct sbuf *out)
{
    static const char pointer[] = "(i8*";
    char name[256];
    bool keeps = false;
    const char *type = in_line(line, "void @__tsan_"), *at = in_line(line, pointer);
    bool call = in_line(line, "call void @__tsan_") != NULL || strncmp(line, "declare ", 8) == 0;
    if (type == NULL || at == NULL || !call || !ir_name(type, name, sizeof name) ||
        !stubs_have(name, &keeps) || !keeps) {
        sbuf_add(out, line, len);
        return;
    }
    size_t before = (size_t)(type - line), upto = (size_t)(at - line) + strlen(pointer);
    sbuf_add(out, line, before);
    sbuf_puts(out, "preserve_allcc ");
    sbuf_add(out, type, upto - before);
    sbuf_puts(out, " nest");
    sbuf_add(out, line + upto, len - upto);
}

bool ir_prepare(const char *text, struct host_program *p, struct sbuf *out, struct error *err)
{
    struct reading r = {.text = text, .path = p->path};
    for (r.line = text; *r.line != '\0';) {
        const char *line = r.line, *end = strchr(line, '\n');
        size_t len = end != NULL ? (size_t)(end - line) + 1 : strlen(line);
        if (!check(&r, p, err))
            return false;
        if (!write_number_alone(line, out))
            write_hook(line, len, out);
        r.line = line + len;
    }
    return true;
}
