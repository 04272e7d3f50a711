#!/bin/sh
# SPDX-License-Identifier: MIT
# A program compiled with -pg and linked with libprofil-freebsd leaves a gmon.out
# in which gprof finds the calls that were made, and the time where it was
# spent, however the program was linked; as it does in the host's own.
#
#     gmon.sh BUILD
set -u
source=impls/signal/demo/graph.c
libraries=$(realpath "$1")
step='test-libraries: gmon.out'
. .ci/lib.sh
cc=${CC:-cc}

has gprof binutils || exit 0

# main has calls where what starts it is a part of the program; spin is a part of
# leaf, or not, as the compiler likes.
judge() { # WORDS
    gprof -b -p program gmon.out >flat 2>gprof.said
    gprof -b -q program gmon.out >graph 2>gprof.said
    calls=$(awk '$4 ~ /^[0-9]+$/ && NF >= 7 && $7 !~ /^(spin|main)$/ {
        print $7, $4 }' flat | LC_ALL=C sort)
    callers=$(awk 'NF > 2 && $(NF - 2) ~ /^[0-9]+\/33$/ && $(NF - 1) != "leaf" {
        print $(NF - 1), $(NF - 2) }' graph | LC_ALL=C sort)
    share=$(awk '$NF ~ /^(leaf|spin)/ { sum += $1 } END { print int(sum) }' flat)
    # shellcheck disable=SC2086 # as one line
    set -- "$1" "$(echo $calls)" "$(echo $callers)"
    check "$1: gprof finds the calls: $2" is "$2" 'inner 15 leaf 33 outer 3'
    check "$1: gprof's callers of leaf: $3" is "$3" 'inner 30/33 outer 3/33'
    check "$1: gprof finds $share % of the time in leaf" [ "$share" -ge 90 ]
    check "$1: prof finds a fault" "$libraries/profilcheck" prof --check \
        gmon.out program
}

# try WORDS [ARGUMENT]...: compile, run, ask gprof.
try() {
    words=$1
    shift
    rm -f "$scratch/gmon.out"
    if $cc -O1 -pg -o "$scratch/program" $source "$@" >"$said" 2>&1; then
        cd "$scratch" || exit 3
        LD_LIBRARY_PATH=. timeout 60 ./program || bad "$words: exit status $?"
        judge "$words"
        cd "$OLDPWD" || exit 3
    else
        note "skipped: $words: it can't be linked: $(sed 1q "$said")"
    fi
}

# Its library is compiled with -pg too, and is elsewhere.
$cc -O1 -pg -fPIC -shared -DLIBRARY_ITSELF -o "$scratch/libgraph.so" $source ||
    exit 1
ours="$libraries/libprofil-freebsd.a -lpthread -lrt"
shared="-L$libraries -lprofil-freebsd -Wl,-rpath,$libraries"
# shellcheck disable=SC2086 # words are meant
for how in '-fno-pie -no-pie' '-fPIE -pie' '-fno-pie -no-pie -static' \
    '-fPIE -static-pie'; do
    try "libprofil-freebsd.a, $how" $how $ours
    try "the host's own, $how" $how
done
# shellcheck disable=SC2086
{
    try 'libprofil-freebsd.so, -pie' -fPIE -pie $shared
    try 'libprofil-freebsd.so, a profiled library' -DLIBRARY -fPIE -pie \
        -L"$scratch" -lgraph $shared
    try 'libprofil-freebsd.a, a profiled library' -DLIBRARY -fPIE -pie \
        -L"$scratch" -lgraph $ours
}

ends
