#!/bin/sh
# SPDX-License-Identifier: MIT
# Of the list of mutants one wrong choice of each rule, one that a case can show:
# of the dialects that forbid one and their choices by turns the first, the
# second and so on.
#
#     some.sh LIST
set -eu
sh "$(dirname "$0")/seen.sh" "$1" | awk -F '\t' '
    $5 == "forbidden" {
        if (!($3 in wrong))
            rule[++rules] = $3
        row[$3, wrong[$3]++] = $0
    }
    END {
        for (k = 1; k <= rules; k++)
            print row[rule[k], k % wrong[rule[k]]]
    }'
