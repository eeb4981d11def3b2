/* Reads mnemonics of PTX, part by part. */
#include "formal/litmus/read/parse_ptx.h"

#include <string.h>

static const struct {
    const char *name;
    enum ptx_kind kind;
    int says;
} parts[] = {
    {"weak", PTX_ORDER, PTX_WEAK},
    {"volatile", PTX_ORDER, PTX_VOLATILE},
    {"relaxed", PTX_ORDER, PTX_RELAXED},
    {"acquire", PTX_ORDER, PTX_ACQUIRE},
    {"release", PTX_ORDER, PTX_RELEASE},
    {"acq_rel", PTX_ORDER, PTX_ACQ_REL},
    {"sc", PTX_ORDER, PTX_SC},
    {"cta", PTX_SCOPE, PTX_CTA},
    {"gpu", PTX_SCOPE, PTX_GPU},
    {"sys", PTX_SCOPE, PTX_SYS},
    {"gl", PTX_SCOPE, PTX_GL},
    {"s32", PTX_TYPE, PTX_SIGNED},
    {"s64", PTX_TYPE, PTX_SIGNED},
    {"u32", PTX_TYPE, PTX_UNSIGNED},
    {"u64", PTX_TYPE, PTX_UNSIGNED},
    {"b32", PTX_TYPE, PTX_BITS},
    {"b64", PTX_TYPE, PTX_BITS},
    {"pred", PTX_TYPE, PTX_BITS},
    {"ca", PTX_CACHE, PTX_CACHE_ALL},
    {"wb", PTX_CACHE, PTX_CACHE_ALL},
    {"cg", PTX_CACHE, PTX_CACHE_GLOBAL},
    {"wt", PTX_CACHE, PTX_CACHE_GLOBAL},
    {"cv", PTX_CACHE, PTX_CACHE_VOLATILE},
    {"global", PTX_SPACE, PTX_GLOBAL},
    {"shared", PTX_SPACE, PTX_OTHER_SPACE},
    {"local", PTX_SPACE, PTX_OTHER_SPACE},
    {"param", PTX_SPACE, PTX_OTHER_SPACE},
    {"const", PTX_SPACE, PTX_OTHER_SPACE},
    {"add", PTX_FUNCTION, PTX_ADD},
    {"sub", PTX_FUNCTION, PTX_SUB},
    {"and", PTX_FUNCTION, PTX_AND},
    {"or", PTX_FUNCTION, PTX_OR},
    {"xor", PTX_FUNCTION, PTX_XOR},
    {"exch", PTX_FUNCTION, PTX_EXCH},
    {"cas", PTX_FUNCTION, PTX_CAS},
    {"min", PTX_FUNCTION, PTX_MIN},
    {"max", PTX_FUNCTION, PTX_MAX},
    {"eq", PTX_FUNCTION, PTX_EQ},
    {"ne", PTX_FUNCTION, PTX_NE},
    {"lt", PTX_FUNCTION, PTX_LT},
    {"le", PTX_FUNCTION, PTX_LE},
    {"gt", PTX_FUNCTION, PTX_GT},
    {"ge", PTX_FUNCTION, PTX_GE},
    {"lo", PTX_DETAIL, PTX_LO},
    {"uni", PTX_DETAIL, PTX_UNI},
    {"sync", PTX_DETAIL, PTX_SYNC},
    {"aligned", PTX_ALIGNMENT, PTX_ALIGNED},
};

static void understand(struct ptx_mnemonic *m, const struct scan *l)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (scan_is(l, parts[i].name)) {
            m->unknown = m->unknown || m->says[parts[i].kind] != 0;
            m->says[parts[i].kind] = parts[i].says;
            return;
        }
    m->unknown = true;
}

bool ptx_mnemonic(struct parser *p, struct ptx_mnemonic *m)
{
    struct scan *l = &p->scan;
    *m = (struct ptx_mnemonic){.at = *l};
    if (l->kind != SCAN_WORD || l->len >= sizeof m->word)
        return scan_error(l, "%s is no part of an instruction's name", scan_show(l).text);
    memcpy(m->word, l->text, l->len);
    m->len = l->len;
    if (!scan_next(l))
        return false;
    while (scan_took(l, ".")) {
        if (l->kind != SCAN_WORD)
            return scan_error(l, "%s is no part of an instruction's name", scan_show(l).text);
        understand(m, l);
        m->len = (size_t)(l->text + l->len - m->at.text);
        if (!scan_next(l))
            return false;
    }
    return !error_is_set(l->err);
}

bool ptx_is(const struct ptx_mnemonic *m, const char *word)
{
    return strcmp(m->word, word) == 0;
}

bool ptx_has(const struct ptx_mnemonic *m, const char *part)
{
    size_t n = strlen(part);
    for (size_t i = strlen(m->word); i + 1 + n <= m->len; i++)
        if (m->at.text[i] == '.' && memcmp(&m->at.text[i + 1], part, n) == 0 &&
            (i + 1 + n == m->len || m->at.text[i + 1 + n] == '.'))
            return true;
    return false;
}

bool ptx_has_only(const struct ptx_mnemonic *m, unsigned kinds)
{
    for (int k = 0; k < PTX_KINDS; k++)
        if (m->says[k] != 0 && (kinds >> k & 1) == 0)
            return false;
    return !m->unknown;
}

bool ptx_wrong(const struct ptx_mnemonic *m, const char *advice)
{
    struct scan whole = m->at;
    whole.len = m->len;
    struct scan_shown shown = scan_show(&whole);
    size_t n = strlen(shown.text); /* without the quotes */
    return scan_error(&m->at, "%.*s is not understood; %s", (int)n - 2, shown.text + 1, advice);
}
