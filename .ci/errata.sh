#!/bin/sh
# SPDX-License-Identifier: MIT
# Holds impls/libc/ERRATA.md against quick runs on the host's libc.  Each
# finding must be named there, under the heading that ends in the dialect;
# each case named there must exist, and on the glibc that the file is of it
# must be a finding.  The programs beside it must compile, be named there, and
# on that glibc show what they are for; on another it is said where one does
# not.
#
#     errata.sh PROFILCHECK [ERRATA.md]
set -eu
program=$1 errata=${2:-impls/libc/ERRATA.md}
of='glibc 2.36'
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

good() {
    passed=$((passed + 1))
}

bad() {
    echo "errata: $dialect: $*"
    failed=$((failed + 1))
}

# The case ids named in the part on a dialect.
named() {
    awk -v dialect="$1" '/^## / { here = $NF == dialect } here' "$errata" |
        tr -c 'a-z0-9.-' '\n' | grep -E '^[a-z0-9-]+\.[0-9a-f]{8}$' | sort -u
}

# "ID VERDICT" of each case of a run in JSON.
verdicts() {
    sed -nE 's/^ *\{"id": "([^"]*)", "verdict": "([a-z]*)".*/\1 \2/p' "$1"
}

check_dialect() {
    dialect=$1 status=0
    "$program" run --dialect "$dialect" --house-rules fail --format json libc \
        >"$scratch/json" || status=$?
    if [ "$status" -gt 1 ]; then
        bad "the run on libc ended with status $status"
        return
    fi
    version=$(sed -nE 's/^ *"libc": "([^"]*)".*/\1/p' "$scratch/json")
    named "$dialect" >"$scratch/named" || true
    verdicts "$scratch/json" >"$scratch/verdicts"

    while read -r id verdict; do
        case $verdict in
        fail | crash | timeout | inconsistent)
            if grep -qxF "$id" "$scratch/named"; then
                good
            else
                bad "$id is a $verdict and not in $errata"
            fi ;;
        esac
    done <"$scratch/verdicts"

    while read -r id; do
        verdict=$(awk -v id="$id" '$1 == id { print $2 }' "$scratch/verdicts")
        case $verdict in
        fail | crash | timeout | inconsistent) ;;
        '') bad "$id is in $errata and no case of the quick suite" ;;
        *)
            if [ "$version" = "$of" ]; then
                bad "$id is in $errata and its verdict is $verdict"
            else
                echo "errata: note: $dialect: $id is of $of;" \
                    "on $version its verdict is $verdict"
            fi ;;
        esac
    done <"$scratch/named"
}

# The exit status of a program, 0 where the defect does not show.
check_program() {
    name=$(basename "$1")
    if ! ${CC:-cc} -std=c11 -Wall -Wextra -Werror -O1 -o "$scratch/program" \
        "$1" 2>"$scratch/said"; then
        bad "$name does not compile: $(sed 1q "$scratch/said")"
        return
    fi
    status=0
    "$scratch/program" >"$scratch/said" 2>&1 || status=$?
    if ! grep -qF "(errata/$name)" "$errata"; then
        bad "$name is not named in $errata"
    elif [ "$(wc -l <"$1")" -gt 40 ]; then
        bad "$name has more than 40 lines"
    elif [ "$status" -eq 1 ]; then
        good
    elif [ "$status" -eq 0 ] && [ "$version" != "$of" ]; then
        echo "errata: note: $name is of $of; $version does not show it:" \
            "$(sed 1q "$scratch/said")"
    else
        bad "$name: exit status $status, expected 1: $(sed 1q "$scratch/said")"
    fi
}

check_dialect glibc
check_dialect freebsd
check_dialect aix-monitor
check_dialect gmon
dialect=programs
for program in "$(dirname "$errata")"/errata/*.c; do
    check_program "$program"
done
echo "errata: $passed passed, $failed failed"
[ "$passed" -gt 0 ] && [ "$failed" -eq 0 ]
