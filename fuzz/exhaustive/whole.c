/* SPDX-License-Identifier: MIT */
#include "exhaustive.h"

#include <string.h>

#include "reference/behaviour_test.h"
#include "reference/model.h"
#include "reference/slow_mapping_test.h"

/* For each distance its counter's first byte, or -1. */
static void slow_line(const struct formula *f, uint32_t scale, uint32_t size,
                      int *line)
{
    struct slow_choices c = {
        f->rounding,           WIDE_UP_HALF_WORD,       f->unit,
        COUNTER_STEP_BY_WIDTH, BELOW_OFFSET_IGNORED,    JUST_BELOW_AS_BELOW,
        SCALE_TWO_ARITHMETIC,  ODD_TAIL_WHOLE_COUNTERS, EXTENT_BY_COUNTER,
        PRODUCT_EXACT};
    struct slow_region region = {0, size, scale, f->width, 16};
    uint64_t at = 0;

    for (uint32_t d = 0; d < WHOLE_SPAN; d++)
        line[d] = scale > 0 && slow_place(&c, &region, d, &at) ? (int)at : -1;
}

static void lay_out_bytes(unsigned char *bytes, uint32_t size)
{
    memset(bytes, SCRIPT_CANARY, size + 2 * SCRIPT_ZONE);
    memset(bytes + SCRIPT_ZONE, 0, size);
}

/* What the buffer and its zones hold after a tick at each pc. */
static void slow_count(const int *line, uint32_t offset, uint32_t size,
                       unsigned char *bytes)
{
    lay_out_bytes(bytes, size);
    for (uint32_t d = 0; d < WHOLE_SPAN - offset; d++)
        if (line[d] >= 0) {
            unsigned char *at = bytes + SCRIPT_ZONE + line[d];
            uint16_t count;

            memcpy(&count, at, sizeof count);
            count++;
            memcpy(at, &count, sizeof count);
        }
}

static bool model_agrees(const struct choice_sets *sets,
                         const struct tick *ticks, uint32_t scale,
                         uint32_t size, uint32_t offset,
                         const unsigned char *expected)
{
    const struct region_arguments region = {
        .base = {.kind = POINTER_GIVEN},
        .size = size,
        .offset = offset,
        .scale = scale,
    };
    const struct op ops[] = {
        {.kind = OP_BUFFER, .size = size},
        {.kind = OP_CALL, .call = {.kind = CALL_PROFIL, .region = region}},
        {.kind = OP_TICKS, .ticks = ticks, .tick_count = WHOLE_SPAN},
    };
    struct script script = {ops, sizeof ops / sizeof *ops, 16, 0, false};
    struct event events[32];
    struct outcome outcome = {events, 0, 32};
    unsigned char arena[WHOLE_SPAN + 2 * SCRIPT_ZONE];
    struct choices choices;
    struct model model;
    const struct event *last;

    choices_begin(&choices, sets);
    if (!model_run(&model, &script, &choices, &outcome, arena, sizeof arena) ||
        choices.stuck || outcome.count == 0)
        return false;
    last = &events[outcome.count - 1];
    return last->kind == EVENT_BUFFER && last->size == size + 2 * SCRIPT_ZONE &&
           memcmp(last->bytes, expected, last->size) == 0;
}

uint32_t whole_compare(const struct formula *f, uint32_t scale, uint32_t size,
                       uint32_t step)
{
    enum dialect dialect =
        f->rounding == ROUNDING_UP ? DIALECT_AIX : DIALECT_FREEBSD;
    struct choice_sets sets = behaviour_of(
        dialect, CHOICES_ARE(f->rounding, f->unit, BELOW_OFFSET_IGNORED,
                             SCALE_TWO_ARITHMETIC, SIZE_ZERO_NO_CHANGE));
    unsigned char expected[WHOLE_SPAN + 2 * SCRIPT_ZONE];
    struct tick ticks[WHOLE_SPAN];
    int line[WHOLE_SPAN];

    for (uint32_t pc = 0; pc < WHOLE_SPAN; pc++)
        ticks[pc] = (struct tick){pc, 1};
    slow_line(f, scale, size, line);
    for (uint32_t offset = 0; offset < WHOLE_SPAN; offset += step) {
        slow_count(line, offset, size, expected);
        if (!model_agrees(&sets, ticks, scale, size, offset, expected))
            return offset;
    }
    return WHOLE_SPAN;
}
