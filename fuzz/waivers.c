/* SPDX-License-Identifier: MIT */
/*
 * A file of waivers is read, or refused with a line number.  In a run that has
 * a case of each kind, what is waived is counted and has its reason; waiving
 * twice is waiving once; and without the waivers the run is as it was.
 */
#include <unistd.h>

#include <sys/mman.h>

#include "conformance/runs/waivers.h"
#include "fuzz.h"

enum { CASES = 7, CAUSES = 3 };

static const char *const rules[] = {"rounding", "unit", "exec"};

static struct cause causes[CAUSES] = {
    {.id = "rounding=down", .rule = "rounding"},
    {.id = "counter-full=wrap (sprofil)", .rule = "counter-full"},
    {.id = "unexplained: b[0] is 1"},
};

static size_t caused[] = {0, 1, 2};

static const struct result cases[CASES] = {
    {.id = "odd.5df4f95e", .verdict = VERDICT_FAIL, .cause_count = 1},
    {.id = "far.558a33df", .verdict = VERDICT_PASS},
    {.id = "list.1", .verdict = VERDICT_CRASH, .cause_count = 3},
    {.id = "exec.2",
     .verdict = VERDICT_FAIL,
     .house = "exec=kills",
     .judged = VERDICT_UNSPECIFIED,
     .cause_count = 2},
    {.id = "late", .verdict = VERDICT_TIMEOUT},
    {.id = "odd.1", .verdict = VERDICT_INCONSISTENT},
    {.id = "none.3", .verdict = VERDICT_UNSUPPORTED},
};

static struct results run_of(struct result *of)
{
    struct results results = {.cases = of,
                              .case_count = CASES,
                              .causes = causes,
                              .cause_count = CAUSES};

    memcpy(of, cases, sizeof cases);
    for (size_t k = 0; k < CASES; k++) {
        of[k].rules = rules + k % 2;
        of[k].rule_count = 2;
        of[k].causes = caused;
        results.summary[of[k].verdict]++;
    }
    return results;
}

/* The cases that are waived, a bit each, after checking the summary. */
static unsigned waived(const struct results *results)
{
    size_t summary[VERDICTS] = {0};
    unsigned set = 0;

    for (size_t k = 0; k < CASES; k++) {
        const struct result *result = &results->cases[k];

        summary[result->verdict]++;
        if (result->verdict == VERDICT_WAIVED)
            set |= 1u << k;
        fuzz_must(!result->waiver == (result->verdict != VERDICT_WAIVED),
                  "a reason, and not waived", result->id);
        fuzz_must(!result->waiver || *result->waiver, "waived for no reason",
                  result->id);
    }
    fuzz_must(!memcmp(summary, results->summary, sizeof summary),
              "counted otherwise", "");
    fuzz_must(!(set & 0x42), "what passes is waived", "");
    return set;
}

static void settle_all(struct waivers *waivers)
{
    struct result of[CASES], plain[CASES];
    struct waivers none = {0};

    for (unsigned p = 0; p < HOUSE_POLICIES; p++) {
        struct results results = run_of(of), without = run_of(plain);
        unsigned set;

        waivers_settle(&none, (enum house_policy)p, &without);
        waivers_settle(waivers, (enum house_policy)p, &results);
        set = waived(&results);
        waivers_settle(waivers, (enum house_policy)p, &results);
        fuzz_must(waived(&results) == set, "waived otherwise", "");
        waivers_keep(&results, (enum house_policy)p);
        fuzz_must(waived(&results) == set, "kept otherwise", "");
        waivers_settle(&none, (enum house_policy)p, &results);
        fuzz_must(
            !memcmp(results.summary, without.summary, sizeof without.summary),
            "it stays waived", "");
    }
}

/* The path of a file with these bytes, the same each time. */
static const char *file_of(const void *data, size_t size)
{
    static char path[40];
    static int file = -1;

    if (file < 0) {
        file = memfd_create("waivers", MFD_CLOEXEC);
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    }
    if (ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != (ssize_t)size)
        fuzz_broken("a file");
    return path;
}

bool fuzz_rows(const char *text, size_t size, bool check)
{
    struct waivers waivers;
    const char *file = file_of(text, size);
    const char *problem = waivers_read(&waivers, file);
    struct memory_stream said;
    FILE *loud;

    if (problem) {
        fuzz_must(!check || !strncmp(problem, file, strlen(file)),
                  "refused in no line", problem);
        return false;
    }
    if (check) {
        settle_all(&waivers);
        loud = complaints_begin(&said);
        waivers_complain(&waivers);
        complaints_end(&said, loud);
        free(said.text);
    }
    waivers_free(&waivers);
    return true;
}
