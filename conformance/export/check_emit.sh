#!/bin/sh
# SPDX-License-Identifier: MIT
# What `profilcheck emit` writes comes, case by case, to what `profilcheck run`
# comes to: with right libraries and wrong ones, by several compilers; for a
# console whose ticks are calls, with a C library and without, and by rules older
# than C89.  What is linked with a library runs as a case does, in a sandbox.
#
#     check_emit.sh PROFILCHECK BUILD MUTANT...
set -u
program=$(realpath "$1") build=$(realpath "$2")
contained=$build/contained
shift 2
console=conformance/export/console
step=check-emit
. .ci/lib.sh
STRICT="-std=c89 -pedantic -Wall -Wextra -Werror -O1"

# The verdicts of a TAP stream, "ID ok", "ID not", "ID skip"; what run calls
# unspecified is ok.  "ID either" where a case alone would pass, and other cases
# show against it.
verdicts() {
    awk '/^(not )?ok [0-9]/ {
        bad = $1 == "not"
        sub(/^(not )?ok [0-9]+ - /, "")
        skip = / # SKIP/ && !/ # SKIP unspecified/
        sub(/ # .*/, "")
        if (id != "") print id, word
        id = $NF
        word = skip ? "skip" : bad ? "not" : "ok"
    }
    /severity: inconsistent/ || /allowed alone/ { word = "either" }
    END { if (id != "") print id, word }' "$1"
}

# EMITTED RUN LEAST: they agree, on so many cases at least.
agree() {
    verdicts "$1" >"$scratch/emitted"
    verdicts "$2" >"$scratch/run"
    awk -v least="$3" 'NR == FNR { run[$1] = $2; next }
    !($1 in run) { print "    " $1 ": run has no such case"; wrong++; next }
    $2 == "skip" || run[$1] == "skip" { next }
    run[$1] != "either" && run[$1] != $2 {
        print "    " $1 ": emitted " $2 ", run " run[$1]
        wrong++
    }
    { n++ }
    END { exit (wrong > 0 || n < least) }' "$scratch/run" "$scratch/emitted"
}

# DIALECT LIBRARY LEAST: linked with it and run.
judged_alike() {
    "${CC:-gcc}" -o "$scratch/check" "$scratch/$1.o" "$2" \
        -Wl,-rpath,"$(dirname "$(realpath "$2")")" || return
    "$contained" 300 "$scratch/check" >"$scratch/$1.tap"
    # What is emitted knows of no policy: a house rule fails there.
    "$program" run --dialect "$1" --house-rules fail --format tap "$2" \
        >"$scratch/$1.run"
    agree "$scratch/$1.tap" "$scratch/$1.run" "$3"
}

# TAP WRONG: so many are not ok, as a pattern.
has_wrong() {
    grep -q "^# [0-9]* cases: [1-9][0-9]* ok, $2 not ok" "$scratch/$1.tap"
}
SOME='[1-9][0-9]*'

# It is no longer than 5,000 lines.
is_short() {
    [ "$(wc -l <"$scratch/$1.c")" -lt 5000 ]
}

# Where addresses have 32 bits its code and data fit 64 kB.
SMALL=arm-linux-gnueabihf-gcc
is_small() {
    $SMALL -std=c89 -Os -mthumb -fno-asynchronous-unwind-tables -c \
        -o "$scratch/small.o" "$scratch/$1.c" &&
        [ "$(size "$scratch/small.o" | awk 'NR == 2 { print $4 }')" -le 65536 ]
}

small=true
has $SMALL gcc-arm-linux-gnueabihf || small=false
for row in aix:120 irix:150 hpux:65 freebsd:65 glibc:150; do
    dialect=${row%:*}
    "$program" emit --dialect "$dialect" --output "$scratch/$dialect.c"
    check "$dialect: gcc warns" ${CC:-gcc} $STRICT -c \
        -o "$scratch/$dialect.o" "$scratch/$dialect.c"
    check "$dialect: it is too long" is_short "$dialect"
    ! $small || check "$dialect: it is too large" is_small "$dialect"
    check "$dialect: our own differs" judged_alike "$dialect" \
        "$build/libprofil-$dialect.so" "${row#*:}"
    check "$dialect: our own is wrong" has_wrong "$dialect" 0
    cp "$scratch/$dialect.run" "$scratch/$dialect.right"
