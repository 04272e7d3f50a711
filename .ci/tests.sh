#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs cmocka programs, JOBS at a time, or one more than there are processors, as
# some wait; under $UNDER and with $ARGUMENT if these are set.  Prints a line for
# each, after all that it wrote if it failed, in one piece, and the closing count.
set -u

# The number before "test(s)" on cmocka's closing line of that kind.
count() {
    sed -n "s/^\\[ *$1 *\\] \\([0-9]*\\) test(s).*/\\1/p" "$log" | tail -n 1
}

one() {
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    status=0
    ${UNDER:-} "$1" ${ARGUMENT:-} >"$log" 2>&1 || status=$?
    good=$(count PASSED) bad=$(count FAILED)
    good=${good:-0} bad=${bad:-0}
    # It died, or a tool that it ran under found something.
    [ "$status" -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
    # It ended as if well, and ran nothing.
    [ "$status" -ne 0 ] || [ "$good" -gt 0 ] || grep -q 'SKIPPED' "$log" || bad=1
    counted="($good passed, $bad failed)"
    if [ "$bad" -gt 0 ]; then
        printf '%s\n' "$(grep -aEv '^\[ *(RUN|OK) *\]' "$log")
FAIL  $1, exit status $status $counted"
    else
        echo "ok    $1 $counted"
    fi
}

if [ "$1" = --one ]; then
    one "$2"
    exit
fi
report=$(mktemp)
trap 'rm -f "$report"' EXIT
jobs=${JOBS:-$(($(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1) + 1))}
printf '%s\n' "$@" | xargs -P "$jobs" -n 1 sh "$0" --one | tee "$report"
awk -v programs=$# '
    /^(ok|FAIL) .*\([0-9]+ passed, [0-9]+ failed\)$/ {
        good += substr($(NF - 3), 2)
        bad += $(NF - 1)
        n++
    }
    END {
        bad += programs - n
        printf "tests: %d passed, %d failed\n", good, bad
        exit bad > 0
    }' "$report"
