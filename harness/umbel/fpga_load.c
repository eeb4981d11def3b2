/* `umbel fpga load`: loads a bitstream into a part, by the programmer that the board file names. */
#include "harness/umbel/fpga_verbs.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/process.h"
#include "sw/util/sbuf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arguments {
    struct fpga_where where;
    bool flash;
    struct error err;
};

enum { KEY_FLASH = 256, MOST_WORDS = 32 };

static const struct argp_option options[] = {
    {"flash", KEY_FLASH, NULL, 0, "into its flash, to stay (default: until power is lost)", 0},
    UMBEL_HELP,
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    if (key != KEY_FLASH)
        return fpga_parse(&a->where, key, arg, state, &a->err);
    a->flash = true;
    return 0;
}

const struct argp fpga_load_argp = {options,
                                    parse,
                                    "BOARD",
                                    "Loads BOARD.bin with the command that the board's file names, "
                                    "from where umbel fpga BOARD has left it.",
                                    NULL,
                                    NULL,
                                    NULL};

/* Runs the command with the bitstream as last argument. */
static bool run(char *command, const char *bitstream, struct error *err)
{
    const char *argv[MOST_WORDS + 2];
    size_t n = 0;
    char *save;
    for (char *w = strtok_r(command, " ", &save); w != NULL && n < MOST_WORDS;
         w = strtok_r(NULL, " ", &save))
        argv[n++] = w;
    argv[n++] = bitstream;
    argv[n] = NULL;
    return process_run(argv, err);
}

static bool load(const struct arguments *a, const struct attached *board, struct error *err)
{
    const char *asked = a->flash ? board->file->program.flash : board->file->program.ram;
    if (asked == NULL)
        return error_set(err, "%s: its board.yaml names no command for that (program.%s)",
                         a->where.board, a->flash ? "flash" : "ram");
    char *result = attach_result(board), *command = xstrdup(asked);
    struct sbuf bin = {0};
    sbuf_printf(&bin, "%s/%s.bin", result, attach_name(board));
    bool ok =
        file_exists(sbuf_str(&bin)) ||
        error_set(err, "%s: not there; build it: umbel fpga %s", sbuf_str(&bin), a->where.board);
    ok = ok && run(command, sbuf_str(&bin), err);
    if (ok)
        printf("%s: loaded with %s\n", sbuf_str(&bin), asked);
    sbuf_free(&bin);
    free(result);
    free(command);
    return ok;
}

int fpga_load(int argc, char **argv)
{
    struct arguments a = {0};
    struct attached board;
    if (!umbel_parse(&fpga_load_argp, "fpga load", argc, argv, &a, &a.err))
        return umbel_complain(&a.err);
    bool ok = attach_files(a.where.board, &board, &a.err) && load(&a, &board, &a.err);
    detach(&board);
    return ok ? 0 : umbel_complain(&a.err);
}
