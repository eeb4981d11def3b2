/* Argument handling common to all commands. */
#include "harness/umbel/umbel.h"

#include "sw/util/near.h"
#include "sw/util/number.h"

#include <argp.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct umbel_version umbel_version = {"unknown", "unknown", "", "unknown", "unknown"};

int umbel_tell_version(void)
{
    printf("umbel %s (%s)\n", umbel_version.number, umbel_version.commit);
    return umbel_flush();
}

json_t *umbel_about(void)
{
    return json_pack("{s:s, s:s}", "version", umbel_version.number, "commit", umbel_version.commit);
}

/* argp's own errors have two lines of another form and status 64, so it runs silently. That
 * silences its --help, too; so --help is an option of ours, which prints argp's text. */
bool umbel_parse(const struct argp *argp, const char *name, int argc, char **argv, void *into,
                 struct error *err)
{
    char shown[32];
    char *keep = argv[0];
    if (!umbel_given_once(argp, argc, argv, err))
        return false;
    snprintf(shown, sizeof shown, "umbel %s", name);
    argv[0] = shown;
    error_t failed = argp_parse(argp, argc, argv, ARGP_NO_ERRS | ARGP_NO_HELP, NULL, into);
    argv[0] = keep;
    return failed == 0 || error_set(err, "%s: %s; see `%s --help`", shown, strerror(failed), shown);
}

/* Long options of a command, and of what its parser has below. Whether one is the word itself. */
static bool near_options(struct near *n, const struct argp *argp)
{
    char name[NEAR_NAME];
    bool is = false;
    const struct argp_option *o = argp->options;
    for (; o != NULL && (o->name != NULL || o->doc != NULL); o++)
        if (o->name != NULL && snprintf(name, sizeof name, "--%s", o->name) < (int)sizeof name) {
            near_name(n, name);
            is = is || strcmp(name, n->word) == 0;
        }
    for (const struct argp_child *c = argp->children; c != NULL && c->argp != NULL; c++)
        is = near_options(n, c->argp) || is;
    return is;
}

static void fail_unknown(const struct argp_state *state, struct error *err)
{
    char option[NEAR_NAME] = "";
    const char *given = state->argv[state->next - 1];
    struct near near = {.word = option};
    snprintf(option, sizeof option, "%.*s", (int)strcspn(given, "="), given);
    const bool exists = near_options(&near, state->root_argp);
    error_set(err, "'%s' is no option, or lacks its value; see `%s --help`", given, state->name);
    if (!exists)
        near_tell(&near, err);
}

int umbel_parse_rest(int key, const struct argp_state *state, struct error *err)
{
    struct argp_state loud = *state;
    switch (key) {
    case 'h':
        loud.flags = 0;
        argp_state_help(&loud, stdout, ARGP_HELP_STD_HELP & ~(unsigned)ARGP_HELP_EXIT_OK);
        exit(umbel_flush());
    case 'V':
        exit(umbel_tell_version());
    case ARGP_KEY_ERROR:
        fail_unknown(state, err);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int umbel_too_many(const struct argp_state *state, const char *arg, struct error *err)
{
    error_set(err, "'%s' is one argument too many; see `%s --help`", arg, state->name);
    return EINVAL;
}

int umbel_only_argument(const struct argp_state *state, const char *arg, const char **into,
                        struct error *err)
{
    if (*into != NULL)
        return umbel_too_many(state, arg, err);
    *into = arg;
    return 0;
}

/* A number as in system files: decimal without leading zeros, or 0x and hexadecimal digits. */
static bool whole_number(const char *text, uint64_t most, uint64_t *n)
{
    if (text[0] != '0' || text[1] == '\0') {
        const char *end = number_read(text, most, n);
        return end != NULL && *end == '\0';
    }
    size_t digits = text[1] == 'x' ? strspn(text + 2, "0123456789abcdefABCDEF") : 0;
    if (digits == 0 || text[2 + digits] != '\0')
        return false;
    errno = 0;
    *n = strtoull(text, NULL, 16);
    return errno == 0 && *n <= most;
}

int umbel_number_in(const char *text, const char *option, uint64_t least, uint64_t most,
                    uint64_t *value, struct error *err)
{
    char last[24] = "2^64-1";
    uint64_t n;
    if (whole_number(text, most, &n) && n >= least) {
        *value = n;
        return 0;
    }
    if (most < UINT64_MAX)
        snprintf(last, sizeof last, "%llu", (unsigned long long)most);
    error_set(err,
              "%s %s: it must be a whole number from %llu to %s, without a sign or leading zeros",
              option, text, (unsigned long long)least, last);
    return EINVAL;
}

int umbel_number(const char *text, const char *option, uint64_t *value, struct error *err)
{
    return umbel_number_in(text, option, 0, UINT64_MAX, value, err);
}

bool umbel_add_set(struct umbel_sets *sets, const char *set, struct error *err)
{
    if (sets->n == sizeof sets->sets / sizeof *sets->sets)
        return error_set(err, "--set %s: one --set too many; write a system file", set);
    sets->sets[sets->n++] = set;
    return true;
}

int umbel_take(const struct umbel_key *keys, int key, char *arg, const struct argp_state *state,
               struct error *err)
{
    const struct umbel_key *k = keys;
    while (k->key != 0 && k->key != key)
        k++;
    if (k->key == 0)
        return umbel_parse_rest(key, state, err);
    void *at = (char *)state->input + k->at;
    switch (k->kind) {
    case UMBEL_IS_FLAG:
        *(bool *)at = true;
        return 0;
    case UMBEL_IS_TEXT:
        *(const char **)at = arg;
        return 0;
    case UMBEL_IS_NUMBER:
        return umbel_number_in(arg, k->option, k->least, k->most, at, err);
    case UMBEL_IS_SET:
        return umbel_add_set(at, arg, err) ? 0 : EINVAL;
    }
    return ARGP_ERR_UNKNOWN;
}
