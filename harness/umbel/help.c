/* `umbel help`: the list of commands, one command's help, man pages and completion. */
#include "harness/umbel/commands.h"
#include "harness/umbel/umbel.h"
#include "sw/util/file.h"
#include "sw/util/sbuf.h"

#include <stdio.h>
#include <string.h>

struct arguments {
    const char *man;
    int n; /* number of words; they are the last elements of argv */
    struct error err;
};

enum { KEY_MAN = 256 };

static const struct argp_option options[] = {
    {"man", KEY_MAN, "DIR", OPTION_HIDDEN, "write the manual, a page a command, into a folder", 0},
    UMBEL_HELP,
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case KEY_MAN:
        a->man = arg;
        return 0;
    case ARGP_KEY_ARG:
        a->n++;
        return 0;
    default:
        return umbel_parse_rest(key, state, &a->err);
    }
}

const struct argp umbel_help_argp = {
    options,
    parse,
    "[COMMAND]",
    "Tells what a command does, and its options, as `umbel COMMAND --help` does; without a "
    "command, lists the commands.",
    NULL,
    NULL,
    NULL};

static void usage(void)
{
    fputs("usage: umbel COMMAND ...\n\n", stdout);
    for (const struct umbel_command *c = umbel_commands; c->name != NULL; c++)
        printf("  umbel %-13s%-17s %s\n", c->name, c->argp->args_doc, c->brief);
    fputs("\n`umbel COMMAND --help` tells a command's options, `umbel --version` which Umbel this "
          "is.\n",
          stdout);
}

/* Complains about words that name no command. */
static int nobody(int n, char **words)
{
    return umbel_no_command(words[0], n > 1 ? words[1] : "");
}

static bool write_page(const char *dir, const struct umbel_command *c, struct error *err)
{
    struct sbuf path = {0}, text = {0};
    sbuf_printf(&path, "%s/umbel%s%s", dir, c != NULL ? "-" : "", c != NULL ? c->name : "");
    for (char *p = path.text + strlen(dir); *p != '\0'; p++)
        *p = *p == ' ' ? '-' : *p;
    sbuf_puts(&path, ".1");
    umbel_man(c, &text);
    bool ok = file_write(path.text, text.text, text.len, err);
    sbuf_free(&path);
    sbuf_free(&text);
    return ok;
}

static int write_manual(const char *dir)
{
    struct error err = {0};
    bool ok = file_mkdirs(dir, &err) && write_page(dir, NULL, &err);
    for (const struct umbel_command *c = umbel_commands; ok && c->name != NULL; c++)
        ok = write_page(dir, c, &err);
    return ok ? 0 : umbel_complain(&err);
}

static int complete(int n, char *const *words)
{
    struct sbuf lines = {0};
    umbel_complete(n, words, &lines);
    fputs(sbuf_str(&lines), stdout);
    sbuf_free(&lines);
    return 0;
}

int umbel_help(int argc, char **argv)
{
    struct arguments a = {0};
    if (argc > 1 && strcmp(argv[1], "--complete") == 0) /* before argp: any word may follow */
        return complete(argc - 2, argv + 2);
    if (!umbel_parse(&umbel_help_argp, "help", argc, argv, &a, &a.err))
        return umbel_complain(&a.err);
    if (a.man != NULL)
        return write_manual(a.man);
    char **words = argv + argc - a.n; /* argp has moved them after the options */
    int taken = 0;
    const struct umbel_command *c = umbel_find(a.n, words, &taken);
    if (a.n > 0 && (c == NULL || taken < a.n))
        return nobody(a.n, words);
    if (c == NULL) {
        usage();
        return 0;
    }
    return c->run(2, (char *[]){words[taken - 1], (char *)"--help", NULL});
}
