/*
 * The address map: which node's memory has a line (its home), which UMC of that node owns it, and
 * which L2 bank caches it; and which L1.5 bank of another package does.
 *
 *     a line address, bit 0 on the right:
 *     | home | line within the UMC's memory | UMC        |
 *     |      | tag and set in the L2 bank        | bank  |
 *     |      |                                   | plane |   the bits that UMC and bank share
 *
 * A node is a package with memory of its own, or the one memory that all packages see; then there
 * is no home in the address. Lines of a node are interleaved. The lowest bits of a line address
 * number the bank, and the lowest bits number the UMC, so a bank talks only to the UMCs that agree
 * with it in the bits that both use. Those bits number the plane: a pair of memory switches, with
 * the banks and UMCs that share lines. Clusters of cubes are nodes, too, and the planes are the
 * cubes of a cluster: then there may be fewer than banks and UMCs could have, and the SMs'
 * addresses may have the numbers of cube and UMC elsewhere (moved). The C functions and the Verilog
 * texts below are the same map, and gen, harness and formal/reach have no other copy of it.
 * Properties (formal/units) and tests have their own arithmetic on purpose: a check of the map must
 * not share its code.
 */
#ifndef UMBEL_GEN_PROTO_ADDRESS_H
#define UMBEL_GEN_PROTO_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

struct address_map {
    uint32_t banks;      /* of one GPU's L2 */
    uint32_t l15;        /* L1.5 banks of one package: a power of two, or 0 */
    uint32_t umcs;       /* of one node */
    uint32_t slices;     /* planes; 0: as many as banks and UMCs can have */
    uint32_t homes;      /* nodes; any number, banks and umcs are powers of two */
    uint64_t home_lines; /* lines of one node: a power of two */
    bool hashed;         /* see address_hash */
    /* With `moved`, SMs have the plane's bits and those of a UMC in its plane from these bits of a
     * line address on, and all other bits in the order of those below (address_inside_bit). */
    bool moved;
    uint32_t plane_from, umc_from;
};

/* ---- the home of a line ---- */

static inline uint32_t address_home(const struct address_map *map, uint64_t line)
{
    return map->homes > 1 ? (uint32_t)(line / map->home_lines) : 0;
}

/* Where the home is in a line address: its lowest bit, and its bits; 0: there is one node. */
static inline uint32_t address_home_lsb(const struct address_map *map)
{
    return (uint32_t)__builtin_ctzll(map->home_lines);
}

static inline uint32_t address_home_bits(const struct address_map *map)
{
    uint32_t bits = 0;
    while ((UINT32_C(1) << bits) < map->homes)
        bits++;
    return bits;
}

/* ---- lines as the units below the SMs know them ---- */

/* The lowest bits, which number bank and UMC. */
static inline uint32_t address_low_bits(const struct address_map *map)
{
    return (uint32_t)__builtin_ctz(map->banks > map->umcs ? map->banks : map->umcs);
}

/* With `hashed`, the unit between an SM and its L1 (gen/units/fabric/hash.h) replaces the lowest
 * bits of the line address by their exclusive or with all groups of as many bits above, below the
 * home. The same again gives the line back. */
static inline uint64_t address_hash(const struct address_map *map, uint64_t line)
{
    uint32_t bits = address_low_bits(map);
    if (!map->hashed || bits == 0)
        return line;
    uint64_t low = 0;
    for (uint64_t above = line % map->home_lines >> bits; above != 0; above >>= bits)
        low ^= above & ((UINT64_C(1) << bits) - 1);
    return line ^ low;
}

/* ---- planes, of one node ---- */

static inline uint32_t address_planes(const struct address_map *map)
{
    const uint32_t most = map->banks < map->umcs ? map->banks : map->umcs;
    return map->slices > 0 ? map->slices : most;
}

static inline uint32_t address_plane_bits(const struct address_map *map)
{
    return (uint32_t)__builtin_ctz(address_planes(map));
}

static inline uint32_t address_umc_bits(const struct address_map *map)
{
    return (uint32_t)__builtin_ctz(map->umcs);
}

/* With `moved`, the unit between an SM and its L1 (gen/units/fabric/fields.h) puts bit `i` of a
 * line address, below the home, at this bit. */
static inline uint32_t address_inside_bit(const struct address_map *map, uint32_t i)
{
    const uint32_t planes = address_plane_bits(map), umcs = address_umc_bits(map) - planes;
    if (i - map->plane_from < planes)
        return i - map->plane_from;
    if (i - map->umc_from < umcs)
        return i - map->umc_from + planes;
    return i + (i < map->plane_from ? planes : 0) + (i < map->umc_from ? umcs : 0);
}

/* A line address of the SMs as L1s and all below know it, and back. The functions below take and
 * give the SMs' addresses. */
static inline uint64_t address_inside(const struct address_map *map, uint64_t line)
{
    if (!map->moved)
        return address_hash(map, line);
    uint64_t inside = line & ~(map->home_lines - 1);
    for (uint32_t i = 0; i < address_home_lsb(map); i++)
        inside |= (line >> i & 1) << address_inside_bit(map, i);
    return inside;
}

