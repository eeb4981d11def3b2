/* Loads, stores and copies of the program. */
#include "sw/host/cpu_impl.h"

#include <string.h>

enum { PIECE = 16 }; /* bytes that a copy moves at once: a register's */

void hook_access(void *cpu, uint64_t host, uint64_t what, uint64_t site)
{
    struct cpu *c = cpu;
    uint32_t bytes = what & HOOK_BYTES;
    bool write = (what & HOOK_WRITE) != 0;
    uint64_t address;
    thread_enter(c, site);
    if ((what & HOOK_OVERRUN) != 0) {
        thread_charge(c);
        return;
    }
    if (thread_is_own(c, host, bytes, write, &address))
        return;
    if (!window_open(&c->window, address, bytes))
        thread_fail(c, "the host has no memory left for the window");
    thread_charge(c);
    c->address = address;
    c->bytes = bytes;
    if (!write)
        thread_load(c, address, bytes, (what & HOOK_VOLATILE) != 0, c->window.at + address);
    c->storing = write;
    c->loaded = !write;
}

/* ---- copies ---- */

struct side {
    uint64_t host, address;
    bool own;
};

static struct side side_of(struct cpu *c, const void *host, uint64_t bytes, bool write)
{
    struct side s = {.host = (uint64_t)(uintptr_t)host};
    s.own = thread_is_own(c, s.host, bytes, write, &s.address);
    return s;
}

/* A piece, as one instruction of a copy reads or writes it. */
static void read_piece(struct cpu *c, const struct side *s, uint64_t at, uint32_t n, uint8_t *to)
{
    c->instructions++;
    if (s->own) {
        memcpy(to, (const void *)(uintptr_t)(s->host + at), n);
        return;
    }
    thread_charge(c);
    thread_load(c, s->address + at, n, false, to);
}

static void write_piece(struct cpu *c, const struct side *s, uint64_t at, uint32_t n,
                        const uint8_t *from)
{
    c->instructions++;
    if (s->own) {
        memcpy((void *)(uintptr_t)(s->host + at), from, n);
        return;
    }
    thread_charge(c);
    thread_store(c, s->address + at, n, from);
}

/* The bytes from `at` on that cross no border of 16 bytes; backwards, those that end at `at`. */
static uint64_t up_to_border(uint64_t at, bool back)
{
    return back ? (at + PIECE - 1) % PIECE + 1 : PIECE - at % PIECE;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

void *hook_copy(void *cpu, void *to, const void *from, uint64_t bytes, uint64_t site)
{
    struct cpu *c = cpu;
    uint8_t piece[PIECE];
    thread_enter(c, site);
    if (bytes == 0)
        return to;
    struct side source = side_of(c, from, bytes, false), target = side_of(c, to, bytes, true);
    bool back = target.host > source.host && target.host - source.host < bytes;
    for (uint64_t done = 0; done < bytes;) {
        uint64_t at = back ? bytes - done : done;
        uint64_t n = least(bytes - done, least(up_to_border(source.host + at, back),
                                               up_to_border(target.host + at, back)));
        at -= back ? n : 0;
        read_piece(c, &source, at, (uint32_t)n, piece);
        write_piece(c, &target, at, (uint32_t)n, piece);
        done += n;
    }
    return to;
}

void *hook_fill(void *cpu, void *to, int value, uint64_t bytes, uint64_t site)
{
    struct cpu *c = cpu;
    uint8_t piece[PIECE];
    thread_enter(c, site);
    if (bytes == 0)
        return to;
    struct side target = side_of(c, to, bytes, true);
    memset(piece, value, sizeof piece);
    for (uint64_t at = 0; at < bytes;) {
        uint64_t n = least(bytes - at, up_to_border(target.host + at, false));
        write_piece(c, &target, at, (uint32_t)n, piece);
        at += n;
    }
    return to;
}
