#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes down what the program prints: a file for each command, with its
# standard output, standard error and exit status.  Written before and after
# the code was moved about, the two show what was lost on the way.  What varies
# from run to run or by machine has a word in its place (see `normal`); what is
# long is cut, with a checksum of all of it.  Not in it: --suite live, which
# goes by a clock.
#
#     corpus.sh BUILD OUTDIR [EARLIER]
#
# With EARLIER, an OUTDIR of before, the exit status is 1 where they differ.
# CORPUS_LINES=100000 keeps that many lines in place of 400.
set -u
[ $# -ge 2 ] || { echo "corpus.sh: BUILD OUTDIR [EARLIER]" >&2; exit 2; }
home=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd) || exit 2
rm -rf "$2"
mkdir -p "$2" || exit 2
out=$(cd "$2" && pwd)
earlier=
[ -z "${3:-}" ] || earlier=$(cd "$3" && pwd) || exit 2
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
LC_ALL=C SOURCE_DATE_EPOCH=1 TZ=UTC
export LC_ALL SOURCE_DATE_EPOCH TZ
unset PROFILCHECK_TIMEOUT_FACTOR PROFILCHECK_CONTAINMENT GMON_OUT_PREFIX
lines=${CORPUS_LINES:-400}
dialects='aix irix hpux freebsd glibc aix-monitor gmon'
formats='text json jsonl html junit tap tap14 sarif markdown badge'

[ -x "$build/profilcheck" ] || { echo "corpus.sh: no $build/profilcheck" >&2; exit 3; }
mkdir "$top/bin"
ln -s "$build/profilcheck" "$top/bin/profilcheck"
PATH=$top/bin:$PATH
export PATH

# "profilcheck VERSION (COMMIT)"
version=$(profilcheck --version | sed 's/^[a-z]* \([^ ]*\).*/\1/')
commit=$(profilcheck --version | sed -n 's/.*(\(.*\)).*/\1/p')

# In place of what varies: version and commit, machine, hashes of what was
# built, directories, process ids, rates; how ticks come to pcs where a process
# may have memory of its own.
normal() {
    sed -e "s#$top/[a-z]*/#WORK/#g; s#$top#WORK#g; s#$build#BUILD#g; s#$home#HOME#g" \
        -e "s/${commit:-no commit}/COMMIT/g; s/profilcheck $version/profilcheck VERSION/g" \
        -e 's/\("version": "\)[^"]*/\1VERSION/g; s/\("semanticVersion": "\)[^"]*/\1VERSION/g' \
        -e 's/Linux [0-9][^ ",]* [a-z0-9_]*/KERNEL/g' \
        -e 's/\("\(kernel\|cpu\|compiler\|host\|containment\)": "\)[^"]*/\1MACHINE/g' \
        -e 's/GCC: ([^)]*) [0-9.]*/COMPILER/g; s/GCC [0-9][0-9.]*/COMPILER/g' \
        -e "s/$cpu/CPU/g" \
        -e 's/\<[0-9a-f]\{64\}\>/SHA256/g; s/\<[0-9a-f]\{40\}\>/BUILD-ID/g' \
        -e 's/ time="[0-9.]*"/ time="T"/g; s/\(tick_nanoseconds": \)[0-9]*/\1N/' \
        -e 's/every [0-9.]* ms of CPU/every N ms of CPU/; s/a tick takes [0-9.]* us/a tick takes N us/' \
        -e 's/by [0-9]* ms, and its timer/by N ms, and its timer/; s/ticked [0-9]* times/ticked N times/' \
        -e '/0x7[ef][0-9a-f]\{10\}/s/delivered [a-z ]*/delivered SOMEHOW/g' \
        -e 's#/tmp/[A-Za-z0-9._/-]*#TMP#g; s#/proc/[0-9][0-9]*#/proc/PID#g'
}

# The first lines, where there are more or they are long: with a checksum.
cut_long() {
    cat >.long
    bytes=$(wc -c <.long) rows=$(wc -l <.long)
    if [ "$rows" -le "$lines" ] && [ "$bytes" -le 200000 ]; then
        cat .long
    else
        head -n "$lines" .long | cut -c1-2000 | head -c 200000
        printf '\n-- cut: %s lines, cksum %s\n' "$rows" "$(cksum <.long)"
    fi
}

