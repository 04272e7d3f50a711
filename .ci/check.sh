#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs make targets, all of them whatever happens, says how long each took, and
# adds up what they count: "NAME: N passed, M failed" lines, else one a step.
# First those that build what the others share, one after the other; then, at
# the same time, the wide ones one after the other, each in one process more
# than there are processors, as some wait; and of the narrow ones as many beside
# each other as there are processors, each in one.  What each of these says is
# printed in one piece, when it has ended.
#
#     check.sh MAKE FIRST... [-- WIDE... [-- NARROW...]]
set -u

# step MAKE JOBS LOGS TARGET: what it says is printed and stays in LOGS/TARGET;
# its exit status and seconds, in LOGS/TARGET.ended.
step() {
    JOBS=$2
    export JOBS
    began=$(date +%s)
    { $1 -s --no-print-directory -j"$2" "$4" 2>&1
        echo $? >"$3/$4.status"; } | tee "$3/$4"
    echo "$(cat "$3/$4.status") $(($(date +%s) - began))" >"$3/$4.ended"
}

if [ "$1" = --step ]; then
    shift
    step "$@" >/dev/null
    echo "$4"
    exit
fi
make=$1
shift
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
# A step says how many jobs it has; what this make was given goes on to no other.
MAKEFLAGS=$(printf %s "${MAKEFLAGS:-}" |
    sed "s/ *-j[0-9]*//; s/ *--jobserver-[a-z]*=[^ ]*//")
export MAKEFLAGS
processors=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
passed=0 failed=0 wrong= targets=$*

# What the step that ended counted.
add_up() {
    read -r status seconds <"$logs/$1.ended"
    echo "   $1 ($seconds s)"
    set -- "$1" $(sed -n \
        's/^[a-z-]*: \([0-9]*\) passed, \([0-9]*\) failed.*/\1 \2/p' "$logs/$1" |
        awk '{ p += $1; f += $2; n++ } END { print p+0, f+0, n+0 }')
    good=$2 bad=$3
    [ "$4" -gt 0 ] || [ "$status" -ne 0 ] || good=1
    [ "$status" -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
    [ "$bad" -eq 0 ] || wrong="$wrong $1"
    passed=$((passed + good)) failed=$((failed + bad))
}

while [ $# -gt 0 ] && [ "$1" != -- ]; do
    echo "== $1"
    step "$make" $((processors + 1)) "$logs" "$1"
    add_up "$1"
    shift
done
[ $# -eq 0 ] || shift
wide=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    wide="$wide $1"
    shift
done
[ $# -eq 0 ] || shift

# By a pipe with a name, so that the sums are of this shell.
mkfifo "$logs/ended"
{
    printf '%s\n' $wide | xargs -r -n 1 \
        sh "$0" --step "$make" $((processors + 1)) "$logs" &
    printf '%s\n' "$@" | xargs -r -P "$processors" -n 1 \
        sh "$0" --step "$make" 1 "$logs"
    wait
} >"$logs/ended" &
while read -r target; do
    echo "== $target"
    cat "$logs/$target"
    add_up "$target"
done <"$logs/ended"

for target in $targets; do
    [ "$target" = -- ] || [ -f "$logs/$target.ended" ] ||
        wrong="$wrong $target" failed=$((failed + 1))
done
[ -z "$wrong" ] || echo "failed:$wrong"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
