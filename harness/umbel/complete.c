/* Completions of a word of a command line: commands, options, and the values of arguments by their
 * names in the tables of --help (SYSTEM, KERNEL, FILE, sc|rc ...). */
#include "formal/prove/table.h"
#include "fpga/build/board_file.h"
#include "gen/system/system.h"
#include "harness/study/study.h"
#include "harness/thermal/floorplan.h"
#include "harness/umbel/commands.h"
#include "harness/umbel/umbel.h"
#include "sw/runtime/launch.h"
#include "sw/util/root.h"
#include "sw/util/sbuf.h"

#include <ctype.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

struct completion {
    const char *word; /* the part that is typed */
    struct sbuf *out;
};

/* Offers BEFORE followed by NAME, if the word is a beginning of that. */
static void offer(const struct completion *c, const char *before, const char *name, size_t len)
{
    struct sbuf s = {0};
    sbuf_printf(&s, "%s%.*s", before, (int)len, name);
    if (strncmp(s.text, c->word, strlen(c->word)) == 0)
        sbuf_printf(c->out, "%s\n", s.text);
    sbuf_free(&s);
}

static void offer_all(const struct completion *c, const char *before, const char *name)
{
    offer(c, before, name, strlen(name));
}

/* ---- values ---- */

static void systems(const struct completion *c, const char *before)
{
    struct systems list;
    struct error ignored = {0};
    if (!systems_list(&list, &ignored))
        return;
    for (size_t i = 0; i < list.n; i++)
        offer_all(c, before, list.entries[i].name);
    systems_free(&list);
}

/* Offers NAME, and NAME:SIZE once a colon is typed. */
static void kernel(const struct completion *c, const char *path)
{
    const char *file = strrchr(path, '/') + 1;
    struct sbuf name = {0};
    sbuf_add(&name, file, strcspn(file, "."));
    if (strchr(c->word, ':') == NULL) {
        offer_all(c, "", name.text);
    } else if (strncmp(c->word, name.text, name.len) == 0 && c->word[name.len] == ':') {
        char *about, *sizes;
        struct error ignored = {0};
        sbuf_puts(&name, ":");
        if (launch_describe(path, &about, &sizes, &ignored)) {
            for (char *at = strtok(sizes, " "); at != NULL; at = strtok(NULL, " "))
                offer_all(c, name.text, at);
            free(about);
            free(sizes);
        }
    }
    sbuf_free(&name);
}

static void kernels(const struct completion *c)
{
    glob_t g;
    if (glob(root_path("sw/kernels/*/*.yaml"), 0, NULL, &g) != 0)
        return;
    for (size_t i = 0; i < g.gl_pathc; i++)
        kernel(c, g.gl_pathv[i]);
    globfree(&g);
}

static void boards(const struct completion *c)
{
    glob_t g;
    if (glob(root_path("fpga/boards/*/board.yaml"), 0, NULL, &g) != 0)
        return;
    for (size_t i = 0; i < g.gl_pathc; i++) {
        char *end = strrchr(g.gl_pathv[i], '/');
        *end = '\0';
        offer_all(c, "", strrchr(g.gl_pathv[i], '/') + 1);
    }
    globfree(&g);
}

static void studies(const struct completion *c)
{
    struct study_names all = study_names();
    for (size_t i = 0; i < all.n; i++)
        offer_all(c, "", all.names[i]);
    study_names_free(&all);
}

static void floorplans(const struct completion *c)
{
    struct floorplan_names all = floorplan_names();
    for (size_t i = 0; i < all.n; i++)
        offer_all(c, "", all.names[i]);
    floorplan_names_free(&all);
}

static void proofs(const struct completion *c)
{
    struct error ignored = {0};
    struct proofs *p = proofs_load(root_path("formal/proofs.yaml"), &ignored);
    for (uint32_t i = 0; p != NULL && i < p->proofs_count; i++)
        offer_all(c, "", p->proofs[i].proof);
    proofs_free(p);
}

/* PATH=VALUE of --set: one level of fields at a time, and the values of fields that are words. */
static void set(const struct completion *c, const char *before)
{
    struct sbuf list = {0};
    const char *typed = c->word + strlen(before);
    system_complete(typed, &list);
    for (char *save, *at = strtok_r(list.text, "\n", &save); at != NULL;
         at = strtok_r(NULL, "\n", &save))
        offer_all(c, before, at);
    sbuf_free(&list);
}

/* ---- arguments ---- */

static bool is_word(const char *text, size_t n, const char *word)
{
    return strlen(word) == n && strncmp(text, word, n) == 0;
}

