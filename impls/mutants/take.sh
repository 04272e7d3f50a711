#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes mutants of DIRECTORY/any/DIALECT.so: in place of the blanks after
# "takes:" stands "rule=choice".  Which, by DIRECTORY/list: those named, or
# all.  Not in the list are leaves-WHAT and destroys-WHAT, of freebsd.
#
#     take.sh DIRECTORY [NAME]...
set -eu
directory=$1
shift
tab=$(printf '\t')
blanks='                                                                                '

rows() {
    for name; do
        what=${name#*-}
        case $name in
        leaves-*) printf '%s\tfreebsd\tcaller-state\tleaks:%s\n' "$name" "$what" ;;
        destroys-*) printf '%s\tfreebsd\tcaller-state\tdestroys:%s\n' "$name" "$what" ;;
        esac
    done
    { [ $# -eq 0 ] || printf '%s\n' "$@"; } |
        awk -F '\t' -v some=$# '
            FNR == NR && some { wanted[$0]; next }
            !some || $1 in wanted' ${1:+-} "$directory/list"
}

rows "$@" |
    while IFS=$tab read -r name dialect rule choice _; do
        words=$rule=$choice
        LC_ALL=C sed "s/takes:$blanks/$(printf '%s%-80s' takes: "$words")/" \
            "$directory/any/$dialect.so" >"$directory/$name.so.new"
        cmp -s "$directory/any/$dialect.so" "$directory/$name.so.new" && {
            echo "take.sh: nothing is written into $dialect.so" >&2
            exit 1
        }
        mv "$directory/$name.so.new" "$directory/$name.so"
    done
