/* SPDX-License-Identifier: MIT */
#include "laws.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/observe/observe.h"
#include "conformance/observe/probe.h"
#include "reference/counter_bytes.h"

/* What laws are about: streams over regions, and what is counted. */
enum { REGIONS = 3, COUNTERS = 256 };

/* Some regions of sprofil, and the overflow bin; or the one of profil. */
struct setup {
    bool sprofil, overflow;
    unsigned count, width;
    struct {
        uint32_t size;
        uint64_t offset, scale;
    } regions[REGIONS];
    struct tick ticks[LAWS_TICKS];
    size_t tick_count;
};

struct counts {
    uint32_t of[REGIONS][COUNTERS];
    uint64_t overflow, sum;
};

/* A law being tried on a stream. */
struct law_question {
    const struct laws_bench *bench;
    struct laws_finding *finding;
    bool tried;    /* any case at all */
    bool not_made; /* no variant of the case could be made */
    bool crashed;  /* it came to no end */
};

enum { ADDRESS_BITS = 40 };

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
static void make_case(const struct setup *s, struct case_list *list)
{
    struct memory_stream text;
    struct case_error error;
    FILE *out = memory_stream(&text);

    fputs("case law\naddress 64\n", out);
    write_regions(s, "\n", out);
    for (size_t k = 0; k < s->tick_count; k++)
        fprintf(out, "tick 0x%llx x%u\n", (unsigned long long)s->ticks[k].pc,
                s->ticks[k].count);
    memory_stream_end(&text);
    case_list_parse(list, "laws", text.text, text.length, &error);
    free(text.text);
}

static void add_buffer(const struct setup *s, const struct event *e,
                       struct counts *counts)
{
    for (size_t at = 0; e->bytes && at + s->width <= e->size - 2 * SCRIPT_ZONE;
         at += s->width) {
        uint32_t n = counter_read(e->bytes + SCRIPT_ZONE + at, s->width, false);

        counts->sum += n;
        if (e->buffer == s->count)
            counts->overflow += n;
        else
            counts->of[e->buffer][at / s->width] = n;
    }
}

static struct counts count(struct law_question *q, const struct setup *s)
{
    struct case_list list = {0};
    struct counts counts = {0};
    const struct observation *o;

    q->tried = true;
    make_case(s, &list);
    o = q->bench->observe(q->bench->context, &list.cases[0]);
    if (o->ended == ENDED_UNSUPPORTED || o->ended == ENDED_HARNESS ||
        o->disturbed) {
        q->not_made = true;
        snprintf(q->finding->not_made, sizeof q->finding->not_made, "%s",
                 o->disturbed ? "a tick of its own clock may have slipped in"
                              : o->note);
    } else if (o->ended != ENDED_NORMALLY) {
        q->crashed = true;
    } else if (!observation_shows_buffers(o)) {
        q->not_made = true;
        snprintf(q->finding->not_made, sizeof q->finding->not_made,
                 "what a buffer holds in the end was not seen");
    } else {
        for (size_t k = 0; k < o->outcome.count; k++)
            if (o->outcome.events[k].kind == EVENT_BUFFER)
                add_buffer(s, &o->outcome.events[k], &counts);
    }
    q->finding->counted += counts.sum;
    case_list_free(&list);
    return counts;
}

static void describe(const struct setup *s, const struct stream *stream,
                     char *text, size_t size)
{
    struct memory_stream said;
    FILE *out = memory_stream(&said);

    write_regions(s, "; ", out);
    fprintf(out, "stream seed=%llu n=%u over=%s",
            (unsigned long long)stream->seed, (unsigned)stream->n,
            stream_over_names[stream->over]);
    snprintf(text, size, "%s", memory_stream_end(&said));
    free(said.text);
}

static void draw(struct setup *s, const struct stream *stream)
{
    struct region_arguments list[REGIONS] = {0};
    struct call call = {.kind = CALL_SPROFIL, .list = list, .listed = s->count};
    struct tick *ticks;

    for (unsigned r = 0; r < s->count; r++)
        list[r] = (struct region_arguments){.size = s->regions[r].size,
                                            .offset = s->regions[r].offset,
                                            .scale = s->regions[r].scale};
    ticks = stream_draw(stream, &call, s->width, ADDRESS_BITS, &s->tick_count);
    memcpy(s->ticks, ticks, s->tick_count * sizeof *ticks);
    free(ticks);
}

#define OF_SPROFIL .sprofil = true, .overflow = true