# say NAME WORD...: what that command prints, in the file OUTDIR/NAME.
input=/dev/null
say() {
    into=$1
    shift
    mkdir -p "$out/$(dirname "$into")"
    "$@" <"$input" >.out 2>.err
    status=$?
    { echo "\$ $*"; cat .out; echo '-- stderr'; cat .err
        echo "-- exit status $status"; } | normal | cut_long >"$out/$into"
}

pc() {
    of=$1
    shift
    say "$of" profilcheck "$@"
}

# listed PART: the commands that commands.txt has of it, each behind its name;
# per PART WORD...: for each word, which they call $x.
listed() {
    sed -n "/^== $1\$/,/^\$/p" "$home/.ci/corpus/commands.txt" >.listed
    while read -r name words; do
        [ "${name:-==}" = == ] || eval "pc $name $words"
    done <.listed
}

per() {
    each=$1
    shift
    for x; do
        listed "$each"
    done
}

# fed TEXT NAME WORD...: with that on standard input.
fed() {
    printf '%b' "$1" >.in
    shift
    input=.in
    pc "$@"
    input=/dev/null
}

# keep NAME FILE: what a command wrote.
keep() {
    mkdir -p "$out/$(dirname "$1")"
    normal <"$2" | cut_long >"$out/$1"
}

# What is judged: ours, some that are wrong, each at a short name.
need() {
    [ -e "$build/$1" ] && cp "$build/$1" "$2" ||
        echo "corpus.sh: $build/$1 is lacking: make corpus builds it" >&2
}

subjects() {
    for d in aix irix hpux freebsd glibc aix-monitor; do
        need libprofil-$d.so $d.so
    done
    for d in $dialects; do
        need mutants/$d.so plain-$d.so
    done
    need page_profil.so page.so
    need readme-profil.so mine.so
    need mutants/moody.so moody.so
    need mutants/waiting.so waiting.so
    for m in freebsd-bad-buffer-crashes freebsd-exec-kills freebsd-ticks-none; do
        need mutants/$m.so $m.so
    done
    need mutants/leaves-posix_timer.so leaves.so
    need mutants/destroys-mask.so destroys.so
    need mutants/unseen/aix-next-even.so unseen.so
    need mutants/like-nuttx.so nuttx.so
    : >empty
    echo 'no library' >text.so
    head -c 2000 freebsd.so >half.so
    cat >own.case <<'END'
# one that holds, one that is of two dialects, one that can't be run
case mine
buffer b 64
profil b 64 0x1000 0x8000
tick 0x1002 0x100a x2
case both
dialect aix hpux
buffer b 64 fill16=0x1234
profil b 64 0x1000 0xffff
tick 0x1003
case streamed
buffer b 256
profil b 256 0x1000 0x4000
stream seed=7 n=5000 over=edges
case narrow
address 16
buffer b 16
profil b 16 0x1000 0x8000
tick 0x1004
END
    printf 'odd-number * - for this\n* exec=kills 2999-12-31 known\nfar-pcs rounding - stale\n' >waivers
}

. "$home/.ci/corpus/texts.sh"
. "$home/.ci/corpus/profiles.sh"
. "$home/.ci/corpus/runs.sh"

# part NAME FUNCTION...: in a directory of its own.
part() {
    mkdir "$top/$1" && cd "$top/$1" || exit 3
    shift
    cp "$top"/subject/* . 2>/dev/null
    for step; do
        $step
    done
}

cpu=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | sed 1q | sed 's#[][/.*^$]#.#g')
cpu=${cpu:-no cpu}
began=$(date +%s)
mkdir "$top/subject" && cd "$top/subject" || exit 3
awk '/^```c$/ { inside = 1; next } /^```/ { inside = 0 } inside' "$home/README.md" >mine.c
subjects
cd "$home" || exit 3
(part runs runs) &
(
    (part texts help_and_pages tables arithmetic parse_errors logs malformed seeds profiles)
    (part mutants mutants)
) &
wait
cd "$home" || exit 3
echo "corpus: $(find "$out" -type f | wc -l) files," \
    "$(du -sk "$out" | cut -f 1) KiB, $(($(date +%s) - began)) s"
[ -z "$earlier" ] || diff -ruaN "$earlier" "$out"
