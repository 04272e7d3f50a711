#!/bin/sh
# SPDX-License-Identifier: MIT
# How work grows: instructions, counted under valgrind, and memory.  Judging
# takes as many more as there are more cases, and no more memory; a tick among
# ten thousand regions takes as many more than among a hundred as among a
# hundred than among one; each of four threads takes what one alone takes.
#
#     growth.sh GROWTH_BENCH TICK_BENCH
set -eu
growth=$1 tick=$2
passed=0 failed=0

command -v valgrind >/dev/null 2>&1 || {
    echo "bench-growth: valgrind is not here; apt-get install valgrind" >&2
    exit 2
}

count() {
    valgrind --tool=cachegrind --cache-sim=no \
        --cachegrind-out-file=/dev/null "$@" 2>&1 >/dev/null |
        sed -n 's/.*I *refs: *//p' | tr -d ,
}

# check WORDS CONDITION
check() {
    if [ "$2" -ne 0 ]; then
        passed=$((passed + 1))
        echo "ok: $1"
    else
        failed=$((failed + 1))
        echo "not ok: $1"
    fi
}

# each WORK...: instructions that one more takes, its start left out
each() {
    echo $((($(count "$tick" "$@" 4000) - $(count "$tick" "$@" 2000)) / 2000))
}

echo "cases judged and told"
few=$(count "$growth" 10000) some=$(count "$growth" 30000)
many=$(count "$growth" 100000)
slope=$(((many - few) / 90000))
expected=$((few + 20000 * slope))
off=$(((some - expected) * 1000 / expected))
printf '  %7d %14d instructions\n' 10000 "$few" 30000 "$some" 100000 "$many"
echo "  fit: $((few - 10000 * slope)) + $slope a case; 30000 lie $off/1000 off it"
check "the instructions of cases are linear" $((off <= 10 && off >= -10))
least=0 most=0
for n in 10000 100000 1000000; do
    memory=$("$growth" "$n" | sed -n 's/^memory *\([0-9]*\) KB/\1/p')
    printf '  %7d %14d KB\n' "$n" "$memory"
    [ "$least" -ne 0 ] && [ "$least" -le "$memory" ] || least=$memory
    [ "$most" -ge "$memory" ] || most=$memory
done
check "their memory is flat within 20 %" $((most * 100 <= least * 120))

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
    check "a tick among regions $how grows by their logarithm" \
        $(((instructions - hundred) * 2 <= (hundred - one) * 3))
done

echo "threads, a tick of each"
for n in 1 2 4; do
    instructions=$(($(each threads $n) / n))
    printf '  %7d %14d instructions\n' "$n" "$instructions"
    [ "$n" -ne 1 ] || one=$instructions
done
check "a thread's tick does not hang on others" \
    $((instructions * 100 <= one * 105))
echo "bench-growth: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
