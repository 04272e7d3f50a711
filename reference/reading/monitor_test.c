/* SPDX-License-Identifier: MIT */
/*
 * monitor(3) of AIX 1990, read a second time.  Paragraphs are those of
 * DESCRIPTION.
 */
enum { MOST_BUFFER = 128 };

#include "reference/unit_test.h"
#include "scripts_test.h"

enum { IGNORED_LOW, CALLS_COUNTED, ROWS };

static const struct words rows[ROWS] = {
    /* lowpc must not be 0 in the list form, and is ignored in it; example 3
     * passes 0 to begin, and 0 is said to stop. */
    [IGNORED_LOW] = {"Note to SYNTAX; paragraphs 2 and 6; example 3",
                     {"a list begins, whatever lowpc", "0 stops",
                      "something else"}},
    /* The range is that of addresses sampled. */
    [CALLS_COUNTED] = {"paragraphs 2 and 4",
                       {"of all functions", "of those in the range",
                        "of some of them"}},
};

/* ---- what is written ---- */

/* The histogram and the counts as the file is to have them. */
static void results(const struct machine *m, struct look *look)
{
    const struct profiling *p = &m->profiling;

    look->any_ticks = p->any_ticks;
    look->ticks = p->any_ticks ? 0 : p->ticks;
    look->any_calls = p->any_calls;
    look->functions = p->functions;
    look->calls = p->any_calls ? 0 : p->calls;
}

/* The file has results, laid out in a way that is on no page. */
static void there(struct look *look)
{
    look->maybe[FILE_WRITTEN] = true;
    look->maybe[FILE_UNREADABLE] = true;
}

/* Results were written, and once more while there were no others: what there
 * is then, and where, is not said; but something was written. */
static void there_again(struct look *look)
{
    memset(look->maybe, true, sizeof look->maybe);
    look->maybe[FILE_ABSENT] = false;
    look->any_ticks = look->any_calls = true;
    look->ticks = look->calls = look->functions = 0;
}

static void look_at_file(const struct machine *m, bool exited)
{
    const struct profiling *p = &m->profiling;
    struct look *look = &m->picture->look[m->op];

    look->taken = true;
    results(m, look);
    if (exited && p->on) {
        there(look);
        /* "An output file", of prof or of gprof: paragraph 9. */
        look->maybe[FILE_OTHER_NAME] = true;
    } else if (p->written && (exited || p->again)) {
        there_again(look);
    } else if (p->written) {
        there(look);
    } else {
        /* Nothing was to be written, and nothing forbids it. */
        look->any_ticks = look->any_calls = true;
        look->ticks = look->calls = look->functions = 0;
        memset(look->maybe, true, sizeof look->maybe);
    }
}

/* ---- calls ---- */

static void stop(struct machine *m)
{
    struct profiling *p = &m->profiling;

    if (p->on) {
        p->written = true;
        p->again = false;
    } else {
        p->again = true;
    }
    p->on = false;
}

/* Begin; false if the page is silent on this. */
static bool begin(struct machine *m)
{
    struct profiling *p = &m->profiling;

    if (p->on) { /* no word on beginning twice */
        wild(m);
        return false;
    }
    /* What the buffer held before, and counts of calls made before, may or
     * may not be in the results; a mode may hold for this range, too. */
    bool again = p->ever || p->controlled;
    *p = (struct profiling){.on = true,
                            .ever = true,
                            .written = p->written,
                            .again = p->again,
                            .controlled = p->controlled,
                            .any_ticks = again,
                            .any_calls = again};
    return true;
}

/* The layout of a buffer is on no page: all of it can hold anything. Nor is
 * how much of it counts of calls take: the scripts have room for them. */
static bool takes(struct machine *m, struct pointer buffer, uint64_t bytes)
{
    if (bytes == 0 || !writable(m, buffer, bytes)) {
        wild(m);
        return false;
    }
    anything(m, buffer, bytes);
    return true;
}

static void begin_one(struct machine *m, const struct call *call)
{
    const struct region_arguments *r = &call->region;

    if (!begin(m) || !takes(m, r->base, 2 * r->size))
        return;
    m->profiling.regions = 1;
    m->profiling.region[0].is = *r;
    m->profiling.limit = (uint64_t)call->count;
}

