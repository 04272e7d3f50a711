#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs cmocka programs, JOBS at a time, or one more than there are processors, as
# some wait.  Prints what test.sh prints of each, and the closing count.
set -u
report=$(mktemp)
trap 'rm -f "$report"' EXIT
jobs=${JOBS:-$(($(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1) + 1))}

printf '%s\n' "$@" | xargs -P "$jobs" -n 1 sh "$(dirname "$0")/test.sh" |
    tee "$report"
sed -n 's/^\(ok\|FAIL\) .*(\([0-9]*\) passed, \([0-9]*\) failed)$/\2 \3/p' \
    "$report" | awk -v programs=$# '
    { good += $1; bad += $2; n++ }
    END {
        bad += programs - n
        printf "tests: %d passed, %d failed\n", good, bad
        exit bad > 0
    }'
