#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes mutants of DIRECTORY/DIALECT.so: into the blanks after "takes:" come the
# words that choices.h has.  Which: those named, or all of DIRECTORY/list.  Not
# in the list are leaves-WHAT and destroys-WHAT, of freebsd; unseen/DIALECT;
# lists/DIALECT/DEFECT, of lists.txt; and systems/NAME, of systems.def.  Or one,
# with these words:
#
#     take.sh DIRECTORY [NAME]...
#     take.sh DIRECTORY = NAME DIALECT WORD...
set -eu
directory=$1
shift
tab=$(printf '\t')
blanks=$(printf '%200s' '')

# Lines of a name, a dialect and words: all that there are.
rows() {
    awk -F '\t' -v OFS='\t' '{ print $1, $2, $3 "=" $4 }' "$directory/list"
    [ $# -gt 0 ] || return 0
    awk -F '\t' -v OFS='\t' '!/^#/ && NF > 1 {
        print "lists/" $1 "/" $2, $1, "defect=" $2 }' impls/mutants/lists.txt
    awk -F '[^A-Za-z0-9_.-]+' -v OFS='\t' '/^SYSTEM/ {
        print "systems/" $3, tolower($4), "system=" $3 }' reference/systems.def
    for name; do
        what=${name#*[-/]}
        case $name in
        leaves-*) printf '%s\tfreebsd\tcaller-state=leaks:%s\n' "$name" "$what" ;;
        destroys-*) printf '%s\tfreebsd\tcaller-state=destroys:%s\n' "$name" "$what" ;;
        unseen/aix-next-even)
            printf '%s\taix\tclock=unseen rounding=next-even\n' "$name" ;;
        unseen/*) printf '%s\t%s\tclock=unseen\n' "$name" "$what" ;;
        esac
    done
}

put() { # NAME DIALECT WORDS
    made=$directory/$1.so
    mkdir -p "${made%/*}"
    LC_ALL=C sed "s/takes:$blanks/$(printf 'takes:%-200s' "$3")/" \
        "$directory/$2.so" >"$made.new"
    cmp -s "$directory/$2.so" "$made.new" && {
        echo "take.sh: nothing is written into $2.so" >&2
        exit 1
    }
    mv "$made.new" "$made"
}

if [ "${1:-}" = = ]; then
    name=$2 dialect=$3
    shift 3
    put "$name" "$dialect" "$*"
    exit
fi
rows "$@" | { [ $# -eq 0 ] && cat || grep "$(printf "^%s$tab\n" "$@")"; } |
    while IFS=$tab read -r name dialect words; do
        put "$name" "$dialect" "$words"
    done
