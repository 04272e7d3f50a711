/* SPDX-License-Identifier: MIT */
/*
 * Cases that an implementation does, some of them wrong, and how a departure
 * stands that explains some of them.  Cases are words: how many, which, and
 * what is wrong with them that nothing explains:
 *
 *     "2 off; 3 rounded count-first; 4 plain; 1 plain count!"
 *
 * What has a mark is changed by something that is done to all ticks.
 */
#ifndef CONFORMANCE_SCENE_TEST_H
#define CONFORMANCE_SCENE_TEST_H

#include <stdio.h>

#include "conformance/judge/blame_test.h"
#include "conformance/judge/judged_test.h"
#include "reference/unit_test.h"
#include "support.h"

#define BUFFER "\nbuffer b 16\n"
#define SETUP  BUFFER "profil b 16 0x1000 "
#define ON     SETUP "0x8000\n"
#define LIST   "sprofil [ b 16 0x1000 0x8000 ] 1 null ushort\n"
#define TICK   "tick 0x1000\n"
#define FORK   BUFFER "fork\n"

#define THIRDS_OFF                                                             \
    BUFFER "buffer c 16\nprofil b 16 0x1000 0x5555\ntick 0x1007\n"             \
           "profil c 16 0x1000 0\n"

static const char *const scene_cases[] = {
    "case plain" ON TICK,
    "case third" ON "tick 0x1008\n",
    "case elsewhere" ON
    "profil b 16 0x1000 0\nprofil b 16 0x2000 0x8000\ntick 0x2000\n",
    "case plain-fork" FORK "profil b 16 0x1000 0x8000\n" TICK "end\n",
    "case twice" ON "tick 0x1000 x2\n",
    "case twice-fork" FORK "profil b 16 0x1000 0x8000\ntick 0x1000 x2\nend\n",
    "case rounded" SETUP "0xc000\ntick 0x1003\n",
    "case rounded-third" SETUP "0x5555\ntick 0x1007\n",
    "case eight" ON "tick 1\ntick 1\ntick 1\ntick 1\ntick 1\ntick 1\n",
    "case odd-number" ON "tick 0x1002\n",
    "case odd-twice" ON "tick 0x1006 x2\n",
    "case odd-thrice" ON "tick 0x100a x3\n",
    "case odd-and-off" BUFFER "buffer c 16\nprofil b 16 0x1000 0x8000\n"
    "tick 0x1002\nprofil c 16 0x1000 0\n" TICK,
    "case half" ON "tick 0x1008\ntick 0x1010 x2\n",
    "case last\nbuffer b 64\nprofil b 64 0x1000 0xf8ff\ntick 0x1008\n"
    "tick 0x1040 x2\n",
    "case full" ON "tick 0x1000 x65535\n" TICK,
    "case one" SETUP "1\n" TICK,
    "case one-thrice" SETUP "1\ntick 0x1000 x3\n",
    /* a tick that one rounding counts in the last counter, and others
     * nowhere */
    "case edge" SETUP "0x5555\ntick 0x1031\nprofil b 16 0x1000 0\n"
    "profil b 16 0x1000 1\n" TICK,
    "case two-on" BUFFER "buffer c 16\nprofil b 16 0x1000 0x8000\n"
    "tick 0x1003\nprofil b 16 0x1000 0\nprofil c 16 0x2000 1\ntick 0x2000\n",
    "case two" BUFFER "buffer c 16\nprofil b 16 0x1000 0\n" TICK
    "profil c 16 0x1000 0x8000\n" TICK,
    "case off" SETUP "0\n" TICK,
    "case off-below" SETUP "0\ntick 0x800\n",
    "case off-later" ON "profil b 16 0x1000 0\n" TICK,
    "case off-middle" BUFFER "profil b+8 8 0x1000 0\n" TICK,
    "case off-and-right" SETUP
    "0\ntick 0x800\nprofil b 16 0x1000 0x8000\n" TICK,
    "case off-fork" FORK "profil b 16 0x1000 0\n" TICK "end\n",
    "case whole" SETUP "0x10000\n" TICK,
    "case bad" BUFFER "profil bad 16 0x1000 0x8000\n",
    "case bad-alone\nprofil bad 16 0x1000 0x8000\n",
    "case bad-list\nprofil bad -1 0 0\n",
    "case descending" BUFFER
    "profil [ 0x2000 0x2008 b 8 0x8000 ; 0x1000 0x1008 b+8 8 0x8000 ] -1 0 0\n",
    "case idle" ON,
    "case far" ON "tick 0x1004\n",
    "case far-fork" FORK "profil b 16 0x1000 0x8000\ntick 0x1004\nend\n",
    "case large\nbuffer b 1600\nprofil b 16 0x1000 0x8000\n",
    "case thirds-off" THIRDS_OFF,
    "case thirds-off-ticked" THIRDS_OFF TICK,
    "case burst" ON "tick 0x1000 x9\n",
    "case odd" BUFFER "profil b 16 0xfff 0x8000\n" TICK,
    "case odd-fork" FORK "profil b 16 0xfff 0x8000\n" TICK "end\n",
    "case element" BUFFER "profil [ 0x1000 0x1010 b 16 0x8000 ] -1 0 0\n" TICK,
    "case regions" BUFFER LIST TICK,
    "case regions-fork" FORK LIST TICK "end\n",
    "case idle-regions" BUFFER LIST,
    "case both" ON LIST TICK,
    "case element-later" ON TICK "profil b 16 0x1000 0\n"
    "profil [ 0x2000 0x2010 b 16 0x8000 ] -1 0 0\ntick 0x2000\n",
    "case early" BUFFER TICK "profil b 16 0x1000 0x8000\n",
    "case early-regions" BUFFER TICK LIST,
};

