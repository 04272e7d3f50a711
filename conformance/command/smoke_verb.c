/* SPDX-License-Identifier: MIT */
/* The verb `smoke`: does it answer at all, and are plain ticks counted? */
#include <stdio.h>
#include <string.h>

#include "conformance/base/terminal.h"
#include "conformance/judge/judge.h"
#include "conformance/observe/probe.h"
#include "verbs.h"

struct smoke_request {
    const char *name;
    const struct impl_class *impl;
    int dialect;
    unsigned timeout_ms;
};

static const struct option_row rows[] = {
    DIALECT_ROW(smoke_request, dialect, "freebsd, or one that it has"),
    TIMEOUT_ROW(smoke_request, timeout_ms, "a limit for each step"),
    OPTIONS_HELP,
};

/* By each dialect, the first call that it has: ticks are counted in the third
 * counter and the fifth, and nowhere else, on top of what was there; what is
 * behind stays, even where a dialect lets a buffer be cleared. */
static const char *const texts[] = {
    "case smoke\nbuffer b 64 fill16=7\nprofil b 32 0x1000 0x8000\n"
    "tick 0x1008 0x1010 x2\n",
    "case smoke\nbuffer b 64 fill16=7\n"
    "profil [ 0x1000 0x1040 b 32 0x8000 ] -1 0 0\ntick 0x1008 0x1010 x2\n",
    "case smoke\nbuffer b 64 fill16=7\n"
    "sprofil [ b 32 0x1000 0x8000 ] 1 null ushort\ntick 0x1008 0x1010 x2\n",
    "case smoke\nbuffer b 64\nmonitor 0x1000 0x1080 b 32 0\n"
    "tick 0x1008 0x1010 x2\n",
    "case smoke\nmonstartup 0x20000 0x21000\ntick 0x20008 0x20010 x2\n"
    "mcleanup\nprofile\n",
};

/* What came of the case by one dialect: a sentence, and the exit status. */
struct smoked {
    const char *verdict;
    char what[3200]; /* more of it; or empty */
    int status;
    bool lacking; /* it has none of the dialect's calls, or does not open */
};

/* Whether the profil is wrong, or the adapter. */
static struct smoked smoke_judge(struct opening *opening,
                                 const struct test_case *c)
{
    static const char *const verdicts[VERDICTS] = {
        [VERDICT_PASS] = "it answers, and ticks are counted",
        [VERDICT_UNSPECIFIED] = "it answers, and ticks are counted",
        [VERDICT_ERROR] = "it could not be judged",
        [VERDICT_UNSUPPORTED] = "it can't run the first case",
        [VERDICT_TIMEOUT] = "it does not answer in time",
        [VERDICT_CRASH] = "it died",
    };
    struct smoked smoke = {"it could not be given the case", "", STATUS_FAIL,
                           false};
    struct judgement judgement;
    struct observation o;

    if (!opening_ask(opening, c, &o))
        return smoke;
    judge_alone(opening->dialect, c, &o, &judgement);
    smoke.verdict = verdicts[judgement.verdict];
    switch (judgement.verdict) {
    case VERDICT_PASS:
    case VERDICT_UNSPECIFIED: smoke.status = STATUS_PASS; break;
    case VERDICT_ERROR:
    case VERDICT_UNSUPPORTED:
        snprintf(smoke.what, sizeof smoke.what, "%s", o.note);
        break;
    case VERDICT_TIMEOUT:
    case VERDICT_CRASH:
        snprintf(smoke.what, sizeof smoke.what, "%s", judgement.seen.got);
        break;
    default:
        smoke.verdict = "it answers, but its profil is wrong";
        snprintf(smoke.what, sizeof smoke.what, "%s", judgement.detail);
    }
    observation_free(&o);
    return smoke;
}

