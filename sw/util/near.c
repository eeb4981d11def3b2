#include "sw/util/near.h"

#include <glob.h>
#include <string.h>

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Letters that are changed, added, left out, or exchanged with their neighbour. */
static size_t edits_between(const char *a, const char *b)
{
    size_t rows[3][NEAR_NAME + 1];
    const size_t n = strlen(a), m = strlen(b);
    for (size_t k = 0; k <= m; k++)
        rows[0][k] = k;
    for (size_t i = 1; i <= n; i++) {
        size_t *now = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        now[0] = i;
        for (size_t k = 1; k <= m; k++) {
            now[k] = least(least(last[k], now[k - 1]) + 1, last[k - 1] + (a[i - 1] != b[k - 1]));
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
                now[k] = least(now[k], before[k - 2] + 1);
        }
    }
    return rows[n % 3][m];
}

void near_name(struct near *n, const char *name)
{
    const size_t len = strlen(name);
    if (len >= NEAR_NAME || strlen(n->word) >= NEAR_NAME)
        return;
    const size_t edits = edits_between(n->word, name);
    if (edits == 0 || edits * 3 > len || (n->best[0] != '\0' && edits >= n->edits))
        return;
    n->edits = edits;
    memcpy(n->best, name, len + 1);
}

void near_files(struct near *n, const char *pattern)
{
    glob_t g;
    if (glob(pattern, 0, NULL, &g) != 0)
        return;
    for (size_t i = 0; i < g.gl_pathc; i++) {
        char name[NEAR_NAME] = "";
        const char *slash = strrchr(g.gl_pathv[i], '/');
        const char *from = slash != NULL ? slash + 1 : g.gl_pathv[i];
        const size_t len = strcspn(from, ".");
        if (len < sizeof name) {
            memcpy(name, from, len);
            near_name(n, name);
        }
    }
    globfree(&g);
}

#define QUESTION "; did you mean %s?"

void near_tell(const struct near *n, struct error *err)
{
    if (n->best[0] != '\0')
        error_add(err, QUESTION, n->best);
}

void near_add(const struct near *n, struct sbuf *s)
{
    if (n->best[0] != '\0')
        sbuf_printf(s, QUESTION, n->best);
}