static void begin_list(struct machine *m, const struct call *call)
{
    struct profiling *p = &m->profiling;

    if (call->list_kind != POINTER_GIVEN || !begin(m)) {
        wild(m);
        return;
    }
    p->limit = (uint64_t)call->count;
    p->listed = true;
    for (uint32_t i = 0; i < call->listed && call->list[i].high != 0; i++) {
        const struct region_arguments *r = &call->list[i];
        /* Not ascending, no memory: no word. */
        if ((i > 0 && r->high <= r[-1].high) || !takes(m, r->base, r->size)) {
            wild(m);
            return;
        }
        if (writable(m, r->base, 2 * r->size)) /* of p_bufsize shorts? */
            anything(m, r->base, 2 * r->size);
        p->region[p->regions++].is = *r;
    }
}

static void page_call(struct machine *m, const struct call *call,
                      struct answer *answer)
{
    /* void, and an int with no meaning. */
    answer->value = VALUE_UNSEEN;
    answer->error = ERROR_UNSEEN;

    switch (call->kind) {
    case CALL_MONITOR:
        if (call->region.offset == 0)
            stop(m);
        else
            begin_one(m, call);
        break;
    case CALL_MONITOR_LIST:
        if (call->region.offset == 0 && reads(IGNORED_LOW) == 1)
            stop(m);
        else if (call->region.offset == 0 && reads(IGNORED_LOW) == 2)
            wild(m);
        else
            begin_list(m, call);
        break;
    case CALL_MONITOR_STOP: stop(m); break;
    case CALL_MONSTARTUP:
        if (!begin(m))
            return;
        m->profiling.regions = 1;
        m->profiling.region[0].is = call->region;
        m->profiling.any_calls = true; /* of "certain functions" */
        break;
    case CALL_MONCONTROL: /* no mode has a meaning: paragraph 9 */
        m->profiling.controlled = true;
        m->profiling.any_ticks = m->profiling.any_calls = true;
        m->profiling.functions = 0;
        break;
    default: fail_msg("not on this page");
    }
}

/* ---- ticks and calls ---- */

static bool in_range(const struct region_arguments *r, uint64_t pc)
{
    if (reader.mistaken == CALLS_COUNTED && pc == r->high)
        return true; /* the mistake: highpc itself */
    return pc >= r->offset && pc < r->high;
}

static void page_tick(struct machine *m, uint64_t pc)
{
    struct profiling *p = &m->profiling;
    bool in_some = false;

    if (!p->on)
        return;
    for (unsigned i = 0; i < p->regions; i++)
        in_some = in_some || in_range(&p->region[i].is, pc);
    if (in_some)
        p->ticks++;
    else if (p->listed) /* p_low and p_high have no meaning but by name */
        p->any_ticks = true;
}

static void call_function(struct machine *m, const struct tick *called)
{
    struct profiling *p = &m->profiling;
    bool in_some = false;

    for (unsigned i = 0; i < p->regions; i++)
        in_some = in_some || in_range(&p->region[i].is, called->pc);
    if (!in_some && reads(CALLS_COUNTED) == 2) {
        p->any_calls = true;
        p->functions = p->limit;
    }
    if (!in_some && reads(CALLS_COUNTED) != 0)
        return;
    if (p->functions == p->limit) { /* which of them, is not said */
        p->any_calls = true;
        return;
    }
    p->functions++;
    p->calls += called->count;
}

static void page_else(struct machine *m, const struct op *op)
{
    switch (op->kind) {
    case OP_FUNCTIONS: /* each once in a script */
        for (size_t i = 0; i < op->tick_count && m->profiling.on; i++)
            call_function(m, &op->ticks[i]);
        break;
    case OP_FILE: look_at_file(m, false); break;
    case OP_EXIT: look_at_file(m, true); break;
    default: fail_msg("not on this page");
    }
}

SAME(monitoring_is_the_page_s, "monitoring")
NOTICED(a_range_with_its_end_is_noticed, "monitoring", CALLS_COUNTED)

PAGE_TESTS(AIX_MONITOR, "monitor")
