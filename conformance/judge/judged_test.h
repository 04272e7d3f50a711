/* SPDX-License-Identifier: MIT */
/* A judge, and an implementation that is the model with some behaviour. */
#ifndef CONFORMANCE_JUDGED_TEST_H
#define CONFORMANCE_JUDGED_TEST_H

#include "reference/unit_test.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/diagnosis/evaluate.h"
#include "conformance/diagnosis/permits.h"
#include "conformance/language/parsed_test.h"
#include "judge.h"
#include "kept_test.h"

enum { SHOWN = 40 };

struct bench {
    enum dialect dialect;
    struct judge *judge;
    struct behaviour behaviour;
    struct workspace workspace;
    struct case_list cases;
    struct judgement judgement;
    struct case_list shown[SHOWN]; /* to the judge, one each */
    struct observation seen[SHOWN];
    unsigned shown_count;
};

static inline struct bench begin(enum dialect dialect)
{
    struct bench bench = {.dialect = dialect,
                          .judge = judge_new(dialect),
                          .behaviour = behaviour_default(dialect)};

    assert_non_null(bench.judge);
    return bench;
}

static inline void end(struct bench *bench)
{
    judge_free(bench->judge);
    workspace_free(&bench->workspace);
    case_list_free(&bench->cases);
    for (unsigned k = 0; k < bench->shown_count; k++) {
        case_list_free(&bench->shown[k]);
        observation_free(&bench->seen[k]);
    }
}

static inline void take(struct bench *bench, enum choice choice)
{
    bench->behaviour.choice[choice_table[choice].rule] = (uint16_t)choice;
}

/* Show the judge what the model does on a case. */
static inline void show(struct bench *bench, const char *text)
{
    unsigned k = bench->shown_count++;

    assert_true(k < SHOWN);
    simulate_kept(&bench->workspace, parsed(&bench->shown[k], text),
                  &bench->behaviour, &bench->seen[k]);
    judge_see(bench->judge, bench->shown[k].cases, &bench->seen[k]);
}

/* The verdict on the k-th that was shown, in the light of all. */
static inline unsigned verdict_on(struct bench *bench, unsigned k)
{
    judge_case(bench->judge, bench->shown[k].cases, &bench->seen[k],
               &bench->judgement);
    return bench->judgement.verdict;
}

#endif
