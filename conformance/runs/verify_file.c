/* SPDX-License-Identifier: MIT */
#include "recorded.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/base/output.h"
#include "conformance/base/plural.h"
#include "conformance/base/terminal.h"
#include "conformance/results/fields.h"
#include "conformance/results/house.h"
#include "waivers.h"

struct verifying {
    const char *file;
    struct waivers *waivers; /* null: what is waived is not looked at */
    FILE *out;
    size_t cases, runs, differ;
    size_t live;     /* runs of the live suite */
    size_t unjudged; /* cases of runs that were killed */
};

/* One thing that is recorded otherwise than it is: by what was observed, or by
 * the waivers. */
static void verify_say(struct verifying *v, const struct results *run,
                       const char *subject, const char *recorded,
                       const char *derived, const char *by)
{
    v->differ++;
    terminal_print(v->out, "%s: %s %s %s: recorded %s; %s%s\n", v->file,
                   run->implementation, run->dialect, subject, recorded, by,
                   derived);
}

static void differs(struct verifying *v, const struct results *run,
                    const char *subject, const char *recorded,
                    const char *derived)
{
    verify_say(v, run, subject, recorded, derived, "observed is ");
}

/* Whether two lines of results say the same. */
static bool same_line(enum results_line line, const struct results *run,
                      const void *was, const struct results *fresh,
                      const void *is)
{
    const struct results *const of[] = {run, fresh};
    const void *const objects[] = {was, is};
    struct memory_stream texts[2];
    bool same;

    for (size_t k = 0; k < 2; k++) {
        struct json json = {.out = memory_stream(&texts[k])};

        json_open(&json, NULL, "{", ", ");
        results_write(&json, of[k], line, RESULTS_LINE, objects[k]);
        json_close(&json, "}");
        memory_stream_end(&texts[k]);
    }
    same = strcmp(texts[0].text, texts[1].text) == 0;
    free(texts[0].text);
    free(texts[1].text);
    return same;
}

static void compare_case(struct verifying *v, const struct results *run,
                         const struct result *was, const struct results *fresh,
                         const struct result *is)
{
    struct result seen = *was; /* what no observation leads to */

    seen.rules = is->rules;
    seen.rule_count = is->rule_count;
    seen.causes = is->causes;
    seen.cause_count = is->cause_count;
    seen.input = is->input;
    seen.got = is->got;
    seen.permitted = is->permitted;
    seen.finding = is->finding;
    seen.house = is->house;
    seen.judged = is->judged;
    seen.waived = is->waived;
    if (was->explanation)
        seen.explanation = is->explanation;
    if (was->histogram)
        seen.histogram = is->histogram;
    v->cases++;
    if (result_judged(was) != result_judged(is))
        differs(v, run, was->id, verdict_names[result_judged(was)],
                verdict_names[result_judged(is)]);
    else if (was->verdict != is->verdict)
        verify_say(v, run, was->id, verdict_names[was->verdict],
                   verdict_names[is->verdict],
                   v->waivers ? "by the waivers it is "
                              : "by its house rules it is ");
    else if (strcmp(was->detail, is->detail) != 0)
        differs(v, run, was->id, was->detail, is->detail);
    else if (!same_line(LINE_CASE, run, was, fresh, &seen))
        differs(v, run, was->id, "something else", "not so");
}

static void compare_rule(struct verifying *v, const struct results *run,
                         const struct rule_finding *was,
                         const struct results *fresh,
                         const struct rule_finding *is)
{
    if (strcmp(was->rule, is->rule) != 0)
        differs(v, run, was->rule, "a rule", "another one");
    else if (!same_line(LINE_RULE, run, was, fresh, is))
        differs(v, run, was->rule, standing_names[was->standing], "not so");
}

static void compare_cause(struct verifying *v, const struct results *run,
                          const struct cause *was, const struct results *fresh,
                          const struct cause *is)
{
    if (strcmp(was->sentence, is->sentence) != 0)
        differs(v, run, was->id, was->sentence, is->sentence);
    else if (!same_line(LINE_CAUSE, run, was, fresh, is))
        differs(v, run, was->id, "something else", "not so");
}

