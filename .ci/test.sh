#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs one cmocka program, under $UNDER and with $ARGUMENT if these are set, and
# prints one line for it, after all that it wrote if it failed: in one piece, as
# others run beside it.
set -u
program=$1
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0

# The number before "test(s)" on cmocka's closing line of that kind.
count() {
    sed -n "s/^\\[ *$1 *\\] \\([0-9]*\\) test(s).*/\\1/p" "$log" | tail -n 1
}

${UNDER:-} "$program" ${ARGUMENT:-} >"$log" 2>&1 || status=$?
good=$(count PASSED) bad=$(count FAILED)
good=${good:-0} bad=${bad:-0}
# It died, or a tool that it ran under found something.
[ "$status" -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
# It ended as if well, and ran nothing.
[ "$status" -ne 0 ] || [ "$good" -gt 0 ] || grep -q 'SKIPPED' "$log" || bad=1
counted="($good passed, $bad failed)"
if [ "$bad" -gt 0 ]; then
    printf '%s\n' "$(grep -aEv '^\[ *(RUN|OK) *\]' "$log")
FAIL  $program, exit status $status $counted"
else
    echo "ok    $program $counted"
fi
