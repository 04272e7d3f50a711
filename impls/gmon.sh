#!/bin/sh
# SPDX-License-Identifier: MIT
# The runtime behind -pg: judged are libc's, which may do what ERRATA.md tells
# and nothing else, ours, and the mutants'.  Programs compiled with -pg leave
# what they called, however they are linked, and however they end.
#
#     gmon.sh BUILD
set -u
build=$(realpath "$1")
program=$build/profilcheck
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
cc=${CC:-cc}

good() {
    passed=$((passed + 1))
}

bad() {
    echo "check-gmon: $*"
    failed=$((failed + 1))
}

# add FILE: the passed and failed of another script's last line.
add() {
    counts=$(sed -nE '$s/.*: ([0-9]+) passed, ([0-9]+) failed.*/\1 \2/p' "$1")
    if [ -z "$counts" ]; then
        bad "$(tail -n 1 "$1")"
        return
    fi
    passed=$((passed + ${counts% *})) failed=$((failed + ${counts#* }))
}

conforms() {
    if "$program" run --dialect gmon "$1" >"$work/said" 2>&1; then
        good
    else
        bad "$1: exit status $?: $(sed 1q "$work/said")"
    fi
}

# Each finding of libc's is in ERRATA.md.
judge_libc() {
    status=0
    "$program" run --dialect gmon --format json libc >"$work/json" ||
        status=$?
    [ "$status" -le 1 ] || bad "libc: exit status $status"
    sed -nE 's/^ *\{"id": "([^"]*)", "verdict": "(fail|inconsistent|crash|timeout)".*/\1/p' \
        "$work/json" >"$work/findings"
    while read -r id; do
        grep -qF "\`$id\`" "$here/libc/ERRATA.md" ||
            grep -qF " $id:" "$here/libc/ERRATA.md" ||
            bad "libc: $id is not in ERRATA.md"
    done <"$work/findings"
    good
}

judge_mutants() {
    mutants=$build/mutants
    awk -F '\t' '$2 == "gmon"' "$mutants/list" >"$mutants/gmon.list"
    # shellcheck disable=SC2046 # words are meant
    sh "$here/mutants/take.sh" "$mutants" $(cut -f1 "$mutants/gmon.list")
    sh "$here/mutants/judge.sh" "$program" "$mutants" 2 "$mutants/gmon.list" \
        >"$work/judged" 2>&1
    grep '^MISS' "$work/judged"
    add "$work/judged"
}

# How often a file says that leaf was called.
leaves() {
    gprof -b -p "$work/ends" "$1" 2>/dev/null |
        awk '$NF == "leaf" { print $4 }'
}

# end WORDS WAY: whatever is left of the run before is removed.
end() {
    rm -f "$work"/*.out "$work"/out.*
    (cd "$work" && timeout 60 ./ends "$2" 2>"$work/said") ||
        bad "$1, $2: exit status $?"
}

# expect WORDS FILE CALLS
expect() {
    found=$(leaves "$2")
    if [ "$found" != "$3" ]; then
        bad "$1: leaf was called $3 times and $(basename "$2") says:" \
            "${found:-nothing}"
    else
        good
    fi
}

# ends WORDS PREFIXED [ARGUMENT]...: PREFIXED is no, where GMON_OUT_PREFIX is
# nothing to it.
ends() {
    words=$1 prefixed=$2
    shift 2
    if ! $cc -O1 -pg -o "$work/ends" "$here/signal/demo/ends.c" "$@" \
        >"$work/said" 2>&1; then
        echo "check-gmon: skipped: $words: $(sed 1q "$work/said")"
        return
    fi
    end "$words" return
    expect "$words, return" "$work/gmon.out" 2
    end "$words" _exit
    if [ -e "$work/gmon.out" ]; then
        bad "$words: _exit left a gmon.out"
    else
        good
    fi
    end "$words" fork
    expect "$words, a child" "$work/child.out" 5
    expect "$words, its parent" "$work/gmon.out" 3
    [ "$prefixed" = yes ] || return
    GMON_OUT_PREFIX=out
    export GMON_OUT_PREFIX
    end "$words" fork
    unset GMON_OUT_PREFIX
    found=$(for file in "$work"/out.*; do leaves "$file"; done | sort |
        tr '\n' ' ')
    if [ "$found" = '3 5 ' ] && [ ! -e "$work/gmon.out" ]; then
        good
    else
        bad "$words: by GMON_OUT_PREFIX files tell of these calls: $found"
    fi
}

judge_libc
conforms signal
conforms "$build/libprofil-freebsd.so"
judge_mutants
sh "$here/signal/demo/gmon.sh" "$build" >"$work/linked" 2>&1
grep -v ' passed, ' "$work/linked"
add "$work/linked"
if command -v gprof >/dev/null; then
    ends "libc's" yes
    ends "libc's, -static" yes -fno-pie -no-pie -static
    ends 'libprofil-freebsd.a' no "$build/libprofil-freebsd.a" -lpthread -lrt
else
    echo 'check-gmon: how programs end: skipped: gprof is not here (binutils)'
fi
echo "check-gmon: $passed passed, $failed failed"
[ "$passed" -gt 0 ] && [ "$failed" -eq 0 ]
