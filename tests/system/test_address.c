/* The address map against independent arithmetic, for every number of banks and UMCs, with one
 * memory and with several, by the lowest bits, hashed, and with the numbers of plane and UMC
 * anywhere. */
#include "gen/proto/address.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 64, LINES = 4 * MOST, HOMES = 3 };

/* Calls `check` for each map that a system file can ask for. */
static void each_map(void (*check)(const struct address_map *map))
{
    for (uint32_t banks = 1; banks <= MOST; banks *= 2)
        for (uint32_t umcs = 1; umcs <= MOST; umcs *= 2)
            for (uint32_t i = 0; i < 4; i++)
                check(&(struct address_map){.banks = banks,
                                            .umcs = umcs,
                                            .homes = i < 2 ? 1 : HOMES,
                                            .home_lines = LINES,
                                            .hashed = i % 2 == 1});
}

static uint32_t most(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* The lowest bits of a line where they number its bank and UMC. Hashed, bit j of these is the
 * parity of all bits of the line in its memory whose number is j modulo their count. */
static uint32_t low_bits(const struct address_map *map, uint64_t line)
{
    uint32_t low = 0, bits = 0;
    while ((1u << bits) < most(map->banks, map->umcs))
        bits++;
    if (!map->hashed || bits == 0)
        return (uint32_t)line & (MOST - 1);
    for (uint32_t at = 0; (1u << at) < LINES; at++)
        low ^= (uint32_t)(line >> at & 1) << at % bits;
    return low;
}

static void splits(const struct address_map *map)
{
    static bool taken[HOMES * MOST][LINES]; /* each UMC gives each number to one line */
    memset(taken, 0, sizeof taken);
    for (uint64_t line = 0; line < map->homes * LINES; line++) {
        uint32_t umc = address_umc(map, line);
        uint32_t home = line < LINES ? 0 : line < 2 * LINES ? 1 : 2;
        assert_int_equal(address_home(map, line), home);
        uint32_t low = low_bits(map, line);
        assert_int_equal(umc, home * map->umcs + (low & (map->umcs - 1)));
        assert_int_equal(address_bank(map, line), low & (map->banks - 1));
        uint64_t local = address_local(map, line);
        assert_true(local < LINES / map->umcs && !taken[umc][local]);
        taken[umc][local] = true;
        if (!map->hashed)
            assert_int_equal(local, line % LINES / map->umcs);
        assert_int_equal(address_line(map, umc, address_local(map, line)), line);
        /* a UMC names a line with its home above; DRAM does not */
        uint64_t below = address_inside(map, line); /* as the units below the SMs know it */
        assert_int_equal(address_outside(map, below), line);
        assert_int_equal(address_dram(map, below >> address_umc_bits(map)), local);
        if (!map->hashed && line + address_umc_stride(map) < (home + 1) * LINES)
            assert_int_equal(address_umc(map, line + address_umc_stride(map)), umc);
    }
    assert_int_equal(1u << address_home_lsb(map), LINES);
    assert_int_equal(address_home_bits(map), map->homes == 1 ? 0 : 2);
    assert_int_equal(1u << address_umc_bits(map), map->umcs);
    assert_int_equal(1u << address_bank_bits(map), map->banks);
    for (uint32_t home = 0; home < map->homes; home++)
        for (uint32_t bank = 0; bank < map->banks; bank++) {
            uint64_t line = address_line_of_bank(map, home, bank);
            assert_int_equal(address_bank(map, line), bank);
            assert_int_equal(address_home(map, line), home);
        }
    for (uint32_t banks = 1; banks <= MOST; banks *= 2) {
        struct address_map m = *map;
        m.l15 = banks;
        for (uint64_t line = 0; !map->hashed && line < LINES; line++)
            assert_int_equal(address_l15(&m, line), line % banks);
        for (uint32_t i = 0; i < map->homes * banks; i++) {
            uint64_t line = address_line_of_l15(&m, i / banks, i % banks);
            assert_int_equal(address_home(map, line), i / banks);
            assert_int_equal(address_l15(&m, line), i % banks);
            /* as the units below the SMs know it */
            assert_int_equal(address_inside(map, line) & (banks - 1), i % banks);
        }
    }
}

static void lines_are_split(void **state)
{
    (void)state;
    each_map(splits);
}

static uint32_t field(uint64_t line, uint32_t from, uint32_t bits)
{
    return (uint32_t)(line >> from) & ((1u << bits) - 1);
}

static uint64_t without(uint64_t line, uint32_t from, uint32_t bits)
{
    return line >> (from + bits) << from | (line & ((UINT64_C(1) << from) - 1));
}

/* Lines of SMs whose bits from `plane` on number the plane, and those from `umc` on the UMC in it.
 */
static void moves(uint32_t plane, uint32_t plane_bits, uint32_t umc, uint32_t umc_bits)
{
    const struct address_map map = {.banks = 1u << (plane_bits + 1),
                                    .umcs = 1u << (plane_bits + umc_bits),
                                    .slices = 1u << plane_bits,
                                    .homes = HOMES,
                                    .home_lines = LINES,
                                    .moved = true,
                                    .plane_from = plane,
                                    .umc_from = umc};
    for (uint64_t line = 0; line < HOMES * LINES; line++) {
        const uint64_t own = line % LINES;
        const uint32_t low = field(own, plane, plane_bits) | field(own, umc, umc_bits)
                                                                 << plane_bits;
        const uint64_t rest = plane > umc ? without(without(own, plane, plane_bits), umc, umc_bits)
                                          : without(without(own, umc, umc_bits), plane, plane_bits);
        assert_int_equal(address_umc(&map, line), line / LINES * map.umcs + low);
        assert_int_equal(address_local(&map, line), rest);
        assert_int_equal(address_inside(&map, line), line / LINES * LINES + rest * map.umcs + low);
        assert_int_equal(address_bank(&map, line), (rest * map.umcs + low) % map.banks);
        assert_int_equal(address_outside(&map, address_inside(&map, line)), line);
        assert_int_equal(address_line(&map, address_umc(&map, line), rest), line);
    }
    for (uint32_t bank = 0; bank < HOMES * map.banks; bank++) {
        const uint64_t line = address_line_of_bank(&map, bank / map.banks, bank % map.banks);
        assert_int_equal(address_bank(&map, line), bank % map.banks);
        assert_int_equal(address_home(&map, line), bank / map.banks);
    }
    const uint64_t next = address_umc_stride(&map);
    assert_int_equal(address_umc(&map, next), 0);
    assert_int_equal(address_local(&map, next), 1);
}

static void bits_are_moved(void **state)
{
    (void)state;
    enum { BITS = 8 }; /* of LINES */
    for (uint32_t plane_bits = 0; plane_bits < 3; plane_bits++)
        for (uint32_t umc_bits = 0; umc_bits < 3; umc_bits++)
            for (uint32_t plane = 0; plane + plane_bits <= BITS; plane++)
                for (uint32_t umc = 0; umc + umc_bits <= BITS; umc++)
                    if (plane + plane_bits <= umc || umc + umc_bits <= plane)
                        moves(plane, plane_bits, umc, umc_bits);
}

/* Every bank and every UMC is in one plane, and a line's bank and UMC are in the same. */
static void covers(const struct address_map *map)
{
    uint32_t plane_of_bank[MOST], plane_of_umc[MOST];
    memset(plane_of_bank, 0xff, sizeof plane_of_bank);
    memset(plane_of_umc, 0xff, sizeof plane_of_umc);
    for (uint32_t p = 0; p < address_planes(map); p++) {
        for (uint32_t i = 0; i < address_plane_banks(map); i++) {
            uint32_t bank = address_bank_in_plane(map, p, i);
            assert_int_equal(plane_of_bank[bank], UINT32_MAX);
            plane_of_bank[bank] = p;
        }
        for (uint32_t i = 0; i < address_plane_umcs(map); i++) {
            uint32_t umc = address_umc_in_plane(map, p, i);
            assert_int_equal(plane_of_umc[umc], UINT32_MAX);
            plane_of_umc[umc] = p;
            /* as a switch finds it: by the bits above the plane's */
            assert_int_equal(umc >> address_plane_bits(map), i);
        }
    }
    for (uint64_t line = 0; line < LINES; line++) {
        uint32_t plane = plane_of_bank[low_bits(map, line) & (map->banks - 1)];
        assert_int_not_equal(plane, UINT32_MAX);
        assert_int_equal(plane, plane_of_umc[low_bits(map, line) & (map->umcs - 1)]);
    }
}

static void planes_cover_the_machine(void **state)
{
    (void)state;
    each_map(covers);
}

/* Clusters of cubes are nodes whose planes are the cubes of a cluster: from its lowest bit on a
 * line numbers the cube in its cluster, the controller, what is in there, and the cluster. */
static void cubes(void **state)
{
    (void)state;
    enum { EACH = 4, VAULTS = 2, ROWS = 8 };
    for (uint32_t clusters = 1; clusters <= 9; clusters++) {
        const struct address_map map = {.banks = 2 * EACH,
                                        .umcs = EACH * VAULTS,
                                        .slices = EACH,
                                        .homes = clusters,
                                        .home_lines = (uint64_t)EACH * VAULTS * ROWS};
        assert_int_equal(address_planes(&map), EACH);
        assert_int_equal(address_plane_banks(&map), 2);
        assert_int_equal(address_plane_umcs(&map), VAULTS);
        for (uint32_t at = 0; at < EACH * VAULTS * clusters; at++)
            for (uint32_t row = 0; row < ROWS; row++) {
                const uint32_t cluster = at / (EACH * VAULTS), low = at % (EACH * VAULTS);
                const uint64_t line = ((uint64_t)cluster * ROWS + row) * EACH * VAULTS + low;
                assert_int_equal(address_umc(&map, line), at);
                assert_int_equal(address_local(&map, line), row);
                assert_int_equal(address_home(&map, line), cluster);
                /* its plane is its cube, in which its controller has this number */
                assert_int_equal(address_bank(&map, line) % EACH, low % EACH);
                assert_int_equal(address_umc_in_plane(&map, low % EACH, low / EACH), low);
            }
    }
}

/* At a plane's switches each bank of each GPU has a port of its own, and the ports have no gaps. */
static void numbers_ports(const struct address_map *map)
{
    enum { GPUS = 3 };
    for (uint32_t p = 0; p < address_planes(map); p++) {
        uint32_t next = 0;
        for (uint32_t gpu = 0; gpu < GPUS; gpu++)
            for (uint32_t bank = p; bank < map->banks; bank += address_planes(map)) {
                uint32_t port = address_port(map, gpu, bank);
                assert_int_equal(port, next++);
                assert_int_equal(address_gpu_of_port(map, port), gpu);
            }
        assert_int_equal(next, GPUS * address_plane_banks(map));
    }
}

static void ports_are_distinct(void **state)
{
    (void)state;
    each_map(numbers_ports);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_split),          cmocka_unit_test(bits_are_moved),
        cmocka_unit_test(planes_cover_the_machine), cmocka_unit_test(cubes),
        cmocka_unit_test(ports_are_distinct),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
