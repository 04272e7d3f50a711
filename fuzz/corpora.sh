#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the seeds of every target without an engine.  Nothing is to be found;
# but each defect of planted.sh, planted, some seed must find it.  Those that
# README.md has measured are of them.
#
#     corpora.sh PROGRAMS [TARGET...]      FUZZ_PLANT=no: nothing is planted
set -u
programs=$1
shift
step=fuzz
. .ci/lib.sh

# A target on its seeds, in that dialect, if any: its last line begins with how
# many they are.
run() {
    if FUZZ_DIALECT=$1 "$programs/$target" $seeds >"$said" 2>&1; then
        if grep -q skipped "$said"; then
            head -n 1 "$said"
        else
            passed=$((passed + $(sed -n '$s/ .*//p' "$said")))
        fi
    else
        cat "$said"
        bad "$target: its seeds end in a finding"
    fi
}

for target; do
    seeds=fuzz/$target dialects=any
    case $target in
    case) seeds="$seeds conformance/suites" ;;
    regions | mine) dialects='aix irix hpux freebsd glibc' ;;
    esac
    for dialect in $dialects; do
        run "${dialect#any}"
    done
done

# Elsewhere only the seeds are of interest.
: >"$scratch/list"
[ "${FUZZ_PLANT:-yes}" = no ] || sh fuzz/planted.sh >"$scratch/list"
while read -r target dialect rule choice; do
    says 1 finding env FUZZ_DIALECT="$dialect" FUZZ_PLANTED="$rule=$choice" \
        "$programs/$target" "fuzz/$target" ||
        note "$target: no seed finds $rule=$choice in $dialect"
done <"$scratch/list"

if [ -s "$scratch/list" ]; then
    sed -n '/^<!-- measured/,/^<!-- end/s/^| \([a-z]*\) | \(.*\)=\(.*\) | \([^|]*\) |.*|.*|$/\1 \2 \3 \4/p' \
        fuzz/README.md | while read -r target rule choice dialects; do
        for dialect in $dialects; do
            echo "$target $dialect $rule $choice"
        done
    done >"$scratch/measured"
    check "README.md: none has a figure" [ -s "$scratch/measured" ]
    stale=$(grep -vxFf "$scratch/list" "$scratch/measured")
    check "README.md: these are no defects, see make fuzz-measure: $stale" is "" "$stale"
fi
ends
