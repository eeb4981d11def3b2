/*
 * B+tree of LADM's table IV (Rodinia): queries of a B+ tree of order 256, a CTA a query and a
 * thread a key of the node. `find` looks for a key, `find_range` for the first and the last key of
 * a range; both go from the root through one more level to a leaf.
 *
 * The tree: the root and each node of the second level have `fan` children, a leaf has LEAF keys.
 * Keys ascend by 1 to 2 * STEP - 1; record r has the r-th. Node 0 is the root, its children are 1
 * to fan, the leaves follow. What a node has no child for is MAX.
 *
 * Dominant access: node[at[bx]].key[tx]: the node's number was read from memory, and no loop's
 * variable stands in the index: unclassified.
 */
enum { ORDER = 256, LEAF = 128, STEP = 8, HEIGHT = 2 };
enum : unsigned { MAX = 0x7fffffff, NONE = ~0u };

struct node {
    unsigned location, index[ORDER + 1], key[ORDER + 1], is_leaf, keys;
};

static __device__ unsigned mixed(unsigned x)
{
    x = (x ^ x >> 16) * 0x7feb352d;
    x = (x ^ x >> 15) * 0x846ca68b;
    return x ^ x >> 16;
}

/* One in STEP numbers is a key. */
static __device__ unsigned key_of(unsigned record)
{
    return record * STEP + mixed(record) % STEP;
}

/* A CTA builds a node. */
extern "C" __global__ void start(struct node *node, unsigned fan)
{
    unsigned me = blockIdx.x, leaves = fan + 1; /* the first leaf */
    bool root = me == 0, leaf = me >= leaves;
    unsigned keys = leaf ? LEAF : fan, each = leaf ? 1 : root ? fan * LEAF : LEAF;
    unsigned record = root ? 0 : leaf ? (me - leaves) * LEAF : (me - 1) * fan * LEAF;
    unsigned child = root ? 1 : leaves + (me - 1) * fan;
    for (unsigned i = threadIdx.x; i <= ORDER; i += blockDim.x) {
        bool lowest = record + i == 0 && !leaf; /* what is below the first key also belongs there */
        node[me].key[i] = i >= keys ? MAX : lowest ? 0 : key_of(record + i * each);
        node[me].index[i] = i >= keys ? 0 : leaf ? record + i : child + i;
    }
    if (threadIdx.x == 0) {
        node[me].location = me;
        node[me].is_leaf = leaf;
        node[me].keys = keys;
    }
}

/* Seven in eight queries are of a key that there is; a range has `span` records. */
extern "C" __global__ void ask(unsigned *wanted, unsigned *from, unsigned *to, unsigned queries,
                               unsigned records, unsigned span)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= queries)
        return;
    unsigned record = mixed(i + 77) % records, first = mixed(i + 7777) % (records - span + 1);
    wanted[i] = key_of(record) + (i % 8 == 0 ? 1 : 0);
    from[i] = key_of(first);
    to[i] = key_of(first + span - 1);
}

/* From at[] down by one level; the thread whose key it is says where. */
static __device__ void go_down(const struct node *node, unsigned *at, unsigned *next, unsigned key)
{
    unsigned tx = threadIdx.x, bx = blockIdx.x;
    if (node[at[bx]].key[tx] <= key && node[at[bx]].key[tx + 1] > key)
        next[bx] = node[at[bx]].index[tx];
    __syncthreads();
    if (tx == 0)
        at[bx] = next[bx];
    __syncthreads();
}

/* at, next: 0. answer: NONE, or the value of the key's record. */
extern "C" __global__ void find(const struct node *node, const unsigned *record, unsigned *at,
                                unsigned *next, const unsigned *wanted, unsigned *answer)
{
    unsigned tx = threadIdx.x, bx = blockIdx.x;
    if (tx == 0)
        answer[bx] = NONE;
    for (unsigned level = 0; level < HEIGHT; level++)
        go_down(node, at, next, wanted[bx]);
    if (node[at[bx]].key[tx] == wanted[bx])
        answer[bx] = record[node[at[bx]].index[tx]];
}

/* The first record of the range, and how many there are. */
extern "C" __global__ void find_range(const struct node *node, unsigned *at, unsigned *next,
                                      unsigned *last, unsigned *last_next, const unsigned *from,
                                      const unsigned *to, unsigned *first, unsigned *count)
{
    unsigned tx = threadIdx.x, bx = blockIdx.x;
    for (unsigned level = 0; level < HEIGHT; level++) {
        go_down(node, at, next, from[bx]);
        go_down(node, last, last_next, to[bx]);
    }
    if (node[at[bx]].key[tx] == from[bx])
        first[bx] = node[at[bx]].index[tx];
    __syncthreads();
    if (node[last[bx]].key[tx] == to[bx])
        count[bx] = node[last[bx]].index[tx] - first[bx] + 1;
}
