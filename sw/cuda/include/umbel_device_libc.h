/*
 * The functions of the C library that kernels may call: overloads for the device beside the host's
 * functions. clang makes printf a call of vprintf; the interpreter has vprintf, malloc, free and
 * __assertfail. Copies become loops of loads and stores.
 */
#ifndef UMBEL_DEVICE_LIBC_H
#define UMBEL_DEVICE_LIBC_H

extern "C" {
__attribute__((device)) int vprintf(const char *format, const char *arguments);
__attribute__((device)) int printf(const char *format, ...);
__attribute__((device)) void *malloc(size_t bytes);
__attribute__((device)) void free(void *p);
__attribute__((device)) void __assertfail(const char *message, const char *file, unsigned int line,
                                          const char *function, size_t char_size);

/* What glibc's assert calls. */
__attribute__((device, nodebug)) inline void __assert_fail(const char *message, const char *file,
                                                           unsigned int line, const char *function)
{
    __assertfail(message, file, line, function, 1);
}
}

/* clang does not take a device's memcpy for its own. */
UMBEL_DEVICE void *memcpy(void *to, const void *from, size_t bytes)
{
    return __builtin_memcpy(to, from, bytes);
}
UMBEL_DEVICE void *memmove(void *to, const void *from, size_t bytes)
{
    return __builtin_memmove(to, from, bytes);
}
UMBEL_DEVICE void *memset(void *p, int value, size_t bytes)
{
    return __builtin_memset(p, value, bytes);
}

#endif
