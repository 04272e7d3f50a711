#!/bin/sh
# SPDX-License-Identifier: MIT
# Of the list of mutants one wrong choice of each rule, one that a case can show:
# of the dialects that forbid one and their choices by turns the first, the
# second and so on.
#
#     some.sh LIST
set -eu
here=$(dirname "$0")

awk -F '\t' '
    function pattern(glob) {
        gsub(/[.^$]/, "\\\\&", glob)
        gsub(/[*]/, ".*", glob)
        gsub(/\[!/, "[^", glob)
        return "^" glob "$"
    }
    NR == FNR {
        if (!/^#/ && NF > 1)
            unseen[++patterns] = pattern($1)
        next
    }
    $5 == "forbidden" {
        for (k = 1; k <= patterns; k++)
            if ($1 ~ unseen[k])
                next
        if (!($3 in wrong))
            rule[++rules] = $3
        row[$3, wrong[$3]++] = $0
    }
    END {
        for (k = 1; k <= rules; k++)
            print row[rule[k], k % wrong[rule[k]]]
    }' "$here/equivalent.txt" "$1"
