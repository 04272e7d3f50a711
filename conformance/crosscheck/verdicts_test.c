/* SPDX-License-Identifier: MIT */
/* What is concluded of what a process saw: a row each. */
#include <stdlib.h>
#include <string.h>

#include "reference/unit_test.h"
#include "verdicts.h"

static const uint64_t ms = 1000000;

/* 2 s by a timer of 10 ms, and 200 ticks. */
static struct live_seen ordinary(void)
{
    struct live_seen seen = {.on = true,
                             .done = true,
                             .tvp = {-77, -77},
                             .timer = 10000,
                             .cpu = 2000 * ms,
                             .inside = 2000 * ms,
                             .wall = 2000 * ms};

    seen.run =
        (struct rate_run){.tick = 4 * ms, .cpu = 2000 * ms, .other = 2000 * ms};
    seen.later_run = seen.run;
    seen.counts.functions[LIVE_ALONE] = 200;
    seen.later.functions[LIVE_CHILD] = 200;
    return seen;
}

/* What a row sets: ticks are those of the function that works alone, s1 to s3
 * those that share with it; back, those of the parent in the child's copy. */
#define AT(name, member, scale)                                                \
    {                                                                          \
        name, offsetof(struct live_seen, member),                              \
            sizeof(((struct live_seen *)0)->member), scale                     \
    }
static const struct {
    const char *name;
    size_t offset, size, scale;
} fields[] = {
    AT("on", on, 1),
    AT("errno", call.error, 1),
    AT("timer", timer, 1),
    AT("tvp", tvp.tv_usec, 1),
    AT("inside", inside, 1000000),
    AT("wall", wall, 1000000),
    AT("cpu", run.cpu, 1000000),
    AT("other", run.other, 1000000),
    AT("stalled", run.stalled, 1),
    AT("uncounted", run.uncounted, 1),
    AT("first", counts.functions[0], 1),
    AT("ticks", counts.functions[LIVE_ALONE], 1),
    AT("s1", counts.functions[LIVE_SHARES + 1], 1),
    AT("s2", counts.functions[LIVE_SHARES + 2], 1),
    AT("s3", counts.functions[LIVE_SHARES + 3], 1),
    AT("elsewhere", counts.elsewhere, 1),
    AT("stray", counts.stray, 1),
    AT("overflow", counts.overflow, 1),
    AT("childs", counts.functions[LIVE_CHILD], 1),
    AT("child", later.functions[LIVE_CHILD], 1),
    AT("back", later.functions[LIVE_ALONE], 1),
    AT("later", later.elsewhere, 1),
    AT("thread0", threads[0], 1000000),
    AT("thread1", threads[1], 1000000),
};
enum { FIELDS = sizeof fields / sizeof *fields };

