/* SPDX-License-Identifier: MIT */
/* What is concluded of what a process saw: see verdicts_test.txt. */
#include <stdlib.h>
#include <string.h>

#include "conformance/base/whole_file.h"
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
    AT("slack", run.slack, 1000000),
    AT("slices", run.slices, 1),
    AT("stalled", run.stalled, 1),
    AT("unlooked", run.unlooked, 1),
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

static const struct {
    const char *name;
    live_judge *judge;
} judges[] = {
    {"rate", judge_rate},   {"outside", judge_outside}, {"share", judge_share},
    {"sleep", judge_sleep}, {"stop", judge_stop},       {"fork", judge_fork},
    {"fast", judge_fast},   {"threads", judge_threads},
};
enum { JUDGES = sizeof judges / sizeof *judges };

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

/* "rate aix | timer=20000 | fail | 20.000 ms" */
static void check_row(char *line)
{
    char *head = strsep(&line, "|"), *set = strsep(&line, "|");
    char *expected = strsep(&line, "|"), *words = line + (*line == ' ');
    const char *name = strsep(&head, " "), *dialect = strsep(&head, " ");
    struct live_seen seen = ordinary();
    struct live_evidence evidence = {.dialect =
                                         (enum dialect)dialect_by_name(dialect),
                                     .shares = 25,
                                     .ticks_at_work = true,
                                     .rate_held = true,
                                     .seen = &seen};
    struct live_verdict verdict = {.verdict = VERDICTS};
    size_t k = 0;

    while (k < JUDGES && strcmp(judges[k].name, name) != 0)
        k++;
    assert_in_range(k, 0, JUDGES - 1);
    assert_in_range(evidence.dialect, 0, DIALECTS - 1);
    for (char *one; (one = strsep(&set, " "));)
        if (*one)
            set_one(&seen, &evidence, one);
    judges[k].judge(&evidence, &verdict);
    assert_in_range(strlen(verdict.detail), 1, sizeof verdict.detail - 2);
    expected = strtok(expected, " ");
    if (strcmp(verdict_names[verdict.verdict], expected) != 0 ||
        !strstr(verdict.detail, words))
        fail_msg("%s, %s: %s, expected %s and \"%s\": %s", name, dialect,
                 verdict_names[verdict.verdict], expected, words,
                 verdict.detail);
}

TEST(what_a_process_saw_has_a_verdict)
{
    struct whole_file file;
    unsigned count = 0;

    assert_true(
        whole_file_read(&file, "conformance/crosscheck/verdicts_test.txt"));
    for (char *rest = strstr(file.text, "\n#"), *line;
         (line = strsep(&rest, "\n"));)
        if (*line && *line != '#') {
            check_row(line);
            count++;
        }
    free(file.text);
    assert_true(count > 50);
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
