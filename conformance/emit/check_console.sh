# SPDX-License-Identifier: MIT
# Part of check.sh: a profil that knows nothing of this host, console.c, whose
# ticks are calls: with a C library and without, by rules older than C89.

console=$here/console
ticks="-DEMIT_DELIVER=console_tick -DEMIT_ERRNO=console_errno"
ticks="$ticks -include $console/console.h"
bare="-O1 -ffreestanding -fno-stack-protector -nostdlib -static"
old="-std=c89 -traditional-cpp -Wtraditional -Werror -DNO_PROTOTYPES"

# FLAG: all ways, in plain.tap, forked.tap, bare.tap, old.tap.
build_console() {
    gcc $STRICT $ticks $1 -DEMIT_PLAIN "-DEMIT_RESUME=\"$scratch/resume\"" \
        -o "$scratch/plain" "$scratch/freebsd.c" "$console/console.c" &&
        gcc $STRICT $ticks $1 -o "$scratch/forked" "$scratch/freebsd.c" \
            "$console/console.c"
}

build_bare() {
    gcc $STRICT $ticks $1 $bare -DEMIT_FREESTANDING -o "$scratch/bare" \
        "$scratch/freebsd.c" "$console/console.c" "$console/bare.c" &&
        gcc $old $bare $ticks -DEMIT_KR -DEMIT_FREESTANDING -fno-builtin \
            '-DEMIT_SIZE=unsigned long' -c -o "$scratch/old1.o" \
            "$scratch/freebsd.c" &&
        gcc $old $bare $1 -c -o "$scratch/old2.o" "$console/console.c" &&
        gcc $bare -o "$scratch/old" "$scratch/old1.o" "$scratch/old2.o" \
            "$console/bare.c"
}

run_console() {
    for way; do
        "$scratch/$way" >"$scratch/$way.tap"
    done
}

check "the console's: gcc warns" build_console ""
run_console plain forked
check "the console's is wrong" none_wrong "$scratch/plain.tap"
check "the console's is wrong in its own process" none_wrong \
    "$scratch/forked.tap"
check "the console's: fork changes a verdict" agree "$scratch/plain.tap" \
    "$scratch/forked.tap" 30

check "the console's: gcc warns" build_console -DROUNDED_UP
run_console plain forked
check "a wrong console is not found" some_wrong "$scratch/plain.tap"
check "a wrong console: fork changes a verdict" agree "$scratch/plain.tap" \
    "$scratch/forked.tap" 30

if [ "$(uname -m)" = x86_64 ]; then
    cp "$scratch/forked.tap" "$scratch/wrong.tap"
    check "without a C library: gcc warns" build_bare -DROUNDED_UP
    run_console bare old
    check "without a C library a verdict changes" agree "$scratch/bare.tap" \
        "$scratch/wrong.tap" 30
    check "by a compiler older than C89 a verdict changes" agree \
        "$scratch/old.tap" "$scratch/wrong.tap" 30
    check "without a C library a wrong one is not found" some_wrong \
        "$scratch/bare.tap"
fi

# It dies in one case, which that may end; the next runs.
check "the console's: gcc warns" build_console -DUNCHECKED
run_console plain forked
check "a crash is more than its case" grep -q "^# [0-9]* cases" \
    "$scratch/plain.tap"
check "a crash is not told" grep -q "^#: ended signal 11" "$scratch/plain.tap"
check "a crash that may be is wrong" none_wrong "$scratch/plain.tap"
check "a crash: fork changes a verdict" agree "$scratch/plain.tap" \
    "$scratch/forked.tap" 30

# Where signals are left alone it is started again.
check "the console's: gcc warns" build_console "-DUNCHECKED -DEMIT_NO_CATCH"
rm -f "$scratch/resume"
starts=0
while [ "$starts" -lt 9 ]; do
    starts=$((starts + 1))
    ("$scratch/plain" >"$scratch/plain.tap"; :) 2>"$scratch/died"
    ! grep -q '^# [0-9]* cases' "$scratch/plain.tap" || break
done
check "one that dies is not gone on with" [ "$starts" -gt 1 ]
# What is left after it may all be left open.
check "one that dies does not come to its end" grep -q \
    "^# [0-9]* cases: [0-9]* ok, 0 not ok" "$scratch/plain.tap"
check "where it may die it is blamed" grep -q \
    'SKIP it ended the program, and may' "$scratch/plain.tap"
