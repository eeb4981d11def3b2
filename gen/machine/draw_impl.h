/* What the files draw*.c share; nothing outside this folder includes it. */
#ifndef UMBEL_GEN_MACHINE_DRAW_IMPL_H
#define UMBEL_GEN_MACHINE_DRAW_IMPL_H

#include "gen/machine/draw.h"

/* What is one box, unless it is folded: a tile that is no link, or the two switches (requests,
 * answers) of one place. */
struct draw_unit {
    const struct tile *tile; /* of two switches the first */
    const char *name;        /* the tile's; of switches the part that both names share */
    int home, seat;          /* number of its package, -1: outside; its own number in there */
    bool core, dram;         /* an SM, or a DRAM channel, is at it */
    bool net;                /* it is connected to a unit of its own kind */
    bool apart;              /* it is never folded */
    bool stub;               /* of a package that is not drawn */
    bool folded_net;         /* a router that is not drawn */
    bool folded_way;         /* in a package, and joined to such routers */
    int group;
};

/* A connection in one direction: by wires, or through links. */
struct draw_way {
    int from, to;           /* units */
    uint32_t rate, latency; /* 0, 0: wires */
};

struct draw_package {
    const char *name; /* "gpu0" */
    int drawn;        /* number of the package that is drawn for it */
    uint32_t count;   /* how many it is drawn for, with itself; 0: it is not drawn */
};

/* Equal units of one package, or outside: one box. Those of packages that are not drawn are one
 * box, too, and so are the routers of networks that are not. */
struct draw_group {
    int first;      /* unit */
    int package;    /* the one that is drawn; -1: outside */
    uint32_t count; /* units */
    int level;      /* steps from the SMs */
};

struct picture {
    const struct netlist *n;
    struct draw_unit *units;
    struct draw_way *ways;
    struct draw_package *packages;
    struct draw_group *groups;
    int n_units, n_ways, n_packages, n_groups;
    struct arena arena; /* all of these */
};

/* Units, ways, packages; then their folding: fields `drawn`, `count`, `group`, and the groups. */
void draw_find(struct picture *p, const struct netlist *n);
void draw_fold(struct picture *p);

/* How a class of units is called and looks. */
struct draw_words {
    const char *class;
    const char *mark;      /* in a tile's name it stands before the unit's number */
    const char *cell;      /* what is numbered, in the small cells of a folded box */
    const char *one, *nth; /* without and with a number */
    const char *many;
    const char *fill; /* colour */
    bool twofold;     /* a tile for requests and one for answers */
    /* Appends what one of them is: its size. */
    void (*about)(const struct netlist *n, const struct tile *t, struct sbuf *out);
};

/* The words for a class of tiles; "dram" are DRAM channels. */
const struct draw_words *draw_words(const char *class);

/* Append a user's text as HTML-like labels need it; the label of a group's box. */
void draw_text(const char *text, struct sbuf *out);
void draw_label(const struct picture *p, int group, const char *class, struct sbuf *out);
/* "GPU 0" for gpu0, "Host" for host, of which there is one. */
void draw_package_name(const char *name, struct sbuf *out);
/* The labels of a box for packages, and of one for routers (draw_stub.c). */
void draw_stub_label(const struct picture *p, int group, struct sbuf *out);
void draw_routers_label(const struct picture *p, int group, struct sbuf *out);

#endif
