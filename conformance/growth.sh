#!/bin/sh
# SPDX-License-Identifier: MIT
# How work grows: instructions, counted under valgrind, and memory.  Judging
# takes as many more as there are more cases, and no more memory; a tick among
# ten thousand regions takes as many more than among a hundred as among a
# hundred than among one; each of four threads takes what one alone takes; and a
# log takes as many more as it has more lines, whether its calls fail or not.
#
#     growth.sh GROWTH_BENCH TICK_BENCH PROFILCHECK
set -eu
growth=$1 tick=$2 program=$3
step=bench-growth
. .ci/lib.sh
log=$scratch/log

has valgrind valgrind || exit 2

count() {
    valgrind --tool=cachegrind --cache-sim=no \
        --cachegrind-out-file=/dev/null "$@" 2>&1 >/dev/null |
        sed -n 's/.*I *refs: *//p' | tr -d ,
}

# holds WORDS CONDITION
holds() {
    if [ "$2" -ne 0 ]; then
        good
        echo "ok: $1"
    else
        bad "not so: $1"
    fi
}

# each WORK...: instructions that one more takes, its start left out
each() {
    echo $((($(count "$tick" "$@" 4000) - $(count "$tick" "$@" 2000)) / 2000))
}

echo "cases judged and reported"
few=$(count "$growth" 10000) some=$(count "$growth" 30000)
many=$(count "$growth" 100000)
slope=$(((many - few) / 90000))
expected=$((few + 20000 * slope))
off=$(((some - expected) * 1000 / expected))
printf '  %7d %14d instructions\n' 10000 "$few" 30000 "$some" 100000 "$many"
echo "  fit: $((few - 10000 * slope)) + $slope a case; 30000 lie $off/1000 off it"
holds "the instructions of cases are linear" $((off <= 10 && off >= -10))
least=0 most=0
for n in 10000 100000 1000000; do
    memory=$("$growth" "$n" | sed -n 's/^memory *\([0-9]*\) KB/\1/p')
    printf '  %7d %14d KB\n' "$n" "$memory"
    [ "$least" -ne 0 ] && [ "$least" -le "$memory" ] || least=$memory
    [ "$most" -ge "$memory" ] || most=$memory
done
holds "their memory is flat within 20 %" $((most * 100 <= least * 120))

for how in apart nested; do
    echo "regions $how, a tick"
    for n in 1 10 100 1000 10000; do
        instructions=$(each $how $n)
        printf '  %7d %14d instructions\n' "$n" "$instructions"
        case $n in
        1) one=$instructions ;;
        100) hundred=$instructions ;;
        esac
    done
    holds "a tick among regions $how grows by their logarithm" \
        $(((instructions - hundred) * 2 <= (hundred - one) * 3))
done

echo "threads, a tick of each"
for n in 1 2 4; do
    instructions=$(($(each threads $n) / n))
    printf '  %7d %14d instructions\n' "$n" "$instructions"
    [ "$n" -ne 1 ] || one=$instructions
done
holds "a thread's tick does not hang on others" \
    $((instructions * 100 <= one * 105))
# log DIALECT HEAD COUNT LINES [LAST]: a log of these lines so often, in which @
# is a number
log() {
    awk -v dialect="$1" -v head="$2" -v n="$3" -v lines="$4" -v last="${5-}" '
        BEGIN {
            print "trace 1\nmachine little 64\ndialect " dialect
            printf "%s", head
            for (i = 0; i < n; i++) {
                one = lines
                sub(/@/, i, one)
                print one
            }
            if (last) print last
        }' >"$log"
}

# linear WHAT HEAD LINES [LAST]: whether the lines of a log that come a hundred
# times, two and four hundred times take instructions by their number
linear() {
    echo "$1 in a log"
    for n in 100 200 400; do
        log irix "$2" "$n" "$3" "${4-}"
        instructions=$(count "$program" judge "$log")
        printf '  %7d %14d instructions\n' "$n" "$instructions"
        case $n in
        100) hundred=$instructions ;;
        200) more=$((instructions - hundred)) ;;
        esac
    done
    more=$(((instructions - hundred) * 10 / more))
    holds "the instructions of $1 are linear" $((more <= 33 && more >= 27))
}

# A call that is wrong in two ways: which error it returns is left open, each time.
twice="call sprofil [ bad 16 0x1000 0x8000 ] 65 null ushort = -1 EFAULT
tick 0x1004"
begin="case c
buffer b 16
"
whole="case c@
buffer b 64
call profil b 64 0x1000 0x8000 = 0
tick 0x1008"
linear "calls that agree" "$begin" "$twice"
linear "calls of which the last is wrong" "$begin" "$twice" "counter b 0 = 9"
linear "a hundred ticks" "$begin" \
    "$(awk 'BEGIN { for (i = 0; i < 100; i++) print "tick 0x1008" }')"
# None can be judged, for one reason: it is said once.
linear "cases with an open end" "" "$whole"

echo "seconds of this processor for 100000 lines of a log"
log freebsd "" 25000 "$whole"
seconds() {
    sh -c '"$1" judge "$2" >/dev/null || :; times' - "$@" |
        sed -n '2s/^\([0-9]*\)m\([0-9]*\).*/\1 \2/p' |
        { read -r minutes rest && echo $((minutes * 60 + rest)); }
}
took=$(seconds "$program" "$log")
echo "  $took s"
holds "100000 lines take 10 s at most" $((took < 10))
ends
