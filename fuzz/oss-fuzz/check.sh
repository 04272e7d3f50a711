#!/bin/sh
# SPDX-License-Identifier: MIT
# build.sh does what OSS-Fuzz expects of it: run with its variables, it leaves
# every target, with seeds, words and options, and each takes its seeds
# elsewhere and with nothing but the libraries of any machine.
#
#     check.sh CLANG TARGET...
set -u
CC=$1
shift
CXX=$(echo "$CC" | sed 's/clang/clang++/')
step=oss-fuzz
. .ci/lib.sh

SRC=$scratch/src WORK=$scratch/work OUT=$scratch/out
CFLAGS='-O1 -fno-omit-frame-pointer -gline-tables-only
    -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
    -fsanitize=address -fsanitize-address-use-after-scope
    -fsanitize=fuzzer-no-link'
CFLAGS=$(echo $CFLAGS)
CXXFLAGS=$CFLAGS
LIB_FUZZING_ENGINE=-fsanitize=fuzzer
SANITIZER=address FUZZING_ENGINE=libfuzzer FUZZING_LANGUAGE=c ARCHITECTURE=x86_64
ASAN_OPTIONS=handle_abort=1:handle_segv=1:handle_sigill=1:detect_leaks=1
ASAN_OPTIONS=$ASAN_OPTIONS:detect_stack_use_after_return=1:strict_memcmp=1
export CC CXX SRC WORK OUT CFLAGS CXXFLAGS LIB_FUZZING_ENGINE SANITIZER \
    FUZZING_ENGINE FUZZING_LANGUAGE ARCHITECTURE ASAN_OPTIONS

mkdir "$SRC" "$WORK" "$OUT" "$scratch/elsewhere"
ln -s "$PWD" "$SRC/profilcheck"
check "build.sh fails" sh -eu fuzz/oss-fuzz/build.sh
# As it is copied to the machines that fuzz.
rm -rf "$WORK" "$SRC"
cd "$scratch/elsewhere" || exit 1

for target; do
    program=$OUT/$target
    seeds=$scratch/elsewhere/$target
    check "$target is not there" test -x "$program"
    check "$target is no target" grep -aq LLVMFuzzerTestOneInput "$program"
    check "$target takes a library of this machine" \
        not sh -c "ldd $program | grep -E 'jansson|libelf|not found'"
    check "$target has no seeds" unzip -q "${program}_seed_corpus.zip" \
        -d "$seeds"
    [ ! -f "$OLDPWD/fuzz/$target.dict" ] ||
        check "$target has other words" \
            cmp "$OLDPWD/fuzz/$target.dict" "$program.dict"
    [ ! -f "$OLDPWD/fuzz/$target.dict.in" ] ||
        check "$target has no words" grep -q sweep "$program.dict"
    set -- $(sed -n 's/^\([a-z_]*\) = /-\1=/p' "$program.options")
    [ ! -f "$program.dict" ] || set -- "-dict=$program.dict" "$@"
    check "$target does not take its seeds" \
        "$program" -runs=200 -seed=1 -timeout=25 "$@" "$seeds"
done
seeded=$(ls "$scratch/elsewhere" | wc -l)
check "there are $(ls "$OUT"/*.options | wc -l) targets, not $seeded" \
    test "$seeded" -eq "$(ls "$OUT"/*.options | wc -l)"
check "mine does not find a defect" not env FUZZ_DIALECT=aix \
    FUZZ_PLANTED=rounding=down "$OUT/mine" -runs=0 "$scratch/elsewhere/mine"
ends
