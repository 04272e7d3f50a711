#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs make targets, all of them whatever happens, says how long each took, and
# adds up what they count: "WORD: N passed, M failed" lines, else one a step.
# First those that build what the others share, one after the other; then, at
# the same time, the wide ones one after the other, each in one process more
# than there are processors, as some wait; and of the narrow ones as many beside
# each other as there are processors, each in one.  What each of these says is
# printed in one piece, when it has ended.
#
#     check.sh MAKE FIRST... [-- WIDE... [-- NARROW...]]
set -u
make=$1
shift
here=$(dirname "$0")
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
processors=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
passed=0 failed=0 wrong= targets=$*

# step JOBS LOGS TARGET...
step() {
    sh "$here/step.sh" "$make" "$@"
}

# What the step that ended counted.
add_up() {
    read -r status seconds <"$logs/$1.ended"
    echo "   $1 ($seconds s)"
    set -- "$1" $(sed -n \
        's/^[a-z]*: \([0-9]*\) passed, \([0-9]*\) failed.*/\1 \2/p' "$logs/$1" |
        awk '{ p += $1; f += $2; n++ } END { print p+0, f+0, n+0 }')
    good=$2 bad=$3
    [ "$4" -gt 0 ] || [ "$status" -ne 0 ] || good=1
    [ "$status" -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
    [ "$bad" -eq 0 ] || wrong="$wrong $1"
    passed=$((passed + good)) failed=$((failed + bad))
}

while [ $# -gt 0 ] && [ "$1" != -- ]; do
    echo "== $1"
    step $((processors + 1)) "$logs" "$1"
    add_up "$1"
    shift
done

wide=
[ $# -eq 0 ] || shift
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    wide="$wide $1"
    shift
done
[ $# -eq 0 ] || shift

# By a pipe with a name, so that the sums are of this shell.
mkfifo "$logs/ended"
{
    for target in $wide; do
        step $((processors + 1)) "$logs" "$target" >/dev/null
        echo "$target"
    done &
    [ $# -eq 0 ] || printf '%s\n' "$@" | xargs -P "$processors" -I '{}' sh -c '
        sh "$1/step.sh" "$2" 1 "$3" "$4" >/dev/null; echo "$4"' - \
        "$here" "$make" "$logs" '{}'
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
