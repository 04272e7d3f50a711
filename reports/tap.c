/* SPDX-License-Identifier: MIT */
#include "conformance/base/json_text.h"
#include "reports.h"
#include "runs.h"

static void put_byte(unsigned char c, FILE *out)
{
    if (c == '#' || c == '\\')
        fprintf(out, "\\%c", c);
    else if (c < 0x20 || c == 0x7f)
        fprintf(out, "\\\\x%02x", c);
    else
        putc(c, out);
}

/* A description or the reason of a directive: one line, in which # would
 * begin a directive, and \ escapes it. */
static void put(const char *text, FILE *out)
{
    report_escape(text, put_byte, false, out);
}

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

    fprintf(out, "%sok %zu - %s ", bad ? "not " : "", number, run->dialect);
    put(run->implementation, out);
    putc(' ', out);
    put(c->id, out);
    if (c->waiver) {
        fputs(" # TODO ", out);
        put(c->waiver, out);
    } else if (report_test(c->verdict) == REPORT_SKIPPED) {
        fprintf(out, " # SKIP %s: ", verdict_names[c->verdict]);
        if (report_is_house(run, c)) {
            fputs("house rule ", out);
            put(c->house, out);
            fputs(": ", out);
        }
        put(c->detail, out);
    }
    putc('\n', out);
    if (!bad)
        return;
    fprintf(out, "  ---\n  severity: %s\n", verdict_names[c->verdict]);
    put_member("message", c->detail, out);
    put_member("case", c->text, out);
    put_member("observed", c->observed, out);
    put_member("explanation", c->explanation, out);
    fputs("  ...\n", out);
}

/* A run: how it went, as a comment, and its cases; that too few were judged is
 * a failure of its own. */
static void put_run(const struct results *run, size_t *number, FILE *out)
{
    char verdict[REPORT_BASIS];

    report_verdict(run, verdict);
    fprintf(out, "# %s ", run->dialect);
    put(run->implementation, out);
    fputs(": ", out);
    put(verdict, out);
    putc('\n', out);
    for (size_t k = 0; k < run->case_count; k++)
        put_case(run, &run->cases[k], ++*number, out);
    if (!report_state(run).few)
        return;
    fprintf(out, "not ok %zu - %s ", ++*number, run->dialect);
    put(run->implementation, out);
    fprintf(out, " %s\n", verdict);
}

/* A harness that reads version 14 reads 13 too, and nothing is written of
 * what 14 added; those before it, Debian 12's prove for one, refuse the other
 * number. */
static void put_document(unsigned version, const struct results *runs,
                         size_t count, FILE *out)
{
    size_t number = 0, total = 0;

    for (size_t k = 0; k < count; k++)
        total += runs[k].case_count + report_state(&runs[k]).few;
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
