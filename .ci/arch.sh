#!/bin/sh
# SPDX-License-Identifier: MIT
# Judges our own libraries on other machines, under qemu-user or, where this
# kernel runs their programs, natively: a right library has no fail there.  A
# library that rounds wrongly must be found on each, what was observed must be
# judged the same here, and what is found in that machine's glibc must be what
# is found in this one's, or be explained in impls/libc/ERRATA.md.
#
#     arch.sh MAKE BUILD [MACHINE...]
set -u
make=$1 build=$2
shift 2
wanted=${*:-aarch64 riscv64 i386 arm ppc64le s390x}
errata=impls/libc/ERRATA.md
log=$(mktemp -d)
trap 'rm -rf "$log"' EXIT
passed=0 failed=0

row() {
    printf '%-9s %-18s %6s %6s %12s %12s\n' "$@"
}

good() {
    passed=$((passed + 1))
}

bad() {
    echo "$machine: $*" >>"$log/wrong"
    failed=$((failed + 1))
}

# The compiler's triplet, Debian's name of the machine, and QEMU's.
known() {
    native=no
    case $1 in
    aarch64) triplet=aarch64-linux-gnu debian=arm64 ;;
    riscv64) triplet=riscv64-linux-gnu debian=riscv64 ;;
    i386) triplet=i686-linux-gnu debian=i386 native=maybe ;;
    arm) triplet=arm-linux-gnueabihf debian=armhf ;;
    ppc64le) triplet=powerpc64le-linux-gnu debian=ppc64el ;;
    s390x) triplet=s390x-linux-gnu debian=s390x ;;
    *) return 1 ;;
    esac
}

skip() {
    row "$machine" skipped - - - -
    echo "$machine: $1" >>"$log/skipped"
}

# Prints what runs the programs of the machine, with a blank behind it.  Fails
# where nothing does.
runner() {
    echo 'int main(void) { return 0; }' |
        $cc $link -x c -o "$log/empty" - 2>/dev/null || return 1
    [ $native = maybe ] && "$log/empty" 2>/dev/null && return 0
    command -v "qemu-$machine" >/dev/null || return 1
    "qemu-$machine" -L "/usr/$triplet" "$log/empty" 2>/dev/null || return 1
    echo "qemu-$machine -L /usr/$triplet "
}

# Adds up the last lines of $log/out, a run's: passes, fails, and what could
# not or need not be judged.
count() {
    sed -nE 's/^[0-9]+ cases?: //p' "$log/out" | tr ',' '\n' | awk '
        $2 == "pass" { good += $1; next }
        $2 == "unsupported" { not += $1; next }
        $2 == "unspecified" { silent += $1; next }
        { wrong += $1 }
        END { print good + 0, wrong + 0, not + 0, silent + 0 }'
}

# NAME LEAST ARGUMENT...: a run of what is right, LEAST passes at least.
judge() {
    name=$1 least=$2
    shift 2
    $run"$there/profilcheck" run --verbose --timeout 60 "$@" </dev/null \
        >"$log/out" 2>"$log/err"
    status=$?
    set -- $(count)
    row "$machine" "$name" "$@"
    sed -nE "s/^unsupported: ([0-9]+ cases?) \([^)]*\): /\1: /p" "$log/out" |
        sed "s/^/$machine, $name: /" >>"$log/reasons"
    if [ "$2" -eq 0 ] && [ "$1" -ge "$least" ] && [ $status -le 1 ] &&
        [ $(($1 + $3)) -gt 0 ]; then
        good
    else
        bad "$name: exit status $status, $1 pass, $2 do not"
        sed -n '/^\(fail\|crash\|error\|timeout\|in[a-z]*\):/p' "$log/out" |
            sed 5q | sed "s/^/    /" >>"$log/wrong"
        sed 5q "$log/err" | sed "s/^/    /" >>"$log/wrong"
    fi
}

# What was observed there is judged here as it was there.
judged_here() {
    $run"$there/profilcheck" run --timeout 60 --dialect irix --results \
        "$log/there" signal </dev/null >"$log/out" 2>"$log/err"
    if "$build/profilcheck" verify "$log/there" >"$log/verified" 2>&1; then
        row "$machine" 'judged here' same - - -
        good
    else
        row "$machine" 'judged here' - other - -
        bad "verify here: $(sed 2q "$log/verified" | tr '\n' ' ')"
    fi
}

# KIND: the causes of a small profil that blame rounding.
rounding() {
    $cc -std=c11 -D_GNU_SOURCE -I. -O1 -fPIC -shared -DKIND="$1" \
        -o "$there/$1.so" impls/mutants/small.c || return
    $run"$there/profilcheck" run --timeout 60 --dialect freebsd --format json \
        "$there/$1.so" </dev/null >"$log/out" 2>"$log/err"
    grep -o '"id": "rounding=[a-z-]*' "$log/out" | sed 's/.*=//'
}

