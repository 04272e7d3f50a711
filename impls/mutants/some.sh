#!/bin/sh
# SPDX-License-Identifier: MIT
# Of the list of mutants one of each wrong choice: in one of the dialects that
# forbid it, and in which a case can show it; by turns in the first of them, the
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
    $7 == "forbidden" {
        for (k = 1; k <= patterns; k++)
            if ($1 ~ unseen[k])
                next
        if (!($6 in dialects))
            choice[++choices] = $6
        row[$6, dialects[$6]++] = $0
    }
    END {
        for (k = 1; k <= choices; k++)
            print row[choice[k], k % dialects[choice[k]]]
    }' "$here/equivalent.txt" "$1"
