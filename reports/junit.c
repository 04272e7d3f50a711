/* SPDX-License-Identifier: MIT */
#include <inttypes.h>

#include "reports.h"
#include "runs.h"

/* Line ends and tabs too by number: an attribute would lose them. */
static const struct report_escapes escapes = {
    .as = (const char *const[]){"<&lt;", ">&gt;", "&&amp;", "\"&quot;",
                                "\t&#9;", "\n&#10;", "\r&#13;", NULL},
    .control = "\\x%02x",
    .xml = true};

#define put(out, ...) report_put(out, &escapes, __VA_ARGS__)

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
        bool lacking = report_state(&runs[k]).lacking;

        cases += runs[k].case_count + lacking;
        of[REPORT_FAILED] += lacking;
        for (unsigned v = 0; v < VERDICTS; v++)
            of[report_test(v)] += runs[k].summary[v];
        for (size_t n = 0; n < runs[k].case_count; n++)
            took += runs[k].cases[n].took;
    }
    put(out, " tests=\"%u\" failures=\"%u\" errors=\"%u\"", cases,
        of[REPORT_FAILED], of[REPORT_BROKEN]);
    if (skipped)
        put(out, " skipped=\"%u\"", of[REPORT_SKIPPED]);
    put_time(took, out);
    fputs(">\n", out);
}

static void put_after(const char *words, const char *text, FILE *out)
{
    if (text)
        put(out, "%m%s", words, text);
}

/* What one needs to look into it: the case, and what was observed. */
static void put_body(const struct results *run, const struct result *c,
                     FILE *out)
{
    put_after("", c->detail, out);
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

    put(out, "  <testcase name=\"%s\" classname=\"%s %s\"", c->id, run->dialect,
        run->implementation);
    put_time(c->took, out);
    fputs(">\n", out);
    if (test == REPORT_SKIPPED) {
        put(out, "   <skipped message=\"%s: ", verdict_names[c->verdict]);
        if (c->waiver)
            put(out, "%s: ", c->waiver);
        if (report_is_house(run, c))
            put(out, "house rule %s: ", c->house);
        put(out, "%s\"/>\n", c->detail);
    } else if (test != REPORT_PASSED) {
        put(out, "   <%s type=\"%s\" message=\"%s\">", elements[test],
            verdict_names[c->verdict], c->detail);
        put_body(run, c, out);
        put(out, "</%s>\n", elements[test]);
    }
    fputs("  </testcase>\n", out);
}

static void put_property(const char *name, const char *value, FILE *out)
{
    put(out, "   <property name=\"%s\" value=\"%s\"/>\n", name, value);
}

/* The verdict twice: servers show what a suite wrote, and not its
 * properties.  That cases are lacking is a failure of its own. */
static void put_suite(const struct results *run, FILE *out)
{
    const char *verdict = report_verdict(run);

    put(out, " <testsuite name=\"%s %s\"", run->dialect, run->implementation);
    put_tally(run, 1, true, out);
    fputs("  <properties>\n", out);
    put_property("backend", run->backend, out);
    put_property("verdict", verdict, out);
    for (size_t k = 0; k < run->environment_count; k++)
        put_property(run->environment[k].name, run->environment[k].value, out);
    fputs("  </properties>\n", out);
    for (size_t k = 0; k < run->case_count; k++)
        put_case(run, &run->cases[k], out);
    if (report_state(run).lacking)
        put(out,
            "  <testcase name=\"enough\" classname=\"%s %s\">\n   <failure "
            "type=\"few\" message=\"%s\"/>\n  </testcase>\n",
            run->dialect, run->implementation, verdict);
    put(out, "  <system-out>%s as %s: %s</system-out>\n </testsuite>\n",
        run->implementation, report_dialect(run), verdict);
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