static inline uint64_t address_outside(const struct address_map *map, uint64_t inside)
{
    if (!map->moved)
        return address_hash(map, inside);
    uint64_t line = inside & ~(map->home_lines - 1);
    for (uint32_t i = 0; i < address_home_lsb(map); i++)
        line |= (inside >> address_inside_bit(map, i) & 1) << i;
    return line;
}

/* ---- the lines of a bank and of a UMC ---- */

static inline uint32_t address_bank(const struct address_map *map, uint64_t line)
{
    return (uint32_t)(address_inside(map, line) % map->banks);
}

/* UMCs are numbered node after node. */
static inline uint32_t address_umc(const struct address_map *map, uint64_t line)
{
    return address_home(map, line) * map->umcs + (uint32_t)(address_inside(map, line) % map->umcs);
}

/* The number of a line within the memory of its UMC. A UMC knows a line by this number below its
 * home (ADDRESS_V_LOCAL); address_dram gives the number alone. */
static inline uint64_t address_dram(const struct address_map *map, uint64_t local)
{
    return local & (map->home_lines / map->umcs - 1);
}

static inline uint64_t address_local(const struct address_map *map, uint64_t line)
{
    return address_dram(map, address_inside(map, line) / map->umcs);
}

/* The inverse: the line address of line `local` of a UMC. */
static inline uint64_t address_line(const struct address_map *map, uint32_t umc, uint64_t local)
{
    uint64_t line =
        umc / map->umcs * map->home_lines + address_dram(map, local) * map->umcs + umc % map->umcs;
    return address_outside(map, line);
}

/* The first line of a bank that is at home in a node, as the address of a message that is for the
 * bank itself. */
static inline uint64_t address_line_of_bank(const struct address_map *map, uint32_t home,
                                            uint32_t bank)
{
    return address_outside(map, home * map->home_lines + bank);
}

/* ---- L1.5 banks, for lines of other nodes ---- */

static inline uint32_t address_l15(const struct address_map *map, uint64_t line)
{
    return (uint32_t)(address_inside(map, line) % map->l15);
}

/* A line at home in a node that an L1.5 bank of another node has, as the address of a message that
 * is for that bank itself. */
static inline uint64_t address_line_of_l15(const struct address_map *map, uint32_t home,
                                           uint32_t bank)
{
    return address_outside(map, home * map->home_lines + bank);
}

/* Neighbouring lines of one UMC are this many lines apart, unless they are hashed. */
static inline uint64_t address_umc_stride(const struct address_map *map)
{
    struct address_map straight = *map;
    straight.hashed = false;
    return address_outside(&straight, map->umcs);
}

/* How many low bits of a line address number the bank, and how many the UMC: BANK_W and UMC_W. */
static inline uint32_t address_bank_bits(const struct address_map *map)
{
    return (uint32_t)__builtin_ctz(map->banks);
}

/* ---- banks and UMCs of a plane ---- */

/* Banks of each GPU in a plane, and UMCs in a plane. Without cubes one of the two is 1. */
static inline uint32_t address_plane_banks(const struct address_map *map)
{
    return map->banks / address_planes(map);
}

static inline uint32_t address_plane_umcs(const struct address_map *map)
{
    return map->umcs / address_planes(map);
}

/* Bank and UMC number i of a plane. A request finds its UMC by the bits above the plane's. */
static inline uint32_t address_bank_in_plane(const struct address_map *map, uint32_t plane,
                                             uint32_t i)
{
    return i * address_planes(map) + plane;
}

static inline uint32_t address_umc_in_plane(const struct address_map *map, uint32_t plane,
                                            uint32_t i)
{
    return i * address_planes(map) + plane;
}

/* The port of a bank at its plane's switches, GPU after GPU, and the GPU that a port belongs to.
 * Where each GPU has a memory, the low bits are the port and those above are the GPU. */
static inline uint32_t address_port(const struct address_map *map, uint32_t gpu, uint32_t bank)
{
    return gpu * address_plane_banks(map) + bank / address_planes(map);
}

static inline uint32_t address_gpu_of_port(const struct address_map *map, uint32_t port)
{
    return port / address_plane_banks(map);
}

/* ---- the same as Verilog, in units with the parameter UMC_W or BANK_W ---- */

/* The local line of a line address of LINE_W bits, with its home above it, and its width. */
#define ADDRESS_V_LOCAL(line) line "[LINE_W-1:UMC_W]"
#define ADDRESS_V_LOCAL_W "LINE_W - UMC_W"
/* The same in LINE_W bits. */
#define ADDRESS_V_LOCAL_WIDE(line) line " >> UMC_W"

/* The L2's set is the part of a line address above the bank, its tag the part above the set. */
#define ADDRESS_V_BANK_SET "[BANK_W +: SET_W]"
#define ADDRESS_V_BANK_TAG(line) line "[LINE_W-1 : BANK_W+SET_W]"
#define ADDRESS_V_BANK_TAG_W "LINE_W - BANK_W - SET_W"
/* The line address of {tag, set}, given as `above` in LINE_W bits, in the bank of `line`. */
#define ADDRESS_V_BANK_BITS "~({LINE_W{1'b1}} << BANK_W)"
#define ADDRESS_V_BANK_LINE(above, line, bank_bits)                                                \
    "(" above " << BANK_W) | (" line " & " bank_bits ")"

#endif
