#include "tests/support/fake_board.h"

#include "tests/support/bitcrc.h"

#include <string.h>

enum { HELLO = 1, READ = 2, WRITE = 3, OK = 0, AGAIN = 1, ORDER = 2, BAD = 3 };

void fake_board_init(struct fake_board *b, int byte_us)
{
    static const uint16_t table[] = {0x554D, 1, 0x0201, 0x0A04, 0x0404, 0x1014, 0x0002};
    memset(b, 0, sizeof *b);
    memcpy(b->words, table, sizeof table);
    b->byte_us = byte_us;
    b->last = 0x5A;
}

static void write_word(struct fake_board *b, uint16_t address, uint16_t value)
{
    bool engines = address >= 0x1000 && address < 0x1800;
    bool memory = address >= FAKE_MEMORY && address < FAKE_MEMORY + FAKE_MEMORY_WORDS;
    b->starts += address == 6 && value == 1;
    b->resets += address == 6 && value == 2;
    if (engines || memory || address == 8 || address == 9)
        b->words[address] = value;
}

static uint16_t word_at(const uint8_t *bytes)
{
    return (uint16_t)(bytes[0] << 8 | bytes[1]);
}

/* Does a request, if it is to be done, and returns the status of its answer. */
static uint8_t perform(struct fake_board *b, const uint8_t *body, size_t n)
{
    uint8_t seq = body[0], op = body[1], count = body[2];
    size_t want = op == WRITE ? 5 + 2 * (size_t)count : op == READ ? 5 : 3;
    bool counted = op == READ || op == WRITE;
    if (op < HELLO || op > WRITE || n != want || (counted && (count < 1 || count > 120)) ||
        (op == HELLO && count != 0))
        return BAD;
    bool again = seq == b->last;
    if (counted && !again && seq != (uint8_t)(b->last + 1))
        return ORDER;
    if (op == WRITE && again)
        return AGAIN;
    b->last = seq;
    for (uint8_t i = 0; op == WRITE && i < count; i++)
        write_word(b, (uint16_t)(word_at(body + 3) + i), word_at(body + 5 + 2 * i));
    return OK;
}

static size_t answer_to(struct fake_board *b, const uint8_t *body, size_t n, uint8_t *answer)
{
    uint8_t status = perform(b, body, n);
    size_t len = 0;
    b->statuses[status]++;
    answer[len++] = 0xA5;
    len++;
    answer[len++] = body[0];
    answer[len++] = body[1] | 0x80;
    answer[len++] = status;
    for (uint8_t i = 0; body[1] == READ && status == OK && i < body[2]; i++) {
        uint16_t word = b->words[(uint16_t)(word_at(body + 3) + i)];
        answer[len++] = (uint8_t)(word >> 8);
        answer[len++] = (uint8_t)word;
    }
    answer[1] = (uint8_t)(len - 2);
    uint32_t crc = bitcrc(answer + 1, len - 1);
    for (int i = 0; i < 4; i++)
        answer[len++] = (uint8_t)(crc >> (8 * i));
    return len;
}

size_t fake_board_hear(struct fake_board *b, int64_t at_us, uint8_t byte,
                       uint8_t answer[FAKE_ANSWER_MAX])
{
    if (at_us - b->heard_us >= 64 * (int64_t)b->byte_us)
        b->n = 0;
    b->heard_us = at_us;
    if (b->n == 0 && byte != 0xA5)
        return 0;
    b->frame[b->n++] = byte;
    if (b->n < 2)
        return 0;
    size_t n = b->frame[1];
    if (n >= 3 && b->n < n + 6)
        return 0;
    b->n = 0;
    if (n < 3)
        return 0;
    uint32_t crc = bitcrc(b->frame + 1, n + 1);
    for (size_t i = 0; i < 4; i++)
        if (b->frame[2 + n + i] != (uint8_t)(crc >> (8 * i)))
            return 0;
    return answer_to(b, b->frame + 2, n, answer);
}
