#!/bin/sh
# SPDX-License-Identifier: MIT
# A recorded run as a trace: the same verdicts and causes by `judge` as by
# `run`, and the way back gives what was recorded.  And the programs that are
# examples: each conforms, and where it is wrong on purpose it does not.
#
#     traces.sh BUILD IMPL[:DIALECT,...]...
build=$1 program=$1/profilcheck
shift
here=conformance/language
step=traces
. .ci/lib.sh
work=$scratch

# What was observed, without what a trace has no line for.
recorded() {
    sed -n 's/.*\("case": "[^"]*", "observed": ".*\)}$/\1/p' "$1" |
        sed 's/, "explanation": .*//; s/, "histogram": .*//; s/, "causes": .*//
             s/normally [0-9]* at/normally at/'
}

for subject in "$@"; do
    impl=${subject%%:*} dialects=${subject#"${subject%%:*}"}
    dialects=${dialects:-:aix,irix,hpux,freebsd,glibc,aix-monitor}
    for dialect in $(echo "$dialects" | tr :, "  "); do
        "$program" run --dialect $dialect --results "$work/results" "$impl" \
            >"$work/run" 2>/dev/null
        [ $? -le 1 ] || continue
        awk -f $here/results-to-trace.awk "$work/results" >"$work/trace"
        "$program" judge "$work/trace" >"$work/judge"
        sed "1d; /^This was the quick suite;/d" "$work/run" >"$work/want"
        grep -v "^$work/trace:\|^and [0-9]* more case" "$work/judge" \
            >"$work/got"
        check "$impl as $dialect" diff "$work/want" "$work/got"
        recorded "$work/results" >"$work/want"
        awk -f $here/trace-to-results.awk "$work/trace" >"$work/got"
        check "$impl as $dialect, and back" diff "$work/want" "$work/got"
    done
done
# What is printed of a program as that dialect has a line of those words; of the
# cases named after them, or of all.
prints() {
    dialect=$1 driven=$2 words=$3
    shift 3
    "$program" run --dialect "$dialect" $(printf "${1:+ --case %s}" "$@") \
        "exec:$driven" >"$work/got" 2>&1
    check "$driven as $dialect does not print: $words" \
        grep "$words" "$work/got" || head -n 5 "$work/got"
}

prints freebsd $here/unseen_test.sh ': not enough was seen to say: 0 of [0-9]* cases'
prints freebsd "$here/unseen_test.sh 0" ': not enough was seen to say: [0-9] of [0-9]* cases'
prints hpux "$here/unseen_test.sh void" ': not enough was seen to say: [01] of '
prints glibc "$build/examples/glibc" ': conforms in .* of [0-9]* cases'
prints glibc "$build/examples/glibc twice" '^fail: Throughout, each tick is counted 2 times$'
prints hpux $here/examples/hpux.sh ': conforms in .* of [0-9]* cases'
prints glibc "$build/examples/glibc crash" '^crash: It crashed in profil'
prints hpux "$here/examples/hpux.sh below" 'b\[0\] is 12' below-offset
prints hpux "$here/examples/hpux.sh beyond" '^error: .*counter 9999' odd-tail
if has node nodejs; then
    node=$here/examples/freebsd.js
    prints freebsd $node ': conforms in .* of [0-9]* cases'
    prints freebsd "$node next" '^fail: Even byte offsets were moved up' \
        odd-number odd-scale
    prints freebsd "$node garble" '^error: .*answered "zero" to a call' \
        odd-number
fi
ends
