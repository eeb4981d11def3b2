/*
 * A design of a dozen cells on hx8k's system, as the tools would write it down, small enough to be
 * counted by hand.
 */
#ifndef UMBEL_TESTS_FPGA_SMALL_DESIGN_H
#define UMBEL_TESTS_FPGA_SMALL_DESIGN_H

#define CELL(name, type) "\"" name "\": {\"type\": \"" type "\"}"
#define MODULES(cells)                                                                             \
    "{\"modules\": {\"SB_LUT4\": {\"attributes\": {\"blackbox\": \"1\"}, \"cells\": {}},"          \
    " \"top\": {\"attributes\": {\"top\": \"1\"}, \"cells\": {" cells "}}}}\n"

/* What begins like an instance's name and is not in it: gpu0_sm0_l1x. */
static const char small_netlist[] =
    MODULES(
        CELL(
            "board.system.gpu0_sm0_l1.hit_q_SB_DFF_Q",
            "SB_"
            "DFF") "," CELL("board.system.gpu0_sm0_l1.hit_q_SB_DFF_Q_D_SB_LUT4_O",
                            "SB_LUT4") "," CELL("board.system.gpu0_sm0_l1x_SB_LUT4_O",
                                                "SB_LUT4") "," CELL("board.system.umc0.tsu.sum_SB_"
                                                                    "CARRY_CO",
                                                                    "SB_CARRY") "," CELL("board."
                                                                                         "system."
                                                                                         "umc0.tsu."
                                                                                         "entries."
                                                                                         "mem.0.0",
                                                                                         "SB_RAM40_"
                                                                                         "4K") "," CELL("board.system.umc0.reqtracker."
                                                                                                        "unit.sum_SB_LUT4_O",
                                                                                                        "SB_LUT4") "," CELL("board."
                                                                                                                            "system."
                                                                                                                            "umc0.req_"
                                                                                                                            "SB_LUT4_"
                                                                                                                            "O",
                                                                                                                            "SB_LUT4") "," CELL("board.sm[1].engine.at_q_SB_DFFE_Q",
                                                                                                                                                "SB_DFFE") "," CELL("good_q_SB_DFFSR_Q",
                                                                                                                                                                    "SB_DFFSR") "," CELL("pll",
                                                                                                                                                                                         "SB_PLL40_CORE"));

#define LOGIC(name, wires) "\"" name "\": {\"type\": \"ICESTORM_LC\", \"connections\": {" wires "}}"

/* The flip-flop and its look-up table are one; nextpnr added three: one that ends the TSU's carry,
 * one behind the tracker's look-up table, and a constant that is nobody's. */
static const char
    small_packed
        [] = MODULES(LOGIC("board.system.gpu0_sm0_l1.hit_q_SB_DFF_Q_D_SB_LUT4_O_LC", "\"O\": [5]") "," LOGIC("board.system.gpu0_sm0_l1x_SB_LUT4_O_LC", "\"O\": [6], \"I0\": [5]") "," LOGIC("board.system.umc0.tsu.sum_SB_CARRY_CO$CARRY", "\"COUT\": [7], \"I0\": [5]") "," LOGIC("$nextpnr_ICESTORM_LC_0",
                                                                                                                                                                                                                                                                                   "\"CIN\": [7], \"COUT\": [], \"I1\": [5]") "," LOGIC("board.system.umc0.reqtracker.unit.sum_SB_LUT4_O_LC", "\"O\": [8]") "," LOGIC("$nextpnr_ICESTORM_LC_1",
                                                                                                                                                                                                                                                                                                                                                                                                                      "\"I2\": [8]") "," LOGIC("board.system.umc0.req_SB_LUT4_O_LC", "\"O\": [9]") "," LOGIC("board.sm[1].engine.at_q_SB_DFFE_Q_DFFLC", "\"O\": [10], \"I0\": [\"0\"]") "," LOGIC("good_q_SB_DFFSR_Q_DFFLC",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                  "\"O\": [11]") "," LOGIC("$PACKER_GND",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                           "\"O\": [12]") "," CELL("board.system.umc0.tsu.entries.mem.0.0_RAM",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                   "ICESTORM_RAM"));

