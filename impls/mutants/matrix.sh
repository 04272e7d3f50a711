#!/bin/sh
# SPDX-License-Identifier: MIT
# The kill matrix: of what judge.sh and mechanical.sh left in DIRECTORY,
# matrix.tsv, a row a case and a column a mutant, and what it comes to.
#
#     matrix.sh DIRECTORY [SEPARATION_TEST]
#
# A cell is F, C, T or I (a failure, a crash, a timeout, inconsistent), s
# (passes, but is observed to do something else), or nothing.  A case is listed
# as redundant if it alone can be left out: for every mutant that it finds there
# is another case, and SEPARATION_TEST, the program, finds that without it no
# two choices become one.  Of two that replace each other both are listed.
# Without SEPARATION_TEST such cases are only counted.
set -eu
directory=$1 separation=${2:-}
cases=$directory/cases
touch "$directory/mechanical.kills"

# The mechanical ones are each judged until two cases find them.
{
    cat "$directory/cells"
    awk -F '\t' -v OFS='\t' '
        { print $1, $2, $3, toupper(substr($4, 1, 1)) }' \
        "$directory/mechanical.kills"
} | awk -F '\t' -v OFS='\t' '
    NR == FNR { row[++rows] = $1; next }
    !($1 in column) { column[$1] = ++columns; name[columns] = $1 }
    { cell[$3, column[$1]] = $4 }
    END {
        printf "case"
        for (k = 1; k <= columns; k++)
            printf "\t%s", name[k]
        print ""
        for (r = 1; r <= rows; r++) {
            printf "%s", row[r]
            for (k = 1; k <= columns; k++)
                printf "\t%s", cell[row[r], k]
            print ""
        }
    }' "$cases" - >"$directory/matrix.tsv"

# Of each column: the cases that fail, or else those that distinguish.
awk -F '\t' '
    NR == 1 { columns = NF; next }
    {
        name[NR] = $1
        for (k = 2; k <= columns; k++)
            if ($k == "s") { shown[k]++; shower[k] = NR }
            else if ($k != "") { kills[k]++; killer[k] = NR }
    }
    END {
        for (k = 2; k <= columns; k++) {
            if (kills[k] == 1) needed[killer[k]] = 1
            else if (!kills[k] && shown[k] == 1) needed[shower[k]] = 1
        }
        for (r = 2; r <= NR; r++)
            if (!(r in needed))
                print name[r]
    }' "$directory/matrix.tsv" >"$directory/redundant.new"

all=$(wc -l <"$cases")
alone=$((all - $(wc -l <"$directory/redundant.new")))
said=
if [ -n "$separation" ]; then
    # shellcheck disable=SC2046 # words are meant
    "$separation" needed $(cat "$directory/redundant.new") \
        >"$directory/needed" || exit 3
    said=", $(wc -l <"$directory/needed") more distinguish two choices alone"
    grep -vxF -f "$directory/needed" "$directory/redundant.new" \
        >"$directory/redundant" || true
else
    cp "$directory/redundant.new" "$directory/redundant"
fi
rm -f "$directory/redundant.new"
echo "matrix: $all cases, $(($(head -n 1 "$directory/matrix.tsv" |
    awk -F '\t' '{ print NF }') - 1)) mutants shown: $alone cases are the only" \
    "one for a mutant$said, $(wc -l <"$directory/redundant") others"
[ -z "$separation" ] || sed 's/^/    redundant: /' "$directory/redundant"
