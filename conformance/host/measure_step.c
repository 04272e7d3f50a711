/* SPDX-License-Identifier: MIT */
/* Calls counted while others are (conformance/inject/beside.h). */
#include <stdatomic.h>

#include "conformance/inject/beside.h"
#include "measure.h"

enum { STEP_FROM = 0x20100, STEP_SELF = 0x20400, STEP_OTHER = 0x20800 };
enum { STEP_CALLS = 64 };

static atomic_uint step_calls, step_others, step_between;
static atomic_bool step_inside;

static void step_count(uint64_t from, uint64_t self)
{
    (void)from;
    if (self == STEP_OTHER) {
        atomic_fetch_add(&step_others, 1);
        atomic_fetch_add(&step_between, atomic_load(&step_inside));
        return;
    }
    atomic_store(&step_inside, true);
    atomic_fetch_add(&step_calls, 1);
    atomic_store(&step_inside, false);
}

/* It may die of it: what is told before is that. */
static void measure_beside(struct host_fact *fact, bool in_thread,
                           const char *what)
{
    struct beside beside = {.count = (void (*)(void))step_count,
                            .from = STEP_FROM,
                            .self = STEP_SELF,
                            .other = STEP_OTHER,
                            .in_thread = in_thread};

    measured(fact, HOST_BROKEN, "%s ends the process", what);
    if (!beside_count(&beside, STEP_CALLS))
        measured(fact, HOST_ABSENT, "%s is not to be had: %s", what,
                 beside.why);
    else if (step_calls != STEP_CALLS || step_others != STEP_CALLS ||
             step_between == 0)
        measured(fact, HOST_BROKEN, "%s comes at other times", what);
    else
        measured(fact, HOST_RIGHT, "%s can be had", what);
}

void measure_step(struct host_fact *fact)
{
    measure_beside(fact, false, "a trap after an instruction");
}

void measure_step_thread(struct host_fact *fact)
{
    measure_beside(fact, true,
                   "a thread that goes on while another is stopped after an "
                   "instruction");
}
