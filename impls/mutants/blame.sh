#!/bin/sh
# SPDX-License-Identifier: MIT
# Random libraries of one to four wrong choices of a dialect, run and recorded.
# What they do is judged by BENCH, which prints how many of the choices were
# named.
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
rm -rf "$into"
mkdir -p "$into"

# Not planted is what no case distinguishes from a right choice, nor what a function
# that returns an int can't do: to return nothing.
sh "$here/seen.sh" "$directory/list" | grep -w 'forbidden$' |
    grep -v '^[^[:space:]]*-return-on-success-none[[:space:]]' \
        >"$scratch/choices"

# A line for each: its name, its dialect, and its choices.
awk -F '\t' -v seed="$seed" -v runs="$runs" '
    function draw(below) {
        seed = seed * 16807 % 2147483647
        return seed % below
    }
    $5 == "forbidden" {
        if (!($2 in count))
            dialects[++n] = $2
        k = ++count[$2]
        rule[$2, k] = $3
        words[$2, k] = $3 "=" $4
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
    }' "$scratch/choices" >"$scratch/list"

# plant NAME DIALECT CHOICE...: a library, what it does, and a line of both.
plant() {
    results=$into/$1
    sh "$here/take.sh" "$directory" = "blame/$@"
    status=0
    "$program" run --quiet --jobs 1 --dialect "$2" --results "$results" \
        "$results.so" >"$results.out" 2>&1 || status=$?
    rm -f "$results.so"
    [ "$status" -le 1 ] || cat "$results.out" >&2
    rm -f "$results.out"
    shift 2
    echo "$results" "$@"
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
