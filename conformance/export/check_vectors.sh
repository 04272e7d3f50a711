#!/bin/sh
# SPDX-License-Identifier: MIT
# Vectors as their readers find them.
#
#     check_vectors.sh PROFILCHECK PROFILCHECK-OF-A-WRONG-TABLE SCHEMA
set -u
program=$1 planted=$2 schema=$3
step=vectors here=conformance/export
. .ci/lib.sh

# expect STATUS WORDS ARGUMENT...: how it exits, and what it says.
expect() {
    status=$1 words=$2
    shift 2
    says "$status" "$words" "$program" vectors "$@"
}

# By its own arithmetic; agreed and different are set.
consume() {
    set -- $(awk -f $here/consumer.awk "$1" 2>"$scratch/consumed" | tail -n 1)
    agreed=$1 different=$2
}

export NODE_PATH=/usr/share/nodejs
ajv=yes
has node nodejs && check "JSON is not validated: node-ajv is lacking" \
    node -e 'require("ajv")' || ajv=no

for dialect in aix irix hpux freebsd glibc aix-monitor gmon; do
    text=$scratch/$dialect.txt json=$scratch/$dialect.json
    "$program" vectors --dialect $dialect --output "$text" || bad $dialect
    "$program" vectors --dialect $dialect --format json >"$json" || bad $dialect
    for file in "$text" "$json"; do
        check "$dialect: $(wc -c <"$file") bytes" \
            [ "$(wc -c <"$file")" -lt 2500000 ]
    done
    expect 0 ' 0 new, 0 gone, 0 changed' --dialect $dialect --since "$text"
    [ $ajv = no ] || check "$dialect: JSON" \
        node $here/agree.js "$schema" "$json" "$text"
    case $dialect in aix-monitor | gmon) continue ;; esac
    consume "$text"
    check "$dialect: $agreed agree, $different differ" \
        [ "$different:$((agreed > 4))" = 0:1 ] ||
        sed 5q "$scratch/consumed" >&2
done

# A reader sees a wrong counter; and so does one who compares.
sed 's/\(^event .* buffer 0 64 \[ 0 \)1 /\12 /' "$scratch/aix.txt" \
    >"$scratch/wrong.txt"
consume "$scratch/wrong.txt"
check "a wrong counter is not seen" [ "$different" -gt 0 ]
expect 1 ' no longer permits: ' --dialect aix --since "$scratch/wrong.txt"

# Of another table.
program=$planted
expect 1 'scale-two.' --dialect freebsd --since "$scratch/freebsd.txt"
expect 1 ' permits now, and did not before: ' --dialect freebsd \
    --since "$scratch/freebsd.txt"
expect 1 ' 0 new, 0 gone, ' --dialect freebsd --since "$scratch/freebsd.txt"
expect 0 ' 0 changed since 0.1.0; the tables are different' --dialect hpux \
    --since "$scratch/hpux.txt"
program=$1

expect 2 '--dialect is needed' --suite quick
expect 2 'did you mean freebsd?' --dialect freebds
expect 2 'this verb takes no arguments' --dialect irix signal
expect 2 'line 1: read {"schema": "profilcheck.vectors.1"' --dialect aix \
    --since "$scratch/aix.json"
expect 2 'it is of the dialect aix, not irix' --dialect irix \
    --since "$scratch/aix.txt"
expect 2 'it is of the suite quick, not' --dialect aix --cases /dev/null \
    --since "$scratch/aix.txt"
expect 2 '--since lists what changed, as sentences' --dialect aix \
    --since "$scratch/aix.txt" --format json
expect 2 'expected a file in a directory' --dialect aix \
    --output "$scratch/none/there"
expect 2 'No such file' --dialect aix --since "$scratch/none"
mkdir "$scratch/directory"
expect 2 'expected a file in a directory' --dialect aix \
    --output "$scratch/directory"
check "something is left behind" is "" "$(find "$scratch" -name '.*')"

ends
