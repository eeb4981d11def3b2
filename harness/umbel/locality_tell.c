/* What `umbel locality` prints, and its JSON. */
#include "harness/umbel/locality.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *kind_of(const struct locality_access *a)
{
    return a->reads && a->writes ? "atomic" : a->writes ? "store" : "load";
}

static const char *param_name(const struct locality_subject *s, int param, struct arena *a)
{
    return s->names[param] != NULL ? s->names[param] : arena_printf(a, "arg%d", param);
}

static const char *launch_buffer(const struct locality_subject *s, int param)
{
    int buffer = s->step != NULL && param >= 0 ? s->step->args[param].buffer : -1;
    return buffer >= 0 ? s->in->launch->buffers[buffer].name : NULL;
}

/* "x", or "in = x" where the launch calls it something else. */
static const char *buffer_name(const struct locality_subject *s, const struct locality_access *a,
                               struct arena *arena)
{
    if (a->param < 0)
        return a->variable != NULL ? a->variable : "?";
    const char *name = param_name(s, a->param, arena), *buffer = launch_buffer(s, a->param);
    if (buffer == NULL || strcmp(buffer, name) == 0)
        return name;
    return arena_printf(arena, "%s = %s", name, buffer);
}

static int dims_of(const struct locality_subject *s)
{
    return locality_dims(&s->at);
}

/* ---- for people ---- */

static void print_class(const struct locality_subject *s, size_t i)
{
    const struct locality_advice *all = locality_advice;
    if (s->step != NULL) {
        printf("    %s\n", all[locality_class(s->found, i, dims_of(s), &s->at)].name);
        return;
    }
    enum locality_class one = locality_class(s->found, i, 1, NULL);
    enum locality_class two = locality_class(s->found, i, 2, NULL);
    if (one == two)
        printf("    %s\n", all[one].name);
    else
        printf("    1-D grids: %s; 2-D grids: %s\n", all[one].name, all[two].name);
}

static void print_access(const struct locality_subject *s, size_t i, struct arena *a)
{
    const struct locality_access *it = locality_access(s->found, i);
    struct sbuf index = {0}, stride = {0};
    locality_tell_index(s->found, i, s->names, &index);
    locality_tell_stride(s->found, i, s->names, &stride);
    if (it->file != NULL)
        printf("  line %-4d", it->line);
    else
        printf("  PTX line %-4d", it->ptx_line);
    printf(" %-6s %s[%s]", kind_of(it), buffer_name(s, it, a), sbuf_str(&index));
    if (stride.len > 0)
        printf(", stride %s", stride.text);
    printf(", %u bytes%s\n", it->bytes, it->unrolled > 1 ? ", unrolled" : "");
    print_class(s, i);
    if (it->why != NULL)
        printf("    not followed: %s\n", it->why);
    if (it->bounded)
        printf("    bounded at the borders, which the class leaves aside\n");
    sbuf_free(&index);
    sbuf_free(&stride);
}

static void print_buffer(const struct locality_subject *s, int param, struct arena *a)
{
    struct locality_param p = locality_at(s->found, param, &s->at);
    const struct locality_access as = {.param = param};
    if (!p.accessed)
        return;
    printf("  %-12s %10" PRIu64 " bytes, %s, %s\n", buffer_name(s, &as, a), s->bytes[param],
           p.reads && p.writes ? "read and written"
           : p.writes          ? "written"
                               : "read",
           locality_advice[p.class].name);
    printf("    placement %s; stride %" PRId64 ", datablock %" PRIu64 ", row %" PRIu64
           " bytes, CTAs begin at %" PRId64 " to %" PRId64 "; cache %s\n",
           locality_advice[p.class].placement, p.stride_bytes, p.datablock_bytes, p.row_bytes,
           p.begin_bytes, p.begin_bytes + (int64_t)p.reach_bytes, locality_advice[p.class].cache);
}

static void print_launch(const struct locality_subject *s, struct arena *a)
{
    printf("  buffers of a grid of %u x %u x %u CTAs of %u x %u x %u threads:\n", s->at.grid.x,
           s->at.grid.y, s->at.grid.z, s->at.block.x, s->at.block.y, s->at.block.z);
    for (int i = 0; i < s->kernel->n_params; i++)
        if (s->bytes[i] > 0)
            print_buffer(s, i, a);
    enum locality_class c = locality_class_of_kernel(s->found, dims_of(s), &s->at, s->bytes);
    enum locality_class printed =
        locality_printed_of_kernel(s->found, dims_of(s), &s->at, s->bytes);
    const int by = locality_decider(s->found, &s->at, s->bytes);
    printf("  the kernel: %s; schedule %s", locality_advice[c].name, locality_advice[c].schedule);
    if (by >= 0)
        printf(", as %s decides", buffer_name(s, &(struct locality_access){.param = by}, a));
    if (printed != c)
        printf("\n  by algorithm 1 as printed: %s; schedule %s", locality_advice[printed].name,
               locality_advice[printed].schedule);
    printf("\n");
}

void locality_print(const struct locality_subject *s)
{
    struct arena a = {0};
    printf("%s\n", locality_kernel_name(s->kernel->name, &a));
    for (size_t i = 0; i < locality_count(s->found); i++)
        print_access(s, i, &a);
    if (locality_count(s->found) == 0)
        printf("  no access to global memory\n");
    else if (s->step != NULL)
        print_launch(s, &a);
    else
        for (int dims = 1; dims <= 2; dims++) {
            enum locality_class c = locality_class_of_kernel(s->found, dims, NULL, NULL);
            printf("  the kernel in %d-D grids: %s; schedule %s\n", dims, locality_advice[c].name,
                   locality_advice[c].schedule);
        }
    arena_free(&a);
}

