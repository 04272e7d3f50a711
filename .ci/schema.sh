#!/bin/sh
# SPDX-License-Identifier: MIT
# Results and reports of real runs, one with failures, are what their schemas
# say.
#
#     schema.sh PROFILCHECK DEFECTIVE.so
set -eu
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

printf 'odd-number * - for this test\n' >"$scratch/waivers"
SOURCE_DATE_EPOCH=1800000000 "$1" run --format json \
    --results "$scratch/results.jsonl" --waivers "$scratch/waivers" \
    --dialect freebsd --dialect aix signal "$2" \
    >"$scratch/report.json" 2>"$scratch/stale" || [ $? -eq 1 ]
NODE_PATH=/usr/share/nodejs node .ci/schema.js \
    "$scratch/results.jsonl" "$scratch/report.json"