static void verify_compare_causes(struct verifying *v,
                                  const struct results *run,
                                  const struct results *fresh)
{
    if (run->cause_count != fresh->cause_count) {
        differs(v, run, "its causes", "another number of them", "not by them");
        return;
    }
    for (size_t k = 0; k < run->cause_count; k++)
        compare_cause(v, run, &run->causes[k], fresh, &fresh->causes[k]);
}

/* Of the header, what the observations say, too. */
static void compare_header(struct verifying *v, const struct results *run,
                           const char *delivery)
{
    const char *recorded = results_text(run, "delivery");

    if (recorded && strcmp(recorded, delivery) != 0)
        differs(v, run, "delivery", recorded, delivery);
}

/* What the cases are by the house rules of the header, and by the waivers, or
 * else with those waived that the file has waived. */
static void verify_settle(const struct verifying *v, const struct results *run,
                          struct results *fresh)
{
    enum house_policy policy = (enum house_policy)run->house_policy;

    fresh->dialect = run->dialect;
    if (v->waivers) {
        waivers_settle(v->waivers, policy, fresh);
        return;
    }
    fresh->waivers = run->waivers;
    for (size_t k = 0; k < run->case_count; k++) {
        fresh->cases[k].waiver = run->cases[k].waiver;
        fresh->cases[k].waived = fresh->cases[k].verdict;
    }
    waivers_keep(fresh, policy);
}

static int verify_run(struct verifying *v, const struct results *run)
{
    struct results fresh;
    char delivery[ENVIRONMENT_DELIVERY] = "";
    const char *problem = rederive(run, &fresh, delivery);
    size_t rules = run->behaviour_count;

    if (problem)
        return complain(STATUS_USAGE, "verify: %s: %s as %s: %s", v->file,
                        run->implementation, run->dialect, problem);
    if (strcmp(run->tables, rederive_tables()) != 0)
        complain(0,
                 "verify: %s: %s as %s was judged with other tables than this "
                 "profilcheck has",
                 v->file, run->implementation, run->dialect);
    compare_header(v, run, delivery);
    verify_settle(v, run, &fresh);
    for (size_t k = 0; k < run->case_count; k++)
        compare_case(v, run, &run->cases[k], &fresh, &fresh.cases[k]);
    if (rules != fresh.behaviour_count)
        differs(v, run, "its behaviour", "other rules", "not by them");
    for (size_t k = 0; k < rules && rules == fresh.behaviour_count; k++)
        compare_rule(v, run, &run->behaviour[k], &fresh, &fresh.behaviour[k]);
    verify_compare_causes(v, run, &fresh);
    results_free(&fresh);
    v->runs++;
    return STATUS_PASS;
}

/* Not all that their verdicts are of is recorded. */
static bool passed_over(const struct results *run)
{
    return strcmp(run->suite, "live") == 0 || strcmp(run->suite, "laws") == 0;
}

static int check_live(const struct verifying *v)
{
    if (v->runs || !v->live)
        return STATUS_PASS;
    return complain(STATUS_USAGE,
                    "verify: %s: it is whole, but has only the live suite or "
                    "laws, whose samples are not recorded; run those again",
                    v->file);
}

int verify_file(const char *name, struct waivers *waivers, FILE *out)
{
    struct verifying v = {.file = name, .waivers = waivers, .out = out};
    struct results_file file;
    int status = results_file_take(&file, "verify", name);

    if (status != STATUS_PASS)
        return status;
    for (size_t k = 0; status == STATUS_PASS && k < file.count; k++)
        if (file.partial && file.left[k].unjudged)
            v.unjudged += file.runs[k].case_count;
        else if (passed_over(&file.runs[k]))
            v.live++;
        else
            status = verify_run(&v, &file.runs[k]);
    if (status == STATUS_PASS)
        status = check_live(&v);
    results_file_free(&file);
    if (status != STATUS_PASS)
        return status;
    terminal_clean(name, out);
    fprintf(out, ": %zu case%s of %zu run%s: ", v.cases, plural(v.cases),
            v.runs, plural(v.runs));
    if (v.differ)
        fprintf(out, "%zu differ", v.differ);
    else
        fputs("as recorded", out);
    if (v.live)
        fprintf(out, "; %zu of the live suite or of laws can't be verified",
                v.live);
    if (v.unjudged)
        fprintf(out, "; %zu more case%s had no verdict yet", v.unjudged,
                plural(v.unjudged));
    putc('\n', out);
    return v.differ ? STATUS_FAIL : STATUS_PASS;
}
