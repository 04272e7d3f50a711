# SPDX-License-Identifier: MIT
# A report format: a line of commas a case.  Its file, its golden and a row.
formats=build/reports/formats_test
build_formats() {
    makes LINKED='$(call objects,$(call sources,reference reference/files
        reference/regions reference/gmon conformance/base conformance/results
        reports reports/html))' "$formats"
}

after reports/formats.def 'FORMAT(badge,' \
    'FORMAT(csv, "report.csv", report_csv, ALL)'
fails "undefined reference to \`report_csv'" build_formats
cat >reports/csv.c <<'END'
/* SPDX-License-Identifier: MIT */
#include "reports.h"
#include "runs.h"

void report_csv(const struct results *runs, size_t count, FILE *out)
{
    for (size_t k = 0; k < count; k++) {
        fprintf(out, "# %s\n", report_verdict(&runs[k]));
        for (size_t n = 0; n < runs[k].case_count; n++)
            fprintf(out, "%s,%s\n", runs[k].dialect,
                    verdict_names[runs[k].cases[n].verdict]);
    }
}
END
build_formats
fails 'reports/golden/csv is not there' "$formats"

GOLDEN=write "$formats" >"$said" 2>&1 || wrong "the golden is not written"
passes "$formats"

build build/profilcheck
passes build/profilcheck run --format csv --dialect aix --case odd-number signal
