/* SPDX-License-Identifier: MIT */
#include <inttypes.h>

#include "reports.h"
#include "runs.h"

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

static void put(const char *text, FILE *out)
{
    report_escape(text, put_byte, true, out);
}

static void attribute(const char *name, const char *value, FILE *out)
{
    fprintf(out, " %s=\"", name);
    put(value, out);
    putc('"', out);
}

/* "irix ./libmine.so" */
static void run_attribute(const char *name, const struct results *run,
                          FILE *out)
{
    fprintf(out, " %s=\"", name);
    put(run->dialect, out);
    putc(' ', out);
    put(run->implementation, out);
    putc('"', out);
}

/* In seconds, to the millisecond; none where it is not known. */
static void put_time(uint64_t microseconds, FILE *out)
{
    uint64_t ms = (microseconds + 500) / 1000;

    if (microseconds)
        fprintf(out, " time=\"%" PRIu64 ".%03u\"", ms / 1000,
                (unsigned)(ms % 1000));
}

/* A list of suites has no attribute for those skipped. */
static void put_tally(const struct results *runs, size_t count, bool skipped,
                      FILE *out)
{
    size_t cases = 0, of[REPORT_BROKEN + 1] = {0};
    uint64_t took = 0;

    for (size_t k = 0; k < count; k++) {
        bool few = report_state(&runs[k]).few;

        cases += runs[k].case_count + few;
        of[REPORT_FAILED] += few;
        for (unsigned v = 0; v < VERDICTS; v++)
            of[report_test(v)] += runs[k].summary[v];
        for (size_t n = 0; n < runs[k].case_count; n++)
            took += runs[k].cases[n].took;
    }
    fprintf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\"", cases,
            of[REPORT_FAILED], of[REPORT_BROKEN]);
    if (skipped)
        fprintf(out, " skipped=\"%zu\"", of[REPORT_SKIPPED]);
    put_time(took, out);
    fputs(">\n", out);
}

static void put_after(const char *words, const char *text, FILE *out)
{
    if (!text)
        return;
    fputs(words, out);
    put(text, out);
}

/* What one needs to look into it: the case, and what was observed. */
static void put_body(const struct results *run, const struct result *c,
                     FILE *out)
{
    put(c->detail, out);
    put_after("\nthis case separates them: ", results_separating_case(run, c),
              out);
    put_after("\n\n", c->text, out);
    put_after("\n\nobserved: ", c->observed, out);
    put_after("\n\n", c->explanation, out);
}

static void put_case(const struct results *run, const struct result *c,
                     FILE *out)
{
    static const char *const elements[] = {[REPORT_FAILED] = "failure",
                                           [REPORT_SKIPPED] = "skipped",
                                           [REPORT_BROKEN] = "error"};
    enum report_test test = report_test(c->verdict);

    fputs("  <testcase", out);
    attribute("name", c->id, out);
    run_attribute("classname", run, out);
    put_time(c->took, out);
    fputs(">\n", out);
    if (test == REPORT_SKIPPED) {
        fprintf(out, "   <skipped message=\"%s: ", verdict_names[c->verdict]);
        put_after("", c->waiver, out);
        fputs(c->waiver ? ": " : "", out);
        if (report_is_house(run, c)) {
            put_after("house rule ", c->house, out);
            fputs(": ", out);
        }
        put(c->detail, out);
        fputs("\"/>\n", out);
    } else if (test != REPORT_PASSED) {
        fprintf(out, "   <%s", elements[test]);
        attribute("type", verdict_names[c->verdict], out);
        attribute("message", c->detail, out);
        putc('>', out);
        put_body(run, c, out);
        fprintf(out, "</%s>\n", elements[test]);
    }
    fputs("  </testcase>\n", out);
}

static void put_property(const char *name, const char *value, FILE *out)
{
    fputs("   <property", out);
    attribute("name", name, out);
    attribute("value", value, out);
    fputs("/>\n", out);
}

/* The verdict twice: servers show what a suite wrote, and not its
 * properties.  That too few cases were judged is a failure of its own. */
static void put_suite(const struct results *run, FILE *out)
{
    char verdict[REPORT_BASIS];

    report_verdict(run, verdict);
    fputs(" <testsuite", out);
    run_attribute("name", run, out);
    put_tally(run, 1, true, out);
    fputs("  <properties>\n", out);
    put_property("backend", run->backend, out);
    put_property("verdict", verdict, out);
    for (size_t k = 0; k < run->environment_count; k++)
        put_property(run->environment[k].name, run->environment[k].value, out);
    fputs("  </properties>\n", out);
    for (size_t k = 0; k < run->case_count; k++)
        put_case(run, &run->cases[k], out);
    if (report_state(run).few) {
        fputs("  <testcase name=\"enough\"", out);
        run_attribute("classname", run, out);
        fputs(">\n   <failure type=\"few\"", out);
        attribute("message", verdict, out);
        fputs("/>\n  </testcase>\n", out);
    }
    put_after("  <system-out>", run->implementation, out);
    put_after(" as ", report_dialect(run), out);
    put_after(": ", verdict, out);
    fputs("</system-out>\n </testsuite>\n", out);
}

void report_junit(const struct results *runs, size_t count, FILE *out)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          "<testsuites name=\"profilcheck\"",
          out);
    put_tally(runs, count, false, out);
    for (size_t k = 0; k < count; k++)
        put_suite(&runs[k], out);
    fputs("</testsuites>\n", out);
}
