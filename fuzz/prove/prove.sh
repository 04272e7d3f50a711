#!/bin/sh
# SPDX-License-Identifier: MIT
# What can be proved of the mappings: WP on the contracts of bins.c and
# wide.c, Eva on mapping.c for run-time errors, and z3 on the steps that WP
# leaves open.  Goals that may stay open are in open.txt; README.md says what
# stands in for them.
#
#     prove.sh
set -u
cd "$(dirname "$0")/../.." || exit 2
here=fuzz/prove
step=prove
. .ci/lib.sh
for package in frama-c:frama-c-base why3:why3 z3:z3; do
    has "${package%:*}" "${package#*:}" || exit 0
done
work=$scratch

# Where the provers are, in a place of our own and not in the user's.
export WHY3CONFIG="$work/why3.conf"
why3 config detect >"$work/detected" 2>&1 || {
    cat "$work/detected" >&2
    exit 3
}
c="-cpp-extra-args=-I. -U__SIZEOF_INT128__"

ok() {
    echo "ok    $1"
    good
}

wrong() {
    cat "$work/log"
    bad "$1"
}

# Every goal is proved, but those that may be open, and these are there.
wp() {
    frama-c -c11 "$c" -wp -wp-rte -wp-prover z3 -wp-timeout 10 -wp-par 2 \
        -wp-fct "$2" "$here/$1.c" >"$work/log" 2>&1
    sed -n 's/.*Goal \([a-z_0-9]*\) :.*/\1/p' "$work/log" | sort >"$work/all"
    sed -n 's/.*Goal \([a-z_0-9]*\) : Valid.*/\1/p' "$work/log" | sort |
        comm -23 "$work/all" - >"$work/unproved"
    grep "^typed_\($(echo "$2" | sed 's/,/\\|/g')\)_" $here/open.txt |
        sort >"$work/open"
    all=$(wc -l <"$work/all") open=$(wc -l <"$work/open")
    goals="WP, $1.c: $((all - open)) of $all goals proved, $open known open"
    if [ "$all" -gt "$open" ] && cmp -s "$work/unproved" "$work/open"; then
        ok "$goals"
    else
        wrong "$goals, but $(comm -3 "$work/unproved" "$work/open" | xargs)"
    fi
}

eva() {
    frama-c -c11 "$c" -eva -eva-precision 2 "$here/$1.c" >"$work/log" 2>&1
    reached=$(sed -n 's/^ *In these functions, \(.*\)/\1/p' "$work/log")
    if grep -q '^ *0 alarms generated' "$work/log" && [ -n "$reached" ]; then
        ok "Eva, $1.c: no run-time error, $reached"
    else
        wrong "Eva, $1.c"
    fi
}

smt() {
    z3 -T:120 "$here/$1.smt2" >"$work/log" 2>&1
    if grep -q unsat "$work/log" && ! grep -qv '^unsat$' "$work/log" &&
        [ "$(wc -l <"$work/log")" -eq \
            "$(grep -c '^(check-sat)' "$here/$1.smt2")" ]; then
        ok "z3, $1.smt2: $(wc -l <"$work/log") proved"
    else
        wrong "z3, $1.smt2"
    fi
}

wp bins bins_multiply,bins_place,bins_counter_at,bins_find
wp wide wide_product,wide_plus,wide_above,wide_shift
eva mapping
smt product
smt words
ends
