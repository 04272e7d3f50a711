#!/bin/sh
# SPDX-License-Identifier: MIT
# A recorded run as a trace: the same verdicts and causes by `judge` as by
# `run`, and the way back gives what was recorded.  The last line is
# "traces: N passed, M failed".
#
# test.sh PROFILCHECK IMPL...
program=$1
shift
here=conformance/trace
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

check() {
    if cmp -s "$2" "$3"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$1:"
        diff "$2" "$3" | head -n 10
    fi
}

# What was observed in company stands beside, and is not of a trace.
recorded() {
    sed -n 's/.*\("case": "[^"]*", "observed": ".*\)}$/\1/p' "$1" |
        sed 's/, "explanation": .*//; s/, "histogram": .*//; s/, "causes": .*//
             s/normally [0-9]* at/normally at/'
}

for impl in "$@"; do
    for dialect in aix irix hpux freebsd glibc aix-monitor; do
        "$program" run --dialect $dialect --results "$work/results" "$impl" \
            >"$work/run" 2>/dev/null
        [ $? -le 1 ] || continue
        awk -f $here/results-to-trace.awk "$work/results" >"$work/trace"
        "$program" judge "$work/trace" >"$work/judge"
        sed 1d "$work/run" >"$work/want"
        grep -v "^$work/trace:\|^and [0-9]* more case" "$work/judge" \
            >"$work/got"
        check "$impl as $dialect" "$work/want" "$work/got"
        recorded "$work/results" >"$work/want"
        awk -f $here/trace-to-results.awk "$work/trace" >"$work/got"
        check "$impl as $dialect, and back" "$work/want" "$work/got"
    done
done
echo "traces: $passed passed, $failed failed"
[ $failed = 0 ] && [ $passed -gt 0 ]
