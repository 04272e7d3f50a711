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
step=errata
. .ci/lib.sh

check_dialect() {
    dialect=$1 status=0
    "$program" run --dialect "$dialect" --house-rules fail --format json libc \
        >"$scratch/json" || status=$?
    if [ "$status" -gt 1 ]; then
        bad "$dialect: the run on libc ended with status $status"
        return
    fi
    version=$(sed -nE 's/^ *"libc": "([^"]*)".*/\1/p' "$scratch/json")
    awk -v dialect="$dialect" '/^## / { here = $NF == dialect } here' \
        "$errata" | ids >"$scratch/named" || :
    errata_hold "$dialect" "$scratch/named" "$scratch/json" "$of" "$version"
}

# check_program SOURCE: it exits with 1 where its defect shows, with 0 where it
# does not.
check_program() {
    name=$(basename "$1")
    if ! ${CC:-cc} -std=c11 -Wall -Wextra -Werror -O1 -o "$scratch/program" \
        "$1" 2>"$scratch/said"; then
        bad "programs: $name does not compile: $(sed 1q "$scratch/said")"
        return
    fi
    status=0
    "$scratch/program" >"$scratch/said" 2>&1 || status=$?
    if [ "$status" -eq 1 ]; then
        good
    elif [ "$status" -eq 0 ] && [ "$version" != "$of" ]; then
        note "$name is of $of; $version does not show it: $(sed 1q "$scratch/said")"
    else
        bad "programs: $name: exit status $status, expected 1: $(sed 1q "$scratch/said")"
    fi
}

# check_case CASE: the program that shrink writes of it.
check_case() {
    if "$program" shrink --c-only --dialect glibc "$1" libc \
        >"$scratch/$1.c" 2>"$scratch/said"; then
        check_program "$scratch/$1.c"
    elif [ "$version" != "$of" ]; then
        note "$1 is of $of; $version does not show it"
    else
        bad "programs: $1 is not shrunk: $(sed 1q "$scratch/said")"
    fi
}

for dialect in glibc freebsd aix-monitor gmon; do
    check_dialect "$dialect"
done
for case in $(awk '
    /^## / { here = $NF == "glibc" }
    /^### / { first = here }
    first && sub(/^ +[0-9]+ cases?(, the shortest)?: /, "") {
        print substr($0, 1, index($0, ".") - 1)
        first = 0
    }' "$errata"); do
    check_case "$case"
done
for source in "$(dirname "$errata")"/errata/*.c; do
    grep -qF "(errata/${source##*/})" "$errata" ||
        bad "programs: ${source##*/} is not named in $errata"
    check_program "$source"
done
ends
