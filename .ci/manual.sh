#!/bin/sh
# SPDX-License-Identifier: MIT
# Whether the manual has a page of each verb, which names each of its options,
# and says what help says that it exits with; and the first page names the verb.
#
#     manual.sh PROFILCHECK DIRECTORY
set -u
program=$1 man=$2
step=manual
. .ci/lib.sh

for verb in $("$program" help | sed -n 's/^  \([a-z][a-z]*\)  *[a-z].*/\1/p'); do
    page=$man/profilcheck-$verb.1
    check "no manual of $verb" [ -s "$page" ] || continue
    summary=$("$program" help "$verb" | sed -n '/^$/{n;p;q}')
    check "profilcheck-$verb(1) has another summary than help" \
        grep -xF "profilcheck-$verb \\- $summary" "$page"
    sed -n "/^.BR profilcheck..$verb (1)$/{n;p;}" "$man/profilcheck.1" \
        >"$scratch/named"
    check "profilcheck(1) has another summary of $verb than help" \
        grep -ixF "$summary." "$scratch/named"
    "$program" help "$verb" | sed -n '/^exit status: /,/^details: /{/^details: /d
        s/^exit status: //; s/^ *//; p;}' | tr '\n' ' ' | sed 's/ $//' \
        >"$scratch/status"
    check "profilcheck-$verb(1) has another exit status than help" \
        is "$(cat "$scratch/status")" \
        "$(sed -n '/^\.SH EXIT STATUS/{n;s/\\-/-/g;p;}' "$page")"
    "$program" help "$verb" |
        sed -n 's/^  \(--[a-z-]* [a-z0-9]*|[a-z0-9|]*\).*/\1/p' >"$scratch/words"
    sed 's/\\-/-/g; s/\\f[A-Z]//g; s/[" ]*|[ "]*/|/g' "$page" >"$scratch/page"
    while read -r choice; do
        check "profilcheck-$verb(1) has no $choice" \
            grep -qF -- "$choice" "$scratch/page"
    done <"$scratch/words"
    for option in $("$program" help "$verb" | grep -o '^  --[a-z-]*'); do
        check "profilcheck-$verb(1) has no $option" grep -E -- "^\..*$option( |\"|\$)" "$scratch/page"
    done
done
for page in "$man"/*.1; do
    check "$page has more than 400 lines" [ "$(wc -l <"$page")" -le 400 ]
    ! command -v groff >"$scratch/which" || check "$page: groff warns of it" \
        is "" "$(groff -man -Tutf8 -ww -z "$page" 2>&1)"
done
ends
