#!/bin/sh
# SPDX-License-Identifier: MIT
# Rows of `make bench`: whether `profilcheck run` keeps all processors busy.  Runs
# of as many workers as there are processors, one after the other, beside as many
# runs of one worker each at the same time, which no run waits for but its own.
# What else is busy on the machine takes from both.
set -eu
program=${BUILD:-build}/profilcheck
processors=$(nproc)

in_turn() {
    for _ in $(seq "$processors"); do
        "$program" run --jobs "$processors" "$@"
    done
}

side_by_side() {
    seq "$processors" |
        xargs -P "$processors" -I {} "$program" run --jobs 1 "$@"
}

# Nanoseconds that it takes.
took() {
    begun=$(date +%s%N)
    "$@" >/dev/null
    echo $(($(date +%s%N) - begun))
}

row() { # WHAT WORD...
    what=$1
    shift
    turns=$(took in_turn "$@")
    beside=$(took side_by_side "$@")
    awk -v what="$what" -v n="$processors" -v a="$turns" -v b="$beside" 'BEGIN {
        printf "%s\t%.4g /s\ta run a processor %.4g\t%.4g\n", what,
            n * 1e9 / a, n * 1e9 / b, b / a
    }'
}

row 'processors kept busy, by a tracer' --backend ptrace signal
row 'processors kept busy, three engines' signal perf ptrace
