/* Bytes of messages on a wire: the thesis' sums (its section 4.2.7), and the times that the
 * messages' fields have. */
#include "gen/proto/protocol.h"
#include "gen/proto/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const struct wire_sizes sizes = {.line_bytes = 64, .ts_bits = 16, .epoch_bits = 8};

static void bytes(void **state)
{
    (void)state;
    static const struct {
        enum protocol_id protocol;
        enum msg_op op;
        uint32_t request, answer, request_times, answer_times;
    } cases[] = {
        {PROTOCOL_NC_WT, OP_LOAD, 12, 80, 0, 0},
        {PROTOCOL_NC_WT, OP_STORE, 76, 16, 0, 0},
        {PROTOCOL_NC_WB, OP_WRITEBACK, 76, 16, 0, 0},
        {PROTOCOL_MGCC_PAPER, OP_LOAD, 14, 84, 0, 4},
        {PROTOCOL_MGCC_PAPER, OP_STORE, 78, 20, 0, 4},
        {PROTOCOL_MGCC_PAPER, OP_STORE_LINE, 78, 80, 0, 4},
        {PROTOCOL_MGCC, OP_LOAD, 15, 85, 3, 5},
        {PROTOCOL_MGCC, OP_STORE, 81, 21, 5, 5},
        {PROTOCOL_MGCC, OP_ATOMIC, 81, 85, 5, 5},
        {PROTOCOL_MGCC_RENEW, OP_LOAD, 17, 85, 5, 5},
        {PROTOCOL_MGCC_RENEW, OP_RENEW, 17, 21, 5, 5},
        {PROTOCOL_MGCC_RENEW, OP_STORE, 81, 21, 5, 5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct rules r = *protocol_of(cases[i].protocol)->rules;
        assert_int_equal(wire_req_bytes(&r, &sizes, cases[i].op), cases[i].request);
        assert_int_equal(wire_rsp_bytes(&r, &sizes, cases[i].op), cases[i].answer);
        assert_int_equal(wire_req_time_bytes(&r, &sizes, cases[i].op), cases[i].request_times);
        assert_int_equal(wire_rsp_time_bytes(&r, &sizes), cases[i].answer_times);
    }
}

/* Widths that are no whole bytes are rounded up, each time on its own; without M6 a time is a
 * timestamp. */
static void widths(void **state)
{
    (void)state;
    const struct wire_sizes odd = {.line_bytes = 128, .ts_bits = 17, .epoch_bits = 8};
    struct rules r = *protocol_of(PROTOCOL_MGCC)->rules;
    assert_int_equal(wire_req_time_bytes(&r, &odd, OP_STORE), 4 + 3);
    assert_int_equal(wire_rsp_bytes(&r, &odd, OP_LOAD), 16 + 128 + 4 + 3);
    r = protocol_rules(PROTOCOL_MGCC, (struct rules_variant){.without = RULE_M6});
    assert_int_equal(wire_req_time_bytes(&r, &odd, OP_STORE), 3 + 3);
    assert_int_equal(wire_req_time_bytes(&r, &odd, OP_LOAD), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bytes), cmocka_unit_test(widths)};
    return cmocka_run_group_tests_name("bytes of messages", tests, NULL, NULL);
}
