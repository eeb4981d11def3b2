/* The table of machines that is made from their systems, and the page that shows it. */
#include "gen/system/table.h"
#include "tests/support/folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void add_row(const char *name, const char *const *sets, size_t n, struct sbuf *to)
{
    struct error err = {0};
    struct system *s = system_load(name, sets, n, &err);
    if (s == NULL)
        fail_msg("%s: %s", name, err.text);
    system_table_row(s, to);
    system_free(s);
}

/* These rows are of the papers' tables, by hand. */
static void rows(void **state)
{
    (void)state;
    static const struct {
        const char *name, *set, *row;
    } cases[] = {
        {"tsm-4gpu", NULL,
         "| `tsm-4gpu` | 4 x 64 SMs | core-side, write-through, 2 MiB | central: 16 GiB behind 8 "
         "controllers | switches, 32 B/cycle a bank | `mgcc`, `sc` | 1 GHz |\n"},
        {"mcm-l15-4gpm", NULL,
         "| `mcm-l15-4gpm` | 4 x 64 SMs | memory-side, write-back, 2 MiB; L1.5 of 2 MiB for remote "
         "lines | each 32 GiB behind 32 controllers | ring of 4 x 1, 16 lanes of 48 B/cycle a link "
         "| `nc-wb`, `rc` | 1 GHz |\n"},
        {"ladm-hmg-4x4", NULL,
         "| `ladm-hmg-4x4` | 16 x 16 SMs | both sides, write-through, 1 MiB, directories, a home "
         "in "
         "each GPU of 4 | each 4 GiB behind 4 controllers | rings of 4 x 4, 128 B/cycle a link | "
         "`hmg`, `rc` | 1.4 GHz |\n"},
        {"umn-overlay-4gpu", "clock_mhz=333",
         "| `umn-overlay-4gpu` | 4 x 64 SMs, a host with a CPU | core-side, write-through, 2 MiB | "
         "central: 80 GiB behind 320 controllers in 20 cubes | sfbfly of 5 x 1, 16 B/cycle a link, "
         "an overlay for the CPU | `nc-wt`, `rc` | 0.333 GHz |\n"},
        {"carve-4gpu", "rdc.bytes=1048576",
         "| `carve-4gpu` | 4 x 64 SMs | core-side, write-through, 8 MiB | each 32 GiB behind 32 "
         "controllers, of which 1 MiB are a remote data cache, sharing trackers | a switch, 64 "
         "B/cycle a package | `carve-hwc`, `rc` | 1 GHz |\n"},
        {"dnn-um-2gpu", NULL,
         "| `dnn-um-2gpu` | 2 x 64 SMs, copy engines, a host | memory-side, write-back, 2 MiB | "
         "each 4 GiB behind 8 controllers; pages fault | a switch, 32 B/cycle a package | `nc-wb`, "
         "`rc` | 1 GHz |\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sbuf row = {0};
        add_row(cases[i].name, &cases[i].set, cases[i].set != NULL, &row);
        assert_string_equal(row.text, cases[i].row);
        sbuf_free(&row);
    }
}

/* The page has exactly the table of all systems that ship. */
static void the_page_has_the_table(void **state)
{
    (void)state;
    static const char path[] = UMBEL_ROOT "/gen/system/systems/README.md";
    struct systems list;
    struct error err = {0};
    struct sbuf table = {0};
    size_t len;
    assert_true(systems_list(&list, &err));
    system_table_head(&table);
    for (size_t i = 0; i < list.n; i++)
        add_row(list.entries[i].name, NULL, 0, &table);
    char *page = read_bytes_of(path, &len);
    if (strstr(page, sbuf_str(&table)) == NULL)
        fail_msg("%s: its table is not that of `umbel systems --table`; put that there", path);
    free(page);
    sbuf_free(&table);
    systems_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows),
                                       cmocka_unit_test(the_page_has_the_table)};
    return cmocka_run_group_tests_name("table of machines", tests, NULL, NULL);
}
