#include "fpga/host/program.h"

#include <stdio.h>

enum { QUIET_MS = 1000, MOST_WORDS = BOARD_ENGINE_WORDS, MOST_ENGINES = 8 };
enum { MOST_TILES = 0x100, MOST_SELECTS = 0x200 };

static const char *name_of(const struct board *b)
{
    return b->exchange.port->name;
}

/* ---- slots ---- */

static bool is_request(const struct slot *s)
{
    return s->op <= OP_EMPTY;
}

static bool slot_is_sound(const struct board *b, const struct slot *s, struct error *err)
{
    if (!is_request(s) && s->op != SLOT_WAIT && s->op != SLOT_END)
        return error_set(err, "%s: a slot cannot have op %u", name_of(b), s->op);
    if (s->op == SLOT_WAIT && s->data > WAIT_MOST)
        return error_set(err, "%s: a slot waits at most %d cycles, not %u; use several", name_of(b),
                         WAIT_MOST, s->data);
    if (s->fn >= 1u << MSG_FN_W || s->mask > SLOT_WHOLE)
        return error_set(err, "%s: a slot cannot have function %u and mask 0x%X", name_of(b), s->fn,
                         s->mask);
    if (is_request(s) && s->line >> b->shape.line_bits != 0)
        return error_set(err, "%s: there is no line %u; the last is %u", name_of(b), s->line,
                         (1u << b->shape.line_bits) - 1);
    return true;
}

static bool program_is_sound(const struct board *b, const struct program *p, struct error *err)
{
    const struct board_shape *s = &b->shape;
    if (p->engine >= s->gpus * s->sms || p->thread >= s->threads || p->n > s->slots)
        return error_set(err,
                         "%s: no room for %u slots in thread %u of engine %u; there are %u engines "
                         "of %u threads of %u slots",
                         name_of(b), p->n, p->thread, p->engine, s->gpus * s->sms, s->threads,
                         s->slots);
    for (unsigned i = 0; i < p->n; i++)
        if (!slot_is_sound(b, &p->slots[i], err))
            return false;
    return true;
}

static uint16_t address_of(const struct board *b, unsigned engine, unsigned thread)
{
    return (uint16_t)(BOARD_ENGINES + engine * BOARD_ENGINE_WORDS +
                      thread * b->shape.slots * BOARD_SLOT_WORDS);
}

static uint16_t head_of(const struct slot *s)
{
    return (uint16_t)(s->op << 12 | s->fn << 7 | s->mask);
}

/* Writes a thread's slots as consecutive words, then the first word of an END. */
static bool load_thread(struct board *b, const struct program *p, struct error *err)
{
    uint16_t words[MOST_WORDS];
    size_t n = 0;
    for (unsigned i = 0; i < p->n; i++) {
        const struct slot *s = &p->slots[i];
        words[n++] = head_of(s);
        words[n++] = s->line;
        words[n++] = (uint16_t)s->data;
        words[n++] = (uint16_t)(s->data >> 16);
    }
    const struct slot end = slot_end();
    if (p->n < b->shape.slots)
        words[n++] = head_of(&end);
    return board_write(b, address_of(b, p->engine, p->thread), words, n, err);
}

bool program_load(struct board *b, const struct program *programs, size_t n, struct error *err)
{
    for (size_t i = 0; i < n; i++)
        if (!program_is_sound(b, &programs[i], err))
            return false;
    for (unsigned e = 0; e < b->shape.gpus * b->shape.sms; e++)
        for (unsigned t = 0; t < b->shape.threads; t++) {
            struct program p = {.engine = e, .thread = t};
            for (size_t i = 0; i < n; i++)
                if (programs[i].engine == e && programs[i].thread == t)
                    p = programs[i];
            if (!load_thread(b, &p, err))
                return false;
        }
    return true;
}

bool program_results(struct board *b, const struct program *p, struct slot_result *results,
                     struct error *err)
{
    uint16_t words[MOST_WORDS];
    if (!program_is_sound(b, p, err))
        return false;
    if (p->n == 0)
        return true;
    if (!board_read(b, address_of(b, p->engine, p->thread), words, (size_t)p->n * BOARD_SLOT_WORDS,
                    err))
        return false;
    for (unsigned i = 0; i < p->n; i++) {
        const uint16_t *w = words + (size_t)i * BOARD_SLOT_WORDS;
        results[i] = (struct slot_result){0};
        if (is_request(&p->slots[i]))
            results[i] = (struct slot_result){w[0], w[1], w[2] | (uint32_t)w[3] << 16};
    }
    return true;
}

/* ---- runs ---- */

static int64_t now_ms(const struct board *b)
{
    return b->exchange.timing.now_ms(b->exchange.timing.context);
}

/* The error of a run that did not end: which engines run, or that the system is not quiet. */
static bool is_late(const struct board *b, uint16_t status, int limit_ms, struct error *err)
{
    char who[64] = "";
    size_t n = 0;
    for (unsigned e = 0; e < MOST_ENGINES; e++)
        if (status & BOARD_ENGINE_RUNS << e)
            n += (size_t)snprintf(who + n, sizeof who - n, "%s%u", n > 0 ? ", " : "", e);
    if (n == 0)
        return error_set(err,
                         "%s: the engines have ended, but after %d ms the system is not quiet; "
                         "reset it",
                         name_of(b), limit_ms);
    return error_set(err, "%s: after %d ms these engines still run: %s; wait longer, or reset",
                     name_of(b), limit_ms, who);
}

/* Waits until no engine runs and all is quiet. Status and cycles are read in one request, the
 * status first, so the cycles are those of a run that is over. */
