#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs one target under libFuzzer for some seconds, from its seeds and from
# what earlier runs found.  Exit status 1 where there is a finding, which is
# kept in FOUND; with FUZZ_GO_ON set there may be several, each said.
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

# What was told, without what the engine and the sanitizers say.
told() {
    sed -n '/finding/,$p' | sed '/^==.*ERROR/,$d' |
        grep -av -e '^Running: ' -e '^Executed ' -e '^\*\*\*' -e '^Done ' \
            -e 'NEW_FUNC\[' -e '^######' -e '# Uses: [0-9]*$'
}

ASAN_OPTIONS=${ASAN_OPTIONS:-allow_user_segv_handler=1} \
    "$program" -max_total_time="$seconds" -artifact_prefix="$found/" \
    -timeout=60 -rss_limit_mb=3000 -print_final_stats=1 "$@" \
    2>"$found/log" && status=0 || status=1
if [ "$status" -eq 0 ]; then
    sed -n "s/^stat::number_of_executed_units: */fuzz: $name: /p;
        s/^stat::average_exec_per_sec: */    a second: /p" "$found/log"
fi
if grep -aq '^\(# \)*finding' "$found/log"; then
    grep -av -e '^#[0-9]' -e '^INFO: ' -e '^stat::' "$found/log" | told
elif [ "$status" -eq 1 ]; then
    grep -av -e '^#[0-9]' -e '^INFO: ' -e '^stat::' "$found/log"
fi

# An input on which the process ended is told too, without running it.
unit=$(sed -n 's/.*Test unit written to //p' "$found/log" | tail -n 1)
if [ "${FUZZ_GO_ON:-}" ] && [ "$status" -eq 1 ] && [ -f "$unit" ]; then
    FUZZ_SHOW=1 "$program" "$unit" 2>&1 | told
fi
if [ "${FUZZ_LAST:-}" ] && [ "$status" -eq 1 ] && [ ! -f "$unit" ] &&
    [ -s "$FUZZ_LAST" ]; then
    echo "# finding: the process ended in this case, with no word"
    grep -av "^$" "$FUZZ_LAST"
fi
if [ "$status" -eq 1 ]; then
    echo "fuzz: $name: a finding, kept in $found/"
elif count=$(grep -ac '^\(# \)*finding' "$found/log"); then
    echo "fuzz: $name: findings: $count, told above and in $found/log"
    status=1
fi
exit "$status"
