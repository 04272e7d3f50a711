#!/bin/sh
# SPDX-License-Identifier: MIT
# Inputs that `mapping` takes in a second of processor time, and how that is
# to a target that does nothing with the same inputs, in the same run.
#
#     rate.sh PROGRAMS [RUNS]
set -eu
programs=$1 runs=${2:-1000000}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

for target in empty mapping; do
    (
        "$programs/$target" -runs="$runs" -max_len=40 -entropic=0 \
            -keep_seed=1 fuzz/mapping >"$scratch/out" 2>&1
        times >"$scratch/$target"
    )
done
awk -v runs="$runs" -F '[ms ]+' '
    FNR == 2 { used[++n] = $1 * 60 + $2 + $3 * 60 + $4 }
    END {
        printf "empty: %.0f a second\n", runs / used[1]
        printf "mapping: %.0f a second, %.2f of that\n", runs / used[2],
            used[1] / used[2]
    }' "$scratch/empty" "$scratch/mapping"
