#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs make targets one after the other, all of them whatever happens, says how
# long each took, and adds up what they count: "WORD: N passed, M failed"
# lines, else one a step.
#
#     check.sh MAKE TARGET...
set -u
make=$1
shift
log=$(mktemp)
trap 'rm -f "$log" "$log.status"' EXIT
passed=0 failed=0 wrong=

jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)

for target; do
    echo "== $target"
    began=$(date +%s)
    { $make --no-print-directory -j"$jobs" "$target" 2>&1
        echo $? >"$log.status"; } | tee "$log" | grep -aEv '^(cc|gcc|clang|ar) '
    echo "   ($(($(date +%s) - began)) s)"
    status=$(cat "$log.status")
    set -- $(sed -n 's/^[a-z]*: \([0-9]*\) passed, \([0-9]*\) failed.*/\1 \2/p' \
        "$log" | awk '{ p += $1; f += $2; n++ } END { print p+0, f+0, n+0 }')
    good=$1 bad=$2 counted=$3
    [ "$counted" -gt 0 ] || [ "$status" -ne 0 ] || good=1
    [ "$status" -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
    [ "$bad" -eq 0 ] || wrong="$wrong $target"
    passed=$((passed + good)) failed=$((failed + bad))
done
[ -z "$wrong" ] || echo "failed:$wrong"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