/* The first of the cases that it has the call of; false: none. */
static bool smoke_find(struct case_list *list, const struct opening *opening)
{
    struct case_error error;

    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        case_list_free(list);
        if (!case_list_parse(list, "smoke", texts[k], strlen(texts[k]), &error))
            return false;
        if (list->cases[0].dialects >> opening->dialect & 1 &&
            !probe_lacks(&list->cases[0], opening->dialect,
                         opening->capabilities, &opening->constants))
            return true;
    }
    return false;
}

/* What does not open is no implementation; what dies of it is one that is
 * wrong.  Of a program that does not answer no other dialect is asked, which
 * would take as long again. */
static struct smoked smoke_unopened(const struct opening *opening)
{
    const struct learnt *learnt = &opening->options.learnt;
    bool mute = probe_is_mute(&opening->options);
    bool died = learnt->smoke == SMOKE_DIED && !mute;
    bool late = learnt->ended == ENDED_TIMEOUT;
    struct smoked smoke = {.verdict = !died  ? "it does not open"
                                      : late ? "it does not answer in time"
                                             : "it died",
                           .status = opening->capabilities == PROBE_FAILED
                                         ? STATUS_HARNESS
                                     : died ? STATUS_FAIL
                                            : STATUS_USAGE};

    smoke.lacking = smoke.status == STATUS_USAGE && !mute;
    snprintf(smoke.what, sizeof smoke.what, "%s", learnt->why);
    return smoke;
}

static struct smoked smoke_as(const struct smoke_request *request,
                              enum dialect dialect)
{
    struct case_list list = {0};
    struct opening opening;
    struct smoked smoke = {"smoke has no case for the calls that it has", "",
                           STATUS_USAGE, true};

    if (!opening_as(&opening, request->impl, request->name, dialect))
        return smoke_unopened(&opening);
    opening.options.timeout_ms = request->timeout_ms;
    if (smoke_find(&list, &opening))
        smoke = smoke_judge(&opening, &list.cases[0]);
    case_list_free(&list);
    return smoke;
}

/* By the first dialect whose calls it has, freebsd before the others: one case
 * shows no more of which fits it best. */
static struct smoked smoke_first(const struct smoke_request *request,
                                 enum dialect *dialect)
{
    struct smoked first = smoke_as(request, DIALECT_FREEBSD);

    *dialect = DIALECT_FREEBSD;
    for (int d = 0; d < DIALECTS && first.lacking; d++) {
        struct smoked smoke;

        if (d == DIALECT_FREEBSD)
            continue;
        smoke = smoke_as(request, (enum dialect)d);
        if (smoke.lacking)
            continue;
        first = smoke;
        *dialect = (enum dialect)d;
    }
    return first;
}

static int smoke_run(void *of, const struct options *given, FILE *out)
{
    struct smoke_request *request = of;
    enum dialect dialect = (enum dialect)request->dialect;
    struct smoked smoke;

    request->name = given->words[0];
    request->impl = impl_find(request->name);
    if (!request->impl)
        return unknown_impl("smoke", request->name);
    smoke = request->dialect < 0 ? smoke_first(request, &dialect)
                                 : smoke_as(request, dialect);
    terminal_print(out, "%s as %s: %s%s%s\n", request->name,
                   dialect_table[dialect].name, smoke.verdict,
                   *smoke.what ? ": " : "", smoke.what);
    return smoke.status;
}

const struct verb verb_smoke = {
    .name = "smoke",
    .usage = "[OPTION]... IMPL",
    .summary = "check that an implementation answers and counts ticks",
    .example = "profilcheck smoke --dialect hpux exec:./adapter\n"
               "profilcheck smoke ./libmyprofil.so",
    .status =
        "0 it answers and counts; 1 it does not; 2 usage, or it does not\n"
        "             open; 3 harness error",
    .rows = rows,
    .least = 1,
    .most = 1,
    .word = "implementation",
    .ask = "no implementation was named: give a name of profilcheck list "
           "impls, or a path",
    REQUEST(smoke_request, .dialect = -1),
    .run = smoke_run,
};
