/* SPDX-License-Identifier: MIT */
/* What counts calls, of runtime.c. */
#ifndef MUTANTS_ARCS_H
#define MUTANTS_ARCS_H

/* Calls that come while one is being counted are counted after it; all are of
 * one arc. */
static struct {
    atomic_bool counting;
    pthread_t thread;
    volatile uint64_t self; /* of the call that is being counted */
    struct record arc;
    atomic_uint calls;
} beside;

static void forget_calls(void)
{
    atomic_store(&beside.calls, 0);
    memset(runtime.buckets, 0, sizeof runtime.buckets);
    runtime.used = 0;
}

/* Where an arc is said to come from.  False: it is not counted. */
static bool told_from(uint64_t *from)
{
    static const unsigned cells[] = {1, 2, 4, 8, 16};
    bool high = *from == runtime.high;

    if (is_inside(*from)) {
        *from -= (*from - runtime.low) %
                 cells[taken(RULE_GMON_FROM_CELL) - GMON_FROM_CELL_EXACT];
        return true;
    }
    if (*from >= runtime.high && *from < runtime.bound)
        abort();
    if (high ? takes(GMON_FROM_HIGH, CRASHES)
             : takes(GMON_FROM_OUTSIDE, CRASHES))
        abort();
    if (high ? takes(GMON_FROM_HIGH, ZERO) : takes(GMON_FROM_OUTSIDE, ZERO))
        *from = 0;
    return !(high ? takes(GMON_FROM_HIGH, DROPPED)
                  : takes(GMON_FROM_OUTSIDE, DROPPED));
}

static void without_room(void)
{
    static const char text[] = "mcount: no room for more arcs\n";

    if (takes(GMON_ARCS_FULL, CRASHES) ||
        (takes(GMON_ARCS_FULL, CRASHES_ODD) && runtime.high % 32))
        abort();
    if (!runtime.lost && !takes(GMON_LOSS, SILENT))
        fputs(text, stderr);
    runtime.lost = true;
}

static void count_arc(uint64_t from, uint64_t self)
{
    struct record **bucket =
        &runtime.buckets[(from * 31 + self / 16) % BUCKETS];
    struct record *r = *bucket;

    while (r && (r->from != from || r->self != self))
        r = r->next;
    if (r) {
        r->calls += !takes(GMON_ARC_COUNT, ONCE);
        return;
    }
    if (runtime.used == (takes(GMON_ARCS_FULL, ROOM) ? MANY_ARCS : FEW_ARCS)) {
        without_room();
        return;
    }
    r = &runtime.records[runtime.used++];
    *r = (struct record){from, self, 1, *bucket};
    *bucket = r;
}

static bool is_counted(uint64_t *from, uint64_t self)
{
    if (!runtime.on || takes(GMON_ARC_COUNT, NONE) ||
        (runtime.paused && !takes(MON_PAUSED_CALLS, COUNTED)) ||
        !told_from(from))
        return false;
    if (!is_inside(self) && takes(GMON_SELF_OUTSIDE, CRASHES))
        abort();
    return is_inside(self) || !takes(GMON_SELF_OUTSIDE, DROPPED);
}

/* A call comes while another is being counted. */
static void count_beside(uint64_t from, uint64_t self)
{
    bool nested = pthread_equal(beside.thread, pthread_self());

    if (nested ? takes(GMON_NESTED, CRASHES) : takes(GMON_THREADS, CRASHES))
        abort();
    if (nested ? takes(GMON_NESTED, DISTURBS) : takes(GMON_THREADS, DISTURBS))
        beside.self = self;
    if (!(nested ? takes(GMON_NESTED, COUNTED) : takes(GMON_THREADS, COUNTED)))
        return;
    beside.arc.from = from;
    beside.arc.self = self;
    atomic_fetch_add(&beside.calls, 1);
}

static void count_those_beside(void)
{
    for (unsigned k = atomic_exchange(&beside.calls, 0); k > 0; k--)
        count_arc(beside.arc.from, beside.arc.self);
}

/* It is told both addresses, as some machines' entries tell them. */
void mcount(uint64_t from, uint64_t self)
{
    if (!is_counted(&from, self))
        return;
    if (atomic_exchange(&beside.counting, true)) {
        count_beside(from, self);
        return;
    }
    beside.thread = pthread_self();
    beside.self = self;
    count_arc(from, beside.self);
    count_those_beside();
    atomic_store(&beside.counting, false);
}

#endif
