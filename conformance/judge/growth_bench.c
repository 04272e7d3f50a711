/* SPDX-License-Identifier: MIT */
/* Generated mapping cases, as many as the word says, made, judged and reported
 * one after the other: what conformance/growth.sh counts the instructions of.
 * With "judged" before the number, one of them is judged so often. */
#include <stdlib.h>
#include <string.h>

#include "conformance/bench.h"
#include "conformance/diagnosis/evaluate.h"
#include "judge.h"

enum { CASES = 20000, ROUNDS = 5 };

static void fail_growth(const char *what)
{
    fprintf(stderr, "growth_bench: %s\n", what);
    exit(3);
}

static void judge_one(struct judge *judge, struct workspace *w, FILE *out,
                      const struct behaviour *behaviour, unsigned n)
{
    struct case_list list = {0};
    struct case_error error;
    struct observation seen;
    struct judgement judgement;
    char text[200];

    snprintf(text, sizeof text,
             "case c\nbuffer b 64\nprofil b 64 0x1000 %u\ntick 0x%x\n"
             "tick 0x%x\ntick 0x2003\n",
             2 + n * 7919 % 65534, 0x1000 + n % 64, 0x1000 + n * 13 % 128);
    if (!case_list_parse(&list, "work", text, strlen(text), &error))
        fail_growth("a case was not made");
    simulate(w, &list.cases[0], behaviour, &seen);
    judge_case(judge, &list.cases[0], &seen, &judgement);
    fprintf(out, "%s %u - %s # %s\n", verdict_names[judgement.verdict], n,
            list.cases[0].id, judgement.detail);
    if (judgement.verdict != VERDICT_PASS)
        fail_growth("a case did not pass");
    case_list_free(&list);
}

static void judge_generated(unsigned n)
{
    struct behaviour behaviour = behaviour_default(DIALECT_FREEBSD);
    struct judge *judge = judge_new(DIALECT_FREEBSD);
    struct workspace w = {0};
    FILE *out = fopen("/dev/null", "w");

    for (unsigned i = 0; i < n; i++)
        judge_one(judge, &w, out, &behaviour, i);
    fclose(out);
    workspace_free(&w);
    judge_free(judge);
}

static void judge_again(unsigned n)
{
    static const char text[] = "case c\nbuffer b 64\nprofil b 64 0x1000 41000\n"
                               "tick 0x1004\ntick 0x1011\ntick 0x2003\n";
    struct behaviour behaviour = behaviour_default(DIALECT_FREEBSD);
    struct judge *judge = judge_new(DIALECT_FREEBSD);
    struct workspace w = {0};
    struct case_list list = {0};
    struct case_error error;
    struct observation seen;
    struct judgement judgement;

    if (!case_list_parse(&list, "work", text, strlen(text), &error))
        fail_growth("a case was not made");
    simulate(&w, &list.cases[0], &behaviour, &seen);
    for (unsigned i = 0; i < n; i++)
        judge_case(judge, &list.cases[0], &seen, &judgement);
    case_list_free(&list);
    workspace_free(&w);
    judge_free(judge);
}

static void judge_all(void *context)
{
    judge_generated(*(unsigned *)context);
}

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : CASES;
    double rate = 0;
    struct rusage used;

    if (argc == 3) {
        judge_again((unsigned)atoi(argv[2]));
        return 0;
    }
    for (int i = 0; i < (argc > 1 ? 1 : ROUNDS); i++)
        bench_keep(&rate, bench_rate(judge_all, &n, n));
    getrusage(RUSAGE_SELF, &used);
    if (argc > 1)
        printf("memory %ld KB\n", used.ru_maxrss);
    else
        bench_row("mapping cases read, simulated, judged, reported", rate, "/s",
                  "wanted", 2.3e6);
    return 0;
}
