#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs one target under libFuzzer for some seconds, from its seeds and from
# what earlier runs found.  Exit status 1 where there is a finding, which is
# kept in FOUND.
#
#     run.sh PROGRAM SEEDS SECONDS FOUND [OPTION]...
set -u
program=$1 seeds=$2 seconds=$3 found=$4
shift 4
name=$(basename "$seeds")
mkdir -p "$found/corpus"
[ ! -d "$seeds" ] || set -- "$@" "$found/corpus" "$seeds"
[ -d "$seeds" ] || set -- "$@" "$found/corpus"
[ ! -f "$seeds.dict" ] || set -- -dict="$seeds.dict" "$@"

ASAN_OPTIONS=${ASAN_OPTIONS:-allow_user_segv_handler=1} \
    "$program" -max_total_time="$seconds" -artifact_prefix="$found/" \
    -timeout=60 -rss_limit_mb=3000 -print_final_stats=1 "$@" \
    2>"$found/log" && status=0 || status=1
if [ "$status" -eq 0 ]; then
    sed -n "s/^stat::number_of_executed_units: */fuzz: $name: /p;
        s/^stat::average_exec_per_sec: */    a second: /p" "$found/log"
else
    # Of a finding that was told, no more; else what the sanitizer said.
    grep -av -e '^#[0-9]' -e '^INFO: ' -e '^stat::' "$found/log" |
        if grep -aq finding "$found/log"; then
            sed -n '/finding/,$p' | sed '/^==.*ERROR/,$d'
        else
            cat
        fi
    echo "fuzz: $name: a finding, kept in $found/"
fi
exit "$status"
