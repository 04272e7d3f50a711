/* SPDX-License-Identifier: MIT */
#include "results.h"

const char *const verdict_names[VERDICTS] = {
    [VERDICT_PASS] = "pass",
    [VERDICT_FAIL] = "fail",
    [VERDICT_INCONSISTENT] = "inconsistent",
    [VERDICT_CRASH] = "crash",
    [VERDICT_TIMEOUT] = "timeout",
    [VERDICT_UNSUPPORTED] = "unsupported",
    [VERDICT_UNSPECIFIED] = "unspecified",
    [VERDICT_INCONCLUSIVE] = "inconclusive",
    [VERDICT_ERROR] = "error",
    [VERDICT_WAIVED] = "waived",
};

int results_status(const struct results *results)
{
    const size_t *count = results->summary;

    if (count[VERDICT_ERROR])
        return 3;
    return count[VERDICT_FAIL] || count[VERDICT_INCONSISTENT] ||
           count[VERDICT_CRASH] || count[VERDICT_TIMEOUT] ||
           count[VERDICT_INCONCLUSIVE];
}
