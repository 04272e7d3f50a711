/* SPDX-License-Identifier: MIT */
#include "laws.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/cases/stream.h"

enum { REGIONS = 3, COUNTERS = 256, ADDRESS_BITS = 40 };

/* Some regions of sprofil, and the overflow bin; or the one of profil. */
struct setup {
    bool sprofil;
    struct {
        uint32_t size;
        uint64_t offset, scale;
    } regions[REGIONS];
    unsigned count;
    unsigned width;
    bool overflow;
    const struct tick *ticks;
    size_t tick_count;
};

static const struct setup setups[] = {
    {true, {{64, 0x1000, 0x8000}}, 1, 2, true, NULL, 0},
    {true, {{64, 0x1000, 0xc000}, {32, 0x1010, 0x8000}}, 2, 2, true, NULL, 0},
    {true, {{128, 0x40000, 0x10000}, {64, 0x1000, 3}, {30, 0x1020, 0x7fff}},
     3, 2, true, NULL, 0},
    {true, {{64, 0x1000, 0x10000}, {96, 0x1008, 0x4000}}, 2, 4, true, NULL, 0},
    {true, {{64, 0x1000, 0x8000}, {64, 0x2000, 0x8000}}, 2, 2, false, NULL, 0},
    {false, {{64, 0x1000, 0x8000}}, 1, 2, false, NULL, 0},
    {false, {{128, 0x40000, 0xc001}}, 1, 2, false, NULL, 0},
};
enum { SETUPS = sizeof setups / sizeof *setups };

struct counts {
    uint32_t of[REGIONS][COUNTERS];
    uint64_t overflow, sum;
};

/* A law being asked about a stream. */
struct question {
    const struct laws_bench *bench;
    struct laws_finding *finding;
    bool untold;  /* the case could not be had as it was meant */
    bool crashed; /* it came to no end */
    bool memory;  /* none left */
};

/* Each operation ends with `end`. */
static void write_regions(const struct setup *s, const char *end, FILE *out)
{
    for (unsigned k = 0; k < s->count; k++)
        fprintf(out, "buffer r%u %u%s", k, s->regions[k].size, end);
    if (!s->sprofil) {
        fprintf(out, "profil r0 %u 0x%llx 0x%llx%s", s->regions[0].size,
                (unsigned long long)s->regions[0].offset,
                (unsigned long long)s->regions[0].scale, end);
        return;
    }
    fprintf(out, "buffer o 4%ssprofil [", end);
    for (unsigned k = 0; k < s->count; k++)
        fprintf(out, "%s r%u %u 0x%llx 0x%llx", k ? " ;" : "", k,
                s->regions[k].size, (unsigned long long)s->regions[k].offset,
                (unsigned long long)s->regions[k].scale);
    fprintf(out, "%s ] %u null %s%s", s->overflow ? " ; o 4 0 2" : "",
            s->count + s->overflow, s->width == 4 ? "uint" : "ushort", end);
}

/* The case, in a list of its own. */
static bool make_case(const struct setup *s, struct case_list *list)
{
    struct case_error error;
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    bool good;

    if (!out)
        return false;
    fputs("case law\naddress 64\n", out);
    write_regions(s, "\n", out);
    for (size_t k = 0; k < s->tick_count; k++)
        fprintf(out, "tick 0x%llx x%u\n", (unsigned long long)s->ticks[k].pc,
                s->ticks[k].count);
    good = fclose(out) == 0 &&
           case_list_parse(list, "laws", text, length, &error);
    free(text);
    return good;
}

static uint32_t counter(const unsigned char *at, unsigned width)
{
    uint16_t narrow;
    uint32_t wide;

    memcpy(&narrow, at, sizeof narrow);
    memcpy(&wide, at, width == 4 ? sizeof wide : 0);
    return width == 4 ? wide : narrow;
}

static void add_buffer(const struct setup *s, const struct event *e,
                       struct counts *counts)
{
    for (size_t at = 0; e->bytes && at + s->width <= e->size - 2 * SCRIPT_ZONE;
         at += s->width) {
        uint32_t n = counter(e->bytes + SCRIPT_ZONE + at, s->width);

        counts->sum += n;
        if (e->buffer == s->count)
            counts->overflow += n;
        else
            counts->of[e->buffer][at / s->width] = n;
    }
}

/* What is counted of it. */
static struct counts count(struct question *q, const struct setup *s)
{
    struct case_list list = {0};
    struct counts counts = {0};
    const struct observation *o = NULL;

    if (make_case(s, &list))
        o = q->bench->observe(q->bench->context, &list.cases[0]);
    if (!o) {
        q->memory = true;
    } else if (o->ended == ENDED_UNSUPPORTED || o->ended == ENDED_HARNESS ||
               o->disturbed) {
        q->untold = true;
        snprintf(q->finding->untold, sizeof q->finding->untold, "%s",
                 o->disturbed ? "a tick of its own clock may have slipped in"
                              : o->note);
    } else if (o->ended != ENDED_NORMALLY) {
        q->crashed = true;
    } else {
        for (size_t k = 0; k < o->outcome.count; k++)
            if (o->outcome.events[k].kind == EVENT_BUFFER)
                add_buffer(s, &o->outcome.events[k], &counts);
    }
    q->finding->counted += counts.sum;
    case_list_free(&list);
    return counts;
}

