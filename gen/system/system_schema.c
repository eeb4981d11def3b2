/*
 * The fields of a system file, and the sections that they stand in. A new field is added here, in
 * system.h, in system_rules.c (its range) and in systems/tsm.yaml; the tests find a place that
 * was forgotten.
 */
#include "gen/system/system_impl.h"

#define N(array) (sizeof(array) / sizeof(array)[0])
#define UINT(type, name) CYAML_FIELD_UINT(#name, CYAML_FLAG_DEFAULT, struct type, name)
#define BOOL(type, name) CYAML_FIELD_BOOL(#name, CYAML_FLAG_DEFAULT, struct type, name)
#define GROUP(type, name, fields)                                                                  \
    CYAML_FIELD_MAPPING(#name, CYAML_FLAG_DEFAULT, struct type, name, fields)
/* A section's fields are those of struct system itself, which has no sections. */
#define SECTION(name, fields)                                                                      \
    {                                                                                              \
        .key = #name, .value = {CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct system, fields)},   \
    }
#define CHOICE(type, name, names)                                                                  \
    CYAML_FIELD_ENUM(#name, CYAML_FLAG_STRICT, struct type, name, names, N(names))

static const cyaml_schema_field_t times_fields[] = {
    /* `int` is a keyword of C, so the field of the structure is int_. */
    CYAML_FIELD_UINT("int", CYAML_FLAG_DEFAULT, struct sys_sm_times, int_),
    UINT(sys_sm_times, mul),
    UINT(sys_sm_times, fp32),
    UINT(sys_sm_times, fp64),
    UINT(sys_sm_times, sfu),
    UINT(sys_sm_times, shared),
    UINT(sys_sm_times, load),
    UINT(sys_sm_times, store),
    UINT(sys_sm_times, branch),
    UINT(sys_sm_times, barrier),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t read_cache_fields[] = {
    UINT(sys_read_cache, bytes),
    UINT(sys_read_cache, ways),
    UINT(sys_read_cache, mshrs),
    UINT(sys_read_cache, latency),
    UINT(sys_read_cache, miss_latency),
    UINT(sys_read_cache, sms),
    CYAML_FIELD_END,
};

static const cyaml_strval_t greedy_thens[] = {{"oldest", SYS_OLDEST},
                                              {"round-robin", SYS_ROUND_ROBIN}};

static const cyaml_schema_field_t sm_fields[] = {
    UINT(sys_sm, count),
    UINT(sys_sm, warps),
    UINT(sys_sm, ctas),
    UINT(sys_sm, shared_bytes),
    UINT(sys_sm, registers),
    UINT(sys_sm, tags),
    UINT(sys_sm, schedulers),
    CHOICE(sys_sm, greedy_then, greedy_thens),
    UINT(sys_sm, flights),
    GROUP(sys_sm, latency, times_fields),
    GROUP(sys_sm, interval, times_fields),
    GROUP(sys_sm, l1i, read_cache_fields),
    GROUP(sys_sm, scalar, read_cache_fields),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t hardware_fields[] = {
    UINT(sys_hardware, word_bytes),  UINT(sys_hardware, queue_in),
    UINT(sys_hardware, queue_out),   UINT(sys_hardware, count_bits),
    BOOL(sys_hardware, count_one),   BOOL(sys_hardware, count_latency),
    BOOL(sys_hardware, lone_switch), CYAML_FIELD_END,
};

static const cyaml_schema_field_t crossbar_fields[] = {
    UINT(sys_crossbar, bytes_per_cycle),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t l1_fields[] = {
    UINT(sys_l1, bytes),
    UINT(sys_l1, ways),
    UINT(sys_l1, mshrs),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t copy_engine_fields[] = {
    UINT(sys_copy_engine, lines),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t cpu_fields[] = {
    UINT(sys_cpu, misses),   UINT(sys_cpu, width),    UINT(sys_cpu, clock_mhz),
    UINT(sys_cpu, rob),      UINT(sys_cpu, l1_bytes), UINT(sys_cpu, l1_ways),
    UINT(sys_cpu, l1_mshrs), UINT(sys_cpu, l2_bytes), UINT(sys_cpu, l2_ways),
    UINT(sys_cpu, l2_mshrs), CYAML_FIELD_END,
};

static const cyaml_strval_t gpu_scopes[] = {{"machine", SYS_SCOPE_MACHINE}, {"gpu", SYS_SCOPE_GPU}};

static const cyaml_schema_field_t directory_fields[] = {
    UINT(sys_directory, sets),
    UINT(sys_directory, ways),
    UINT(sys_directory, gpu_packages),
    CHOICE(sys_directory, gpu_scope, gpu_scopes),
    CYAML_FIELD_END,
};
static const cyaml_strval_t remotes[] = {
    {"rtwice", SYS_RTWICE}, {"ronce", SYS_RONCE}, {"crb", SYS_CRB}};
static const cyaml_strval_t roles[] = {
    {"core-side", SYS_CORE_SIDE}, {"memory-side", SYS_MEMORY_SIDE}, {"both", SYS_BOTH_SIDES}};

static const cyaml_schema_field_t partition_fields[] = {
    UINT(sys_partition, window),
    UINT(sys_partition, busy),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t l2_fields[] = {
    UINT(sys_l2, banks),
    UINT(sys_l2, bytes),
    UINT(sys_l2, ways),
    UINT(sys_l2, mshrs),
    CHOICE(sys_l2, role, roles),
    CHOICE(sys_l2, remote, remotes),
    CYAML_FIELD_MAPPING("partition", CYAML_FLAG_DEFAULT, struct sys_l2, partition,
                        partition_fields),
    CYAML_FIELD_MAPPING("directory", CYAML_FLAG_DEFAULT, struct sys_l2, directory,
                        directory_fields),
    CYAML_FIELD_END,
};

static const cyaml_strval_t allocations[] = {{"remote", SYS_REMOTE}, {"all", SYS_ALL}};

static const cyaml_schema_field_t l15_fields[] = {
    UINT(sys_l15, banks),
    UINT(sys_l15, bytes),
    UINT(sys_l15, ways),
    UINT(sys_l15, mshrs),
    CHOICE(sys_l15, allocate, allocations),
    CYAML_FIELD_END,
};

static const cyaml_strval_t rdc_writes[] = {{"through", SYS_RDC_THROUGH}, {"back", SYS_RDC_BACK}};

static const cyaml_schema_field_t rdc_fields[] = {
    UINT(sys_rdc, bytes),        UINT(sys_rdc, mshrs),
    UINT(sys_rdc, epoch_bits),   UINT(sys_rdc, predictor),
    UINT(sys_rdc, step_cycles),  CHOICE(sys_rdc, writes, rdc_writes),
    UINT(sys_rdc, region_lines), CYAML_FIELD_END,
};

#define WORD_OF(name, word, real, idle, source) {word, LINK_##name},
static const cyaml_strval_t link_classes[] = {LINK_CLASSES(WORD_OF)};
#undef WORD_OF

static const cyaml_schema_field_t link_fields[] = {
    UINT(sys_link, latency),
    UINT(sys_link, bytes_per_cycle),
    CHOICE(sys_link, class, link_classes),
    CYAML_FIELD_END,
};

static const cyaml_strval_t interleaves[] = {{"low", SYS_LOW}, {"hash", SYS_HASH}};
static const cyaml_strval_t places[] = {{"central", SYS_CENTRAL}, {"packages", SYS_PACKAGES}};

static const cyaml_strval_t orders[] = {{"arrival", SYS_BY_ARRIVAL}, {"time", SYS_BY_TIME}};

static const cyaml_schema_field_t umc_fields[] = {
    UINT(sys_umc, count),           UINT(sys_umc, entries), UINT(sys_umc, bytes),
    CHOICE(sys_umc, order, orders), BOOL(sys_umc, merge),   CYAML_FIELD_END,
};

static const cyaml_strval_t tsu_evicts[] = {{"full", SYS_TSU_FULL}, {"l2", SYS_TSU_L2}};

static const cyaml_strval_t tsu_ways[] = {{"any", SYS_TSU_ANY}, {"gpus", SYS_TSU_GPUS}};

static const cyaml_schema_field_t tsu_fields[] = {
    UINT(sys_tsu, sets),
    UINT(sys_tsu, ways),
    UINT(sys_tsu, look),
    UINT(sys_tsu, latency),
    BOOL(sys_tsu, keep_wts),
    CHOICE(sys_tsu, evicts, tsu_evicts),
    CHOICE(sys_tsu, ways_of, tsu_ways),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t imst_fields[] = {
    UINT(sys_imst, sets),
    UINT(sys_imst, ways),
    UINT(sys_imst, demotes),
    CYAML_FIELD_END,
};

static const cyaml_strval_t coherent_l1s[] = {{"sw", SYS_L1_SW}, {"vi", SYS_L1_VI}};

static const cyaml_schema_field_t invalidation_fields[] = {
    CHOICE(sys_invalidation, l1_copies, coherent_l1s),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t rules_fields[] = {
    BOOL(sys_rules, m1), BOOL(sys_rules, m2), BOOL(sys_rules, m3), BOOL(sys_rules, m4),
    BOOL(sys_rules, m5), BOOL(sys_rules, m6), BOOL(sys_rules, m9), CYAML_FIELD_END,
};

static const cyaml_strval_t at_boundary[] = {{"empty", SYS_EMPTY}, {"keep", SYS_KEEP}};

static const cyaml_schema_field_t boundary_fields[] = {
    CHOICE(sys_boundary, l1s, at_boundary),
    CHOICE(sys_boundary, l15s, at_boundary),
    CHOICE(sys_boundary, l2s, at_boundary),
    CYAML_FIELD_END,
};

static const cyaml_strval_t at_fences[] = {{"keep", SYS_KEEP}, {"empty", SYS_EMPTY}};

static const cyaml_schema_field_t synchronisation_fields[] = {
    CHOICE(sys_synchronisation, fences, at_fences),
    CYAML_FIELD_END,
};

static const cyaml_strval_t victims[] = {{"unused", SYS_VICTIM_UNUSED},
                                         {"expired", SYS_VICTIM_EXPIRED}};

static const cyaml_schema_field_t mgcc_fields[] = {
    UINT(sys_mgcc, ts_bits),
    UINT(sys_mgcc, epoch_bits),
    UINT(sys_mgcc, rd_lease),
    UINT(sys_mgcc, wr_lease),
    UINT(sys_mgcc, tick),
    CHOICE(sys_mgcc, victim, victims),
    GROUP(sys_mgcc, rules, rules_fields),
    CYAML_FIELD_END,
};

#define WORD_OF(name, word, package, source) {word, SCHEDULE_##name},
static const cyaml_strval_t schedules[] = {SCHEDULE_POLICIES(WORD_OF)};
#undef WORD_OF

static const cyaml_strval_t within_gpus[] = {{"chunks", SYS_IN_CHUNKS},
                                             {"round-robin", SYS_IN_TURN}};

static const cyaml_schema_field_t schedule_fields[] = {
    CHOICE(sys_schedule, policy, schedules),
    CHOICE(sys_schedule, within_gpu, within_gpus),
    UINT(sys_schedule, batch),
    CYAML_FIELD_END,
};

#define WORD_OF(name, word, home, kind) {word, PLACEMENT_##name},
static const cyaml_strval_t placements[] = {PLACEMENT_POLICIES(WORD_OF)};
#undef WORD_OF

static const cyaml_schema_field_t tlb_fields[] = {
    UINT(sys_tlb, entries),
    UINT(sys_tlb, ways),
    UINT(sys_tlb, latency),
    UINT(sys_tlb, shared_entries),
    UINT(sys_tlb, shared_ways),
    UINT(sys_tlb, shared_latency),
    CYAML_FIELD_END,
};

static const cyaml_strval_t faults_from[] = {{"any", SYS_FROM_ANY}, {"host", SYS_FROM_HOST}};

static const cyaml_schema_field_t faults_fields[] = {
    UINT(sys_faults, latency),   UINT(sys_faults, batch_pages),
    UINT(sys_faults, pin_after), CHOICE(sys_faults, from, faults_from),
    UINT(sys_faults, room),      CYAML_FIELD_END,
};

static const cyaml_schema_field_t placement_fields[] = {
    CHOICE(sys_placement, policy, placements),
    UINT(sys_placement, page_bytes),
    BOOL(sys_placement, replicate),
    UINT(sys_placement, migrate),
    UINT(sys_placement, shootdown),
    GROUP(sys_placement, tlb, tlb_fields),
    GROUP(sys_placement, faults, faults_fields),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t fixed_fields[] = {
    UINT(sys_dram_fixed, latency),
    UINT(sys_dram_fixed, bytes_per_cycle),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t dram_fields[] = {
    UINT(sys_dram, tCL),
    UINT(sys_dram, tCWL),
    UINT(sys_dram, tRCD),
    UINT(sys_dram, tRP),
    UINT(sys_dram, tRAS),
    UINT(sys_dram, tCCD_S),
    UINT(sys_dram, tCCD_L),
    UINT(sys_dram, tRRD_S),
    UINT(sys_dram, tRRD_L),
    UINT(sys_dram, tFAW),
    UINT(sys_dram, tWR),
    UINT(sys_dram, tWTR_S),
    UINT(sys_dram, tWTR_L),
    UINT(sys_dram, tRTP),
    UINT(sys_dram, tRFC),
    UINT(sys_dram, tREFI),
    UINT(sys_dram, bank_groups),
    UINT(sys_dram, banks),
    UINT(sys_dram, bus_bits),
    UINT(sys_dram, burst),
    UINT(sys_dram, page_bytes),
    UINT(sys_dram, read_queue),
    UINT(sys_dram, write_queue),
    GROUP(sys_dram, fixed, fixed_fields),
    CYAML_FIELD_END,
};

#define WORD_OF(id, row, word) {word, id},
static const cyaml_strval_t protocols[] = {PROTOCOLS(WORD_OF)};
#undef WORD_OF

static const cyaml_strval_t consistencies[] = {{"sc", SYS_SC}, {"rc", SYS_RC}};

static const cyaml_strval_t faults[] = {
    {"none", SYS_FAULT_NONE},
    {"l1-ignores-lease", SYS_FAULT_L1_IGNORES_LEASE},
    {"umc-loses-answer", SYS_FAULT_UMC_LOSES_ANSWER},
    {"handler-loses-page", SYS_FAULT_HANDLER_LOSES_PAGE},
    {"network-orders-lines", SYS_FAULT_NETWORK_ORDERS_LINES},
};

static const cyaml_schema_field_t package_fields[] = {
    UINT(system, gpus),
    GROUP(system, sm, sm_fields),
    GROUP(system, crossbar, crossbar_fields),
    GROUP(system, l1, l1_fields),
    GROUP(system, l15, l15_fields),
    GROUP(system, l2, l2_fields),
    GROUP(system, rdc, rdc_fields),
    GROUP(system, copy_engine, copy_engine_fields),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t cube_order_fields[] = {
    UINT(sys_cube_order, RW),  UINT(sys_cube_order, CLH), UINT(sys_cube_order, BK),
    UINT(sys_cube_order, CT),  UINT(sys_cube_order, VL),  UINT(sys_cube_order, LC),
    UINT(sys_cube_order, CLL), UINT(sys_cube_order, BY),  CYAML_FIELD_END,
};

static const cyaml_schema_field_t cubes_fields[] = {
    UINT(sys_cubes, clusters),
    UINT(sys_cubes, each),
    UINT(sys_cubes, channels),
    UINT(sys_cubes, ports),
    GROUP(sys_cubes, order, cube_order_fields),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t memory_fields[] = {
    CYAML_FIELD_ENUM("at", CYAML_FLAG_STRICT, struct system, memory.at, places, N(places)),
    CYAML_FIELD_ENUM("interleave", CYAML_FLAG_STRICT, struct system, memory.interleave, interleaves,
                     N(interleaves)),
    CYAML_FIELD_BOOL("host", CYAML_FLAG_DEFAULT, struct system, memory.host),
    CYAML_FIELD_MAPPING("cubes", CYAML_FLAG_DEFAULT, struct system, memory.cubes, cubes_fields),
    GROUP(system, umc, umc_fields),
    GROUP(system, tsu, tsu_fields),
    GROUP(system, imst, imst_fields),
    GROUP(system, dram, dram_fields),
    CYAML_FIELD_END,
};

#define WORD_OF(name, word, make, about) {word, NET_##name},
static const cyaml_strval_t topologies[] = {{"none", NET_NONE_KIND}, NET_TOPOLOGIES(WORD_OF)};
#undef WORD_OF

static const cyaml_strval_t routings[] = {
    {"by-slice", SYS_BY_SLICE}, {"minimal", SYS_MINIMAL}, {"ugal", SYS_UGAL}};
static const cyaml_strval_t channels[] = {{"line", SYS_CHANNEL_LINE}, {"free", SYS_CHANNEL_FREE}};

static const cyaml_schema_field_t network_fields[] = {
    CHOICE(sys_network, topology, topologies),
    UINT(sys_network, columns),
    UINT(sys_network, rows),
    UINT(sys_network, parallel),
    UINT(sys_network, vcs),
    UINT(sys_network, depth),
    UINT(sys_network, stages),
    CHOICE(sys_network, routing, routings),
    CHOICE(sys_network, channel, channels),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t between_fields[] = {
    UINT(sys_between, latency),
    CHOICE(sys_between, class, link_classes),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t overlay_fields[] = {
    UINT(sys_overlay, latency),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t fabric_fields[] = {
    CYAML_FIELD_UINT("lanes", CYAML_FLAG_DEFAULT, struct system, fabric.lanes),
    CYAML_FIELD_MAPPING("network", CYAML_FLAG_DEFAULT, struct system, fabric.network,
                        network_fields),
    CYAML_FIELD_MAPPING("between", CYAML_FLAG_DEFAULT, struct system, fabric.between,
                        between_fields),
    CYAML_FIELD_MAPPING("overlay", CYAML_FLAG_DEFAULT, struct system, fabric.overlay,
                        overlay_fields),
    CYAML_FIELD_MAPPING("package_link", CYAML_FLAG_DEFAULT, struct system, fabric.package_link,
                        link_fields),
    CYAML_FIELD_MAPPING("controller_link", CYAML_FLAG_DEFAULT, struct system,
                        fabric.controller_link, link_fields),
    CYAML_FIELD_MAPPING("host_link", CYAML_FLAG_DEFAULT, struct system, fabric.host_link,
                        link_fields),
    GROUP(system, link, link_fields),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t system_fields[] = {
    CYAML_FIELD_STRING_PTR("about", CYAML_FLAG_POINTER, struct system, about, 1, 100),
    CHOICE(system, protocol, protocols),
    CHOICE(system, consistency, consistencies),
    CHOICE(system, fault, faults),
    UINT(system, clock_mhz),
    UINT(system, line_bytes),
    UINT(system, watchdog),
    GROUP(system, hardware, hardware_fields),
    SECTION(package, package_fields),
    GROUP(system, cpu, cpu_fields),
    SECTION(memory, memory_fields),
    SECTION(fabric, fabric_fields),
    GROUP(system, mgcc, mgcc_fields),
    GROUP(system, invalidation, invalidation_fields),
    GROUP(system, boundary, boundary_fields),
    GROUP(system, synchronisation, synchronisation_fields),
    GROUP(system, schedule, schedule_fields),
    GROUP(system, placement, placement_fields),
    CYAML_FIELD_END,
};

const cyaml_schema_value_t system_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct system, system_fields)};
