#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes down what the program prints at length, of which the transcripts of
# conformance/command hold only pieces: whole tables, vectors and programs, whole
# runs, their reports and what is made of them, and what the seeds of fuzzing
# come to.  A file for each command, with its standard output, standard error and
# exit status.  Written before and after the code was moved about, the two show
# what was lost on the way.  What varies from run to run or by machine has a word
# in its place (see `normal`).  Not in it: --suite live, which goes by a clock.
#
#     corpus.sh BUILD OUTDIR [EARLIER]
#
# With EARLIER, an OUTDIR of before, the exit status is 1 where they differ.
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
LC_ALL=C SOURCE_DATE_EPOCH=1 TZ=UTC PATH=$top/bin:$PATH
export LC_ALL SOURCE_DATE_EPOCH TZ PATH
unset PROFILCHECK_TIMEOUT_FACTOR PROFILCHECK_CONTAINMENT GMON_OUT_PREFIX
dialects='aix irix hpux freebsd glibc aix-monitor gmon'
formats='text json jsonl html junit tap tap14 sarif markdown badge'

[ -x "$build/profilcheck" ] || { echo "corpus.sh: no $build/profilcheck" >&2; exit 3; }
mkdir "$top/bin"
ln -s "$build/profilcheck" "$top/bin/profilcheck"

# "profilcheck VERSION (COMMIT)"
version=$(profilcheck --version | sed 's/^[a-z]* \([^ ]*\).*/\1/')
commit=$(profilcheck --version | sed -n 's/.*(\(.*\)).*/\1/p')
cpu=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | sed 1q | sed 's#[][/.*^$]#.#g')

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
        -e "s/${cpu:-no cpu}/CPU/g" \
        -e 's/\<[0-9a-f]\{64\}\>/SHA256/g; s/\<[0-9a-f]\{40\}\>/BUILD-ID/g' \
        -e 's/ time="[0-9.]*"/ time="T"/g; s/\(tick_nanoseconds": \)[0-9]*/\1N/' \
        -e 's/every [0-9.]* ms of CPU/every N ms of CPU/; s/a tick takes [0-9.]* us/a tick takes N us/' \
        -e 's/by [0-9]* ms, and its timer/by N ms, and its timer/; s/ticked [0-9]* times/ticked N times/' \
        -e '/0x7[ef][0-9a-f]\{10\}/s/delivered [a-z ]*/delivered SOMEHOW/g' \
        -e 's#/tmp/[A-Za-z0-9._/-]*#TMP#g; s#/proc/[0-9][0-9]*#/proc/PID#g'
}

# pc NAME WORD...: what that verb prints, in the file OUTDIR/NAME.
pc() {
    into=$out/$1
    shift
    mkdir -p "$(dirname "$into")"
    profilcheck "$@" >.out 2>.err
    status=$?
    { echo "\$ profilcheck $*"; cat .out; echo '-- stderr'; cat .err
        echo "-- exit status $status"; } | normal >"$into"
}

run() { # NAME WORD...
    as=$1
    shift
    pc "run/$as" run --jobs 1 "$@"
}

# keep NAME FILE: what a command wrote.
keep() {
    mkdir -p "$(dirname "$out/$1")"
    normal <"$2" >"$out/$1"
}

# Widths, sizes, scales and pcs, as map --batch reads them.
points() {
    for scale in 0 1 2 0x4000 0x8000 0xffff 0x10000 0x18000; do
        for pc in 0xfff 0x1000 0x1003 0x1040 0xffffffffffffffff; do
            printf '2 7 0x1000 %s %s\n2 64 0x1000 %s %s\n4 64 0x1000 %s %s\n' \
                $scale $pc $scale $pc $scale $pc
        done
    done
}

