/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <signal.h>

#include "conformance/diagnosis/evaluate.h"
#include "conformance/machine/arch.h"
#include "conformance/observe/execute.h"
#include "conformance/observe/observe.h"
#include "conformance/observe/pinned.h"
#include "conformance/observe/probe.h"
#include "fuzz/probes.h"
#include "scripts.h"

#pragma weak my_map

enum { TICKS = 70000, BYTES = 1 << 17 }; /* of one case, at most */

/* The implementation under test, for one dialect. */
struct opened {
    bool tried, open;
    struct impl_constants constants;
    struct observe_options options;
    struct impl_class class; /* its own, with another delivery */
    struct run run;
};

static struct opened opened[DIALECTS];
static const struct profiling_clock *held; /* of the case being run */

static int deliver_direct(struct impl *impl, const struct impl_tick *ticks,
                          size_t count)
{
    struct sigaction action;
    siginfo_t info = {.si_signo = SIGPROF, .si_code = SI_TKILL};
    ucontext_t context = {0};

    (void)impl;
    for (size_t k = 0; k < count; k++)
        for (uint32_t n = 0; n < ticks[k].count; n++) {
            if (n == 0 && sigaction(SIGPROF, NULL, &action) != 0)
                fuzz_broken("no handler can be asked for");
            if (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN ||
                !clock_running(held))
                return 0;
            arch_set_pc(&context, ticks[k].pc);
            action.sa_sigaction(SIGPROF, &info, &context);
        }
    return 0;
}

/* Whether its clock is one that shows when it is off: asked once, in a process
 * of its own. */
static bool is_clock_seen(struct observe_options options)
{
    return options.open.path && probe_capabilities(&options) != 0 &&
           options.learnt.clock_seen;
}

static struct opened *open_for(enum dialect dialect)
{
    struct opened *o = &opened[dialect];
    const char *path = fuzz_setting("FUZZ_SO"),
               *name = dialect_table[dialect].name;
    char why[400];

    if (o->tried)
        return o;
    o->tried = true;
    o->constants = impl_defaults(name);
    o->options = (struct observe_options){
        .impl = path ? &impl_so : &impl_signal,
        .open = {path, name, &o->constants},
    };
    o->open = dialect != DIALECT_AIX_MONITOR &&
              execute_begin(&o->run, &o->options, "", why, sizeof why);
    if (o->open) {
        o->class = *o->run.impl->class;
        o->class.deliver = deliver_direct;
        o->options.learnt.clock_seen = is_clock_seen(o->options);
        o->run.impl->class = &o->class;
    } else if (path && dialect != DIALECT_AIX_MONITOR) {
        fprintf(stderr, "fuzz: FUZZ_SO: %s: %s\n", path, why);
        exit(2);
    }
    return o;
}

static bool is_small(const struct script *script)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < script->count; i++)
        if (script->ops[i].kind == OP_BUFFER)
            bytes += script->ops[i].size;
    return bytes <= BYTES && pinned_count(script) <= TICKS;
}

static const struct region_arguments *only_region(const struct call *call)
{
    return call->kind == CALL_PROFIL ? &call->region : call->list;
}

const struct rule_set *direct_rules(void)
{
    static const enum rule mapped[] = {
        RULE_ROUNDING,     RULE_WIDE_UP,         RULE_UNIT,
        RULE_COUNTER_STEP, RULE_BELOW_OFFSET,    RULE_JUST_BELOW,
        RULE_ADDRESS,      RULE_SCALE_RANGE,     RULE_FULL_SCALE,
        RULE_SCALE_ABOVE,  RULE_SCALE_OFF,       RULE_SCALE_TWO,
        RULE_ODD_TAIL,     RULE_EXTENT,          RULE_PRODUCT,
        RULE_REGION_BELOW, RULE_REGION_START,    RULE_REGION_END,
        RULE_REGION_ROOM,  RULE_DISABLED_REGION, RULE_REGION_SCALE,
        RULE_SIZE_ZERO,    RULE_TICKS,
    };
    static struct rule_set rules;

    if (!my_map)
        return NULL;
    for (size_t k = 0; k < sizeof mapped / sizeof *mapped; k++)
        rule_set_add(&rules, mapped[k]);
    return &rules;
}

/* Whether my_map answers for all calls of a case: each has one region, which is
 * no overflow bin. */
static bool is_mapped(const struct script *script)
{
    bool mapped = true;

    for (size_t k = 0; k < script->count; k++) {
        const struct call *call = &script->ops[k].call;

        if (script->ops[k].kind != OP_CALL || call->kind == CALL_PROFIL)
            continue;
        mapped &= call->kind == CALL_SPROFIL && call->listed == 1 &&
                  call->count == 1 &&
                  (call->list->offset != 0 || call->list->scale != 2);
    }
    return mapped;
}

bool direct_can(enum dialect dialect, const struct test_case *c)
{
    struct opened *o;

    if (!observe_can_batch(c) || !is_small(&c->script))
        return false;
    if (my_map)
        return is_mapped(&c->script);
    o = open_for(dialect);
    return o->open &&
           !probe_lacks(c, dialect,
                        o->run.impl->class->capabilities(o->run.impl),
                        &o->constants);
}

