/*
 * Texture and surface objects, and references. What kernels need of each is a struct umbel_texture
 * in the constant memory of every module that has a place for it.
 */
#include "sw/cuda/arrays.h"
#include "sw/cuda/include/umbel_texture_layout.h"

#include "sw/util/arena.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static_assert(sizeof(struct umbel_texture) <= PTX_TEXTURE_BYTES, "a reference has no room");

/* The table of objects, as PTX names it. */
static const char table[] = "_ZL14umbel_textures";

struct object {
    bool used, surface;
    struct cudaResourceDesc resource;
    struct cudaTextureDesc texture;
    struct umbel_texture what;
};
static struct object objects[UMBEL_TEXTURES];

/* A texture or surface reference: the program's variable, and its place in the module. */
struct reference {
    const void *host;
    char *name;
    struct module *module;
};
static struct reference *references;
static size_t n_references;

void __cudaRegisterTexture(void **handle, const struct textureReference *host, const void **device,
                           const char *name, int dims, int normalized, int ext);
void __cudaRegisterSurface(void **handle, const struct surfaceReference *host, const void **device,
                           const char *name, int dims, int ext);

static void add_reference(void **handle, const void *host, const char *name)
{
    references = xgrown(references, n_references, sizeof *references);
    references[n_references++] = (struct reference){host, xstrdup(name), (void *)handle};
}

void __cudaRegisterTexture(void **handle, const struct textureReference *host, const void **device,
                           const char *name, int dims, int normalized, int ext)
{
    (void)device, (void)dims, (void)normalized, (void)ext;
    add_reference(handle, host, name);
}

void __cudaRegisterSurface(void **handle, const struct surfaceReference *host, const void **device,
                           const char *name, int dims, int ext)
{
    (void)device, (void)dims, (void)ext;
    add_reference(handle, host, name);
}

/* ---- what kernels see ---- */

static void set_format(struct umbel_texture *t, const struct cudaChannelFormatDesc *texel)
{
    t->bits = (unsigned char)texel->x;
    t->kind = (unsigned char)texel->f;
    t->texel_bytes = (unsigned char)texel_bytes(texel);
}

static void set_array(struct umbel_texture *t, cudaArray_const_t a)
{
    t->base = a->block->address;
    t->width = (unsigned)a->width;
    t->height = (unsigned)a->height;
    t->depth = (unsigned)a->depth;
    t->pitch = (unsigned)a->pitch;
    t->slice = (unsigned)a->slice;
    set_format(t, &a->texel);
}

/* Rows of device memory; 0 texels of height: all is one row. */
static cudaError_t set_memory(struct umbel_texture *t, const char *call, const void *p,
                              const struct cudaChannelFormatDesc *texel, uint64_t width,
                              uint64_t height, uint64_t pitch)
{
    uint64_t bytes = texel_bytes(texel);
    if (bytes == 0)
        return cudaErrorInvalidChannelDescriptor;
    if (width == 0 || width > UINT32_MAX || height > UINT32_MAX || pitch > UINT32_MAX ||
        (height > 1 && pitch < width * bytes))
        return cudaErrorInvalidValue;
    if (!block_has(call, p, (height > 1 ? (height - 1) * pitch : 0) + width * bytes))
        return cudaErrorInvalidValue;
    t->base = (uint64_t)(uintptr_t)p;
    t->width = (unsigned)width;
    t->height = height > 0 ? (unsigned)height : 1;
    t->depth = 1;
    t->pitch = (unsigned)pitch;
    set_format(t, texel);
    return cudaSuccess;
}

static cudaError_t set_resource(struct umbel_texture *t, const char *call,
                                const struct cudaResourceDesc *r)
{
    switch (r->resType) {
    case cudaResourceTypeArray:
        if (!array_is(r->res.array.array))
            return cudaErrorInvalidResourceHandle;
        set_array(t, r->res.array.array);
        return cudaSuccess;
    case cudaResourceTypeLinear: {
        uint64_t bytes = texel_bytes(&r->res.linear.desc);
        return set_memory(t, call, r->res.linear.devPtr, &r->res.linear.desc,
                          bytes > 0 ? r->res.linear.sizeInBytes / bytes : 0, 0, 0);
    }
    case cudaResourceTypePitch2D:
        return set_memory(t, call, r->res.pitch2D.devPtr, &r->res.pitch2D.desc,
                          r->res.pitch2D.width, r->res.pitch2D.height, r->res.pitch2D.pitchInBytes);
    default:
        api_tell("%s: mipmaps are not supported", call);
        return cudaErrorNotSupported;
    }
}

