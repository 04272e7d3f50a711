#!/bin/sh
# SPDX-License-Identifier: MIT
# A program compiled with -pg and linked with libprofil-freebsd leaves a gmon.out
# in which gprof finds the calls that were made, and the time where it was
# spent, however the program was linked; as it does in the host's own.
#
#     gmon.sh BUILD
set -u
here=$(dirname "$0")
libraries=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
cc=${CC:-cc}

command -v gprof >/dev/null || {
    echo "test-libraries: gmon.out: skipped: gprof is not here (binutils)"
    exit 0
}

# gprof's flat profile: "NAME CALLS" of each function with calls.  main has one
# where what starts it is a part of the program; spin is a
# part of leaf, or not, as the compiler likes.
calls() {
    gprof -b -p "$work/program" "$work/gmon.out" 2>"$work/said" |
        awk '$4 ~ /^[0-9]+$/ && NF >= 7 && $7 !~ /^(spin|main)$/ { print $7, $4 }' |
        LC_ALL=C sort
}

# The part of the time that is leaf's.
share() {
    gprof -b -p "$work/program" "$work/gmon.out" 2>"$work/said" |
        awk '$NF ~ /^(leaf|spin)/ { sum += $1 } END { print int(sum + 0) }'
}

# The call graph: who calls leaf, and how often.
callers() {
    gprof -b -q "$work/program" "$work/gmon.out" 2>"$work/said" |
        awk 'NF > 2 && $(NF - 2) ~ /^[0-9]+\/33$/ { print $(NF - 1), $(NF - 2) }' |
        grep -v '^leaf ' | LC_ALL=C sort
}

one_line() {
    tr '\n' ' ' | sed 's/ $//'
}

# judge WORDS: what the program left.
judge() {
    found=$(calls | one_line)
    graph=$(callers | one_line)
    part=$(share)
    fault=$("$libraries/profilcheck" prof --check "$work/gmon.out" \
        "$work/program" 2>&1) && fault=
    if [ "$found" != 'inner 15 leaf 33 outer 3' ]; then
        echo "test-libraries: gmon.out: $1: gprof finds the calls: $found"
    elif [ "$graph" != 'inner 30/33 outer 3/33' ]; then
        echo "test-libraries: gmon.out: $1: gprof's callers of leaf: $graph"
    elif [ "$part" -lt 90 ]; then
        echo "test-libraries: gmon.out: $1: gprof finds $part % of the time" \
            "in leaf"
    elif [ -n "$fault" ]; then
        echo "test-libraries: gmon.out: $1: $fault" | sed 1q
    else
        passed=$((passed + 1))
        return
    fi
    failed=$((failed + 1))
}

# try WORDS [ARGUMENT]...: compile, run, ask gprof.
try() {
    words=$1
    shift
    rm -f "$work/gmon.out"
    if ! $cc -O1 -pg -o "$work/program" "$here/graph.c" "$@" \
        >"$work/said" 2>&1; then
        echo "test-libraries: gmon.out: skipped: $words: it can't be linked:" \
            "$(sed 1q "$work/said")"
        return
    fi
    (cd "$work" && LD_LIBRARY_PATH=$work timeout 60 ./program) ||
        echo "test-libraries: gmon.out: $words: exit status $?"
    judge "$words"
}

ours="$libraries/libprofil-freebsd.a -lpthread -lrt"
shared="-L$libraries -lprofil-freebsd -Wl,-rpath,$libraries"
# shellcheck disable=SC2086
{
    try 'libprofil-freebsd.a, -no-pie' -fno-pie -no-pie $ours
    try 'libprofil-freebsd.a, -pie' -fPIE -pie $ours
    try 'libprofil-freebsd.a, -static' -fno-pie -no-pie -static $ours
    try 'libprofil-freebsd.a, -static-pie' -fPIE -static-pie $ours
    try 'libprofil-freebsd.so, -pie' -fPIE -pie $shared
}
try "the host's own, -no-pie" -fno-pie -no-pie
try "the host's own, -pie" -fPIE -pie
try "the host's own, -static" -fno-pie -no-pie -static
try "the host's own, -static-pie" -fPIE -static-pie

# Its library is compiled with -pg too, and lies elsewhere.
$cc -O1 -pg -fPIC -shared -DLIBRARY_ITSELF -o "$work/libgraph.so" \
    "$here/graph.c" || exit 1
# shellcheck disable=SC2086
{
    try 'libprofil-freebsd.so, a profiled library' -DLIBRARY -fPIE -pie \
        -L"$work" -lgraph $shared
    try 'libprofil-freebsd.a, a profiled library' -DLIBRARY -fPIE -pie \
        -L"$work" -lgraph $ours
}

echo "test-libraries: gmon.out: $passed passed, $failed failed"
[ "$passed" -gt 0 ] && [ "$failed" -eq 0 ]
