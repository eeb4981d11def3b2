/* How Yosys is run. */
#ifndef UMBEL_FORMAL_PROVE_YOSYS_H
#define UMBEL_FORMAL_PROVE_YOSYS_H

/* The first words of a command that runs Yosys. Yosys allocates all the time: with this allocator
 * it takes a fifth less. Without the library, the loader says so, and Yosys has the allocator of
 * libc. Where it finds no HOME, it leaves no .yosys_history there. */
#define YOSYS "env", "-u", "HOME", "LD_PRELOAD=libjemalloc.so.2", "yosys", "-q"

#endif
