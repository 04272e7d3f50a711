#!/bin/sh
# SPDX-License-Identifier: MIT
# Modified condition/decision coverage of the reference by its own tests:
# all of it, or the conditions missing are shown.
#
#     mcdc.sh BUILD SUFFIX TEST...       SUFFIX: of the LLVM commands, "-19"
set -eu
build=$1 suffix=$2
shift 2
ignore='--ignore-filename-regex=_test\.[ch]$|/(conformance|fuzz|impls|reports)/'

rm -f "$build"/*.profraw
LLVM_PROFILE_FILE=$build/%p.profraw
export LLVM_PROFILE_FILE
sh .ci/tests.sh "$@"
objects=$(printf ' --object %s' "$@")
"llvm-profdata$suffix" merge -o "$build/merged" "$build"/*.profraw

# Totals end in: conditions, missed conditions, per cent covered.
"llvm-cov$suffix" report $objects --instr-profile="$build/merged" \
    --show-mcdc-summary "$ignore" >"$build/report"
set -- $(awk '$1 == "TOTAL" { print $(NF - 2), $(NF - 1) }' "$build/report")
echo "reference: $1 conditions, $2 missed"
[ "$1" -gt 0 ] && [ "$2" -eq 0 ] && exit
"llvm-cov$suffix" show $objects --instr-profile="$build/merged" --show-mcdc \
    "$ignore" | grep -B 12 -A 3 'MC/DC Coverage for.*: [0-9]\{1,2\}\.' || true
exit 1