static const struct row {
    live_judge *judge;
    enum dialect dialect;
    const char *set; /* NAME=N, of fields; and clk_tck, idle, rate_failed */
    enum verdict verdict;
    const char *words; /* in the detail */
} rows[] = {
    /* The period: glibc names one; for irix it is tvp's, for hpux the CLK_TCK
     * that is given; else it is the timer's, here twice as often. */
    {judge_rate, DIALECT_AIX, "", VERDICT_PASS, "its timer"},
    {judge_rate, DIALECT_AIX, "timer=20000", VERDICT_FAIL, "20.000 ms"},
    {judge_rate, DIALECT_HPUX, "timer=20000", VERDICT_FAIL, "20.000 ms"},
    {judge_rate, DIALECT_HPUX, "timer=20000 clk_tck=100", VERDICT_PASS,
     "CLK_TCK"},
    {judge_rate, DIALECT_HPUX, "timer=20000 clk_tck=60", VERDICT_FAIL,
     "16.667 ms"},
    {judge_rate, DIALECT_GLIBC, "timer=20000", VERDICT_PASS, "manual"},
    {judge_rate, DIALECT_IRIX, "sprofil tvp=10000", VERDICT_PASS, "tvp"},
    {judge_rate, DIALECT_IRIX, "sprofil tvp=12000", VERDICT_FAIL, "12.000 ms"},
    {judge_rate, DIALECT_IRIX, "sprofil", VERDICT_FAIL, "not written"},
    /* A period that nobody names fails nobody. */
    {judge_rate, DIALECT_AIX, "timer=0", VERDICT_PASS, "assumed"},
    {judge_rate, DIALECT_AIX, "timer=0 ticks=100", VERDICT_UNSPECIFIED,
     "(50.0 a second)"},
    {judge_rate, DIALECT_HPUX, "timer=0 ticks=100", VERDICT_UNSPECIFIED,
     "(50.0 a second)"},
    {judge_rate, DIALECT_HPUX, "timer=0 ticks=100 clk_tck=100", VERDICT_FAIL,
     "CLK_TCK"},
    {judge_rate, DIALECT_AIX, "timer=0 ticks=0", VERDICT_FAIL, "0 ticks"},
    /* One count elsewhere fails, but in the bin: two periods were spent
     * there. */
    {judge_outside, DIALECT_AIX, "", VERDICT_PASS, "200 ticks"},
    {judge_outside, DIALECT_AIX, "elsewhere=1", VERDICT_FAIL, " 1 in"},
    {judge_outside, DIALECT_AIX, "s1=1", VERDICT_FAIL, " 1 in"},
    {judge_outside, DIALECT_AIX, "stray=1", VERDICT_FAIL, "1 bytes"},
    {judge_outside, DIALECT_IRIX, "sprofil overflow=1", VERDICT_FAIL,
     "1 in the"},
    {judge_outside, DIALECT_IRIX, "sprofil overflow=1 inside=1980",
     VERDICT_PASS, "1 in the"},
    /* Shares fail unless stalls explain them. */
    {judge_share, DIALECT_AIX, "ticks=315 s1=45 s2=45 s3=45", VERDICT_PASS,
     "25 %"},
    {judge_share, DIALECT_AIX, "ticks=314 s1=45 s2=45 s3=45",
     VERDICT_INCONCLUSIVE, "more ticks"},
    {judge_share, DIALECT_AIX, "ticks=45 s1=315 s2=45 s3=45 stalled=45",
     VERDICT_FAIL, "315"},
    {judge_share, DIALECT_AIX, "ticks=45 s1=315 s2=45 s3=45 stalled=46",
     VERDICT_INCONCLUSIVE, "quieter"},
    /* Ticks asleep are those of a clock of wall time. */
    {judge_sleep, DIALECT_AIX, "cpu=1 other=1 ticks=1", VERDICT_PASS,
     "1 ticks"},
    {judge_sleep, DIALECT_AIX, "cpu=1 other=1 ticks=1 idle",
     VERDICT_INCONCLUSIVE, "no ticks came at work either"},
    {judge_sleep, DIALECT_AIX, "cpu=1 other=1 ticks=2", VERDICT_FAIL,
     "2 ticks"},
    {judge_sleep, DIALECT_AIX, "cpu=1 other=1 ticks=0 wall=10",
     VERDICT_INCONCLUSIVE, "longer sleep"},
    /* Off is off. */
    {judge_stop, DIALECT_AIX, "child=0", VERDICT_PASS, " 0 in 20"},
    {judge_stop, DIALECT_AIX, "child=0 later=1", VERDICT_FAIL, " 1 in 20"},
    {judge_stop, DIALECT_AIX, "child=0 ticks=4", VERDICT_INCONCLUSIVE, "few"},
    /* Fork is judged on both sides; one tick may be in fork itself. */
    {judge_fork, DIALECT_AIX, "", VERDICT_PASS, "child 200"},
    {judge_fork, DIALECT_FREEBSD, "", VERDICT_UNSPECIFIED, ""},
    {judge_fork, DIALECT_AIX, "child=0", VERDICT_FAIL, "child 0"},
    {judge_fork, DIALECT_FREEBSD, "child=0", VERDICT_UNSPECIFIED, ""},
    {judge_fork, DIALECT_FREEBSD, "child=150", VERDICT_FAIL, ""},
    {judge_fork, DIALECT_AIX, "ticks=198", VERDICT_PASS, ""},
    {judge_fork, DIALECT_AIX, "ticks=40", VERDICT_FAIL, "parent 40"},
    {judge_fork, DIALECT_AIX, "uncounted=30", VERDICT_INCONCLUSIVE, ""},
    {judge_fork, DIALECT_AIX, "uncounted=30 child=150", VERDICT_FAIL,
     "child 150"},
    {judge_fork, DIALECT_AIX, "childs=1", VERDICT_FAIL, "1 and 0"},
    {judge_fork, DIALECT_AIX, "back=1", VERDICT_FAIL, "0 and 1"},
    /* A wrong rate is not reported again as a defect of fork. */
    {judge_fork, DIALECT_AIX, "ticks=400 child=400", VERDICT_FAIL, ""},
    {judge_fork, DIALECT_AIX, "ticks=400 child=400 rate_failed", VERDICT_PASS,
     ""},
    {judge_fork, DIALECT_AIX, "ticks=400 child=0 rate_failed", VERDICT_FAIL,
     ""},
    /* Threads are reported and fail nobody. */
    {judge_threads, DIALECT_AIX, "thread0=1000 thread1=1000 ticks=98 first=102",
     VERDICT_UNSPECIFIED, "none lost or doubled"},
    {judge_threads, DIALECT_AIX, "thread0=1000 thread1=1000 ticks=98 first=102",
     VERDICT_UNSPECIFIED, "by thread 102 of 100, 98 of 100 (aix.profil.1)"},
    {judge_threads, DIALECT_AIX, "thread0=1000 thread1=1000 ticks=98",
     VERDICT_UNSPECIFIED, "ticks are lost"},
    {judge_threads, DIALECT_AIX, "thread0=1000 thread1=1000 ticks=98 first=302",
     VERDICT_UNSPECIFIED, "ticks are doubled"},
    /* Fast is a millisecond or an error. */
    {judge_fast, DIALECT_IRIX, "sprofil tvp=1000 ticks=2000", VERDICT_PASS,
     "1.000 ms"},
    {judge_fast, DIALECT_IRIX, "sprofil tvp=1000 ticks=500", VERDICT_FAIL,
     "1.000 ms"},
    {judge_fast, DIALECT_IRIX, "sprofil on=0 errno=13", VERDICT_PASS,
     "errno 13"},
    {judge_fast, DIALECT_GLIBC, "sprofil on=0 errno=13", VERDICT_PASS,
     "errno 13"},
    {judge_fast, DIALECT_IRIX, "sprofil on=0 errno=22", VERDICT_FAIL,
     "errno 22"},
};

