/* The boards that ship: folders of fpga/boards with a board.yaml. */
#include "fpga/build/board_file.h"

#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/near.h"
#include "sw/util/root.h"
#include "sw/util/sbuf.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *folder(void)
{
    return root_path("fpga/boards");
}

static bool is_board(const char *dir)
{
    struct sbuf path = {0};
    sbuf_printf(&path, "%s/board.yaml", dir);
    bool is = file_exists(path.text);
    sbuf_free(&path);
    return is;
}

/* Appends the boards' names, sorted: "a, b, c". */
static bool list(struct sbuf *s, struct error *err)
{
    struct dirent **entries;
    int n = scandir(folder(), &entries, NULL, alphasort);
    if (n < 0)
        return error_set(err, "%s: cannot be read: %s", folder(), strerror(errno));
    for (int i = 0; i < n; i++) {
        struct sbuf dir = {0};
        sbuf_printf(&dir, "%s/%s", folder(), entries[i]->d_name);
        if (entries[i]->d_name[0] != '.' && is_board(dir.text))
            sbuf_printf(s, "%s%s", s->len > 0 ? ", " : "", entries[i]->d_name);
        sbuf_free(&dir);
        free(entries[i]);
    }
    free(entries);
    return true;
}

char *board_find(const char *name, struct error *err)
{
    struct sbuf dir = {0}, there = {0};
    sbuf_printf(&dir, "%s%s%s", strchr(name, '/') != NULL ? "" : folder(),
                strchr(name, '/') != NULL ? "" : "/", name);
    while (dir.len > 1 && dir.text[dir.len - 1] == '/')
        dir.text[--dir.len] = '\0';
    if (name[0] != '\0' && name[0] != '.' && is_board(dir.text))
        return dir.text;
    if (strchr(name, '/') != NULL && is_board(dir.text))
        return dir.text;
    if (list(&there, err))
        error_set(err,
                  "%.80s: no such board; there are %s, or give the path of a folder with a "
                  "board.yaml",
                  name, sbuf_str(&there));
    struct near near = {.word = name};
    for (char *s = there.text; s != NULL; s = strchr(s, ',') != NULL ? strchr(s, ',') + 2 : NULL) {
        char board[NEAR_NAME] = "";
        const size_t len = strcspn(s, ",");
        memcpy(board, s, len < sizeof board ? len : 0);
        near_name(&near, board);
    }
    if (there.len > 0)
        near_tell(&near, err);
    sbuf_free(&dir);
    sbuf_free(&there);
    return NULL;
}
