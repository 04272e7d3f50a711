#!/bin/sh
# SPDX-License-Identifier: MIT
# The runtime behind -pg: judged are ours and the mutants'; libc's is held to
# ERRATA.md by errata.sh.  Programs compiled with -pg leave what they called,
# however they are linked, and however they end.
#
#     gmon.sh BUILD
set -u
build=$(realpath "$1")
program=$build/profilcheck
mutants=$build/mutants
demo=impls/signal/demo
step=check-gmon
. .ci/lib.sh
cc=${CC:-cc}

# How often a file says that leaf was called.
leaves() {
    gprof -b -p "$scratch/ends" "$1" 2>/dev/null |
        awk '$NF == "leaf" { print $4 }'
}

# ended WORDS WAY FILE=CALLS...: what a program leaves that ends so.
ended() {
    words="$1, $2"
    rm -f "$scratch"/*.out "$scratch"/out.*
    (cd "$scratch" && timeout 60 ./ends "$2" 2>"$said") ||
        bad "$words: exit status $?"
    shift 2
    for file; do
        found=$(leaves "$scratch/${file%=*}")
        check "$words: ${file%=*} has ${found:-no} calls of leaf, not ${file#*=}" \
            is "$found" "${file#*=}"
    done
}

# ends_each_way WORDS PREFIXED [ARGUMENT]...: PREFIXED is no where
# GMON_OUT_PREFIX has no effect.
ends_each_way() {
    how=$1 prefixed=$2
    shift 2
    if ! $cc -O1 -pg -o "$scratch/ends" $demo/graph.c "$@" >"$said" 2>&1; then
        note "skipped: $how: $(sed 1q "$said")"
        return
    fi
    ended "$how" return gmon.out=2
    ended "$how" _exit gmon.out=
    ended "$how" fork child.out=5 gmon.out=3
    [ "$prefixed" = yes ] || return
    export GMON_OUT_PREFIX=out
    ended "$how" fork gmon.out=
    unset GMON_OUT_PREFIX
    found=$(for file in "$scratch"/out.*; do leaves "$file"; done | sort |
        tr '\n' ' ')
    check "$how: the files of GMON_OUT_PREFIX have these calls: $found" \
        is "$found" '3 5 '
}

for ours in signal "$build/libprofil-freebsd.so"; do
    says 0 'conforms' "$program" run --dialect gmon "$ours"
done
awk -F '\t' '$2 == "gmon"' "$mutants/list" >"$mutants/gmon.list"
# shellcheck disable=SC2046 # words are meant
sh impls/mutants/take.sh "$mutants" $(cut -f1 "$mutants/gmon.list")
adds sh impls/mutants/judge.sh "$program" "$mutants" 2 "$mutants/gmon.list"
adds sh $demo/gmon.sh "$build"
if has gprof binutils; then
    ends_each_way "libc's" yes
    ends_each_way "libc's, -static" yes -fno-pie -no-pie -static
    ends_each_way 'libprofil-freebsd.a' no "$build/libprofil-freebsd.a" \
        -lpthread -lrt
fi
ends
