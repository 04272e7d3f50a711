#!/bin/sh
# SPDX-License-Identifier: MIT
# Lines of the reference that the seeds of the fuzz targets do not reach: they
# are listed, and no more than three in a hundred.  What reads tables alone is
# none of it.
#
#     coverage.sh BUILD TARGET...
set -eu
build=$1
shift
command -v lcov >/dev/null || {
    echo "fuzz-coverage: lcov is not here.  Run, as root:" >&2
    echo "    apt-get install -y lcov" >&2
    exit 1
}

find "$build" -name '*.gcda' -exec rm -f {} +
FUZZ_PLANT=no sh fuzz/corpora.sh "$build/fuzz" "$@"
lcov -q --capture --directory "$build/reference" \
    --output-file "$build/all.info" 2>/dev/null
lcov -q --remove "$build/all.info" '*_test.*' \
    '*/sentences.c' '*/systems.c' \
    --output-file "$build/own.info" 2>/dev/null

for file in reference/*.c reference/files/*.c; do
    case $file in *_test.c | */sentences.c | */systems.c) continue ;; esac
    [ -f "$build/${file%.c}.gcda" ] || echo "$file: no target uses it"
done >"$build/unused"
cat "$build/unused"
awk -F '[:,]' -v missed="$(wc -l <"$build/unused")" '
    /^SF:/ { file = $0; sub(/^SF:.*\/reference\//, "reference/", file) }
    /^DA:/ { lines++; if ($3 == 0) { missed++; print file ":" $2 ": not run" } }
    END {
        printf "reference: %d lines, %d missed\n", lines, missed
        exit lines == 0 || 100 * missed > 3 * lines
    }' "$build/own.info"
