#!/bin/sh
# SPDX-License-Identifier: MIT
# What `profilcheck emit` writes comes, case by case, to what `profilcheck run`
# comes to: with right libraries and wrong ones, by several compilers, without
# a C library, on other machines.
#
#     check.sh PROFILCHECK BUILD MAKE MUTANT...
set -u
program=$(realpath "$1") build=$(realpath "$2") make=$3
shift 3
here=conformance/emit
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0
STRICT="-std=c89 -pedantic -Wall -Wextra -Werror -O1"

check() {
    said=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "check-emit: $said"
    fi
}

has() {
    command -v "$1" >/dev/null && return
    echo "check-emit: without $1 (Debian: $2)"
    return 1
}

# The verdicts of a TAP stream, "ID ok", "ID not", "ID skip"; what run calls
# unspecified is ok.  "ID either" where a case alone would pass, and others tell
# against it.
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
    /severity: inconsistent/ || /permitted by itself/ { word = "either" }
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
    cc=${CC:-gcc}
    "$cc" -o "$scratch/check" "$scratch/$1.o" "$2" \
        -Wl,-rpath,"$(dirname "$(realpath "$2")")" || return
    "$scratch/check" >"$scratch/$1.tap"
    # What is emitted knows of no policy: a house rule fails there.
    "$program" run --dialect "$1" --house-rules fail --format tap "$2" \
        >"$scratch/$1.run"
    agree "$scratch/$1.tap" "$scratch/$1.run" "$3"
}

none_wrong() {
    grep -q '^# [0-9]* cases: [1-9][0-9]* ok, 0 not ok' "$1"
}

some_wrong() {
    grep -q '^# [0-9]* cases: [1-9][0-9]* ok, [1-9][0-9]* not ok' "$1"
}

# It is no longer than 4,000 lines, and its code and data fit 70 kB.
is_small() {
    [ "$(wc -l <"$scratch/$1.c")" -lt 4000 ] &&
        "${CC:-gcc}" -std=c89 -Os -c -o "$scratch/small.o" "$scratch/$1.c" &&
        [ "$(size "$scratch/small.o" | awk 'NR == 2 { print $4 }')" -le 70000 ]
}

for row in aix:95 irix:130 hpux:45 freebsd:40 glibc:125; do
    dialect=${row%:*}
    "$program" emit --dialect "$dialect" --output "$scratch/$dialect.c"
    check "$dialect: gcc warns" ${CC:-gcc} $STRICT -c \
        -o "$scratch/$dialect.o" "$scratch/$dialect.c"
    check "$dialect: it is too large" is_small "$dialect"
    check "$dialect: our own differs" judged_alike "$dialect" \
        "$build/libprofil-$dialect.so" "${row#*:}"
    check "$dialect: our own is wrong" none_wrong "$scratch/$dialect.tap"
    cp "$scratch/$dialect.run" "$scratch/$dialect.right"
done

# MUTANT: its dialect begins its name.
for mutant; do
    name=$(basename "$mutant" .so)
    check "$name differs" judged_alike "${name%%-*}" "$mutant" 40
    check "$name is not found" some_wrong "$scratch/${name%%-*}.tap"
done

# Other compilers: what they make prints the same.
library=$build/libprofil-hpux.so
for row in "clang $STRICT:clang:clang" "tcc -std=c89:tcc:tcc"; do
    command=${row%%:*} package=${row##*:}
    has "${command%% *}" "$package" || continue
    check "$command does not take it" $command -o "$scratch/other" \
        "$scratch/hpux.c" "$library" -Wl,-rpath,"$build"
    "$scratch/other" >"$scratch/other.tap"
    check "$command: another verdict" agree "$scratch/other.tap" \
        "$scratch/hpux.right" 45
done

. "$here/check_console.sh"
. "$here/check_machines.sh"

echo "check-emit: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