static void put(char *at, size_t size, uint64_t value)
{
    uint32_t narrow = (uint32_t)value;

    if (size == 1)
        *at = (char)value;
    else
        memcpy(at, size == 4 ? (void *)&narrow : (void *)&value, size);
}

static void set_one(struct live_seen *seen, struct live_evidence *e, char *name)
{
    char *equals = strchr(name, '=');
    uint64_t value = equals ? strtoull(equals + 1, NULL, 10) : 1;
    size_t k = 0;

    if (equals)
        *equals = '\0';
    e->sprofil |= strcmp(name, "sprofil") == 0;
    e->ticks_at_work &= strcmp(name, "idle") != 0;
    e->rate_held &= strcmp(name, "rate_failed") != 0;
    if (strcmp(name, "clk_tck") == 0)
        e->clk_tck = (unsigned)value;
    else if (equals) {
        while (k < FIELDS && strcmp(fields[k].name, name) != 0)
            k++;
        assert_in_range(k, 0, FIELDS - 1);
        value *= fields[k].scale;
        put((char *)seen + fields[k].offset, fields[k].size, value);
        if (strcmp(name, "tvp") == 0)
            seen->tvp.tv_sec = 0;
    }
}

static void check_row(const struct row *row)
{
    struct live_seen seen = ordinary();
    struct live_evidence evidence = {.dialect = row->dialect,
                                     .shares = 25,
                                     .ticks_at_work = true,
                                     .rate_held = true,
                                     .seen = &seen};
    struct live_verdict verdict = {.verdict = VERDICTS};
    char set[100];

    snprintf(set, sizeof set, "%s", row->set);
    for (char *rest = set, *name; (name = strsep(&rest, " "));)
        set_one(&seen, &evidence, name);
    row->judge(&evidence, &verdict);
    assert_in_range(strlen(verdict.detail), 1, sizeof verdict.detail - 2);
    if (verdict.verdict != row->verdict || !strstr(verdict.detail, row->words))
        fail_msg("%s, %s: %s, expected %s and \"%s\": %s",
                 dialect_table[row->dialect].name, row->set,
                 verdict_names[verdict.verdict], verdict_names[row->verdict],
                 row->words, verdict.detail);
}

TEST(what_a_process_saw_has_a_verdict)
{
    for (const struct row *row = rows; row < rows + sizeof rows / sizeof *rows;
         row++)
        check_row(row);
}

/* The kernel looks at a timer of 1 us once in its own tick. */
TEST(a_timer_is_no_faster_than_the_kernel)
{
    struct live_seen seen = ordinary();

    seen.timer = 1;
    assert_int_equal(live_likely_period(&seen), work_kernel_tick());
    seen.tvp = (struct timeval){0, 1};
    assert_int_equal(live_likely_period(&seen), 1000);
    seen.tvp = (struct timeval){0, 0};
    assert_int_equal(live_reported_period(&seen), 1000);
    seen.timer = 0;
    assert_int_equal(live_likely_period(&seen), 10 * ms);
}

TESTS(NULL, NULL)
