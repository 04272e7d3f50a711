#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the seeds of every target without an engine.
#
#     corpora.sh PROGRAMS TARGET...
set -u
programs=$1
shift
passed=0 failed=0

for target; do
    seeds=fuzz/$target
    [ "$target" != case ] || seeds="$seeds conformance/suites"
    if said=$("$programs/$target" $seeds 2>&1); then
        passed=$((passed + ${said%% *}))
    else
        printf '%s\n' "$said"
        echo "fuzz: $target: its seeds end in a finding"
        failed=$((failed + 1))
    fi
done
echo "fuzz: $passed passed, $failed failed"
[ "$passed" -gt 0 ] && [ "$failed" -eq 0 ]