static const struct setup setups[] = {
    {OF_SPROFIL, .count = 1, .width = 2, .regions = {{64, 0x1000, 0x8000}}},
    {OF_SPROFIL, .count = 2, .width = 2,
     .regions = {{64, 0x1000, 0xc000}, {32, 0x1010, 0x8000}}},
    {OF_SPROFIL, .count = 3, .width = 2,
     .regions = {{128, 0x40000, 0x10000},
                 {64, 0x1000, 3},
                 {30, 0x1020, 0x7fff}}},
    {OF_SPROFIL, .count = 2, .width = 4,
     .regions = {{64, 0x1000, 0x10000}, {96, 0x1008, 0x4000}}},
    {.sprofil = true,
     .count = 2,
     .width = 2,
     .regions = {{64, 0x1000, 0x8000}, {64, 0x2000, 0x8000}}},
    {.count = 1, .width = 2, .regions = {{64, 0x1000, 0x8000}}},
    {.count = 1, .width = 2, .regions = {{128, 0x40000, 0xc001}}},
};
enum { SETUPS = sizeof setups / sizeof *setups };

typedef bool law(struct law_question *q, const struct setup *s);

/* Whether both count the same. */
static bool same(struct law_question *q, const struct setup *one,
                 const struct setup *other)
{
    struct counts a = count(q, one), b = count(q, other);

    return memcmp(&a, &b, sizeof a) == 0;
}

static bool every_tick_once(struct law_question *q, const struct setup *s)
{
    struct counts counts = count(q, s);
    uint64_t ticks = 0;

    for (size_t k = 0; k < s->tick_count; k++)
        ticks += s->ticks[k].count;
    /* What two regions reach may be counted nowhere (irix.sprofil.8). */
    return s->overflow && s->count < 2 ? counts.sum == ticks
                                       : counts.sum <= ticks;
}

static bool parts_add_up(struct law_question *q, const struct setup *s)
{
    struct setup first = *s, second = *s;
    struct counts whole = count(q, s), a, b;

    first.tick_count = s->tick_count / 3;
    second.tick_count -= first.tick_count;
    memcpy(second.ticks, s->ticks + first.tick_count,
           second.tick_count * sizeof *second.ticks);
    a = count(q, &first);
    b = count(q, &second);
    for (unsigned r = 0; r < REGIONS; r++)
        for (unsigned k = 0; k < COUNTERS; k++)
            a.of[r][k] += b.of[r][k];
    a.overflow += b.overflow;
    a.sum += b.sum;
    return memcmp(&whole, &a, sizeof a) == 0;
}

static bool order_of_ticks(struct law_question *q, const struct setup *s)
{
    struct setup reversed = *s;

    for (size_t k = 0; k < s->tick_count; k++)
        reversed.ticks[k] = s->ticks[s->tick_count - 1 - k];
    return same(q, s, &reversed);
}

static bool any_place(struct law_question *q, const struct setup *s)
{
    const uint64_t distance = 0x100001;
    struct setup moved = *s;

    for (size_t k = 0; k < s->tick_count; k++)
        moved.ticks[k].pc += distance;
    for (unsigned k = 0; k < s->count; k++)
        moved.regions[k].offset += distance;
    return same(q, s, &moved);
}

static bool prefix(struct law_question *q, const struct setup *s)
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
static bool widths(struct law_question *q, const struct setup *s)
{
    struct setup narrow = *s, wide;

    for (unsigned k = 0; k < s->count; k++)
        if (s->regions[k].scale != 0x8000 || s->width != 2)
            return true;
    for (size_t k = 0; k < s->tick_count; k++)
        narrow.ticks[k].pc &= ~UINT64_C(3);
    wide = narrow;
    wide.width = 4;
    for (unsigned k = 0; k < s->count; k++) {
        wide.regions[k].size *= 2;
        wide.regions[k].scale *= 2;
    }
    return same(q, &narrow, &wide);
}

