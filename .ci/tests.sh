#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs cmocka programs, under $UNDER if that is set.  Prints a line a program,
# all that a failing one wrote, and the closing count.
set -u
log=$(mktemp)
trap 'rm -f "$log"' EXIT
passed=0 failed=0

# The number before "test(s)" on cmocka's closing line of that kind.
count() {
    sed -n "s/^\\[ *$1 *\\] \\([0-9]*\\) test(s).*/\\1/p" "$log" | tail -n 1
}

for program; do
    status=0
    ${UNDER:-} "$program" >"$log" 2>&1 || status=$?
    good=$(count PASSED) bad=$(count FAILED)
    good=${good:-0} bad=${bad:-0}
    # It died, or a tool that it ran under found something.
    [ "$status" -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
    # It ended as if well, and ran nothing.
    [ "$status" -ne 0 ] || [ "$good" -gt 0 ] ||
        grep -q 'SKIPPED' "$log" || bad=1
    passed=$((passed + good)) failed=$((failed + bad))
    if [ "$bad" -gt 0 ]; then
        grep -aEv '^\[ *(RUN|OK) *\]' "$log"
        echo "FAIL  $program (exit status $status)"
    else
        echo "ok    $program ($good)"
    fi
done
echo "tests: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
