/* SPDX-License-Identifier: MIT */
#include <inttypes.h>

#include "conformance/base/utf8.h"
#include "kind.h"
#include "reports.h"
#include "runs.h"

/* XML 1.0, 2.2: these are no characters even where UTF-8 has them. */
static bool is_nonchar(const unsigned char *text, size_t length)
{
    return length == 3 && text[0] == 0xef && text[1] == 0xbf && text[2] >= 0xbe;
}

/* Line ends and tabs too by number: an attribute would lose them. */
static void put_byte(unsigned char c, FILE *out)
{
    switch (c) {
    case '<': fputs("&lt;", out); break;
    case '>': fputs("&gt;", out); break;
    case '&': fputs("&amp;", out); break;
    case '"': fputs("&quot;", out); break;
    case '\t':
    case '\n':
    case '\r': fprintf(out, "&#%u;", c); break;
    default: fprintf(out, c < 0x20 || c == 0x7f ? "\\x%02x" : "%c", c);
    }
}

static void junit_put(const char *string, FILE *out)
{
    const unsigned char *text = (const unsigned char *)string;

    while (*text) {
        size_t length = utf8_length(text);

        if (length == 1) {
            put_byte(*text, out);
        } else if (!length || is_nonchar(text, length) || utf8_misleads(text)) {
            fputs("\xef\xbf\xbd", out);
        } else {
            fwrite(text, 1, length, out);
        }
        text += length ? length : 1;
    }
}

static void attribute(const char *name, const char *value, FILE *out)
{
    fprintf(out, " %s=\"", name);
    junit_put(value, out);
    putc('"', out);
}

/* A list of suites has no attribute for those skipped. */
static void tally(const struct results *runs, size_t count, bool skipped,
                  FILE *out)
{
    size_t cases = 0, of[REPORT_BROKEN + 1] = {0};

    for (size_t k = 0; k < count; k++) {
        bool few = report_state(&runs[k]).few;

        cases += runs[k].case_count + few;
        of[REPORT_FAILED] += few;
        for (unsigned v = 0; v < VERDICTS; v++)
            of[report_kind(v)] += runs[k].summary[v];
    }
    fprintf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\"", cases,
            of[REPORT_FAILED], of[REPORT_BROKEN]);
    if (skipped)
        fprintf(out, " skipped=\"%zu\"", of[REPORT_SKIPPED]);
}

/* In seconds, to the millisecond; none where it is not known. */
static void put_time(uint64_t microseconds, FILE *out)
{
    uint64_t ms = (microseconds + 500) / 1000;

    if (microseconds)
        fprintf(out, " time=\"%" PRIu64 ".%03u\"", ms / 1000,
                (unsigned)(ms % 1000));
}

static uint64_t junit_took(const struct results *runs, size_t count)
{
    uint64_t took = 0;

    for (size_t k = 0; k < count; k++)
        for (size_t n = 0; n < runs[k].case_count; n++)
            took += runs[k].cases[n].took;
    return took;
}

/* "irix ./libmine.so", in an attribute. */
static void run_name(const char *attribute_name, const struct results *run,
                     FILE *out)
{
    fprintf(out, " %s=\"", attribute_name);
    junit_put(run->dialect, out);
    putc(' ', out);
    junit_put(run->implementation, out);
    putc('"', out);
}

/* What one needs to look into it: the case, and what was observed. */
static void junit_body(const struct results *run, const struct result *c,
                       FILE *out)
{
    const char *telling = results_telling(run, c);

    junit_put(c->detail, out);
    if (telling) {
        fputs("\nthis would tell: ", out);
        junit_put(telling, out);
    }
    if (c->text) {
        fputs("\n\n", out);
        junit_put(c->text, out);
    }
    if (c->observed) {
        fputs("\n\nobserved: ", out);
        junit_put(c->observed, out);
    }
    if (c->explanation) {
        fputs("\n\n", out);
        junit_put(c->explanation, out);
    }
}

static void verdict(const struct results *run, const struct result *c,
                    FILE *out)
{
    static const char *const elements[] = {[REPORT_FAILED] = "failure",
                                           [REPORT_SKIPPED] = "skipped",
                                           [REPORT_BROKEN] = "error"};
    enum report_kind kind = report_kind(c->verdict);

    if (kind == REPORT_PASSED)
        return;
    fprintf(out, "   <%s", elements[kind]);
    if (kind == REPORT_SKIPPED) {
        fprintf(out, " message=\"%s: ", verdict_names[c->verdict]);
        if (c->waiver) {
            junit_put(c->waiver, out);
            fputs(": ", out);
        }
        if (report_is_house(run, c)) {
            fputs("house rule ", out);
            junit_put(c->house, out);
            fputs(": ", out);
        }
        junit_put(c->detail, out);
        fputs("\"/>\n", out);
        return;
    }
    attribute("type", verdict_names[c->verdict], out);
    attribute("message", c->detail, out);
    putc('>', out);
    junit_body(run, c, out);
    fprintf(out, "</%s>\n", elements[kind]);
}

static void properties(const struct results *run, FILE *out)
{
    char basis[REPORT_BASIS];

    fputs("  <properties>\n   <property name=\"backend\"", out);
    attribute("value", run->backend, out);
    fputs("/>\n   <property name=\"verdict\" value=\"", out);
    report_basis(run, basis);
    junit_put(report_state(run).words, out);
    junit_put(basis, out);
    fputs("\"/>\n", out);
    for (size_t k = 0; k < run->environment_count; k++) {
        fputs("   <property", out);
        attribute("name", run->environment[k].name, out);
        attribute("value", run->environment[k].value, out);
        fputs("/>\n", out);
    }
    fputs("  </properties>\n", out);
}

/* That too few cases were judged is a failure of its own. */
static void junit_few(const struct results *run, FILE *out)
{
    char few[REPORT_FEW];

    if (!report_few(run, few))
        return;
    fputs("  <testcase name=\"enough\"", out);
    run_name("classname", run, out);
    fprintf(out,
            ">\n   <failure type=\"few\" message=\"%s\"/>\n  </testcase>\n",
            few);
}

static void suite(const struct results *run, FILE *out)
{
    fputs(" <testsuite", out);
    run_name("name", run, out);
    tally(run, 1, true, out);
    put_time(junit_took(run, 1), out);
    fputs(">\n", out);
    properties(run, out);
    for (size_t k = 0; k < run->case_count; k++) {
        fputs("  <testcase", out);
        attribute("name", run->cases[k].id, out);
        run_name("classname", run, out);
        put_time(run->cases[k].took, out);
        fputs(">\n", out);
        verdict(run, &run->cases[k], out);
        fputs("  </testcase>\n", out);
    }
    junit_few(run, out);
    fputs(" </testsuite>\n", out);
}

void report_junit(const struct results *runs, size_t count, FILE *out)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          "<testsuites name=\"profilcheck\"",
          out);
    tally(runs, count, false, out);
    put_time(junit_took(runs, count), out);
    fputs(">\n", out);
    for (size_t k = 0; k < count; k++)
        suite(&runs[k], out);
    fputs("</testsuites>\n", out);
}
