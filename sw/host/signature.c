/* The types and parameters of functions in LLVM's text. */
#include "sw/host/build.h"

#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

bool ir_name(const char *line, char *name, size_t size)
{
    const char *at = strchr(line, '@'), *end = strchr(line, '\n');
    if (at == NULL || (end != NULL && at > end))
        return false;
    size_t n = strspn(at + 1, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$");
    if (n == 0 || n >= size)
        return false;
    memcpy(name, at + 1, n);
    name[n] = '\0';
    return true;
}

/* Behind the bracket that closes the one at `s`. */
static const char *skip_brackets(const char *s)
{
    int depth = 0;
    for (; *s != '\0' && *s != '\n'; s++) {
        depth += strchr("([{<", *s) != NULL;
        depth -= strchr(")]}>", *s) != NULL;
        if (depth == 0)
            return s + 1;
    }
    return s;
}

const char *ir_skip_type(const char *s)
{
    while (*s != '\0' && strchr(" ,()\n", *s) == NULL)
        s = strchr("[{<", *s) != NULL ? skip_brackets(s) : s + 1;
    while (s[0] == ' ' && s[1] == '(') { /* a function; what is wanted of it is a pointer */
        s = skip_brackets(s + 1);
        while (*s == '*')
            s++;
    }
    return s;
}

/* Reads a parameter's type and attributes: [s, end). */
static bool parameter(const char *s, const char *end, struct host_parameter *p)
{
    static const struct {
        const char *type;
        struct host_parameter is;
    } types[] = {{"i8", {HOST_INTEGER, 1, false}},  {"i16", {HOST_INTEGER, 2, false}},
                 {"i32", {HOST_INTEGER, 4, false}}, {"i64", {HOST_INTEGER, 8, false}},
                 {"float", {HOST_REAL, 4, false}},  {"double", {HOST_REAL, 8, false}}};
    const char *behind = ir_skip_type(s);
    size_t len = (size_t)(behind - s);
    char attributes[512];
    size_t rest = (size_t)(end - behind);
    if (len == 0 || rest >= sizeof attributes)
        return false;
    memcpy(attributes, behind, rest);
    attributes[rest] = '\0';
    if (strstr(attributes, "byval(") != NULL || strstr(attributes, "sret(") != NULL)
        return false;
    if (behind[-1] == '*') {
        *p = (struct host_parameter){HOST_BUFFER, 8, false};
        return true;
    }
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strlen(types[i].type) == len && strncmp(s, types[i].type, len) == 0) {
            *p = types[i].is;
            p->is_signed = strstr(attributes, "signext") != NULL;
            return true;
        }
    return false;
}

/* The end of the parameter that begins at `s`: the comma or the bracket behind it. */
static const char *parameter_end(const char *s)
{
    while (*s != ',' && *s != ')' && *s != '\n' && *s != '\0')
        s = strchr("([{<", *s) != NULL ? skip_brackets(s) : s + 1;
    return s;
}

static bool parameters(const char *s, struct host_function *f, const char *path, struct error *err)
{
    while (*s != ')') {
        if (f->n == HOST_MOST_PARAMETERS)
            return error_set(err, "%s: %s has more than %d parameters", path, f->name,
                             HOST_MOST_PARAMETERS);
        const char *end = parameter_end(s);
        if (!parameter(s, end, &f->parameters[f->n++]))
            return error_set(err,
                             "%s: parameter %zu of %s is neither a pointer, an integer nor a "
                             "float; make the function static if only the program calls it",
                             path, f->n, f->name);
        s = *end == ',' ? end + 2 : end;
        if (*end != ',' && *end != ')')
            return error_set(err, "%s: %s: clang's text of it cannot be read", path, f->name);
    }
    return true;
}

bool ir_signature(const char *line, struct host_program *p, struct error *err)
{
    char name[256];
    if (!ir_name(line, name, sizeof name))
        return true;
    const char *at = strchr(line, '@');
    bool inner = false, nothing = false;
    for (const char *w = line; w < at; w += strcspn(w, " ") + 1) {
        inner |= strncmp(w, "internal ", 9) == 0;
        nothing |= strncmp(w, "void ", 5) == 0;
    }
    if (inner || !nothing)
        return true;
    p->functions = xgrown(p->functions, p->n_functions, sizeof *p->functions);
    struct host_function *f = &p->functions[p->n_functions++];
    *f = (struct host_function){.name = xstrdup(name)};
    return parameters(strchr(at, '(') + 1, f, p->path, err);
}
