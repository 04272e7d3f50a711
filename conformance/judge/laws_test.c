/* SPDX-License-Identifier: MIT */
/*
 * Laws that counting obeys whatever the formula: they are checked on the model
 * without an expectation that comes from it.  Each is broken by some choice
 * that no dialect permits, which shows that the check can fail.
 */
#include <stdlib.h>

#include "conformance/cases/parsed_test.h"
#include "conformance/cases/stream.h"
#include "simulate.h"

enum { REGIONS = 3, COUNTERS = 256 };

/* Some regions, none overflow bin unless the last has offset 0. */
struct setup {
    struct {
        uint32_t size;
        uint64_t offset, scale;
    } regions[REGIONS];
    unsigned count;
    unsigned width;
    bool overflow;       /* an overflow bin besides */
    const struct tick *ticks;
    size_t tick_count;
};

struct counts {
    uint32_t of[REGIONS][COUNTERS];
    uint64_t overflow, sum;
    unsigned ended; /* some wrong choices end the process */
};

static const struct setup setups[] = {
    {{{64, 0x1000, 0x8000}}, 1, 2, true, NULL, 0},
    {{{64, 0x1000, 0xc000}, {32, 0x1010, 0x8000}}, 2, 2, true, NULL, 0},
    {{{128, 0x40000, 0x10000}, {64, 0x1000, 3}, {30, 0x1020, 0x7fff}},
     3, 2, true, NULL, 0},
    {{{64, 0x1000, 0x10000}, {96, 0x1008, 0x4000}}, 2, 4, true, NULL, 0},
    {{{64, 0x1000, 0x8000}, {64, 0x2000, 0x8000}}, 2, 2, false, NULL, 0},
};
enum { SETUPS = sizeof setups / sizeof *setups, SEEDS = 3, TICKS = 200 };

static void write_case(const struct setup *s, FILE *out)
{
    fputs("case c\naddress 64\n", out);
    for (unsigned k = 0; k < s->count; k++)
        fprintf(out, "buffer r%u %u\n", k, s->regions[k].size);
    fputs("buffer o 4\nsprofil [", out);
    for (unsigned k = 0; k < s->count; k++)
        fprintf(out, " %s r%u %u 0x%llx 0x%llx", k ? ";" : "", k,
                s->regions[k].size, (unsigned long long)s->regions[k].offset,
                (unsigned long long)s->regions[k].scale);
    fprintf(out, "%s ] %u null %s\n", s->overflow ? " ; o 4 0 2" : "",
            s->count + s->overflow, s->width == 4 ? "uint" : "ushort");
    for (size_t k = 0; k < s->tick_count; k++)
        fprintf(out, "tick 0x%llx x%u\n", (unsigned long long)s->ticks[k].pc,
                s->ticks[k].count);
}

static uint32_t counter(const unsigned char *at, unsigned width)
{
    uint16_t narrow;
    uint32_t wide;

    memcpy(&narrow, at, sizeof narrow);
    memcpy(&wide, at, width == 4 ? sizeof wide : 0);
    return width == 4 ? wide : narrow;
}

/* What a behaviour counts. */
static void count(const struct setup *s, const struct behaviour *behaviour,
                  struct counts *counts)
{
    static struct workspace w;
    struct case_list list = {0};
    struct observation o;
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);

    assert_non_null(out);
    write_case(s, out);
    fclose(out);
    assert_true(simulate(&w, parsed(&list, text), behaviour, &o));
    memset(counts, 0, sizeof *counts);
    counts->ended = o.ended;
    for (size_t k = 0; k < o.outcome.count; k++) {
        const struct event *e = &o.outcome.events[k];

        for (size_t at = 0; e->kind == EVENT_BUFFER &&
                            at + s->width <= e->size - 2 * SCRIPT_ZONE;
             at += s->width) {
            uint32_t n = counter(e->bytes + SCRIPT_ZONE + at, s->width);

            counts->sum += n;
            if (e->buffer == s->count)
                counts->overflow += n;
            else
                counts->of[e->buffer][at / s->width] = n;
        }
    }
    case_list_free(&list);
    free(text);
}