static inline void die(struct observation *o, unsigned at, enum ended ended)
{
    o->op = (uint16_t)(o->outcome.events[0].op + at);
    o->ended = ended;
    o->outcome.events[at] = (struct event){.kind = EVENT_CRASH, .op = o->op};
    o->outcome.count = at + 1;
}

#define IS(word) (strcmp(wrong, word) == 0)

static inline void spoil(struct observation *o, const char *wrong)
{
    unsigned char *counters = o->arena + SCRIPT_ZONE;
    struct outcome *seen = &o->outcome;
    struct event *first = seen->events;

    if (IS("count"))
        counters[8] = 77;
    else if (IS("count-first"))
        counters[0] = 77;
    else if (IS("count-later")) /* in the second buffer */
        counters[16 + 2 * SCRIPT_ZONE + 8] = 77;
    else if (IS("no-count"))
        memset(counters, 0, 16);
    else if (IS("undelivered"))
        o->delivered = 0;
    else if (IS("silent")) { /* no tick was delivered, and a count is wrong */
        o->delivered = 0;
        counters[8] = 77;
    } else if (IS("returns")) { /* something else, the first call does */
        first->kind = EVENT_CALL;
        first->value = 7;
    } else if (IS("errno")) /* the first call fails with one of no page */
        *first = (struct event){
            .kind = EVENT_CALL, .op = first->op, .value = -1, .error = 99};
    else if (IS("end")) /* the last event did not come */
        seen->events[--seen->count].kind = EVENT_CALL;
    else if (IS("more")) /* one came that there can't be */
        seen->count++;
    else if (IS("dies-in-call")) /* the first */
        die(o, 0, ENDED_SIGNAL);
    else if (IS("dies-after")) /* in the operation after it */
        die(o, 1, ENDED_SIGNAL);
    else if (IS("exits"))
        die(o, 0, ENDED_EXIT);
    else if (IS("times-out"))
        die(o, 0, ENDED_TIMEOUT);
    else if (*wrong)
        fail_msg("%s", wrong);
}

struct scene {
    struct bench bench;
    struct evidence evidence;
    enum choice departures[3]; /* 0: none */
};

static inline struct scene scene_new(enum dialect dialect,
                                     enum choice departure)
{
    return (struct scene){.bench = begin(dialect),
                          .evidence = evidence_of(dialect),
                          .departures = {departure}};
}

/* And a hypothesis, or null. */
static inline void scene_end(struct scene *s, struct hypothesis *h)
{
    if (h)
        hypothesis_free(h);
    evidence_free(&s->evidence);
    end(&s->bench);
}

/* Some of the words. */
struct some {
    unsigned times;
    const char *text;
    char wrong[20];
    bool distorted;
};

/* The first of them, and those words are passed over; false: there is none. */
static inline bool scene_next(const char **words, struct some *some)
{
    char name[20] = "";
    size_t length = strlen("case ");
    int n = 0;

    *some = (struct some){0};
    if (!**words)
        return false;
    sscanf(*words, "%u %19[a-z-]%n %19[a-z-]%n", &some->times, name, &n,
           some->wrong, &n);
    for (size_t k = 0; k < sizeof scene_cases / sizeof *scene_cases; k++)
        if (strncmp(scene_cases[k] + length, name, strlen(name)) == 0 &&
            scene_cases[k][length + strlen(name)] == '\n')
            some->text = scene_cases[k];
    if (!some->text)
        fail_msg("%s", *words);
    *words += n;
    some->distorted = **words == '!';
    *words += strspn(*words, "!; ");
    return true;
}

/* "without": no departure is made; "without-first": that is not. */
static inline void add_some(struct scene *s, const struct some *some)
{
    bool without = strncmp(some->wrong, "without", 7) == 0;

    s->bench.behaviour = behaviour_default(s->bench.dialect);
    if (s->departures[0] && !without)
        take(&s->bench, s->departures[0]);
    for (unsigned k = 1; k < 3; k++)
        if (s->departures[k] && strcmp(some->wrong, "without") != 0)
            take(&s->bench, s->departures[k]);
    for (unsigned i = 0; i < some->times; i++) {
        unsigned k = s->bench.shown_count;

        show(&s->bench, some->text);
        spoil(&s->bench.seen[k], without ? "" : some->wrong);
        evidence_add(&s->evidence, s->bench.shown[k].cases, &s->bench.seen[k]);
        s->evidence.rows[s->evidence.count - 1].distorted = some->distorted;
    }
}

/* The words may have a number as printf has it. */
__attribute__((format(printf, 2, 3))) static inline void
add(struct scene *s, const char *format, ...)
{
    char text[200];
    const char *words = text;
    struct some some;
    va_list arguments;

    va_start(arguments, format);
    assert_in_range(vsnprintf(text, sizeof text, format, arguments), 0,
                    sizeof text - 1);
    va_end(arguments);
    while (scene_next(&words, &some))
        add_some(s, &some);
}

#endif
