/* SPDX-License-Identifier: MIT */
#include "task.h"

#include "conformance/delivery/observe.h"
#include "conformance/delivery/pinned.h"

/* Ticks of a real clock take time: then portions are of one, for all workers
 * to have some. */
static bool may_share(const struct observe_options *options,
                      const struct test_case *c)
{
    return options->backend != BACKEND_CLOCK && observe_can_batch(c);
}

void task_cut(const struct observe_options *options,
              const struct test_case *const *cases, size_t count,
              size_t *portions)
{
    size_t number = 0, room = 0;
    uint64_t ticks_left = 0;

    for (size_t k = 0; k < count; k++) {
        uint64_t ticks = pinned_count(&cases[k]->script);
        bool shares = may_share(options, cases[k]) && ticks <= PORTION_TICKS;

        if (!shares || !room || ticks > ticks_left) {
            number++;
            room = PORTION;
            ticks_left = PORTION_TICKS;
        }
        room = shares ? room - 1 : 0;
        ticks_left -= shares ? ticks : 0;
        portions[k] = number;
    }
}
