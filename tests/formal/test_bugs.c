/*
 * The mistakes of formal/bugs.yaml are still about the Verilog that is emitted: the text that each
 * replaces stands once in its module, and the names of what it is replaced by are the module's.
 * Whether it does break it is for `umbel prove --bugs`, which takes hours for all of them.
 */
#include "formal/prove/bugs.h"
#include "formal/prove/model.h"
#include "formal/prove/table.h"
#include "sw/util/file.h"
#include "sw/util/root.h"
#include "tests/support/tree.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct proof *proof_of(const struct proofs *all, const char *name)
{
    for (uint32_t i = 0; i < all->proofs_count; i++)
        if (strcmp(all->proofs[i].proof, name) == 0)
            return &all->proofs[i];
    return NULL;
}

static uint32_t count(const char *text, const char *part)
{
    uint32_t n = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++)
        n++;
    return n;
}

static bool declares(const char *text, const char *word)
{
    char reg[80], wire[80];
    snprintf(reg, sizeof reg, "reg %s", word);
    snprintf(wire, sizeof wire, "wire %s", word);
    return tree_has_name(text, reg, strlen(reg)) || tree_has_name(text, wire, strlen(wire));
}

/* Whether a module has each name of the text that a mistake puts in, or the text declares it.
 * Numbers are no names. */
static bool names_are_there(const struct bug *b, const char *module)
{
    char word[64];
    int len;
    for (const char *at = b->to; *at != '\0'; at += len) {
        len = 1;
        if (sscanf(at, "%63[a-zA-Z0-9_']%n", word, &len) != 1 || isdigit((unsigned char)*at) ||
            *at == '\'' || declares(b->to, word) || tree_has_name(module, word, strlen(word)))
            continue;
        fprintf(stderr, "%s: the module of %s has no '%s'\n", b->bug, b->proof, word);
        return false;
    }
    return true;
}

/* Whether the text of a mistake stands once in its module, and has a meaning there. */
static bool applies(const struct bug *b, const char *module)
{
    const uint32_t times = count(module, b->from);
    if (times != 1)
        fprintf(stderr, "%s: '%s' stands %u times in the module of %s\n", b->bug, b->from, times,
                b->proof);
    return times == 1 && names_are_there(b, module);
}

/* How many do not. The mistakes of a row are beside each other. */
static uint32_t count_wrong(const struct proofs *all, const struct bugs *bugs)
{
    struct error err = {0};
    const char *module_of = "";
    char *module = NULL;
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < bugs->bugs_count; i++) {
        const struct bug *b = &bugs->bugs[i];
        const struct proof *p = proof_of(all, b->proof);
        if (p != NULL && strcmp(module_of, b->proof) != 0) {
            free(module);
            module = model_module_text(p, &err);
            module_of = b->proof;
        }
        wrong += p == NULL || module == NULL || !applies(b, module);
    }
    free(module);
    return wrong;
}

static void each_stands_once_in_its_module(void **state)
{
    (void)state;
    struct error err = {0};
    struct proofs *all = proofs_load(root_path("formal/proofs.yaml"), &err);
    struct bugs *bugs = bugs_load(root_path("formal/bugs.yaml"), &err);
    if (all != NULL && bugs != NULL) {
        const uint32_t known = bugs->bugs_count;
        const uint32_t wrong = count_wrong(all, bugs);
        bugs_free(bugs);
        proofs_free(all);
        assert_true(known > 100);
        assert_int_equal(wrong, 0);
        return;
    }
    fail_msg("%s", err.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_stands_once_in_its_module)};
    return cmocka_run_group_tests_name("bugs", tests, NULL, NULL);
}
