#!/bin/sh
# SPDX-License-Identifier: MIT
# Lists the defects of mapping and regions that are planted, one a line:
#
#     target  dialect  rule  choice
#
# Those that a dialect forbids, but what impls/mutants/equivalent.txt says
# cannot be seen, and those for which no seed was found yet.  LIST names the
# list of mutants, where it is not build/mutants/list.
set -eu
sh impls/mutants/seen.sh "${LIST:-build/mutants/list}" | awk -F '\t' '
    FILENAME == "reference/rules.def" {
        if (/^\/\* control/) over = 1
        if (/^RULE\(/ && !over) {
            split($0, part, "\"")
            ours[part[2]] = 1
        }
        next
    }
    $5 == "forbidden" && $3 in ours && $2 != "aix-monitor" {
        if ($3 "=" $4 ~ /^(scale-off=EINVAL|full-scale=.*|counter-bits=.*|list-end=.*|computed-scale=.*|(wide-)?(counter|overflow-bin)-full=stop-when-full|list-order=unchecked)$/)
            next
        target = $3 ~ /^(counter-full|buffer-start)$/ ? "regions" : "mine"
        if ($3 ~ /^(region|overflow|disabled|list|computed|both)/ ||
            $3 ~ /^(counter|profil)-width$/)
            target = "regions"
        print target, $2, $3, $4
    }' reference/rules.def -