/* ---- objects ---- */

static void publish(size_t i)
{
    size_t variable;
    for (size_t m = 0; module_number(m) != NULL; m++)
        if (module_ptx(module_number(m)) != NULL &&
            module_variable(module_number(m), table, &variable))
            ptx_write_constant(module_ptx(module_number(m)), variable,
                               i * sizeof(struct umbel_texture), &objects[i].what,
                               sizeof(struct umbel_texture));
}

static cudaError_t create(const char *call, const struct object *o, unsigned long long *handle)
{
    struct object made = *o;
    size_t i = 0;
    cudaError_t e = modules_load();
    if (e == cudaSuccess)
        e = set_resource(&made.what, call, &made.resource);
    if (e != cudaSuccess)
        return e;
    while (i < UMBEL_TEXTURES && objects[i].used)
        i++;
    if (i == UMBEL_TEXTURES) {
        api_tell("%s: more than %d textures and surfaces at once", call, UMBEL_TEXTURES);
        return cudaErrorMemoryAllocation;
    }
    made.used = true;
    objects[i] = made;
    publish(i);
    *handle = i + 1;
    return cudaSuccess;
}

static struct object *object_of(unsigned long long handle, bool surface)
{
    bool is = handle > 0 && handle <= UMBEL_TEXTURES && objects[handle - 1].used &&
              objects[handle - 1].surface == surface;
    return is ? &objects[handle - 1] : NULL;
}

static cudaError_t destroy(unsigned long long handle, bool surface)
{
    struct object *o = object_of(handle, surface);
    if (handle == 0)
        return cudaSuccess;
    if (o == NULL)
        return cudaErrorInvalidResourceHandle;
    *o = (struct object){.used = false};
    publish((size_t)handle - 1);
    return cudaSuccess;
}

CUDA_API(cudaCreateTextureObject,
         (cudaTextureObject_t * object, const struct cudaResourceDesc *resource,
          const struct cudaTextureDesc *texture, const struct cudaResourceViewDesc *view),
         object, resource, texture, view)
{
    if (object == NULL || resource == NULL || texture == NULL)
        return cudaErrorInvalidValue;
    if (view != NULL) {
        api_tell("cudaCreateTextureObject: views of a resource are not supported");
        return cudaErrorNotSupported;
    }
    struct object o = {.resource = *resource, .texture = *texture};
    for (int i = 0; i < 3; i++)
        o.what.address[i] = (unsigned char)texture->addressMode[i];
    memcpy(o.what.border, texture->borderColor, sizeof o.what.border);
    o.what.linear = texture->filterMode == cudaFilterModeLinear;
    o.what.normalized = texture->normalizedCoords != 0;
    o.what.read = texture->readMode == cudaReadModeNormalizedFloat;
    return create("cudaCreateTextureObject", &o, object);
}

CUDA_API(cudaDestroyTextureObject, (cudaTextureObject_t object), object)
{
    return destroy(object, false);
}

CUDA_API(cudaGetTextureObjectResourceDesc,
         (struct cudaResourceDesc * resource, cudaTextureObject_t object), resource, object)
{
    const struct object *o = object_of(object, false);
    if (o == NULL || resource == NULL)
        return cudaErrorInvalidValue;
    *resource = o->resource;
    return cudaSuccess;
}

CUDA_API(cudaGetTextureObjectTextureDesc,
         (struct cudaTextureDesc * texture, cudaTextureObject_t object), texture, object)
{
    const struct object *o = object_of(object, false);
    if (o == NULL || texture == NULL)
        return cudaErrorInvalidValue;
    *texture = o->texture;
    return cudaSuccess;
}

CUDA_API(cudaCreateSurfaceObject,
         (cudaSurfaceObject_t * object, const struct cudaResourceDesc *resource), object, resource)
{
    if (object == NULL || resource == NULL || resource->resType != cudaResourceTypeArray)
        return cudaErrorInvalidValue;
    const struct object o = {.surface = true, .resource = *resource};
    return create("cudaCreateSurfaceObject", &o, object);
}

CUDA_API(cudaDestroySurfaceObject, (cudaSurfaceObject_t object), object)
{
    return destroy(object, true);
}

