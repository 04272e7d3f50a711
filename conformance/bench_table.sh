#!/bin/sh
# SPDX-License-Identifier: MIT
# One table of what the benchmarks print: each figure, the floor, the peer or
# the wish that it is held against, their ratio, how far the ratio differs from
# one repetition to another, and the instructions that BENCH.md has of it.
#
#     bench_table.sh BENCH.md REPETITIONS BENCHMARK...
set -eu
page=$1 repetitions=$2
shift 2
rows=$(mktemp)
trap 'rm -f "$rows"' EXIT
i=0
while [ "$i" -lt "$repetitions" ]; do
    for bench; do
        "$bench" >>"$rows"
    done
    i=$((i + 1))
done
awk -F '\t' -v page="$page" '
    BEGIN {
        while ((getline line <page) > 0)
            if (split(line, cell, / *[|] */) > 4 && cell[3] ~ /^[0-9,]+$/)
                counted[cell[2]] = cell[3]
        printf "%-44s %14s  %-40s %8s %8s %14s\n", "what", "figure",
            "against", "ratio", "spread", "instructions"
    }
    NF < 4 { print; next }
    !($1 in least) {
        order[++n] = $1
        least[$1] = most[$1] = $4
    }
    {
        figure[$1] = $2
        against[$1] = $3
        if ($4 < least[$1]) least[$1] = $4
        if ($4 > most[$1]) most[$1] = $4
        sum[$1] += $4
        times[$1]++
    }
    END {
        for (k = 1; k <= n; k++) {
            what = order[k]
            mean = sum[what] / times[what]
            printf "%-44s %14s  %-40s %8.2f %6.0f %% %14s\n", what,
                figure[what], against[what], mean,
                100 * (most[what] - least[what]) / mean,
                what in counted ? counted[what] : "-"
        }
    }' "$rows"