tables() {
    for table in clauses sentences rules dialects cases impls systems; do
        pc list/$table list $table
        pc list/$table.json list $table --format json
    done
    pc list/cases-full list cases --suite full
    pc coverage/cases coverage --cases
    pc coverage/json coverage --format json
    for id in $(profilcheck list cases | awk '/^[a-z0-9-]*\.[0-9a-f]*/ { print $1 }'); do
        profilcheck case "$id"
    done >.cases 2>&1
    keep case/quick .cases
    points >points
    for d in $dialects; do
        pc vectors/$d vectors --dialect $d
        pc vectors/$d.json vectors --dialect $d --format json
        pc emit/$d emit --dialect $d --suite full
        pc coverage/$d coverage --verbose --dialect $d
        pc map/$d map --dialect $d --batch <points
    done
}

# of_seeds KIND FILE FROM COMMAND...: each seed of a kind, from that byte on, in
# that file, by these commands.
of_seeds() {
    kind=$1 file=$2 from=$3
    shift 3
    for seed in "$home/fuzz/$kind"/*; do
        tail -c +"$from" "$seed" >"$file"
        echo "== $(basename "$seed")"
        for command; do
            profilcheck $command "$file" 2>&1
        done
    done >.seeds
    keep seeds/$kind .seeds
}

# The seeds of fuzzing, through the verbs that read such files.  Cases by aix:
# of some seeds others have runs of the model without end.  Three bytes before
# a profile are for the target of fuzzing.
seeds() {
    of_seeds case s.case 1 'vectors --dialect aix --cases'
    of_seeds trace s.log 1 'judge --dialect freebsd' \
        'judge --from strace --dialect glibc'
    of_seeds results s.jsonl 1 report verify merge explain coverage
    of_seeds profile_file s.out 4 'prof --annotate' 'prof --check'
}

# Whole runs of ours and of some that are wrong, each at a short name.
runs() {
    for d in aix irix hpux freebsd glibc aix-monitor; do
        cp "$build/libprofil-$d.so" $d.so
        run $d --verbose --dialect $d $d.so
        pc identify/$d identify $d.so
    done
    cp "$build/page_profil.so" page.so
    cp "$build/readme-profil.so" mine.so
    run every --dialect all --format json freebsd.so
    run controls --dialect freebsd mine.so signal ptrace
    run laws-wrong --dialect aix --suite laws --format json page.so
    run full-wrong --dialect freebsd --suite full --results full.jsonl page.so
    run wrong --dialect freebsd --dialect aix --tell --shrink 1 --verbose \
        --source my_profil.c:12 --report rep --results wrong.jsonl page.so mine.so
    for file in rep/*; do
        keep report/$(basename "$file") "$file"
    done
    for format in $formats; do
        pc report/full.$format report --format $format full.jsonl
    done
    pc compare/text compare --verbose wrong.jsonl full.jsonl
    pc compare/html compare --format html wrong.jsonl full.jsonl
    for file in wrong full; do
        pc verify/$file verify $file.jsonl
        pc explain/$file explain --limit 40 $file.jsonl
    done
}

# One wrong choice of every third rule that has one.
mutants() {
    awk 'NR % 3 == 1 { print $1, $2 }' "$build/mutants/some" >some
    mkdir taken
    ln -s "$build"/mutants/*.so "$build/mutants/list" taken
    here=$PWD
    (cd "$home" && sh impls/mutants/take.sh "$here/taken" \
        $(cut -d ' ' -f 1 "$here/some"))
    while read -r name dialect; do
        run mutants/$name --dialect $dialect --results m.jsonl taken/$name.so
        pc mutants/$name.json report --format json m.jsonl
        pc mutants/$name-explained explain --limit 3 m.jsonl
    done <some
}

# Each part in a directory of its own.
began=$(date +%s)
for part in runs 'tables seeds mutants'; do
    for step in $part; do
        mkdir "$top/$step" && cd "$top/$step" && $step </dev/null
    done &
done
wait
cd "$home" || exit 3
echo "corpus: $(find "$out" -type f | wc -l) files," \
    "$(du -sk "$out" | cut -f 1) KiB, $(($(date +%s) - began)) s"
[ -z "$earlier" ] || diff -ruaN "$earlier" "$out"