done

# MUTANT: its dialect begins its name.
for mutant; do
    name=$(basename "$mutant" .so)
    check "$name differs" judged_alike "${name%%-*}" "$mutant" 40
    check "$name is not found" has_wrong "${name%%-*}" "$SOME"
done

# Other compilers: what they make prints the same.
for row in "clang $STRICT:clang" "tcc -std=c89:tcc"; do
    command=${row%:*}
    has "${command%% *}" "${row#*:}" || continue
    check "$command does not take it" $command -o "$scratch/other" \
        "$scratch/hpux.c" "$build/libprofil-hpux.so" -Wl,-rpath,"$build"
    "$contained" 300 "$scratch/other" >"$scratch/other.tap"
    check "$command: another verdict" agree "$scratch/other.tap" \
        "$scratch/hpux.right" 65
done

ticks="-DEMIT_DELIVER=console_tick -DEMIT_ERRNO=console_errno"
ticks="$ticks -include $console/console.h"
bare="-O1 -ffreestanding -fno-stack-protector -nostdlib -static"
old="-std=c89 -traditional-cpp -Wtraditional -Werror -DNO_PROTOTYPES"

# FLAGS: without fork, and with it.
build_console() {
    gcc $STRICT $ticks $1 -DEMIT_PLAIN "-DEMIT_RESUME=\"$scratch/resume\"" \
        -o "$scratch/plain" "$scratch/freebsd.c" "$console/console.c" &&
        gcc $STRICT $ticks $1 -o "$scratch/forked" "$scratch/freebsd.c" \
            "$console/console.c"
}

# FLAGS: without a C library; and by old rules.
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
        "$contained" -w 300 "$scratch/$way" >"$scratch/$way.tap"
    done
}

# FLAGS PLAIN FORKED WORDS: both of these have so many wrong; fork makes no
# difference.
console_is() {
    check "the console's: gcc warns" build_console "$1"
    run_console plain forked
    check "$4" has_wrong plain "$2"
    check "$4, in its own process" has_wrong forked "$3"
    check "$4: fork changes a verdict" agree "$scratch/plain.tap" \
        "$scratch/forked.tap" 30
}

console_is "" 0 0 "the console's is wrong"
console_is -DROUNDED_UP "$SOME" "$SOME" "a wrong console is not found"
"$program" judge "$scratch/plain.tap" >"$scratch/judged" 2>&1
sed -n 's/^       \([#nf]\)/\1/p' conformance/export/EMIT.md >"$scratch/shown"
check "EMIT.md shows a line that is not printed" not grep -vxFf \
    "$scratch/plain.tap" -f "$scratch/judged" "$scratch/shown"
if [ "$(uname -m)" = x86_64 ]; then
    cp "$scratch/forked.tap" "$scratch/wrong.tap"
    check "without a C library: gcc warns" build_bare -DROUNDED_UP
    run_console bare old
    check "without a C library a wrong one is not found" has_wrong bare "$SOME"
    for way in bare old; do
        check "without a C library, $way, a verdict changes" agree \
            "$scratch/$way.tap" "$scratch/wrong.tap" 30
    done
fi

# It dies in one case, which that may end; the next runs.
console_is -DUNCHECKED 0 0 "a crash that may be is wrong"
check "a crash is not reported" grep -q "^#: ended signal 11" "$scratch/plain.tap"

# Where signals are left alone it is started again.
check "the console's: gcc warns" build_console "-DUNCHECKED -DEMIT_NO_CATCH"
rm -f "$scratch/resume"
starts=0
while [ "$starts" -lt 9 ]; do
    starts=$((starts + 1))
    run_console plain
    ! grep -q '^# [0-9]* cases' "$scratch/plain.tap" || break
done
check "one that dies is not gone on with" [ "$starts" -gt 1 ]
# What is left after it may all be left open.
check "one that dies does not come to its end" grep -q \
    "^# [0-9]* cases: [0-9]* ok, 0 not ok" "$scratch/plain.tap"
check "where it may die it is blamed" grep -q \
    'SKIP it ended the program, and may' "$scratch/plain.tap"
ends
