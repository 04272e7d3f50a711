/* SPDX-License-Identifier: MIT */
#include "conformance/base/json_text.h"
#include "conformance/base/utf8.h"
#include "kind.h"
#include "reports.h"
#include "runs.h"

/* A description or the reason of a directive: one line, in which # would
 * begin a directive, and \ escapes it. */
static void tap_put(const char *string, FILE *out)
{
    const unsigned char *text = (const unsigned char *)string;

    while (*text) {
        size_t length = utf8_length(text);

        if (!length || utf8_misleads(text))
            fputs("\xef\xbf\xbd", out);
        else if (*text == '#' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else if (*text < 0x20 || *text == 0x7f)
            fprintf(out, "\\\\x%02x", *text);
        else
            fwrite(text, 1, length, out);
        text += length ? length : 1;
    }
}

/* A YAML block; a JSON string is one of YAML's. */
static void diagnostic(const struct result *c, FILE *out)
{
    fprintf(out,
            "  ---\n  severity: %s\n  message: ", verdict_names[c->verdict]);
    json_text(c->detail, out);
    if (c->text) {
        fputs("\n  case: ", out);
        json_text(c->text, out);
    }
    if (c->observed) {
        fputs("\n  observed: ", out);
        json_text(c->observed, out);
    }
    if (c->explanation) {
        fputs("\n  explanation: ", out);
        json_text(c->explanation, out);
    }
    fputs("\n  ...\n", out);
}

static void tap_one(const struct results *run, const struct result *c,
                    size_t number, FILE *out)
{
    bool bad = report_is_told(c->verdict);

    fprintf(out, "%sok %zu - %s ", bad ? "not " : "", number, run->dialect);
    tap_put(run->implementation, out);
    putc(' ', out);
    tap_put(c->id, out);
    if (c->waiver) {
        fputs(" # TODO ", out);
        tap_put(c->waiver, out);
    } else if (report_kind(c->verdict) == REPORT_SKIPPED) {
        fprintf(out, " # SKIP %s: ", verdict_names[c->verdict]);
        if (report_is_house(run, c)) {
            fputs("house rule ", out);
            tap_put(c->house, out);
            fputs(": ", out);
        }
        tap_put(c->detail, out);
    }
    putc('\n', out);
    if (bad)
        diagnostic(c, out);
}

/* A comment: the run in a line. */
static void tap_head(const struct results *run, FILE *out)
{
    char basis[REPORT_BASIS];

    report_basis(run, basis);
    fprintf(out, "# %s ", run->dialect);
    tap_put(run->implementation, out);
    fprintf(out, ": %s", report_state(run).words);
    tap_put(basis, out);
    putc('\n', out);
}

/* A harness that reads version 14 reads 13 too, and nothing is written of
 * what 14 added; those before it, Debian 12's prove for one, refuse the other
 * number. */
static void document(unsigned version, const struct results *runs, size_t count,
                     FILE *out)
{
    size_t number = 0, total = 0;
    char few[REPORT_FEW];

    for (size_t k = 0; k < count; k++)
        total += runs[k].case_count + report_few(&runs[k], few);
    fprintf(out, "TAP version %u\n1..%zu\n", version, total);
    for (size_t k = 0; k < count; k++) {
        tap_head(&runs[k], out);
        for (size_t i = 0; i < runs[k].case_count; i++)
            tap_one(&runs[k], &runs[k].cases[i], ++number, out);
        if (report_few(&runs[k], few)) {
            fprintf(out, "not ok %zu - %s ", ++number, runs[k].dialect);
            tap_put(runs[k].implementation, out);
            fprintf(out, " %s\n", few);
        }
    }
}

void report_tap(const struct results *runs, size_t count, FILE *out)
{
    document(13, runs, count, out);
}

void report_tap14(const struct results *runs, size_t count, FILE *out)
{
    document(14, runs, count, out);
}