#define UTILISATION(cells)                                                                         \
    "Info: Packing LUT-FFs..\nInfo: Device utilisation:\n"                                         \
    "Info: \t         ICESTORM_LC:    " cells "/ 7680     0%\n"                                    \
    "Info: \t        ICESTORM_RAM:     1/   32     3%\n"                                           \
    "Info: \t        ICESTORM_PLL:     1/    2    50%\n\nInfo: Program finished normally.\n"
static const char small_log[] = UTILISATION("10");
static const char huge_log[] =
    "Info: Device utilisation:\nInfo: \t         ICESTORM_LC:    10/    9   111%\n"
    "Info: \t        ICESTORM_RAM:     1/   32     3%\n";

#define PART(type, ns, to)                                                                         \
    "{\"type\": \"" type "\", \"delay\": " ns ", \"to\": {\"cell\": \"" to "\"}}"

#define L1 "board.system.gpu0_sm0_l1."
/* From the L1 to the board's reset: 0.5 + 1.5 + 0.25 + 1 + 0.25 + 0.5 + 0.25 + 2 + 0.25 ns. */
#define TIMING(mhz)                                                                                                                                                                                                                           \
    "{\"critical_paths\": ["                                                                                                                                                                                                                  \
    "{\"from\": \"<async>\", \"to\": \"posedge clk\", \"path\": [" PART(                                                                                                                                                                      \
        "source", "99",                                                                                                                                                                                                                       \
        "line_i$sb_io") "]},"                                                                                                                                                                                                                 \
                        "{\"from\": \"posedge clk\", \"to\": \"posedge clk\", \"path\": "                                                                                                                                                     \
                        "[" PART("clk-to-q", "0.5", L1 "hit_q_SB_DFF_Q_D_SB_LUT4_O_LC") "," PART("routing", "1.5", L1 "s1_q[3]_SB_LUT4_O_LC") "," PART("logic", "0.25", L1 "s1_q[3]_SB_LUT4_O_LC") "," PART(                                  \
                            "routing", "1",                                                                                                                                                                                                   \
                            L1                                                                                                                                                                                                                \
                            "s1_q[3]_SB_LUT4_I1_LC") "," PART("logic", "0.25",                                                                                                                                                                \
                                                              L1                                                                                                                                                                              \
                                                              "s1_q[3]_SB_LUT4_I1_"                                                                                                                                                           \
                                                              "LC") "," PART("routi"                                                                                                                                                          \
                                                                             "ng",                                                                                                                                                            \
                                                                             "0.5",                                                                                                                                                           \
                                                                             "$next"                                                                                                                                                          \
                                                                             "pnr_"                                                                                                                                                           \
                                                                             "ICEST"                                                                                                                                                          \
                                                                             "ORM_"                                                                                                                                                           \
                                                                             "LC_1") "," PART("lo"                                                                                                                                            \
                                                                                              "gi"                                                                                                                                            \
                                                                                              "c",                                                                                                                                            \
                                                                                              "0."                                                                                                                                            \
                                                                                              "2"                                                                                                                                             \
                                                                                              "5",                                                                                                                                            \
                                                                                              "$n"                                                                                                                                            \
                                                                                              "ex"                                                                                                                                            \
                                                                                              "tp"                                                                                                                                            \
                                                                                              "nr"                                                                                                                                            \
                                                                                              "_I"                                                                                                                                            \
                                                                                              "CE"                                                                                                                                            \
                                                                                              "ST"                                                                                                                                            \
                                                                                              "OR"                                                                                                                                            \
                                                                                              "M_"                                                                                                                                            \
                                                                                              "LC"                                                                                                                                            \
                                                                                              "_"                                                                                                                                             \
                                                                                              "1") "," PART("routing",                                                                                                                        \
                                                                                                            "2",                                                                                                                              \
                                                                                                            "good_q_SB_DFFSR_Q_DFFLC") "," PART("setup",                                                                                      \
                                                                                                                                                "0.25",                                                                                       \
                                                                                                                                                "good_q_SB_DFFSR_Q_DFFLC") "]}],"                                                             \
                                                                                                                                                                           "\"fmax\": {\"fast\": {\"achieved\": 300.5, \"constraint\": 48}, " \
                                                                                                                                                                           "\"clk\": {\"achieved\": " mhz                                     \
                                                                                                                                                                           ", \"constraint\": 48}}}\n"
static const char fast_timing[] = TIMING("153.8");
static const char slow_timing[] = TIMING("47.5");

#endif
