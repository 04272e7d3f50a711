#!/bin/sh
# SPDX-License-Identifier: MIT
# Results and reports of real runs, one with failures, are what their schemas
# say.
#
#     schema.sh PROFILCHECK DEFECTIVE.so
set -eu
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

"$1" run --dialect aix --case odd-number --shard 1/2 \
    --results "$scratch/shard.jsonl" signal >"$scratch/shard"
printf 'odd-number * - for this test\n' >"$scratch/waivers"
SOURCE_DATE_EPOCH=1800000000 "$1" run --format json \
    --results "$scratch/results.jsonl" --waivers "$scratch/waivers" \
    --dialect freebsd --dialect aix signal "$2" \
    >"$scratch/report.json" 2>"$scratch/stale" || [ $? -eq 1 ]

# A run that is killed, in a case that sleeps.
printf 'case a\nbuffer b 16\nprofil b 16 0x1000 0x8000\ncase b\nsleep 0x100000 10000\n' \
    >"$scratch/cases"
: >"$scratch/killed.jsonl"
"$1" run --dialect aix --cases "$scratch/cases" --timeout 60 --jobs 1 \
    --results "$scratch/killed.jsonl" signal &
while kill -0 $! && [ "$(grep -c . "$scratch/killed.jsonl")" -lt 2 ]; do
    sleep 0.02
done 2>/dev/null
kill -KILL $!
wait $! 2>/dev/null || :

cat "$scratch/results.jsonl" >>"$scratch/shard.jsonl"
NODE_PATH=/usr/share/nodejs node .ci/schema.js \
    "$scratch/shard.jsonl" "$scratch/killed.jsonl" "$scratch/report.json"