/* Offers the values of an argument; `name` is its name in a table: words separated by bars. */
static void value(const struct completion *c, const char *name, const char *before)
{
    bool files = false; /* bash completes files; offered once for "FILE|DIR" */
    for (const char *at = name; *at != '\0'; at += *at != '\0') {
        size_t n = strcspn(at, "|");
        size_t bare = strcspn(at, "|.,");
        if (is_word(at, n, "SYSTEM"))
            systems(c, before);
        else if (is_word(at, n, "KERNEL"))
            kernels(c);
        else if (is_word(at, n, "BOARD"))
            boards(c);
        else if (is_word(at, n, "PROOF"))
            proofs(c);
        else if (is_word(at, n, "STUDY"))
            studies(c);
        else if (is_word(at, n, "FLOORPLAN"))
            floorplans(c);
        else if (is_word(at, n, "PATH=VALUE"))
            set(c, before);
        else if (is_word(at, bare, "FILE") || is_word(at, bare, "DIR") || is_word(at, n, "PORT"))
            files = true;
        else if (islower((unsigned char)*at))
            offer(c, before, at, n);
        at += n;
    }
    if (files)
        sbuf_puts(c->out, "<files>\n");
}

/* Completes argument `i` of "BOARD FILE|DIR..."; a last one with dots stands for all after it. */
static void argument(const struct completion *c, const char *doc, int i)
{
    char name[64];
    for (;; i--) {
        doc += strspn(doc, " []");
        size_t n = strcspn(doc, " []");
        if (n == 0)
            return;
        snprintf(name, sizeof name, "%.*s", (int)n, doc);
        char *dots = strstr(name, "...");
        if (dots != NULL)
            *dots = '\0';
        if (i == 0 || dots != NULL)
            break;
        doc += n;
    }
    value(c, name, "");
}

/* ---- options ---- */

/* Calls `f` for every option of a command until it returns true; returns that option. */
static const struct argp_option *each(const struct argp *argp,
                                      bool (*f)(const struct argp_option *o, const void *context),
                                      const void *context)
{
    const struct argp_option *o = argp->options;
    for (; o != NULL && (o->name != NULL || o->doc != NULL); o++)
        if (o->name != NULL && (o->flags & OPTION_HIDDEN) == 0 && f(o, context))
            return o;
    for (const struct argp_child *c = argp->children; c != NULL && c->argp != NULL; c++)
        if ((o = each(c->argp, f, context)) != NULL)
            return o;
    return NULL;
}

static bool offer_option(const struct argp_option *o, const void *context)
{
    struct sbuf s = {0};
    sbuf_printf(&s, "--%s", o->name);
    offer_all(context, "", s.text);
    sbuf_free(&s);
    return false;
}

/* Whether a word is this option, with "=VALUE" or not. */
static bool is_option(const struct argp_option *o, const void *context)
{
    const char *word = context;
    size_t n = strlen(o->name);
    if (strncmp(word, "--", 2) == 0)
        return strncmp(word + 2, o->name, n) == 0 && (word[2 + n] == '\0' || word[2 + n] == '=');
    return word[0] == '-' && word[1] == (char)o->key && word[2] == '\0';
}

static void complete_command(const struct completion *c, const struct argp *argp, int n,
                             char *const *words)
{
    int arguments = 0;
    const struct argp_option *open = NULL; /* option whose value is the next word */
    for (int i = 0; i < n; i++) {
        const struct argp_option *o = open == NULL ? each(argp, is_option, words[i]) : NULL;
        arguments += open == NULL && words[i][0] != '-';
        bool separate = o != NULL && o->arg != NULL && (o->flags & OPTION_ARG_OPTIONAL) == 0 &&
                        (words[i][1] != '-' || strchr(words[i], '=') == NULL);
        open = separate ? o : NULL;
    }
    const char *equals = strchr(c->word, '=');
    if (open != NULL) {
        value(c, open->arg, "");
    } else if (c->word[0] == '-' && equals != NULL) {
        const struct argp_option *o = each(argp, is_option, c->word);
        char before[64];
        snprintf(before, sizeof before, "%.*s", (int)(equals + 1 - c->word), c->word);
        if (o != NULL && o->arg != NULL)
            value(c, o->arg, before);
    } else if (c->word[0] == '-') {
        each(argp, offer_option, c);
    } else {
        argument(c, argp->args_doc, arguments);
    }
}

/* The next word of commands: of "fpga probe", "probe" after "fpga". */
static void commands(const struct completion *c, const char *before)
{
    size_t n = strlen(before);
    for (const struct umbel_command *u = umbel_commands; u->name != NULL; u++)
        if (strncmp(u->name, before, n) == 0 && strchr(u->name + n, ' ') == NULL)
            offer_all(c, "", u->name + n);
}

void umbel_complete(int n, char *const *words, struct sbuf *out)
{
    if (n == 0)
        return;
    struct completion c = {words[n - 1], out};
    int taken = 0;
    const struct umbel_command *command = umbel_find(n - 1, words, &taken);
    if (n == 1 || (n == 2 && strcmp(words[0], "help") == 0))
        commands(&c, "");
    if (n == 1 && c.word[0] == '-') {
        offer_all(&c, "", "--help");
        offer_all(&c, "", "--version");
    }
    if (n == 2 && strcmp(words[0], "fpga") == 0)
        commands(&c, "fpga ");
    if (command != NULL)
        complete_command(&c, command->argp, n - 1 - taken, words + taken);
}