static bool same(const struct counts *a, const struct counts *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

typedef bool law(const struct setup *s, const struct behaviour *behaviour);

/* With an overflow bin no tick is lost, and none counts twice. */
static bool every_tick_is_accounted_for(const struct setup *s,
                                        const struct behaviour *behaviour)
{
    struct counts counts;
    uint64_t ticks = 0;

    if (!s->overflow)
        return true;
    count(s, behaviour, &counts);
    for (size_t k = 0; k < s->tick_count; k++)
        ticks += s->ticks[k].count;
    return counts.sum == ticks;
}

/* Two parts of a stream add up to it. */
static bool parts_add_up(const struct setup *s,
                         const struct behaviour *behaviour)
{
    struct setup first = *s, second = *s;
    struct counts whole, a, b;

    first.tick_count = s->tick_count / 3;
    second.ticks += first.tick_count;
    second.tick_count -= first.tick_count;
    count(s, behaviour, &whole);
    count(&first, behaviour, &a);
    count(&second, behaviour, &b);
    for (unsigned r = 0; r < REGIONS; r++)
        for (unsigned k = 0; k < COUNTERS; k++)
            a.of[r][k] += b.of[r][k];
    a.overflow += b.overflow;
    a.sum += b.sum;
    return same(&whole, &a);
}

static bool order_of_ticks_is_nothing(const struct setup *s,
                                      const struct behaviour *behaviour)
{
    struct tick *reversed = calloc(s->tick_count + 1, sizeof *reversed);
    struct setup other = *s;
    struct counts a, b;

    assert_non_null(reversed);
    for (size_t k = 0; k < s->tick_count; k++)
        reversed[k] = s->ticks[s->tick_count - 1 - k];
    other.ticks = reversed;
    count(s, behaviour, &a);
    count(&other, behaviour, &b);
    free(reversed);
    return same(&a, &b);
}

/* Program and regions together may lie anywhere. */
static bool place_is_nothing(const struct setup *s,
                             const struct behaviour *behaviour)
{
    const uint64_t distance = 0x7001;
    struct tick *moved = calloc(s->tick_count + 1, sizeof *moved);
    struct setup other = *s;
    struct counts a, b;

    assert_non_null(moved);
    for (size_t k = 0; k < s->tick_count; k++) {
        moved[k] = s->ticks[k];
        moved[k].pc += distance;
    }
    other.ticks = moved;
    for (unsigned k = 0; k < s->count; k++)
        other.regions[k].offset += distance;
    count(s, behaviour, &a);
    count(&other, behaviour, &b);
    free(moved);
    return same(&a, &b);
}

/* A longer last buffer changes nothing within the length it had. */
static bool longer_keeps_the_prefix(const struct setup *s,
                                    const struct behaviour *behaviour)
{
    struct setup longer = *s;
    struct counts a, b;

    if (s->count > 1 || s->regions[0].size % s->width)
        return true;
    longer.regions[0].size *= 2;
    count(s, behaviour, &a);
    count(&longer, behaviour, &b);
    return memcmp(a.of[0], b.of[0],
                  s->regions[0].size / s->width * sizeof a.of[0][0]) == 0;
}

/* Twice the bytes a counter, in a buffer of twice the size, at twice the
 * scale (irix.sprofil.4), below 65536 ticks. */
static bool widths_agree(const struct setup *s,
                         const struct behaviour *behaviour)
{
    struct setup wide = *s;
    struct counts a, b;
    uint64_t ticks = 0;

    for (size_t k = 0; k < s->tick_count; k++)
        ticks += s->ticks[k].count;
    for (unsigned k = 0; k < s->count; k++)
        if (s->regions[k].scale > 0x8000)
            return true; /* twice that is beyond what manuals speak of */
    if (s->width != 2 || ticks > 65535)
        return true;
    wide.width = 4;
    for (unsigned k = 0; k < s->count; k++) {
        wide.regions[k].size = s->regions[k].size / 2 * 4;
        wide.regions[k].scale *= 2;
    }
    count(s, behaviour, &a);
    count(&wide, behaviour, &b);
    return same(&a, &b);
}

/* Where offsets differ a list may be written in any order. */
static bool order_of_regions_is_nothing(const struct setup *s,
                                        const struct behaviour *behaviour)
{
    struct setup other = *s;
    struct counts a, b;

    for (unsigned k = 0; k < s->count; k++)
        other.regions[k] = s->regions[s->count - 1 - k];
    count(s, behaviour, &a);
    count(&other, behaviour, &b);
    for (unsigned k = 0; k < s->count; k++)
        if (memcmp(a.of[k], b.of[s->count - 1 - k], sizeof a.of[k]) != 0)
            return false;
    return a.sum == b.sum && a.overflow == b.overflow;
}

/* In how many streams over how many regions a law does not hold. */
static unsigned broken(law *holds, const struct behaviour *behaviour)
{
    unsigned wrong = 0;

    for (unsigned k = 0; k < SETUPS; k++)
        for (unsigned over = STREAM_EDGES; over <= STREAM_FAR; over++)
            for (uint64_t seed = 1; seed <= SEEDS; seed++) {
                struct stream stream = {seed, TICKS, (uint8_t)over};
                struct region_arguments list[REGIONS] = {0};
                struct call call = {.kind = CALL_SPROFIL, .list = list,
                                    .listed = setups[k].count};
                struct setup s = setups[k];
                struct tick *ticks;

                for (unsigned r = 0; r < s.count; r++)
                    list[r] = (struct region_arguments){
                        .size = s.regions[r].size,
                        .offset = s.regions[r].offset,
                        .scale = s.regions[r].scale};
                ticks = stream_draw(&stream, &call, s.width, 40,
                                    &s.tick_count);
                assert_non_null(ticks);
                s.ticks = ticks;
                wrong += !holds(&s, behaviour);
                free(ticks);
            }
    return wrong;
}

/* The law, and a choice that breaks it. */
static const struct {
    const char *name;
    law *holds;
    enum choice twin;
} laws[] = {
    {"every tick is accounted for", every_tick_is_accounted_for,
     OVERFLOW_BIN_IGNORED},
    {"parts add up", parts_add_up, REGION_SEARCH_HIT_AS_MISS},
    {"the order of ticks is nothing", order_of_ticks_is_nothing,
     REGION_SEARCH_HIT_AS_MISS},
    {"the place is nothing", place_is_nothing, REGION_SEARCH_HIT_AS_MISS},
    {"a longer buffer keeps the prefix", longer_keeps_the_prefix,
     UNIT_BYTE_OFFSET_HALF},
    {"widths agree", widths_agree, COUNTER_WIDTH_ALWAYS_16},
    {"the order of regions is nothing", order_of_regions_is_nothing,
     REGION_OVERLAP_FIRST_LISTED},
};
enum { LAWS = sizeof laws / sizeof *laws };

static struct behaviour with(enum dialect dialect, enum choice choice)
{
    struct behaviour behaviour = behaviour_default(dialect);

    behaviour.choice[choice_table[choice].rule] = (uint8_t)choice;
    return behaviour;
}

static void the_model_obeys_them_on_every_stream(void **state)
{
    static const enum dialect dialects[] = {DIALECT_IRIX, DIALECT_GLIBC};

    (void)state;
    for (unsigned d = 0; d < 2; d++)
        for (unsigned k = 0; k < LAWS; k++) {
            struct behaviour behaviour = behaviour_default(dialects[d]);
            unsigned wrong = broken(laws[k].holds, &behaviour);

            if (wrong)
                fail_msg("%s: %s: %u times not",
                         dialect_table[dialects[d]].name, laws[k].name, wrong);
        }
}

static void each_is_broken_by_a_choice_that_is_wrong(void **state)
{
    (void)state;
    for (unsigned k = 0; k < LAWS; k++) {
        struct behaviour twin = with(DIALECT_IRIX, laws[k].twin);

        assert_int_equal(dialect_permission(DIALECT_IRIX, laws[k].twin),
                         FORBIDDEN);
        if (broken(laws[k].holds, &twin) == 0)
            fail_msg("%s: holds with %s too", laws[k].name,
                     choice_table[laws[k].twin].name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_model_obeys_them_on_every_stream),
        cmocka_unit_test(each_is_broken_by_a_choice_that_is_wrong),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
