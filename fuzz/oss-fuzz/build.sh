#!/bin/sh -eu
# SPDX-License-Identifier: MIT
# Builds the fuzz targets as OSS-Fuzz and ClusterFuzzLite have it: with their
# $CC, $CXX, flags and $LIB_FUZZING_ENGINE, from $SRC in $WORK, into $OUT, each
# with its seeds, its words and its options.
cd "$SRC/profilcheck"

# Nothing that the machines which run them may lack, and warnings of another
# compiler are no reason to stop.  Engines are C++.
build() {
    make -s -j"$(nproc)" BUILD="$WORK/build" CC="$CC" WARN= NAMED= \
        CFLAGS="$CFLAGS -fno-sanitize=function" LIBELF=no JANSSON=no \
        FUZZ_ENGINE="$LIB_FUZZING_ENGINE" FUZZ_LD="$CXX $CXXFLAGS" "$@"
}

build fuzz-programs
build fuzz-list | while read -r target options; do
    cp "$WORK/build/fuzz/$target" "$OUT/"
    find "fuzz/$target" -type f |
        zip -q -j -@ "$OUT/${target}_seed_corpus.zip"
    for words in "fuzz/$target.dict" "$WORK/build/fuzz/$target.dict"; do
        [ ! -f "$words" ] || cp "$words" "$OUT/"
    done
    echo "[libfuzzer]" >"$OUT/$target.options"
    for option in $options; do
        echo "${option#-}" | sed 's/=/ = /' >>"$OUT/$target.options"
    done
done
