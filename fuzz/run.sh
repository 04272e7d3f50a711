#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs one target under libFuzzer for some seconds, from its seeds and from
# what earlier runs found.  Exit status 1 where there is a finding, which is
# kept in FOUND, 2 where a setting is wrong; with FUZZ_GO_ON set there may be
# several findings, each said.  An input that ended the process is one only if
# FUZZ_RUN, a profilcheck, fails its case too; otherwise the engine is started
# again for the time that is left.
#
#     run.sh PROGRAM SEEDS SECONDS FOUND [OPTION]...
set -u
program=$1 seeds=$2 seconds=$3 found=$4
shift 4
name=$(basename "$seeds")
case $seconds in
'' | *[!0-9]* | 0*)
    echo "fuzz: SECONDS: read $seconds, expected a number from 1" >&2
    exit 2
    ;;
esac
# Of two targets that share the time each has a half.
seconds=$(((seconds + ${FUZZ_SHARED_BY:-1} - 1) / ${FUZZ_SHARED_BY:-1}))
mkdir -p "$found/corpus"
[ ! -d "$seeds" ] || set -- "$@" "$found/corpus" "$seeds"
[ -d "$seeds" ] || set -- "$@" "$found/corpus"
for words in "$seeds.dict" "$program.dict"; do
    [ ! -f "$words" ] || set -- -dict="$words" "$@"
done

# What was printed, without what the engine and the sanitizers say.
findings() {
    sed -n '/finding/,$p' | sed '/^==.*ERROR/,$d' |
        grep -av -e '^Running: ' -e '^Executed ' -e '^\*\*\*' -e '^Done ' \
            -e 'NEW_FUNC\[' -e '^######' -e '# Uses: [0-9]*$' \
            -e '^Slowest unit' -e '^artifact_prefix=' -e '^Base64: '
}

# The last case fails in a process of its own, or nobody can be asked.
fails_alone() {
    [ "${FUZZ_RUN:-}" ] || return 0
    "$FUZZ_RUN" run --quiet --dialect "$FUZZ_DIALECT" --cases "$FUZZ_LAST" \
        "$FUZZ_SO" >"$found/alone" 2>&1
    [ $? -eq 1 ]
}

# The input on which the process ended, without running it here.
show_end() {
    unit=$(sed -n '/slow-unit/d; s/.*Test unit written to //p' "$found/round" | tail -n 1)
    case $unit in
    */timeout-*) what="fails, and took longer than $limit s here" ;;
    *) what='ended the process' ;;
    esac
    if [ -f "$unit" ]; then
        FUZZ_SHOW=$what "$program" "$unit" 2>&1 | findings
    elif [ -s "${FUZZ_LAST:-}" ] && fails_alone; then
        echo "# finding: the process ended in this case, with no word"
        grep -av "^$" "$FUZZ_LAST"
    fi
}

: >"$found/log"
unit=
end=$(($(date +%s) + seconds)) left=$seconds ended=0 limit=60
while :; do
    ASAN_OPTIONS=${ASAN_OPTIONS:-allow_user_segv_handler=1} \
        "$program" -max_total_time="$left" -artifact_prefix="$found/" \
        -timeout=$limit -rss_limit_mb=3000 -print_final_stats=1 "$@" \
        2>"$found/round" && grep -aq "^stat::" "$found/round" && status=0 ||
        status=1
    cat "$found/round" >>"$found/log"
    if [ "$status" -eq 1 ] && grep -a '^fuzz: ' "$found/round" \
        >"$found/end"; then
        sed 's/^fuzz: FUZZ_/fuzz: /' "$found/end" >&2
        exit 2
    fi
    : >"$found/end"
    [ -z "${FUZZ_GO_ON:-}" ] || [ "$status" -eq 0 ] || show_end >"$found/end"
    left=$((end - $(date +%s)))
    if [ "$status" -eq 0 ] || [ -z "${FUZZ_RUN:-}" ] || [ -s "$found/end" ]; then
        break
    fi
    ended=$((ended + 1)) status=0
    [ ! -f "$unit" ] || rm "$unit"
    [ "$left" -gt 0 ] || break
done

if [ "$status" -eq 0 ]; then
    awk -v name="$name" -v seconds="$(($(date +%s) - end + seconds))" '
        /^stat::number_of_executed_units:/ { n += $2 }
        END {
            print "fuzz: " name ": " n + 0
            printf "    a second: %d\n", n / (seconds + !seconds)
        }' "$found/log"
fi
if grep -aq '^\(# \)*finding' "$found/log"; then
    grep -av -e '^#[0-9]' -e '^INFO: ' -e '^stat::' "$found/log" | findings
elif [ "$status" -eq 1 ]; then
    grep -av -e '^#[0-9]' -e '^INFO: ' -e '^stat::' "$found/log"
fi
cat "$found/end"
[ "$ended" -eq 0 ] ||
    echo "fuzz: $name: the process ended in a case that does not fail alone," \
        "which is no finding: $ended"
if [ "$status" -eq 1 ]; then
    echo "fuzz: $name: a finding, kept in $found/"
elif count=$(grep -ac '^\(# \)*finding' "$found/log"); then
    echo "fuzz: $name: findings: $count, above and in $found/log"
    status=1
fi
exit "$status"
