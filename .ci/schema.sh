#!/bin/sh
# SPDX-License-Identifier: MIT
# Results and reports of real runs, one with failures, are what their schemas
# say.
#
#     schema.sh PROFILCHECK DEFECTIVE.so WAITING.so
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

"$1" identify --format json "$2" >"$scratch/identity.json"

# A run that is killed where the library waits: it has opened the pipe.
printf 'case a\nbuffer b 16\nprofil b 16 0x1000 0x8000\ncase b\nbuffer b 16\nprofil b 16 0x123456 0x8000\nsleep 0x100000 1\n' \
    >"$scratch/cases"
mkfifo "$scratch/pipe"
PROFILCHECK_PIPE=$scratch/pipe "$1" run --dialect freebsd --timeout 60 --jobs 1 \
    --cases "$scratch/cases" --results "$scratch/killed.jsonl" "$3" &
exec 3>"$scratch/pipe"
kill -KILL $!
wait $! 2>/dev/null || :
exec 3>&-

cat "$scratch/results.jsonl" >>"$scratch/shard.jsonl"
NODE_PATH=/usr/share/nodejs node .ci/schema.js \
    "$scratch/shard.jsonl" "$scratch/killed.jsonl.part" "$scratch/report.json" \
    "$scratch/identity.json"
