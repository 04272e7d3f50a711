#!/bin/sh
# SPDX-License-Identifier: MIT
# Of the list of mutants those that a case can show, as equivalent.txt says.
#
#     seen.sh LIST
set -eu
awk -F '\t' '
    NR == FNR {
        gsub(/[.^$]/, "\\\\&", $1)
        gsub(/[*]/, ".*", $1)
        gsub(/\[!/, "[^", $1)
        if (!/^#/ && NF > 1)
            unseen[++n] = "^" $1 "$"
        next
    }
    {
        for (k = 1; k <= n; k++)
            if ($1 ~ unseen[k])
                next
        print
    }' "$(dirname "$0")/equivalent.txt" "$1"