static bool wait_for_quiet(struct board *b, int limit_ms, uint16_t *cycles, struct error *err)
{
    int64_t end = now_ms(b) + limit_ms;
    for (;;) {
        uint16_t w[2];
        bool over = now_ms(b) >= end;
        if (!board_read(b, BOARD_CONTROL, w, 2, err))
            return false;
        if ((w[0] & (BOARD_RUNS | BOARD_QUIET)) == BOARD_QUIET) {
            if (cycles != NULL)
                *cycles = w[1];
            return true;
        }
        if (over)
            return is_late(b, w[0], limit_ms, err);
    }
}

bool program_run(struct board *b, int limit_ms, uint16_t *cycles, struct error *err)
{
    const uint16_t start = BOARD_START;
    return board_write(b, BOARD_CONTROL, &start, 1, err) &&
           wait_for_quiet(b, limit_ms, cycles, err);
}

bool program_reset(struct board *b, struct error *err)
{
    const uint16_t reset = BOARD_RESET;
    return board_write(b, BOARD_CONTROL, &reset, 1, err) && wait_for_quiet(b, QUIET_MS, NULL, err);
}

/* ---- memory ---- */

static bool lines_are_there(const struct board *b, uint16_t line, size_t n, struct error *err)
{
    size_t lines = (size_t)1 << b->shape.line_bits;
    if (b->shape.line_bytes != SLOT_LINE_BYTES)
        return error_set(err, "%s: has lines of %u bytes, not of %d", name_of(b),
                         b->shape.line_bytes, SLOT_LINE_BYTES);
    if (n < 1 || line >= lines || n > lines - line)
        return error_set(err, "%s: there are no %zu lines from %u on; the last is %zu", name_of(b),
                         n, line, lines - 1);
    return true;
}

enum { LINE_WORDS = SLOT_LINE_BYTES / 2, PART_LINES = EXCHANGE_WORDS / LINE_WORDS };

static size_t part_of(size_t left)
{
    return left < PART_LINES ? left : PART_LINES;
}

static uint16_t line_address(uint16_t line, size_t more)
{
    return (uint16_t)(BOARD_MEMORY + (line + more) * LINE_WORDS);
}

bool program_write_lines(struct board *b, uint16_t line, const uint32_t *lines, size_t n,
                         struct error *err)
{
    if (!lines_are_there(b, line, n, err))
        return false;
    for (size_t done = 0; done < n;) {
        uint16_t words[EXCHANGE_WORDS];
        size_t part = part_of(n - done);
        for (size_t i = 0; i < part; i++) {
            words[LINE_WORDS * i] = (uint16_t)lines[done + i];
            words[LINE_WORDS * i + 1] = (uint16_t)(lines[done + i] >> 16);
        }
        if (!board_write(b, line_address(line, done), words, LINE_WORDS * part, err))
            return false;
        done += part;
    }
    return true;
}

bool program_read_lines(struct board *b, uint16_t line, uint32_t *lines, size_t n,
                        struct error *err)
{
    if (!lines_are_there(b, line, n, err))
        return false;
    for (size_t done = 0; done < n;) {
        uint16_t words[EXCHANGE_WORDS];
        size_t part = part_of(n - done);
        if (!board_read(b, line_address(line, done), words, LINE_WORDS * part, err))
            return false;
        for (size_t i = 0; i < part; i++)
            lines[done + i] = words[LINE_WORDS * i] | (uint32_t)words[LINE_WORDS * i + 1] << 16;
        done += part;
    }
    return true;
}

/* ---- peeks and probes ---- */

static uint32_t field(uint32_t data, unsigned lsb, unsigned bits)
{
    uint64_t mask = ((uint64_t)1 << bits) - 1;
    return (uint32_t)((uint64_t)data >> lsb & mask);
}

bool program_peek(struct board *b, unsigned engine, enum msg_op level, uint16_t line,
                  struct peek *peeks, unsigned n, struct error *err)
{
    enum { MOST = MOST_WORDS / BOARD_SLOT_WORDS };
    struct slot slots[MOST];
    struct slot_result results[MOST];
    const struct program p = {.engine = engine, .slots = slots, .n = n};
    if (n > b->shape.slots || !lines_are_there(b, line, n, err))
        return error_set(err, "%s: %u lines cannot be peeked at once, %u can", name_of(b), n,
                         b->shape.slots);
    for (unsigned i = 0; i < n; i++)
        slots[i] = slot_other(level, 0, (uint16_t)(line + i));
    if (!program_load(b, &p, 1, err) || !program_run(b, QUIET_MS, NULL, err) ||
        !program_results(b, &p, results, err))
        return false;
    unsigned bits = b->shape.time_bits;
    for (unsigned i = 0; i < n; i++)
        peeks[i] = (struct peek){.present = field(results[i].data, PEEK_PRESENT, 1) != 0,
                                 .wts = field(results[i].data, PEEK_WTS, bits),
                                 .rts = field(results[i].data, PEEK_WTS + bits, bits)};
    return true;
}

bool program_probe(struct board *b, unsigned tile, unsigned select, uint64_t *value,
                   struct error *err)
{
    uint16_t what[2] = {(uint16_t)tile, (uint16_t)select}, w[4];
    if (tile >= MOST_TILES || select >= MOST_SELECTS)
        return error_set(err, "%s: no unit %u shows %u", name_of(b), tile, select);
    if (!board_write(b, BOARD_PROBE_UNIT, what, 2, err) || !board_read(b, BOARD_PROBE, w, 4, err))
        return false;
    *value = (uint64_t)w[0] << 48 | (uint64_t)w[1] << 32 | (uint64_t)w[2] << 16 | w[3];
    return true;
}