static bool order_of_regions(struct law_question *q, const struct setup *s)
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
     "no tick counts twice, and an overflow bin gets what one region does not",
     every_tick_once, false},
    {"law-parts-add-up",
     "the counts of two parts of a stream add up to those of the whole",
     parts_add_up, false},
    {"law-order-of-ticks", "the counts do not depend on the order of ticks",
     order_of_ticks, false},
    {"law-place",
     "the counts do not depend on where the program and its regions are",
     any_place, false},
    {"law-prefix", "a longer buffer has the counts of a shorter one", prefix,
     false},
    {"law-widths", "counters of 16 and of 32 bits agree", widths, true},
    {"law-order-of-regions",
     "where offsets differ, the counts do not depend on the order of the list",
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

static void ask(size_t law, const struct laws_bench *bench,
                const struct setup *setup, const struct stream *stream,
                struct laws_finding *finding)
{
    struct law_question q = {.bench = bench, .finding = finding};
    struct setup s = *setup;
    bool holds;

    draw(&s, stream);
    holds = table[law].holds(&q, &s);
    if (q.not_made || !q.tried)
        return;
    finding->streams++;
    if (holds && !q.crashed)
        return;
    if (finding->broken + finding->crashed == 0)
        describe(setup, stream, finding->first, sizeof finding->first);
    finding->crashed += q.crashed;
    finding->broken += !q.crashed;
}

void laws_check(size_t law, const struct laws_bench *bench,
                struct laws_finding *finding)
{
    memset(finding, 0, sizeof *finding);
    for (unsigned k = 0; k < SETUPS; k++)
        for (unsigned over = STREAM_EDGES; over <= STREAM_FAR; over++)
            for (uint64_t seed = 1; seed <= bench->seeds; seed++) {
                struct stream stream = {seed, LAWS_TICKS, (uint8_t)over};

                if (setups[k].sprofil ==
                    dialect_has_call(bench->dialect, CALL_SPROFIL))
                    ask(law, bench, &setups[k], &stream, finding);
            }
}

struct laws_subject {
    const struct laws_request *request;
    struct observation observation;
};

static const struct observation *observe_case(void *context,
                                              const struct test_case *c)
{
    struct laws_subject *subject = context;
    const struct laws_request *request = subject->request;
    struct observation *o = &subject->observation;
    const char *lacks;

    observation_free(o);
    lacks = probe_lacks(c, request->dialect, request->capabilities,
                        request->options->open.constants);
    if (!lacks) {
        observe(request->options, c, o);
    } else {
        *o = (struct observation){.ended = ENDED_UNSUPPORTED};
        snprintf(o->note, sizeof o->note, "%s", lacks);
    }
    return o;
}

/* What never counts obeys all laws, and fails. */
static void judge(size_t law, const struct laws_finding *f,
                  struct result *result, char *detail, size_t size)
{
    if (f->broken > 0) {
        result->verdict = VERDICT_FAIL;
        snprintf(detail, size,
                 "%s: the law \"%s\" does not hold, in %u of %u streams",
                 f->first, laws_text(law), f->broken, f->streams);
    } else if (f->crashed > 0) {
        result->verdict = VERDICT_CRASH;
        snprintf(detail, size,
                 "%s: it did not end normally, in %u of %u streams", f->first,
                 f->crashed, f->streams);
    } else if (f->streams == 0) {
        result->verdict = VERDICT_UNSUPPORTED;
        snprintf(detail, size, "%s", f->not_made);
    } else if (f->counted == 0) {
        result->verdict = VERDICT_FAIL;
        snprintf(detail, size, "none of %u streams was counted", f->streams);
    } else {
        result->verdict = VERDICT_PASS;
        snprintf(detail, size, "%s: %u streams", laws_text(law), f->streams);
    }
}

static void add_result(size_t law, const struct laws_finding *finding,
                       struct results *results)
{
    struct result *result = &results->cases[results->case_count++];
    char detail[600];

    judge(law, finding, result, detail, sizeof detail);
    result->id = laws_id(law);
    result->rules = memory_new(1, sizeof *result->rules);
    result->detail = memory_text(detail);
    results->summary[result->verdict]++;
}

void laws_run(const struct laws_request *request, struct results *results)
{
    struct laws_subject subject = {.request = request};
    const struct laws_bench bench = {request->dialect, observe_case, &subject,
                                     1};

    results->cases = memory_new(laws_count, sizeof *results->cases);
    for (size_t k = 0; k < laws_count; k++) {
        struct laws_finding finding = {0};

        if (!laws_arise(k, request->dialect) ||
            !request->wanted(request->context, laws_id(k)))
            continue;
        if (request->unsupported)
            snprintf(finding.not_made, sizeof finding.not_made, "%s",
                     request->unsupported);
        else
            laws_check(k, &bench, &finding);
        add_result(k, &finding, results);
        request->progress(k + 1, laws_count);
    }
    observation_free(&subject.observation);
}
