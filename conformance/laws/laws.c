/* SPDX-License-Identifier: MIT */
#include "laws.h"

#include <stdlib.h>
#include <string.h>

#include "setup.h"

static const struct setup setups[] = {
    {true, {{64, 0x1000, 0x8000}}, 1, 2, true, NULL, 0},
    {true, {{64, 0x1000, 0xc000}, {32, 0x1010, 0x8000}}, 2, 2, true, NULL, 0},
    {true,
     {{128, 0x40000, 0x10000}, {64, 0x1000, 3}, {30, 0x1020, 0x7fff}},
     3,
     2,
     true,
     NULL,
     0},
    {true, {{64, 0x1000, 0x10000}, {96, 0x1008, 0x4000}}, 2, 4, true, NULL, 0},
    {true, {{64, 0x1000, 0x8000}, {64, 0x2000, 0x8000}}, 2, 2, false, NULL, 0},
    {false, {{64, 0x1000, 0x8000}}, 1, 2, false, NULL, 0},
    {false, {{128, 0x40000, 0xc001}}, 1, 2, false, NULL, 0},
};
enum { SETUPS = sizeof setups / sizeof *setups };

static bool laws_same(const struct counts *a, const struct counts *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

typedef bool law(struct law_question *q, const struct setup *s);

static bool every_tick_once(struct law_question *q, const struct setup *s)
{
    struct counts counts = setup_count(q, s);
    uint64_t ticks = 0;

    for (size_t k = 0; k < s->tick_count; k++)
        ticks += s->ticks[k].count;
    /* What two regions reach may be counted nowhere (irix.sprofil.8). */
    if (s->overflow && s->count < 2)
        return counts.sum == ticks;
    return counts.sum <= ticks;
}

static bool parts_add_up(struct law_question *q, const struct setup *s)
{
    struct setup first = *s, second = *s;
    struct counts whole = setup_count(q, s), a, b;

    first.tick_count = s->tick_count / 3;
    second.ticks += first.tick_count;
    second.tick_count -= first.tick_count;
    a = setup_count(q, &first);
    b = setup_count(q, &second);
    for (unsigned r = 0; r < REGIONS; r++)
        for (unsigned k = 0; k < COUNTERS; k++)
            a.of[r][k] += b.of[r][k];
    a.overflow += b.overflow;
    a.sum += b.sum;
    return laws_same(&whole, &a);
}

/* A copy of the ticks, to be changed; null, and said, without memory. */
static struct tick *copy_ticks(struct law_question *q, const struct setup *s)
{
    struct tick *copy = calloc(s->tick_count + 1, sizeof *copy);

    if (copy)
        memcpy(copy, s->ticks, s->tick_count * sizeof *copy);
    else
        q->memory = true;
    return copy;
}

static bool order_of_ticks(struct law_question *q, const struct setup *s)
{
    struct tick *reversed = copy_ticks(q, s);
    struct setup other = *s;
    struct counts a, b;

    if (!reversed)
        return true;
    for (size_t k = 0; k < s->tick_count; k++)
        reversed[k] = s->ticks[s->tick_count - 1 - k];
    other.ticks = reversed;
    a = setup_count(q, s);
    b = setup_count(q, &other);
    free(reversed);
    return laws_same(&a, &b);
}

static bool laws_place(struct law_question *q, const struct setup *s)
{
    const uint64_t distance = 0x100001;
    struct tick *moved = copy_ticks(q, s);
    struct setup other = *s;
    struct counts a, b;

    if (!moved)
        return true;
    for (size_t k = 0; k < s->tick_count; k++)
        moved[k].pc += distance;
    other.ticks = moved;
    for (unsigned k = 0; k < s->count; k++)
        other.regions[k].offset += distance;
    a = setup_count(q, s);
    b = setup_count(q, &other);
    free(moved);
    return laws_same(&a, &b);
}

static bool prefix(struct law_question *q, const struct setup *s)
{
    struct setup longer = *s;
    struct counts a, b;

    if (s->count > 1)
        return true;
    longer.regions[0].size *= 2;
    a = setup_count(q, s);
    b = setup_count(q, &longer);
    return memcmp(a.of[0], b.of[0],
                  s->regions[0].size / s->width * sizeof a.of[0][0]) == 0;
}

/* One counter a 4-byte instruction (irix.sprofil.4), where all ways of
 * rounding are one. */
static bool widths(struct law_question *q, const struct setup *s)
{
    struct tick *whole = copy_ticks(q, s);
    struct setup narrow = *s, wide;
    struct counts a, b;

    for (unsigned k = 0; k < s->count; k++)
        if (s->regions[k].scale != 0x8000 || s->width != 2) {
            free(whole);
            return true;
        }
    if (!whole)
        return true;
    for (size_t k = 0; k < s->tick_count; k++)
        whole[k].pc &= ~UINT64_C(3);
    narrow.ticks = whole;
    wide = narrow;
    wide.width = 4;
    for (unsigned k = 0; k < s->count; k++) {
        wide.regions[k].size *= 2;
        wide.regions[k].scale *= 2;
    }
    a = setup_count(q, &narrow);
    b = setup_count(q, &wide);
    free(whole);
    return laws_same(&a, &b);
}

static bool order_of_regions(struct law_question *q, const struct setup *s)
{
    struct setup other = *s;
    struct counts a, b;

    if (s->count < 2)
        return true;
    for (unsigned k = 0; k < s->count; k++)
        other.regions[k] = s->regions[s->count - 1 - k];
    a = setup_count(q, s);
    b = setup_count(q, &other);
    for (unsigned k = 0; k < s->count; k++)
        if (memcmp(a.of[k], b.of[s->count - 1 - k], sizeof a.of[k]) != 0)
            return false;
    return a.sum == b.sum && a.overflow == b.overflow;
}

static const struct {
    const char *id, *text;
    law *holds;
    bool sprofil; /* is of lists, or of their flags */
} table[] = {
    {"law-every-tick-once",
     "no tick counts twice, and beside one region an overflow bin has the rest",
     every_tick_once, false},
    {"law-parts-add-up", "two parts of a stream add up to it", parts_add_up,
     false},
    {"law-order-of-ticks", "the order of ticks is nothing", order_of_ticks,
     false},
    {"law-place", "program and regions may lie anywhere", laws_place, false},
    {"law-prefix", "a longer buffer keeps what the shorter one has", prefix,
     false},
    {"law-widths", "counters of 16 and of 32 bits agree", widths, true},
    {"law-order-of-regions",
     "where offsets differ the order of the list is nothing", order_of_regions,
     true},
};

const size_t laws_count = sizeof table / sizeof *table;

const char *laws_id(size_t law)
{
    return table[law].id;
}

const char *laws_text(size_t law)
{
    return table[law].text;
}

bool laws_arise(size_t law, enum dialect dialect)
{
    if (!dialect_has_call(dialect, CALL_PROFIL))
        return false;
    /* Half of a buffer may be out of use, and so its end matters. */
    if (table[law].holds == prefix &&
        dialect_permission(dialect, UNIT_BYTE_OFFSET) != DECIDED)
        return false;
    return dialect_has_call(dialect, CALL_SPROFIL) || !table[law].sprofil;
}

static bool laws_ask(size_t law, const struct laws_bench *bench,
                     const struct setup *setup, const struct stream *stream,
                     struct laws_finding *finding)
{
    struct law_question q = {.bench = bench, .finding = finding};
    struct setup s = *setup;
    struct tick *ticks = setup_draw(setup, stream, &s.tick_count);
    bool holds;

    if (!ticks)
        return false;
    s.ticks = ticks;
    holds = table[law].holds(&q, &s);
    free(ticks);
    if (q.memory || q.untold || !q.asked)
        return !q.memory;
    finding->streams++;
    if (holds && !q.crashed)
        return true;
    if (finding->broken + finding->crashed == 0)
        setup_describe(setup, stream, finding->first, sizeof finding->first);
    finding->crashed += q.crashed;
    finding->broken += !q.crashed;
    return true;
}

bool laws_check(size_t law, const struct laws_bench *bench,
                struct laws_finding *finding)
{
    bool good = true;

    memset(finding, 0, sizeof *finding);
    for (unsigned k = 0; k < SETUPS; k++)
        for (unsigned over = STREAM_EDGES; over <= STREAM_FAR; over++)
            for (uint64_t seed = 1; good && seed <= bench->seeds; seed++) {
                struct stream stream = {seed, LAWS_TICKS, (uint8_t)over};

                if (setups[k].sprofil ==
                    dialect_has_call(bench->dialect, CALL_SPROFIL))
                    good = laws_ask(law, bench, &setups[k], &stream, finding);
            }
    return good;
}
