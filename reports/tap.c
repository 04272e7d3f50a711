/* SPDX-License-Identifier: MIT */
#include "conformance/base/json_text.h"
#include "reports.h"
#include "runs.h"

/* A description or the reason of a directive: one line, in which # would
 * begin a directive, and \ escapes it. */
static const struct report_escapes escapes = {
    .as = (const char *const[]){"#\\#", "\\\\\\", NULL},
    .control = "\\\\x%02x"};

#define put(out, ...) report_put(out, &escapes, __VA_ARGS__)

/* A member of a YAML block; a JSON string is one of YAML's. */
static void put_member(const char *name, const char *text, FILE *out)
{
    if (!text)
        return;
    fprintf(out, "  %s: ", name);
    json_text(text, out);
    putc('\n', out);
}

static void put_case(const struct results *run, const struct result *c,
                     size_t number, FILE *out)
{
    bool bad = report_is_listed(c->verdict);

    put(out, "%sok %u - %s %s %s", bad ? "not " : "", number, run->dialect,
        run->implementation, c->id);
    if (c->waiver) {
        put(out, " # TODO %s", c->waiver);
    } else if (report_test(c->verdict) == REPORT_SKIPPED) {
        put(out, " # SKIP %s: ", verdict_names[c->verdict]);
        if (report_is_house(run, c))
            put(out, "house rule %s: ", c->house);
        put(out, "%s", c->detail);
    }
    putc('\n', out);
    if (!bad)
        return;
    put(out, "  ---\n  severity: %s\n", verdict_names[c->verdict]);
    put_member("message", c->detail, out);
    put_member("case", c->text, out);
    put_member("observed", c->observed, out);
    put_member("explanation", c->explanation, out);
    fputs("  ...\n", out);
}

/* A run: how it went, as a comment, and its cases; that some were not judged
 * is a failure of its own. */
static void put_run(const struct results *run, size_t *number, FILE *out)
{
    const char *verdict = report_verdict(run);

    put(out, "# %s %s: %s\n", run->dialect, run->implementation, verdict);
    for (size_t k = 0; k < run->case_count; k++)
        put_case(run, &run->cases[k], ++*number, out);
    if (report_state(run).lacking)
        put(out, "not ok %u - %s %s %m\n", ++*number, run->dialect,
            run->implementation, verdict);
}

/* A harness that reads version 14 reads 13 too, and nothing is written of
 * what 14 added; those before it, Debian 12's prove for one, refuse the other
 * number. */
static void put_document(unsigned version, const struct results *runs,
                         size_t count, FILE *out)
{
    size_t number = 0, total = 0;

    for (size_t k = 0; k < count; k++)
        total += runs[k].case_count + report_state(&runs[k]).lacking;
    fprintf(out, "TAP version %u\n1..%zu\n", version, total);
    for (size_t k = 0; k < count; k++)
        put_run(&runs[k], &number, out);
}

void report_tap(const struct results *runs, size_t count, FILE *out)
{
    put_document(13, runs, count, out);
}

void report_tap14(const struct results *runs, size_t count, FILE *out)
{
    put_document(14, runs, count, out);
}
