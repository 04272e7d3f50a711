#!/bin/sh
# SPDX-License-Identifier: MIT
# Judges the libraries whose later elements are wrong, by the cases that lists.txt
# names: each of them must fail, or be inconsistent.
#
#     lists.sh PROFILCHECK DIRECTORY
set -eu
program=$1 directory=$2
rows=$(dirname "$0")/lists.txt
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

# missed NAME DIALECT CASE...: the cases that do not fail.
missed() {
    library=$directory/$2/$1.so dialect=$2
    shift 2
    set -- $(for case; do echo "--case ${case#+} $case"; done |
        awk '{print $1, $2}')
    "$program" run --dialect "$dialect" --suite full --verbose "$@" "$library" \
        >"$scratch/told" 2>&1 || :
    while [ $# -gt 0 ]; do
        grep -Eq "^ *(fail|inconsistent|crash|timeout) +$2\." "$scratch/told" ||
            echo "$2"
        shift 2
    done
}

while IFS="$(printf '\t')" read -r dialect defect cases; do
    case $dialect in \#* | '') continue ;; esac
    beside=" $(echo "$cases" | tr ' ' '\n' | sed -n 's/^+//p' | tr '\n' ' ') "
    good=yes
    # shellcheck disable=SC2086
    for case in $(missed "$defect" "$dialect" $cases); do
        case $beside in *" $case "*) continue ;; esac
        echo "FAIL: $dialect, $defect: $case did not tell"
        good=no
    done
    if [ $good = yes ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
done <"$rows"
echo "mutants-lists: $passed passed, $failed failed"
[ $failed -eq 0 ]
