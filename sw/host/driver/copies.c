/*
 * How the host's CPU has a copy engine make copies (harness/machine/doorbell.h): a host program.
 *
 * A descriptor is two words: the first line to read, with the number of lines above it, and the
 * first line to write. What the CPU has stored may still be in its L2, where L2s are written back;
 * a volatile load is answered by the memory, which has the store then.
 */
#include <stdint.h>

enum { WORDS = 12 }; /* of six descriptors */

/* Writes descriptors one after the other. */
void post(uint64_t *ring, uint64_t words, uint64_t w0, uint64_t w1, uint64_t w2, uint64_t w3,
          uint64_t w4, uint64_t w5, uint64_t w6, uint64_t w7, uint64_t w8, uint64_t w9,
          uint64_t w10, uint64_t w11)
{
    const uint64_t all[WORDS] = {w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11};
    for (uint64_t i = 0; i < words; i++)
        ring[i] = all[i];
}

/* Tells the engine that `n` descriptors were written, ever; the new ones are in `lines` lines of
 * `line_words` words. */
void ring_doorbell(const volatile uint64_t *first, uint64_t lines, uint64_t line_words,
                   volatile uint64_t *doorbell, uint64_t n)
{
    for (uint64_t i = 0; i < lines; i++)
        (void)first[i * line_words];
    *doorbell = n;
    (void)*doorbell;
}

/* After an interrupt: `n` copies have to be done. */
void interrupted(const volatile uint64_t *done, uint64_t n)
{
    if (*done != n)
        __builtin_trap();
}