# One that rounds up is found, and the rule is named; one that does not is not
# blamed for it.
planted() {
    [ "$(rounding upward)" = up ] && [ -z "$(rounding downward)" ]
}

# The cases that are findings in a results file, by name: a 32-bit machine's
# have ids of their own.  And those that it could not run.
findings() {
    sed -nE 's/^\{"line": "case", "id": "([a-z0-9-]*)\.[0-9a-f]{8}", "verdict": "(fail|crash|timeout|inconsistent)".*/\1/p' \
        "$1" | sort -u
}

unrun() {
    sed -nE 's/^\{"line": "case", "id": "([a-z0-9-]*)\.[0-9a-f]{8}", "verdict": "unsupported".*/\1/p' \
        "$1" | sort -u
}

# The cases that ERRATA.md says differ on this machine.
explained() {
    awk -v machine="$machine" '
        /^## / { here = $0 == "## On other machines" }
        /^### / { mine = here && index(" " substr($0, 5) ",", " " machine ",") }
        here && mine' "$errata" | tr -c 'a-z0-9-' '\n' | sort -u
}

libc() {
    $run"$there/profilcheck" run --timeout 60 --dialect glibc --results \
        "$log/libc" libc </dev/null >"$log/out" 2>"$log/err"
    if [ $? -gt 1 ]; then
        row "$machine" 'glibc: no run' - - - -
        bad "the run on its glibc: $(sed 1q "$log/err")"
        return
    fi
    set -- $(count)
    findings "$log/libc" >"$log/found"
    unrun "$log/libc" >"$log/unrun"
    {
        comm -23 "$log/found" "$log/here"
        comm -13 "$log/found" "$log/here" | comm -23 - "$log/unrun"
    } | sort -u >"$log/other"
    explained >"$log/explained"
    for case in $(comm -23 "$log/other" "$log/explained"); do
        grep -qx "$case" "$log/found" &&
            bad "its glibc: $case is a finding, not on x86-64" ||
            bad "its glibc: $case is no finding, as on x86-64"
    done
    if [ -s "$log/other" ]; then
        row "$machine" 'glibc: otherwise' "$@"
    else
        row "$machine" 'glibc: as x86-64' "$@"
    fi
    [ -n "$(comm -23 "$log/other" "$log/explained")" ] || good
}

judge_machine() {
    link=
    [ $native = no ] ||
        link="-Wl,--dynamic-linker=/usr/$triplet/lib/ld-linux.so.2 -Wl,-rpath,/usr/$triplet/lib"
    run=$(runner) || {
        skip "nothing here runs its programs; apt-get install qemu-user libc6-dev-$debian-cross"
        return
    }
    there=$build/arch/$machine
    if ! $make --no-print-directory CC="$cc" CFLAGS=-O1 LDFLAGS="$link" \
        BUILD="$there" all >"$log/make" 2>&1; then
        row "$machine" 'not built' - - - -
        bad "not built: $(grep -E 'error|\*\*\*' "$log/make" | sed 1q)"
        return
    fi
    judge signal 300 signal
    judge perf 0 perf
    judge ptrace 0 ptrace
    for dialect in aix irix hpux freebsd glibc aix-monitor; do
        judge "libprofil-$dialect" 1 --dialect "$dialect" \
            "$there/libprofil-$dialect.so"
    done
    judged_here
    if planted; then
        row "$machine" 'wrong rounding' - found - -
        good
    else
        row "$machine" 'wrong rounding' - missed - -
        bad 'a library that rounds up is not found, or another is blamed for it'
    fi
    libc
}

"$build/profilcheck" run --dialect glibc --results "$log/here.jsonl" libc \
    </dev/null >"$log/out" 2>"$log/err"
findings "$log/here.jsonl" >"$log/here"
: >"$log/reasons"
: >"$log/wrong"
: >"$log/skipped"
row machine what pass fail unsupported unspecified
for machine in $wanted; do
    if ! known "$machine"; then
        echo "check-arch: $machine: expected aarch64, riscv64, i386, arm, ppc64le or s390x" >&2
        exit 2
    fi
    cc=$triplet-gcc
    if command -v "$cc" >/dev/null; then
        judge_machine
    else
        skip "$cc is not here; apt-get install gcc-$triplet libc6-dev-$debian-cross"
    fi
done
[ ! -s "$log/reasons" ] || { echo; echo 'unsupported:'; }
sed -E 's/^([^,]*), ([^:]*): ([0-9]+) cases?: (.*)/\4\t\1 \2 (\3)/' \
    "$log/reasons" | sort | awk -F '\t' '
    $1 != last { if (NR > 1) print ""; printf "    %s:\n       ", $1; last = $1 }
    { printf " %s;", $2 }
    END { if (NR) print "" }' | sed 's/;$//'
[ ! -s "$log/skipped" ] || { echo; sed 's/^/skipped: /' "$log/skipped"; }
[ ! -s "$log/wrong" ] || { echo; cat "$log/wrong"; }
echo "check-arch: $passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
