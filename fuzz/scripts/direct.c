/* SPDX-License-Identifier: MIT */
#include "direct.h"

#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

#include "conformance/delivery/execute.h"
#include "conformance/delivery/observe.h"
#include "conformance/inject/arch.h"
#include "conformance/workers/probe.h"
#include "fuzz/text.h"

enum { TICKS = 70000, BYTES = 1 << 16 }; /* of one case, at most */

/* An implementation as each dialect has it. */
struct opened {
    bool tried, open;
    struct impl_constants constants;
    struct observe_options options;
    struct impl_class class; /* its own, but for the delivery */
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

static struct opened *open_for(enum dialect dialect)
{
    struct opened *o = &opened[dialect];
    const char *path = getenv("FUZZ_SO"), *name = dialect_table[dialect].name;
    char why[400];

    if (o->tried)
        return o;
    o->tried = true;
    o->constants = impl_defaults(name);
    o->options = (struct observe_options){
        .impl = path && *path ? &impl_so : &impl_signal,
        .open = {path, name, &o->constants},
    };
    o->open = dialect != DIALECT_AIX_MONITOR &&
              execute_begin(&o->run, &o->options, "", why, sizeof why);
    if (o->open) {
        o->class = *o->run.impl->class;
        o->class.deliver = deliver_direct;
        o->run.impl->class = &o->class;
    } else if (path && *path && dialect != DIALECT_AIX_MONITOR) {
        fuzz_usage("FUZZ_SO", path, why);
    }
    return o;
}

static bool is_small(const struct script *script)
{
    uint64_t ticks = 0, bytes = 0;

    for (size_t i = 0; i < script->count; i++) {
        const struct op *op = &script->ops[i];

        if (op->kind == OP_BUFFER)
            bytes += op->size;
        if (op->kind == OP_SWEEP)
            ticks += op->step ? (op->end - op->pc) / op->step : TICKS;
        for (size_t k = 0; k < op->tick_count; k++)
            ticks += op->ticks[k].count;
        if (ticks > TICKS || bytes > BYTES)
            return false;
    }
    return true;
}

bool direct_can(enum dialect dialect, const struct test_case *c)
{
    struct opened *o;
    char why[400];

    if (!observe_can_batch(c) || !is_small(&c->script))
        return false;
    o = open_for(dialect);
    return o->open &&
           probe_case(c, dialect, o->run.impl->class->capabilities(o->run.impl),
                      &o->constants, why, sizeof why);
}

/* Deaths of a shared object that this process outlives, so as to tell of the
 * case. */
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
    const char *path = getenv("FUZZ_SO");

    for (size_t k = 0; path && *path && !done && k < DEATHS; k++)
        sigaction(deaths[k], &action, &before[k]);
    done = true;
}

/* It died there: that is the last that was seen of it. */
static void note_direct_death(struct observation *observation, int number)
{
    struct outcome *outcome = &observation->outcome;
    struct event *grown =
        realloc(outcome->events, (outcome->count + 1) * sizeof *grown);

    if (!grown)
        fuzz_broken("out of memory");
    outcome->events = grown;
    outcome->capacity = outcome->count + 1;
    observation->ended = ENDED_SIGNAL;
    observation->status = number;
    outcome->events[outcome->count++] =
        (struct event){.kind = EVENT_CRASH, .op = observation->op};
}

void direct_observe(enum dialect dialect, const struct test_case *c,
                    struct observation *observation)
{
    struct run *run = &open_for(dialect)->run;
    struct journal_writer writer;
    void *memory = calloc(1, journal_size(c));
    int number;

    if (!memory)
        fuzz_broken("out of memory");
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
    if (!journal_read(&writer, observation))
        fuzz_broken("out of memory");
    if (number)
        note_direct_death(observation, number);
    free(memory);
}
