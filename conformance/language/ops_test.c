/* SPDX-License-Identifier: MIT */
/* Which events an operation can cause. */
#include "ops.h"
#include "reference/outcome.h"
#include "reference/unit_test.h"

static const struct {
    uint8_t op, event;
    bool may;
} leads[] = {
    {OP_CALL, EVENT_CALL, true},           {OP_CALL, EVENT_SWEEP, false},
    {OP_SWEEP, EVENT_SWEEP, true},         {OP_SLEEP, EVENT_SLEEP, true},
    {OP_BUFFER, EVENT_BUFFER, false},      {OP_END, EVENT_BUFFER, true},
    {OP_END, EVENT_CHILD, true},           {OP_EXEC, EVENT_EXEC, true},
    {OP_EXEC, EVENT_BUFFER, true},         {OP_EXIT, EVENT_FILE, true},
    {OP_EXIT, EVENT_PROFILE, true},        {OP_EXIT, EVENT_BUFFER, true},
    {OP_FILE, EVENT_FILE, true},           {OP_FILE, EVENT_PROFILE, false},
    {OP_RATE, EVENT_RATE, true},           {OP_PROFILE, EVENT_PROFILE, true},
    {OP_OWN_TEXT, EVENT_CALL, true},       {OP_OWN_TEXT, EVENT_HEADER, false},
    {OP_HEADER, EVENT_HEADER, true},       {OP_SAID, EVENT_SAID, true},
    {OP_CALLER_CHECK, EVENT_CALLER, true}, {OP_CALLER_SET, EVENT_CALLER, false},
    {OP_TICKS, EVENT_CRASH, true},         {OP_TICKS, EVENT_CALL, false},
};

TEST(an_event_comes_from_the_operations_that_lead_to_it)
{
    for (size_t k = 0; k < sizeof leads / sizeof *leads; k++) {
        const struct op op = {.kind = leads[k].op};
        const struct script script = {.ops = &op, .count = 1};

        if (op_may_lead_to(&script, 0, leads[k].event) != leads[k].may)
            fail_msg("operation %u, event %u", leads[k].op, leads[k].event);
        assert_true(op_may_lead_to(&script, 1, EVENT_BUFFER));
        assert_false(op_may_lead_to(&script, 1, EVENT_CALL));
    }
}

TESTS(NULL, NULL)