static bool same(const struct counts *a, const struct counts *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

typedef bool law(struct question *q, const struct setup *s);

static bool every_tick_once(struct question *q, const struct setup *s)
{
    struct counts counts = count(q, s);
    uint64_t ticks = 0;

    for (size_t k = 0; k < s->tick_count; k++)
        ticks += s->ticks[k].count;
    return s->overflow ? counts.sum == ticks : counts.sum <= ticks;
}

static bool parts_add_up(struct question *q, const struct setup *s)
{
    struct setup first = *s, second = *s;
    struct counts whole = count(q, s), a, b;

    first.tick_count = s->tick_count / 3;
    second.ticks += first.tick_count;
    second.tick_count -= first.tick_count;
    a = count(q, &first);
    b = count(q, &second);
    for (unsigned r = 0; r < REGIONS; r++)
        for (unsigned k = 0; k < COUNTERS; k++)
            a.of[r][k] += b.of[r][k];
    a.overflow += b.overflow;
    a.sum += b.sum;
    return same(&whole, &a);
}

/* A copy of the ticks, to be changed; null, and said, without memory. */
static struct tick *copy_ticks(struct question *q, const struct setup *s)
{
    struct tick *copy = calloc(s->tick_count + 1, sizeof *copy);

    if (copy)
        memcpy(copy, s->ticks, s->tick_count * sizeof *copy);
    else
        q->memory = true;
    return copy;
}

static bool order_of_ticks(struct question *q, const struct setup *s)
{
    struct tick *reversed = copy_ticks(q, s);
    struct setup other = *s;
    struct counts a, b;

    if (!reversed)
        return true;
    for (size_t k = 0; k < s->tick_count; k++)
        reversed[k] = s->ticks[s->tick_count - 1 - k];
    other.ticks = reversed;
    a = count(q, s);
    b = count(q, &other);
    free(reversed);
    return same(&a, &b);
}

static bool place(struct question *q, const struct setup *s)
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
    a = count(q, s);
    b = count(q, &other);
    free(moved);
    return same(&a, &b);
}

static bool prefix(struct question *q, const struct setup *s)
{
    struct setup longer = *s;
    struct counts a, b;

    if (s->count > 1)
        return true;
    longer.regions[0].size *= 2;
    a = count(q, s);
    b = count(q, &longer);
    return memcmp(a.of[0], b.of[0],
                  s->regions[0].size / s->width * sizeof a.of[0][0]) == 0;
}

/* One counter a 4-byte instruction (irix.sprofil.4), where all ways of
 * rounding are one. */
static bool widths(struct question *q, const struct setup *s)
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
    a = count(q, &narrow);
    b = count(q, &wide);
    free(whole);
    return same(&a, &b);
}

static bool order_of_regions(struct question *q, const struct setup *s)
{
    struct setup other = *s;
    struct counts a, b;

    if (s->count < 2)
        return true;
    for (unsigned k = 0; k < s->count; k++)
        other.regions[k] = s->regions[s->count - 1 - k];
    a = count(q, s);
    b = count(q, &other);
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
     "no tick counts twice, and with an overflow bin none is lost",
     every_tick_once, false},
    {"law-parts-add-up", "two parts of a stream add up to it", parts_add_up,
     false},
    {"law-order-of-ticks", "the order of ticks is nothing", order_of_ticks,
     false},
    {"law-place", "program and regions may lie anywhere", place, false},
    {"law-prefix", "a longer buffer keeps what the shorter one has", prefix,
     false},
    {"law-widths", "counters of 16 and of 32 bits agree", widths, true},
    {"law-order-of-regions",
     "where offsets differ the order of the list is nothing",
     order_of_regions, true},
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

static bool has_sprofil(enum dialect dialect)
{
    return dialect_has_rule(dialect, RULE_COUNTER_WIDTH);
}

bool laws_arise(size_t law, enum dialect dialect)
{
    if (!dialect_has_rule(dialect, RULE_ROUNDING))
        return false;
    /* Half of a buffer may be out of use, and so its end matters. */
    if (table[law].holds == prefix &&
        dialect_permission(dialect, UNIT_BYTE_OFFSET) != DECIDED)
        return false;
    return has_sprofil(dialect) || !table[law].sprofil;
}

/* Setup and stream, as a case has them, in one line. */
static void describe(const struct setup *s, const struct stream *stream,
                     char *text, size_t size)
{
    FILE *out = fmemopen(text, size, "w");

    if (!out)
        return;
    write_regions(s, "; ", out);
    fprintf(out, "stream seed=%llu n=%u over=%s",
            (unsigned long long)stream->seed, (unsigned)stream->n,
            stream_over_name((enum stream_over)stream->over));
    fclose(out);
}

static struct tick *draw(const struct setup *s, const struct stream *stream,
                         size_t *count)
{
    struct region_arguments list[REGIONS] = {0};
    struct call call = {
        .kind = CALL_SPROFIL, .list = list, .listed = s->count};

    for (unsigned r = 0; r < s->count; r++)
        list[r] = (struct region_arguments){.size = s->regions[r].size,
                                            .offset = s->regions[r].offset,
                                            .scale = s->regions[r].scale};
    return stream_draw(stream, &call, s->width, ADDRESS_BITS, count);
}

static bool ask(size_t law, const struct laws_bench *bench,
                const struct setup *setup, const struct stream *stream,
                struct laws_finding *finding)
{
    struct question q = {.bench = bench, .finding = finding};
    struct setup s = *setup;
    struct tick *ticks = draw(setup, stream, &s.tick_count);
    bool holds;

    if (!ticks)
        return false;
    s.ticks = ticks;
    holds = table[law].holds(&q, &s);
    free(ticks);
    if (q.memory || q.untold)
        return !q.memory;
    finding->streams++;
    if (holds && !q.crashed)
        return true;
    if (finding->broken + finding->crashed == 0)
        describe(setup, stream, finding->first, sizeof finding->first);
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

                if (setups[k].sprofil == has_sprofil(bench->dialect))
                    good = ask(law, bench, &setups[k], &stream, finding);
            }
    return good;
}
