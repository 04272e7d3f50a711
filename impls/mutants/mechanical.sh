#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes every mechanical mutant of the code that counts (mechanical.awk),
# judges it in each dialect, and writes what kills it: a line a mutant.
#
#     mechanical.sh PROFILCHECK REPORT [WORKERS [EVERY]]
#
# With EVERY only each EVERYth mutant.  Those that no case kills are listed: each
# is equivalent, out of the reach of a case, or a case that the suite lacks.
set -eu
program=$1 report=$2 workers=${3:-2} every=${4:-1}
files='impls/family/bins.h impls/family/regions.c impls/family/table.c
    impls/family/count.c'
dialects='freebsd aix irix glibc'
here=$(dirname "$0")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tab=$(printf '\t')

for file in $files; do
    awk -f "$here/mechanical.awk" "$file"
done | awk -v every="$every" 'NR % every == 0' >"$scratch/list"

# The file $1 with $5 in place of $4 characters at line $2, column $3.
mutate() {
    awk -v line="$2" -v column="$3" -v size="$4" -v instead="$5" '
        NR == line {
            $0 = substr($0, 1, column - 1) instead substr($0, column + size)
        }
        { print }' "$1"
}

common='family/count family/engine family/faults family/probe family/regions
    family/table signal/engine signal/ticker signal/export/current'
own='family/% signal/export/%'

compile() { # DIRECTORY FILE...
    directory=$1
    shift
    for part; do
        ${CC:-cc} -std=c11 -D_GNU_SOURCE -I"$directory" -I. -O1 -w -fPIC \
            -fvisibility=hidden -c -o "$directory/$(echo "$part" | tr / -).o" \
            "$directory/impls/$part.c" 2>"$directory/said" || return 1
    done
}

# The parts that a change of file $1 changes.
parts_of() {
    case $1 in
    *.h) echo family/count family/table family/regions family/aix ;;
    *) echo "$1" | sed 's,^impls/,,; s,\.c$,,' ;;
    esac
}

# The shared object of dialect $2, of the objects in $1.
link() {
    objects=
    for part in $common $(echo "$own" | tr -s ' \n' ' ' | sed "s,%,$2,g"); do
        objects="$objects $1/$(echo "$part" | tr / -).o"
    done
    # shellcheck disable=SC2086 # words are meant
    ${CC:-cc} -shared -o "$1/$2.so" $objects -lpthread -lrt
}

judge() {
    name="$1:$2:$3 $(sed -n "$2p" "$1" | cut -c"$3"-$(($3 + $4 - 1))) -> $5"
    mutate "$@" >"$copy/$1"
    verdict='survives' parts=$(parts_of "$1")
    # shellcheck disable=SC2086
    compile "$copy" $parts || verdict='does not compile'
    for dialect in $dialects; do
        [ "$verdict" = survives ] || break
        link "$copy" "$dialect"
        status=0
        "$program" run --jobs 1 --timeout 2 --dialect "$dialect" \
            "$copy/$dialect.so" >"$copy/out" 2>&1 || status=$?
        [ "$status" -eq 0 ] && continue
        verdict="killed: $(sed -nE \
            's/^(fail|crash|timeout|inconsistent): [^ ]* ([^ ]* [^ :]*):.*: ([^:]*)$/\1 \2: \3/p' \
            "$copy/out" | sed 1q)"
    done
    cp "$1" "$copy/$1"
    # shellcheck disable=SC2086
    compile "$copy" $parts
    echo "$name$tab$verdict"
}

worker=0
while [ "$worker" -lt "$workers" ]; do
    copy=$scratch/$worker
    mkdir -p "$copy"
    cp -r impls "$copy/impls"
    # shellcheck disable=SC2046,SC2086
    compile "$copy" $common $(for d in $dialects; do
        echo "$own" | sed "s,%,$d,g"
    done)
    awk -v n="$workers" -v k="$worker" 'NR % n == k' "$scratch/list" |
        while IFS=$tab read -r file line column size instead; do
            judge "$file" "$line" "$column" "$size" "$instead"
        done >"$scratch/part.$worker" &
    worker=$((worker + 1))
done
wait
sort "$scratch"/part.* >"$report"

sed -n "s/${tab}survives$/ survives/p" "$report"
killed=$(grep -c "${tab}killed" "$report" || true)
total=$(grep -vc "${tab}does not compile" "$report" || true)
echo "$killed of $total mechanical mutants killed; see $report"
[ "$killed" -gt 0 ]
