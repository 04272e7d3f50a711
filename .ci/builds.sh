#!/bin/sh
# SPDX-License-Identifier: MIT
# The program and the libraries build without a warning by other compilers,
# for other machines and with other flags; and from another directory they are
# the same bytes.  A compiler that is not here is passed over, with its name.
#
#     builds.sh MAKE BUILD
set -u
make=$1 build=$2
step=builds
. .ci/lib.sh
log=$scratch/log

# NAME VARIABLE=VALUE...
builds() {
    name=$1
    shift
    if $make --no-print-directory BUILD="$build/builds/$name" "$@" \
        >"$log" 2>&1 && ! grep -i 'warning:' "$log"; then
        good
    else
        grep -E 'error|warning|\*\*\*' "$log" | sed 5q
        bad "$name: not built by make $*"
    fi
}

# COMPILER PACKAGE: by it, without optimizing, which takes the time.
by() {
    ! has "$1" "$2" || builds "$1" CC="$1" CFLAGS=-O0 all
}

by musl-gcc musl-tools
by aarch64-linux-gnu-gcc 'gcc-aarch64-linux-gnu libc6-dev-arm64-cross'
ours=$(gcc -dumpversion 2>/dev/null)
for version in 12 13 14 15 16; do
    [ "$version" = "${ours%%.*}" ] || by "gcc-$version" "gcc-$version"
done
builds coverage CFLAGS="-O0 --coverage" program
builds gnu17 CFLAGS=-std=gnu17 program

# Where it was built is not seen in its bytes.
copy=$scratch/a/longer/name/of/a/directory
copy_tree "$copy"
[ ! -f config.mak ] || cp config.mak "$copy"
if $make --no-print-directory -C "$copy" BUILD=out COMMIT="$COMMIT" all \
    >"$log" 2>&1; then
    for file in profilcheck $(cd "$build" && ls libprofil-*.a libprofil-*.so)
    do
        check "$file: other bytes when it is built elsewhere" \
            cmp "$build/$file" "$copy/out/$file"
    done
else
    tail -n 5 "$log"
    bad "not built in another directory"
fi
ends
