#!/bin/sh
# SPDX-License-Identifier: MIT
# Counts the instructions that known work takes, under valgrind, and holds them
# to those in BENCH.md: more than 5 % above is a failure.  They hang on neither
# load nor clock; they do on the compiler, so that by another one nothing is
# compared.  It is known by its version, however its command is spelled.
#
#     bench.sh BUILD BENCH.md CC [record]
set -eu
build=$1 page=$2 cc=$3 record=${4:-}
program=$build/profilcheck
step=bench-check
. .ci/lib.sh
# gcc has the number alone there, others their name before it.
compiler=$(echo __VERSION__ | $cc -E -P -x c - | tr -d '"' |
    sed 's/^[0-9]/gcc &/')

has valgrind valgrind || exit 2
recorded_by=$(sed -n 's/^Counted with \(.*\)\.$/\1/p' "$page")

count() {
    valgrind --tool=cachegrind --cache-sim=no \
        --cachegrind-out-file=/dev/null "$@" 2>&1 >/dev/null |
        sed -n 's/.*I *refs: *//p' | tr -d ,
}

# one WORK...: what one more takes, its start left out
one() {
    echo $((($(count "$@" 20000) - $(count "$@" 10000)) / 10000))
}

# row NAME UNITS COMMAND...: the instructions for each of that many units; of
# one more, where UNITS is 0
row() {
    name=$1 units=$2
    shift 2
    if [ "$units" -eq 0 ]; then
        instructions=$(one "$@")
    else
        instructions=$(($(count "$@") / units))
    fi
    wanted=$(awk -F ' *[|] *' -v name="$name" '
        $2 == name && $3 ~ /^[0-9,]+$/ { gsub(/,/, "", $3); print $3 }' "$page")
    [ -n "$wanted" ] || {
        echo "bench-check: $page has no row: $name" >&2
        exit 3
    }
    if [ -n "$record" ]; then
        grouped=$(echo "$instructions" |
            sed -e ':a' -e 's/\([0-9]\)\([0-9]\{3\}\)\($\|,\)/\1,\2\3/' -e ta)
        awk -F ' *[|] *' -v name="$name" -v now="$grouped" '
            $2 == name && $3 ~ /^[0-9,]+$/ { sub("[|] [0-9,]* [|]", "| " now " |") } 1' \
            "$page" >"$scratch/page"
        cat "$scratch/page" >"$page"
        echo "$name: $grouped"
        return
    elif [ "$compiler" != "$recorded_by" ]; then
        printf '%-34s %14d\n' "$name" "$instructions"
        return
    elif [ $((instructions * 100)) -gt $((wanted * 105)) ]; then
        bad "$name: more instructions than recorded"
    else
        good
    fi
    printf '%-34s %14d  %3d %% of %d\n' "$name" "$instructions" \
        $((instructions * 100 / wanted)) "$wanted"
}

results() {
    "$program" run --dialect "$1" --results "$scratch/$1" signal >/dev/null
}

awk 'BEGIN {
    for (i = 0; i < 50000; i++)
        printf "2 65536 0x400000 0xc000 0x%x\n", 4194304 + i * 7919 % 98304
}' >"$scratch/pcs"

[ -z "$record" ] ||
    sed -i "s/^Counted with .*\.$/Counted with $compiler./" "$page"
row 'start' 1 "$program" --version
row 'a line of map --batch' 50000 \
    "$program" map --dialect freebsd --batch <"$scratch/pcs"
growth=$build/conformance/judge/growth_bench tick=$build/impls/own/tick_bench
row 'mapping cases read, simulated, judged, reported' 0 "$growth"
row 'mapping cases judged' 0 "$growth" judged
row 'a tick in the handler' 0 "$tick" tick
row "the same, glibc's" 0 "$tick" libc-tick
row 'a tick among 10,000 regions' 0 "$tick" apart 10000
row 'a tick among 10,000 nested regions' 0 "$tick" nested 10000
for dialect in aix irix hpux freebsd aix-monitor; do
    results "$dialect"
    row "judging quick, $dialect" 1 "$program" verify "$scratch/$dialect"
done
row 'the page of a run' 1 "$program" report --format html "$scratch/irix"
row 'JSON of a run' 1 "$program" report --format json "$scratch/irix"
if [ -n "$record" ]; then
    exit
elif [ "$compiler" != "$recorded_by" ]; then
    note "recorded with $recorded_by; this is $compiler: nothing is compared"
    exit
fi
ends
