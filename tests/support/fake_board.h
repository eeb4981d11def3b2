/*
 * The board's half of fpga/protocol.md, byte by byte. It shares no code with fpga/host: it finds
 * frames and computes their CRC itself.
 */
#ifndef UMBEL_TESTS_SUPPORT_FAKE_BOARD_H
#define UMBEL_TESTS_SUPPORT_FAKE_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* 2 GPUs of 1 SM, 1024 lines of 4 bytes, 4 threads of 16 slots, TS_W 16, TIME_W 20. */
enum { FAKE_MEMORY = 0x8000, FAKE_MEMORY_WORDS = 0x800, FAKE_ANSWER_MAX = 261 };

struct fake_board {
    uint16_t words[0x10000];
    unsigned starts, resets; /* starts and resets that were done */
    unsigned statuses[4];    /* number of answers with each status */
    uint8_t last;            /* number of the last request */
    int byte_us;             /* time of a byte; 64 byte times of silence end a frame */
    uint8_t frame[FAKE_ANSWER_MAX];
    size_t n;
    int64_t heard_us;
};

void fake_board_init(struct fake_board *b, int byte_us);

/* Gives the board a byte that ends at this time. Returns the length of its answer; 0: none. */
size_t fake_board_hear(struct fake_board *b, int64_t at_us, uint8_t byte,
                       uint8_t answer[FAKE_ANSWER_MAX]);

#endif
