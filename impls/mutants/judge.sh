#!/bin/sh
# SPDX-License-Identifier: MIT
# Judges every mutant, and the judge by them: a choice that the dialect
# permits must pass and be named in the behaviour, alone; a forbidden one
# must fail, in words that name its rule.  Those that no case can show stand
# in equivalent.txt with the reason.
#
#     judge.sh PROFILCHECK DIRECTORY [WORKERS]
set -eu
program=$1 directory=$2 workers=${3:-4}
here=$(dirname "$0")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tab=$(printf '\t')

# The details of the cases that did not pass.
failing_details() {
    sed -nE '/"verdict": "(fail|inconsistent|crash|timeout)"/s/.*"detail": //p' \
        "$1"
}

# The choices that the behaviour leaves for a rule, as JSON.
choices_left() {
    sed -n "s/^ *\"$2\": \\(\\[.*\\]\\),*\$/\\1/p" "$1"
}

reason_of() {
    awk -F '\t' -v name="$1" '$1 == name { print $2 }' "$here/equivalent.txt"
}

# Whether the run in $1, which ended with status $2, shows rule $3 taken by
# choice $4 that the dialect gives permission $5.  Else says why not.
shows() {
    left=$(choices_left "$1" "$3")
    if [ "$5" = forbidden ]; then
        if [ "$2" != 1 ]; then
            echo "exit status $2, expected 1"
        elif ! failing_details "$1" | grep -qF -- "$3"; then
            echo "no failing case names $3"
        fi
    elif [ "$2" != 0 ]; then
        echo "exit status $2, expected 0"
    elif [ "$left" != "[\"$4\"]" ]; then
        echo "behaviour leaves ${left:-no choice}"
    fi
}

# Where no case shows it, it must pass as what it can't be told from.
judge() {
    name=$1 dialect=$2 rule=$3 choice=$4 permission=$5
    json=$scratch/$name.json status=0
    "$program" run --dialect "$dialect" --format json --suite quick --jobs 1 \
        "$directory/$name.so" >"$json" 2>"$json.err" || status=$?
    why=$(shows "$json" "$status" "$rule" "$choice" "$permission")
    reason=$(reason_of "$name")
    if [ -z "$reason" ] && [ -z "$why" ]; then
        echo "ok    $name ($permission)"
    elif [ -z "$reason" ]; then
        echo "MISS  $name ($permission): $why $(sed 1q "$json.err")"
    elif [ -z "$why" ]; then
        echo "MISS  $name: is shown, though equivalent.txt says: $reason"
    elif [ "$status" != 0 ]; then
        echo "MISS  $name: exit status $status, though equivalent: $reason"
    else
        echo "same  $name ($permission): $reason"
    fi
    rm -f "$json" "$json.err"
}

plain() {
    status=0
    "$program" run --dialect "$1" --suite quick --jobs 1 \
        "$directory/$1.so" >"$scratch/plain" 2>&1 || status=$?
    if [ "$status" = 0 ]; then
        echo "ok    $1 (conforming)"
    else
        echo "MISS  $1: exit status $status, expected 0: $(sed 1q "$scratch/plain")"
    fi
}

: >"$scratch/results"
for dialect in $(cut -f2 "$directory/list" | sort -u); do
    plain "$dialect" | tee -a "$scratch/results"
done

worker=0
while [ "$worker" -lt "$workers" ]; do
    awk -v n="$workers" -v k="$worker" 'NR % n == k' "$directory/list" |
        while IFS=$tab read -r name dialect rule choice _ _ permission; do
            judge "$name" "$dialect" "$rule" "$choice" "$permission"
        done >"$scratch/part.$worker" &
    worker=$((worker + 1))
done
wait
sort -k2 "$scratch"/part.* | tee -a "$scratch/results"

failed=$(grep -c '^MISS' "$scratch/results" || true)
same=$(grep -c '^same' "$scratch/results" || true)
expected=$(($(wc -l <"$directory/list") + $(cut -f2 "$directory/list" | sort -u | wc -l)))
total=$(wc -l <"$scratch/results")
if [ "$total" -ne "$expected" ]; then
    echo "judge.sh: $total of $expected mutants were judged" >&2
    exit 3
fi
echo "mutants: $((total - failed)) passed, $failed failed ($same of them not to be told from a conforming one)"
[ "$failed" -eq 0 ]
