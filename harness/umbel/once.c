/*
 * An option with a value may be given only once: of two files or numbers one would be ignored. argp
 * does not check that, so it parses the words here a first time, only to find repeated options.
 */
#include "harness/umbel/umbel.h"

#include <argp.h>
#include <string.h>

enum { MOST_OPTIONS = 64, MOST_CHILDREN = 4 };

struct seen {
    const struct argp *argp;
    int keys[MOST_OPTIONS];
    size_t n;
    const char *twice; /* name of an option that was repeated, or NULL */
};

static const struct argp_option *find(const struct argp *argp, int key)
{
    const struct argp_option *o = argp->options;
    for (; o->name != NULL || o->key != 0 || o->doc != NULL; o++)
        if (o->key == key && o->name != NULL)
            return o;
    const struct argp_option *below = NULL;
    for (const struct argp_child *c = argp->children; c != NULL && c->argp != NULL; c++)
        if ((below = find(c->argp, key)) != NULL)
            break;
    return below;
}

/* Options that may be given again, for one thing more. */
static bool is_list(const char *name)
{
    static const char *const lists[] = {"set",      "racy",           "include", "define",
                                        "undefine", "library-folder", "library"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (strcmp(name, lists[i]) == 0)
            return true;
    return false;
}

static error_t note(int key, char *arg, struct argp_state *state)
{
    (void)arg;
    struct seen *s = state->input;
    const struct argp_option *o = key > 0 && key < ARGP_KEY_END ? find(s->argp, key) : NULL;
    if (o == NULL || o->arg == NULL || is_list(o->name))
        return 0;
    for (size_t i = 0; i < s->n; i++)
        if (s->keys[i] == key)
            s->twice = o->name;
    if (s->n < MOST_OPTIONS)
        s->keys[s->n++] = key;
    return 0;
}

static error_t note_or_begin(int key, char *arg, struct argp_state *state)
{
    const struct argp_child *c = state->root_argp->children;
    for (size_t i = 0; key == ARGP_KEY_INIT && c[i].argp != NULL; i++)
        state->child_inputs[i] = state->input;
    return note(key, arg, state);
}

bool umbel_given_once(const struct argp *argp, int argc, char **argv, struct error *err)
{
    struct argp with[MOST_CHILDREN];
    struct argp_child children[MOST_CHILDREN + 1] = {{0}};
    for (size_t i = 0; i < MOST_CHILDREN && argp->children != NULL; i++) {
        if (argp->children[i].argp == NULL)
            break;
        with[i] = (struct argp){.options = argp->children[i].argp->options, .parser = note};
        children[i] = (struct argp_child){.argp = &with[i]};
    }
    const struct argp all = {
        .options = argp->options, .parser = note_or_begin, .children = children};
    struct seen seen = {.argp = argp};
    /* Other errors in the words are reported by the command's own parser. */
    argp_parse(&all, argc, argv, ARGP_SILENT, NULL, &seen);
    return seen.twice == NULL || error_set(err, "--%s is given twice; leave one out", seen.twice);
}