CUDA_API(cudaGetSurfaceObjectResourceDesc,
         (struct cudaResourceDesc * resource, cudaSurfaceObject_t object), resource, object)
{
    const struct object *o = object_of(object, true);
    if (o == NULL || resource == NULL)
        return cudaErrorInvalidValue;
    *resource = o->resource;
    return cudaSuccess;
}

/* ---- references ---- */

static cudaError_t bind(const void *host, const struct umbel_texture *what)
{
    cudaError_t e = modules_load();
    size_t variable;
    for (size_t i = 0; e == cudaSuccess && i < n_references; i++) {
        const struct reference *r = &references[i];
        if (r->host != host)
            continue;
        if (!module_variable(r->module, r->name, &variable))
            return cudaErrorInvalidTexture;
        ptx_write_constant(module_ptx(r->module), variable, 0, what, sizeof *what);
        return cudaSuccess;
    }
    return e != cudaSuccess ? e : cudaErrorInvalidTexture;
}

/* What the program has set in its variable. */
static struct umbel_texture attributes(const struct textureReference *t)
{
    struct umbel_texture what = {.linear = t->filterMode == cudaFilterModeLinear,
                                 .normalized = t->normalized != 0};
    for (int i = 0; i < 3; i++)
        what.address[i] = (unsigned char)t->addressMode[i];
    return what;
}

CUDA_API(cudaBindTexture,
         (size_t * offset, const struct textureReference *t, const void *p,
          const struct cudaChannelFormatDesc *texel, size_t bytes),
         offset, t, p, texel, bytes)
{
    const struct block *b = block_of((uint64_t)(uintptr_t)p);
    if (t == NULL || texel == NULL || texel_bytes(texel) == 0)
        return cudaErrorInvalidValue;
    uint64_t left = b != NULL ? b->address + b->bytes - (uint64_t)(uintptr_t)p : bytes;
    struct umbel_texture what = attributes(t);
    cudaError_t e = set_memory(&what, "cudaBindTexture", p, texel,
                               (bytes < left ? bytes : left) / texel_bytes(texel), 0, 0);
    if (e == cudaSuccess && offset != NULL)
        *offset = 0;
    return e == cudaSuccess ? bind(t, &what) : e;
}

CUDA_API(cudaBindTexture2D,
         (size_t * offset, const struct textureReference *t, const void *p,
          const struct cudaChannelFormatDesc *texel, size_t width, size_t height, size_t pitch),
         offset, t, p, texel, width, height, pitch)
{
    if (t == NULL || texel == NULL)
        return cudaErrorInvalidValue;
    struct umbel_texture what = attributes(t);
    cudaError_t e = set_memory(&what, "cudaBindTexture2D", p, texel, width, height, pitch);
    if (e == cudaSuccess && offset != NULL)
        *offset = 0;
    return e == cudaSuccess ? bind(t, &what) : e;
}

CUDA_API(cudaBindTextureToArray,
         (const struct textureReference *t, cudaArray_const_t array,
          const struct cudaChannelFormatDesc *texel),
         t, array, texel)
{
    if (t == NULL || texel == NULL || !array_is(array))
        return cudaErrorInvalidValue;
    struct umbel_texture what = attributes(t);
    set_array(&what, array);
    return bind(t, &what);
}

CUDA_API(cudaUnbindTexture, (const struct textureReference *t), t)
{
    const struct umbel_texture none = {.base = 0};
    return bind(t, &none);
}

CUDA_API(cudaGetTextureAlignmentOffset, (size_t * offset, const struct textureReference *t), offset,
         t)
{
    if (offset == NULL || t == NULL)
        return cudaErrorInvalidValue;
    *offset = 0;
    return cudaSuccess;
}

CUDA_API(cudaGetTextureReference, (const struct textureReference **t, const void *symbol), t,
         symbol)
{
    for (size_t i = 0; t != NULL && i < n_references; i++)
        if (references[i].host == symbol) {
            *t = symbol;
            return cudaSuccess;
        }
    return cudaErrorInvalidTexture;
}

CUDA_API(cudaBindSurfaceToArray,
         (const struct surfaceReference *s, cudaArray_const_t array,
          const struct cudaChannelFormatDesc *texel),
         s, array, texel)
{
    if (s == NULL || texel == NULL || !array_is(array))
        return cudaErrorInvalidValue;
    struct umbel_texture what = {.base = 0};
    set_array(&what, array);
    return bind(s, &what);
}
