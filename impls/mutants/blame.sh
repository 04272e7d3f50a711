#!/bin/sh
# SPDX-License-Identifier: MIT
# Random libraries of one to four wrong choices of a dialect, and, of each, the
# library without each of them, run and recorded.  What they do is judged by
# BENCH, which prints how many of the choices were named.
#
#     blame.sh PROFILCHECK DIRECTORY BENCH SEED RUNS WORKERS
#
# RUNS for each dialect and number of choices; DIRECTORY has the list of
# mutants, and gets blame/, which holds what was recorded.
set -eu
program=$1 directory=$2 bench=$3 seed=$4 runs=$5 workers=$6
here=$(dirname "$0")
into=$directory/blame
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
CC=${CC:-cc}
rm -rf "$into"
mkdir -p "$into"

# A line for each: its name, its dialect, and each choice by its names and by
# its C names.
awk -F '\t' -v seed="$seed" -v runs="$runs" '
    function draw(below) {
        seed = seed * 16807 % 2147483647
        return seed % below
    }
    $7 == "forbidden" {
        if (!($2 in count))
            dialects[++n] = $2
        k = ++count[$2]
        rule[$2, k] = $3
        words[$2, k] = $3 "=" $4 ":" $5 ":" $6
    }
    END {
        seed = seed % 2147483646 + 1
        for (size = 1; size <= 4; size++)
            for (d = 1; d <= n; d++)
                for (run = 1; run <= runs; run++) {
                    line = dialects[d] "-" size "-" run " " dialects[d]
                    split("", has)
                    for (found = 0; found < size;) {
                        k = draw(count[dialects[d]]) + 1
                        if (rule[dialects[d], k] in has)
                            continue
                        has[rule[dialects[d], k]] = 1
                        line = line " " words[dialects[d], k]
                        found++
                    }
                    print line
                }
    }' "$directory/list" >"$scratch/list"

# Results into $1 of dialect $2 with the choices that follow.
record() {
    results=$1 dialect=$2 also=
    shift 2
    for choice; do
        c_names=${choice#*:}
        also="$also{${c_names%:*}, ${c_names#*:}},"
    done
    source=mutant
    [ "$dialect" != aix-monitor ] || source=monitor
    $CC -std=c11 -D_GNU_SOURCE -I. -w -O1 -fPIC -shared \
        -DDIALECT="$(echo "$dialect" | tr - _)" -DALSO_TAKEN="$also" \
        -o "$results.so" "$here/$source.c"
    status=0
    "$program" run --quiet --jobs 1 --dialect "$dialect" --results "$results" \
        "$results.so" >"$results.out" 2>&1 || status=$?
    rm -f "$results.so"
    [ "$status" -le 1 ] || cat "$results.out" >&2
    rm -f "$results.out"
}

# The choices but for the one that is $1.
others() {
    one=$1
    shift
    for choice; do
        [ "$choice" = "$one" ] || echo "$choice"
    done
}

plant() { # NAME DIALECT CHOICE...
    name=$1 of=$2
    shift 2
    line=$into/$name
    record "$into/$name" "$of" "$@"
    for one; do
        # shellcheck disable=SC2046 # words are meant
        record "$into/$name-${one%%:*}" "$of" $(others "$one" "$@")
        line="$line ${one%%:*} $into/$name-${one%%:*}"
    done
    echo "$line"
}

worker=0
while [ "$worker" -lt "$workers" ]; do
    awk -v n="$workers" -v k="$worker" 'NR % n == k' "$scratch/list" |
        while read -r words; do
            # shellcheck disable=SC2086 # words are meant
            plant $words
        done >"$scratch/part.$worker" &
    worker=$((worker + 1))
done
wait
sort "$scratch"/part.* >"$into/lines"
if [ "$(wc -l <"$into/lines")" -ne "$(wc -l <"$scratch/list")" ]; then
    echo "blame.sh: not every library was judged" >&2
    exit 3
fi
"$bench" <"$into/lines"
