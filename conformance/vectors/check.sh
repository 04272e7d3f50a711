#!/bin/sh
# SPDX-License-Identifier: MIT
# Vectors as their readers find them.
#
#     check.sh PROFILCHECK PROFILCHECK-OF-A-WRONG-TABLE
set -u
program=$1 planted=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0
here=conformance/vectors

good() {
    passed=$((passed + 1))
}

bad() {
    failed=$((failed + 1))
    echo "vectors: $*" >&2
}

# expect STATUS WORDS ARGUMENT...: how it exits, and what it says.
expect() {
    status=$1 words=$2
    shift 2
    "$program" vectors "$@" >"$scratch/out" 2>&1
    got=$?
    if [ $got -eq "$status" ] && grep -qF -- "$words" "$scratch/out"; then
        good
    else
        bad "$*: exit status $got, not $status with: $words"
        sed 3q "$scratch/out" >&2
    fi
}

# By its own arithmetic; agreed and different are set.
consume() {
    set -- $(awk -f $here/consumer.awk "$1" 2>"$scratch/consumed" | tail -n 1)
    agreed=$1 different=$2
}

ajv=no
if ! command -v node >/dev/null; then
    echo "vectors: JSON is not validated: nodejs is lacking"
elif ! NODE_PATH=/usr/share/nodejs node -e 'require("ajv")' 2>/dev/null; then
    echo "vectors: JSON is not validated: node-ajv is lacking"
else
    ajv=yes
fi

for dialect in aix irix hpux freebsd glibc aix-monitor gmon; do
    text=$scratch/$dialect.txt json=$scratch/$dialect.json
    "$program" vectors --dialect $dialect --output "$text" || bad $dialect
    "$program" vectors --dialect $dialect --format json >"$json" || bad $dialect
    for file in "$text" "$json"; do
        size=$(wc -c <"$file")
        if [ "$size" -lt 2000000 ]; then
            good
        else
            bad "$dialect: $size bytes"
        fi
    done
    expect 0 ' 0 new, 0 gone, 0 changed' --dialect $dialect --since "$text"
    [ $ajv = no ] || if NODE_PATH=/usr/share/nodejs node $here/agree.js \
        $here/vectors.schema.json "$json" "$text"; then
        good
    else
        bad "$dialect: see above"
    fi
    case $dialect in aix-monitor | gmon) continue ;; esac
    consume "$text"
    if [ "$different" -eq 0 ] && [ "$agreed" -gt 4 ]; then
        good
    else
        bad "$dialect: $agreed agree, $different differ"
        sed 5q "$scratch/consumed" >&2
    fi
done

# A reader sees a wrong counter; and so does one who compares.
sed 's/\(^event .* buffer 0 64 \[ 0 \)1 /\12 /' "$scratch/aix.txt" \
    >"$scratch/wrong.txt"
consume "$scratch/wrong.txt"
if [ "$different" -gt 0 ]; then
    good
else
    bad "a wrong counter is not seen"
fi
expect 1 ' no longer permits: ' --dialect aix --since "$scratch/wrong.txt"

# Of another table.
program=$planted
expect 1 'scale-two.' --dialect freebsd --since "$scratch/freebsd.txt"
expect 1 ' permits now what it did not: ' --dialect freebsd \
    --since "$scratch/freebsd.txt"
expect 1 ' 0 new, 0 gone, ' --dialect freebsd --since "$scratch/freebsd.txt"
expect 0 ' 0 changed since 0.1.0; the tables are others' --dialect hpux \
    --since "$scratch/hpux.txt"
program=$1

expect 2 'of which dialect?' --suite quick
expect 2 'did you mean freebsd?' --dialect freebds
expect 2 'it takes no words' --dialect irix signal
expect 2 'line 1: read {"schema": "profilcheck.vectors.1"' --dialect aix \
    --since "$scratch/aix.json"
expect 2 'it is of the dialect aix, not irix' --dialect irix \
    --since "$scratch/aix.txt"
expect 2 'it is of the suite quick, not' --dialect aix --cases /dev/null \
    --since "$scratch/aix.txt"
expect 2 '--since tells what changed, as sentences' --dialect aix \
    --since "$scratch/aix.txt" --format json
expect 2 'No such file' --dialect aix --output "$scratch/none/there"
expect 2 'No such file' --dialect aix --since "$scratch/none"
mkdir "$scratch/directory"
expect 2 'Is a directory' --dialect aix --output "$scratch/directory"
[ -z "$(ls -A "$scratch" | grep '^\.')" ] || bad "something is left behind"

echo "vectors: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
