#!/bin/sh
# SPDX-License-Identifier: MIT
# Lines and branches of the reference that its own tests reach: all of them,
# or those missing are listed.
#
#     coverage.sh BUILD TEST...
set -eu
build=$1
shift
branches='--rc lcov_branch_coverage=1'

command -v lcov >/dev/null || {
    echo "coverage: lcov is not installed: apt-get install lcov" >&2
    exit 2
}

find "$build" -name '*.gcda' -exec rm -f {} +
sh .ci/tests.sh "$@"
lcov -q $branches --capture --directory "$build/reference" \
    --output-file "$build/all.info" 2>/dev/null
lcov -q $branches --extract "$build/all.info" "$PWD/reference/*" \
    --output-file "$build/reference.info" 2>/dev/null
lcov -q $branches --remove "$build/reference.info" '*_test.*' \
    --output-file "$build/own.info" 2>/dev/null

awk -F '[:,]' '
    /^SF:/ { file = $0; sub(/^SF:.*\/reference\//, "reference/", file) }
    /^DA:/ { lines++; if ($3 == 0) { missed++; print file ":" $2 ": not run" } }
    /^BRDA:/ {
        branches++
        if ($5 == "-" || $5 == 0) {
            missed++
            print file ":" $2 ": branch " $4 " not taken"
        }
    }
    END {
        printf "reference: %d lines, %d branches, %d missed\n", \
            lines, branches, missed
        exit lines == 0 || branches == 0 || missed > 0
    }' "$build/own.info"