/* Signals of which a shared object may die without this process dying, so that
 * it can report the case. */
static const int deaths[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
enum { DEATHS = sizeof deaths / sizeof *deaths };

static struct sigaction before[DEATHS];
static sigjmp_buf away;
static volatile sig_atomic_t armed, died;

static void on_direct_death(int number, siginfo_t *info, void *context)
{
    (void)info;
    (void)context;
    if (armed) {
        died = number;
        siglongjmp(away, 1);
    }
    for (size_t k = 0; k < DEATHS; k++)
        if (deaths[k] == number)
            sigaction(number, &before[k], NULL);
}

static void outlive_deaths(void)
{
    struct sigaction action = {.sa_sigaction = on_direct_death,
                               .sa_flags =
                                   SA_SIGINFO | SA_NODEFER | SA_ONSTACK};
    static bool done;
    const char *path = fuzz_setting("FUZZ_SO");

    for (size_t k = 0; path && !done && k < DEATHS; k++)
        sigaction(deaths[k], &action, &before[k]);
    done = true;
}

/* Add the crash as the last event. */
static void note_direct_death(struct observation *observation, int number)
{
    struct outcome *outcome = &observation->outcome;

    outcome->capacity = outcome->count + 1;
    outcome->events = memory_got(
        realloc(outcome->events, outcome->capacity * sizeof *outcome->events));
    observation->ended = ENDED_SIGNAL;
    observation->status = number;
    outcome->events[outcome->count++] =
        (struct event){.kind = EVENT_CRASH, .op = observation->op};
}

/* The bytes of a buffer at an event, without its zones. */
struct held {
    unsigned char *bytes;
    uint64_t size;
};

/* Count where my_map says; beyond the bytes that are watched around the buffer
 * it is a stray write. */
static void count_tick(const struct call *call, const struct tick *tick,
                       const struct held *held, struct observation *o)
{
    const struct region_arguments *r = only_region(call);
    const struct held *in = &held[r->base.buffer];
    unsigned width = stream_width(call);
    int64_t index = my_map(tick->pc, r->size, r->offset, r->scale, width);
    uint64_t at = r->base.at + (uint64_t)index * width;
    uint64_t end = in->size + SCRIPT_ZONE;
    uint16_t narrow;
    uint32_t wide;

    if (index < 0 || r->base.kind != POINTER_GIVEN)
        return;
    if ((uint64_t)index > end || at + width > end) {
        o->stray += width;
    } else if (width == 2) {
        memcpy(&narrow, in->bytes + at, width);
        narrow = (uint16_t)(narrow + tick->count);
        memcpy(in->bytes + at, &narrow, width);
    } else {
        memcpy(&wide, in->bytes + at, width);
        wide += tick->count;
        memcpy(in->bytes + at, &wide, width);
    }
}

/* Count all ticks of a case by my_map; what calls return is unknown. */
static void count_by_map(const struct test_case *c, struct observation *o)
{
    struct held held[SCRIPT_BUFFERS] = {{0}};
    const struct call *call = NULL;

    for (size_t k = 0; k < o->outcome.count; k++) {
        struct event *event = &o->outcome.events[k];
        struct held *in = &held[event->buffer];

        if (event->kind == EVENT_CALL)
            event->value = VALUE_UNSEEN, event->error = ERROR_UNSEEN;
        if (event->kind != EVENT_BUFFER)
            continue;
        *in = (struct held){(unsigned char *)event->bytes + SCRIPT_ZONE,
                            event->size - 2 * SCRIPT_ZONE};
        memset(in->bytes, 0, in->size);
        event->undetermined = event->beyond = false;
        event->computed = NULL;
    }
    for (size_t k = 0; k < c->script.count; k++) {
        const struct op *op = &c->script.ops[k];

        if (op->kind == OP_CALL)
            call = &op->call;
        for (size_t n = 0; call && n < op->tick_count; n++)
            count_tick(call, &op->ticks[n], held, o);
    }
}

bool direct_made_up(enum dialect dialect, const struct test_case *c,
                    struct observation *observation)
{
    static struct workspace w;
    struct behaviour behaviour = behaviour_default(dialect);
    struct choice_sets sets;

    if (planted_sets(dialect, &sets)) {
        workspace_fit(&w, c);
        workspace_first(&w, c, &sets);
        *observation = (struct observation){.outcome = w.outcome};
        return true;
    }
    if (!my_map)
        return false;
    simulate(&w, c, &behaviour, observation);
    count_by_map(c, observation);
    return true;
}

void direct_observe(enum dialect dialect, const struct test_case *c,
                    struct observation *observation)
{
    struct run *run = &open_for(dialect)->run;
    struct journal_writer writer;
    void *memory = memory_new(journal_size(c), 1);
    int number;

    held = &run->clock;
    journal_begin(&writer, c, memory);
    outlive_deaths();
    died = 0;
    armed = 1;
    if (sigsetjmp(away, 1) == 0)
        execute(run, c, &writer);
    number = died;
    if (sigsetjmp(away, 1) == 0)
        execute_off(run);
    armed = 0;
    journal_read(&writer, observation);
    if (number)
        note_direct_death(observation, number);
    free(memory);
}