/* ---- for programs ---- */

static json_t *text_or_null(const char *text)
{
    return text != NULL ? json_string(text) : json_null();
}

static void set_classes(json_t *to, const struct locality_subject *s, size_t i)
{
    if (s->step != NULL) {
        enum locality_class c = locality_class(s->found, i, dims_of(s), &s->at);
        json_object_set_new(to, "class", json_string(locality_advice[c].name));
        return;
    }
    for (int dims = 1; dims <= 2; dims++) {
        enum locality_class c = locality_class(s->found, i, dims, NULL);
        json_object_set_new(to, dims == 1 ? "class_1d" : "class_2d",
                            json_string(locality_advice[c].name));
    }
}

static json_t *access_json(const struct locality_subject *s, size_t i, struct arena *a)
{
    const struct locality_access *it = locality_access(s->found, i);
    struct sbuf index = {0}, stride = {0};
    locality_tell_index(s->found, i, s->names, &index);
    locality_tell_stride(s->found, i, s->names, &stride);
    json_t *to = json_object();
    json_object_set_new(to, "file", text_or_null(it->file));
    json_object_set_new(to, "line", json_integer(it->file != NULL ? it->line : it->ptx_line));
    json_object_set_new(to, "kind", json_string(kind_of(it)));
    json_object_set_new(to, "parameter",
                        it->param >= 0 ? json_string(param_name(s, it->param, a)) : json_null());
    json_object_set_new(to, "buffer", text_or_null(launch_buffer(s, it->param)));
    json_object_set_new(to, "variable", text_or_null(it->variable));
    json_object_set_new(to, "bytes", json_integer(it->bytes));
    json_object_set_new(to, "index", json_string(sbuf_str(&index)));
    json_object_set_new(to, "stride", text_or_null(stride.len > 0 ? stride.text : NULL));
    json_object_set_new(to, "bounded", json_boolean(it->bounded));
    json_object_set_new(to, "not_followed", text_or_null(it->why));
    set_classes(to, s, i);
    sbuf_free(&index);
    sbuf_free(&stride);
    return to;
}

static void add_buffer(json_t *list, const struct locality_subject *s, int param, struct arena *a)
{
    struct locality_param p = locality_at(s->found, param, &s->at);
    if (!p.accessed)
        return;
    json_t *to = json_object();
    json_object_set_new(to, "parameter", json_string(param_name(s, param, a)));
    json_object_set_new(to, "buffer", text_or_null(launch_buffer(s, param)));
    json_object_set_new(to, "bytes", json_integer((json_int_t)s->bytes[param]));
    json_object_set_new(to, "read", json_boolean(p.reads));
    json_object_set_new(to, "written", json_boolean(p.writes));
    json_object_set_new(to, "class", json_string(locality_advice[p.class].name));
    json_object_set_new(to, "placement", json_string(locality_advice[p.class].placement));
    json_object_set_new(to, "cache", json_string(locality_advice[p.class].cache));
    json_object_set_new(to, "stride_bytes", json_integer(p.stride_bytes));
    json_object_set_new(to, "datablock_bytes", json_integer((json_int_t)p.datablock_bytes));
    json_object_set_new(to, "row_bytes", json_integer((json_int_t)p.row_bytes));
    json_object_set_new(to, "begin_bytes", json_integer(p.begin_bytes));
    json_object_set_new(to, "reach_bytes", json_integer((json_int_t)p.reach_bytes));
    json_array_append_new(list, to);
}

static json_t *dims_json(const struct simt_dim *d)
{
    json_t *list = json_array();
    json_array_append_new(list, json_integer(d->x));
    json_array_append_new(list, json_integer(d->y));
    json_array_append_new(list, json_integer(d->z));
    return list;
}

static void set_kernel(json_t *to, const struct locality_subject *s, int dims, const char *name)
{
    const struct locality_launch *at = s->step != NULL ? &s->at : NULL;
    enum locality_class c = locality_class_of_kernel(s->found, dims, at, s->bytes);
    json_t *what = json_object();
    json_object_set_new(what, "class", json_string(locality_advice[c].name));
    json_object_set_new(what, "schedule", json_string(locality_advice[c].schedule));
    c = locality_printed_of_kernel(s->found, dims, at, s->bytes);
    json_object_set_new(what, "printed", json_string(locality_advice[c].name));
    json_object_set_new(to, name, what);
}

json_t *locality_json(const struct locality_subject *s)
{
    struct arena a = {0};
    json_t *to = json_object(), *accesses = json_array(), *buffers = json_array();
    json_object_set_new(to, "kernel", json_string(locality_kernel_name(s->kernel->name, &a)));
    for (size_t i = 0; i < locality_count(s->found); i++)
        json_array_append_new(accesses, access_json(s, i, &a));
    json_object_set_new(to, "accesses", accesses);
    if (s->step != NULL) {
        json_object_set_new(to, "grid", dims_json(&s->at.grid));
        json_object_set_new(to, "block", dims_json(&s->at.block));
        for (int i = 0; i < s->kernel->n_params; i++)
            if (s->bytes[i] > 0)
                add_buffer(buffers, s, i, &a);
        const int by = locality_decider(s->found, &s->at, s->bytes);
        set_kernel(to, s, dims_of(s), "whole");
        json_object_set_new(to, "decides",
                            by >= 0 ? json_string(param_name(s, by, &a)) : json_null());
    } else {
        set_kernel(to, s, 1, "whole_1d");
        set_kernel(to, s, 2, "whole_2d");
    }
    json_object_set_new(to, "buffers", buffers);
    arena_free(&a);
    return to;
}
