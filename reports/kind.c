/* SPDX-License-Identifier: MIT */
#include "kind.h"

enum report_kind report_kind(unsigned verdict)
{
    switch (verdict) {
    case VERDICT_PASS: return REPORT_PASSED;
    case VERDICT_FAIL:
    case VERDICT_INCONSISTENT:
    case VERDICT_CRASH:
    case VERDICT_TIMEOUT:
    case VERDICT_INCONCLUSIVE: return REPORT_FAILED;
    case VERDICT_ERROR: return REPORT_BROKEN;
    default: return REPORT_SKIPPED;
    }
}

bool report_is_bad(unsigned verdict)
{
    enum report_kind kind = report_kind(verdict);

    return kind == REPORT_FAILED || kind == REPORT_BROKEN;
}

bool report_is_told(unsigned verdict)
{
    return report_is_bad(verdict) || verdict == VERDICT_WAIVED;
}

bool report_is_house(const struct results *run, const struct result *c)
{
    return c->house && c->verdict == VERDICT_UNSPECIFIED &&
           run->house_policy != HOUSE_OFF;
}
