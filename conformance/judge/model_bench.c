/* SPDX-License-Identifier: MIT */
/* The reference: pcs mapped, scripts run, mapping cases judged, a second. */
#include <stdlib.h>
#include <string.h>

#include "conformance/bench.h"
#include "conformance/diagnosis/evaluate.h"
#include "judge.h"
#include "reference/model.h"

enum { PCS = 20000000, RUNS = 200000, CASES = 20000, ROUNDS = 5 };

static volatile uint64_t sink;

static void map(void *context)
{
    struct choices *choices = context;
    struct mapping mapping = {0x400000, 65536, 0xc000, 2, 64};
    uint64_t sum = 0;

    for (uint64_t i = 0; i < PCS; i++) {
        struct place place;

        mapping_place(choices, &mapping, 0x400000 + (i * 7919) % 98304, &place);
        sum += place.where == WHERE_COUNTER ? place.at : 1;
    }
    sink = sum;
}

enum { DIFFERENT = 64 };

struct model_bench {
    struct workspace workspace;
    struct behaviour behaviour;
    struct case_list list;
    struct workspace shown[DIFFERENT]; /* what was observed of each case */
    struct observation observations[DIFFERENT];
};

static void run_often(void *context)
{
    struct model_bench *bench = context;
    struct observation observation;

    for (int i = 0; i < RUNS; i++)
        simulate(&bench->workspace, &bench->list.cases[0], &bench->behaviour,
                 &observation);
}

static void judge_often(void *context)
{
    struct model_bench *bench = context;
    struct judge *judge = judge_new(DIALECT_FREEBSD);
    struct judgement judgement;

    for (int i = 0; i < CASES; i++) {
        judge_case(judge, &bench->list.cases[i % DIFFERENT],
                   &bench->observations[i % DIFFERENT], &judgement);
        if (judgement.verdict != VERDICT_PASS)
            exit(3);
    }
    judge_free(judge);
}

static void add_cases(struct case_list *list)
{
    struct case_error error;
    char text[200];

    for (unsigned scale = 2; scale < 2 + DIFFERENT; scale++) {
        snprintf(text, sizeof text,
                 "case c\nbuffer b 64\nprofil b 64 0x1000 %u\ntick 0x1004\n"
                 "tick 0x1011\ntick 0x2003\n",
                 scale * 1000);
        if (!case_list_parse(list, "bench", text, strlen(text), &error)) {
            fprintf(stderr, "model_bench: %s\n", error.text);
            exit(3);
        }
    }
}

int main(void)
{
    struct model_bench bench = {.behaviour =
                                    behaviour_default(DIALECT_FREEBSD)};
    struct choice_sets sets = behaviour_sets(&bench.behaviour);
    struct choices choices;
    double pcs = 0, runs = 0, cases = 0;

    add_cases(&bench.list);
    for (int i = 0; i < DIFFERENT; i++)
        simulate(&bench.shown[i], &bench.list.cases[i], &bench.behaviour,
                 &bench.observations[i]);
    choices_begin(&choices, &sets);
    for (int i = 0; i < ROUNDS; i++) {
        bench_keep(&pcs, bench_rate(map, &choices, PCS));
        bench_keep(&runs, bench_rate(run_often, &bench, RUNS));
        bench_keep(&cases, bench_rate(judge_often, &bench, CASES));
    }
    bench_row("pcs mapped by the reference", pcs, "/s", "wanted", 50e6);
    bench_row("small scripts run by the model", runs, "/s", "wanted", 2.3e6);
    bench_row("mapping cases judged", cases, "/s", "wanted", 2.3e6);
    workspace_free(&bench.workspace);
    for (int i = 0; i < DIFFERENT; i++)
        workspace_free(&bench.shown[i]);
    case_list_free(&bench.list);
    return 0;
}
