/* Sizes of a um_bank_front: of its messages, of what it may let in, and of its directory. */
#include "formal/wiring/impl.h"
#include "gen/system/derived.h"

/* ---- a home of each line in each GPU ---- */

/* What a queue or a counter must have places for, that nobody waits who must not. */
struct least {
    const char *name;
    uint64_t value;
    const char *whose;
};

static void check_least(struct check *k, const struct cell *cell, struct least least)
{
    const uint64_t value = value_of(cell, least.name);
    if (value < least.value)
        wiring_found(k->f, "no_circle", "%s.%s is %llu; %s need %llu", cell->name, least.name,
                     (unsigned long long)value, least.whose, (unsigned long long)least.value);
    if ((value & (value - 1)) != 0)
        wiring_found(k->f, "sizes_are_the_systems", "%s.%s is %llu, which is no power of two",
                     cell->name, least.name, (unsigned long long)value);
}

/* Each other package of the GPU has at most REMOTES near requests under way. A far request must
 * find a slot for its kills, though own and near ones have theirs while they wait for other
 * packages. A place inside the GPU is for each slot, for one release, and for what the homes in
 * other GPUs may send to be handed on: CREDITS kills, and one marker of a release. Counters have
 * a bit more than an index, so that 1 is too few. */
static void check_gpu_homes(struct check *k, const struct cell *cell)
{
    const uint64_t chips = k->sys->l2.directory.gpu_packages, gpus = k->sys->gpus / chips;
    const uint64_t remotes = value_of(cell, "REMOTES"), kills = value_of(cell, "KILLS");
    const uint64_t handed = (gpus - 1) * (value_of(cell, "CREDITS") + 1);
    const struct size chip = {"CHIP_W", bits_for(chips)};
    const struct least all[] = {
        {"REMOTES", 2, "an index"},
        {"CREDITS", 2, "an index"},
        {"NEARS", (chips - 1) * remotes, "near requests of the other packages of its GPU"},
        {"KILLS", 2 * remotes + 1, "own and near requests, and a far one,"},
        {"INSIDE", kills + 1 + handed, "kills, a release and what other GPUs' homes send"},
        {"ACROSS", kills + 1, "kills and a release"}};
    check_values(k, cell, &chip, 1);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        check_least(k, cell, all[i]);
}

/* ---- any directory ---- */

/* A directory knows which lines are its bank's, and how many packages there are. Its bank has
 * MSHRs for as many requests as may cause kills. */
static void check_directory(struct check *k, const struct cell *cell)
{
    const struct system *s = k->sys;
    const uint32_t tag = bits_for(s->umc.entries), ack = places_of(s, lines_of(s).bits, 0).ack_bits;
    const struct size sizes[] = {{"SETS", s->l2.directory.sets},
                                 {"WAYS", s->l2.directory.ways},
                                 {"PACKAGES", s->gpus},
                                 {"BANK_W", bits_for(s->l2.banks)},
                                 {"TAG_W", tag},
                                 {"KILLS", s->l2.mshrs}};
    check_values(k, cell, sizes, sizeof sizes / sizeof *sizes);
    check_message(k, cell, "far_ack", ack + tag);
    check_message(k, cell, "dir_ack", ack + tag);
    if (system_has_gpu_homes(s))
        check_gpu_homes(k, cell);
}

/* ---- all ---- */

/* Requests for other packages have MSHRs, and leave some to those that wait for none: with GPU
 * homes own ones and near ones. */
static void check_remotes(struct check *k, const struct cell *cell, const struct cell *l2)
{
    const uint64_t remotes = value_of(cell, "REMOTES") * (system_has_gpu_homes(k->sys) ? 2 : 1);
    if (remotes >= value_of(l2, "MSHRS"))
        wiring_found(k->f, "no_circle",
                     "%s lets in %llu requests for other packages, %s has %llu "
                     "MSHRS",
                     cell->name, (unsigned long long)remotes, l2->name,
                     (unsigned long long)value_of(l2, "MSHRS"));
}

void check_bank_front(struct check *k, const struct cell *cell)
{
    const struct system *s = k->sys;
    const struct lines l = lines_of(s);
    const uint32_t own = (uint32_t)value_of(cell, "OWN_W");
    const struct end *e = end_at(k, cell, "req", 0);
    const struct size sizes[] = {{"HOME_W", l.home_bits},
                                 {"HOME_LSB", l.home_lsb},
                                 {"SRC_W", 1 + (own > l.home_bits ? own : l.home_bits)}};
    check_values(k, cell, sizes, sizeof sizes / sizeof *sizes);
    const struct places near = places_of(s, l.bits, own), to = places_of(s, l.bits, path_bits(s));
    check_message(k, cell, "own_req", near.req_bits);
    check_message(k, cell, "own_rsp", near.rsp_bits);
    check_message(k, cell, "far_req", to.req_bits);
    check_message(k, cell, "far_rsp", to.rsp_bits);
    check_message(k, cell, "there_req", to.req_bits);
    check_message(k, cell, "there_rsp", to.rsp_bits);
    if (system_has_directory(s))
        check_directory(k, cell);
    if (e == NULL || e->peer == NULL || !is_unit(e->peer->cell, "um_l2"))
        return;
    const struct cell *l2 = e->peer->cell;
    if (!system_has_directory(s) && value_of(l2, "HOME") != value_of(cell, "HOME"))
        wiring_found(k->f, "sizes_are_the_systems", "%s is of package %llu, %s of %llu", cell->name,
                     (unsigned long long)value_of(cell, "HOME"), l2->name,
                     (unsigned long long)value_of(l2, "HOME"));
    check_remotes(k, cell, l2);
}
