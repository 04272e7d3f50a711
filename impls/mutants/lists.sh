#!/bin/sh
# SPDX-License-Identifier: MIT
# Judges the libraries whose later elements are wrong, by the cases that lists.txt
# names: each of them must fail, or be inconsistent, but for those that only run
# with them.
#
#     lists.sh PROFILCHECK DIRECTORY
set -u
program=$1 directory=$2
step=mutants-lists
. .ci/lib.sh

while IFS="$(printf '\t')" read -r dialect defect cases; do
    case $dialect in \#* | '') continue ;; esac
    options=
    for case in $cases; do options="$options --case ${case#+}"; done
    # shellcheck disable=SC2086 # words are meant
    "$program" run --dialect "$dialect" --suite full --verbose $options \
        "$directory/$dialect/$defect.so" >"$said" 2>&1
    [ $? != 2 ] || cat "$said" >&2
    missing=
    for case in $cases; do
        grep -Eq "^ *(fail|inconsistent|crash|timeout) +${case#+}\." "$said" ||
            [ "$case" != "${case#+}" ] || missing="$missing $case"
    done
    check "$dialect, $defect: not shown by$missing" is "" "$missing"
done <impls/mutants/lists.txt
ends
