#!/bin/sh
# SPDX-License-Identifier: MIT
# The program and the libraries build without a warning by other compilers,
# for other machines and with other flags; and from another directory they are
# the same bytes.  A compiler that is not here is passed over, with its name.
#
#     builds.sh MAKE BUILD
set -u
make=$1 build=$2
log=$(mktemp)
scratch=$(mktemp -d)
trap 'rm -rf "$log" "$scratch"' EXIT
passed=0 failed=0

# NAME VARIABLE=VALUE...
builds() {
    name=$1
    shift
    if $make --no-print-directory BUILD="$build/builds/$name" "$@" \
        >"$log" 2>&1 && ! grep -i 'warning:' "$log"; then
        passed=$((passed + 1))
    else
        grep -E 'error|warning|\*\*\*' "$log" | sed 5q
        echo "builds: $name: not built by make $*"
        failed=$((failed + 1))
    fi
}

# COMPILER PACKAGE: by it, without optimizing, which takes the time.
by() {
    if command -v "$1" >/dev/null; then
        builds "$1" CC="$1" CFLAGS=-O0 all
    else
        echo "builds: $1: skipped, it is not here (Debian: $2)"
    fi
}

by musl-gcc musl-tools
by aarch64-linux-gnu-gcc 'gcc-aarch64-linux-gnu libc6-dev-arm64-cross'
ours=$(gcc -dumpversion 2>/dev/null)
for version in 12 13 14 15 16; do
    [ "$version" = "${ours%%.*}" ] || by "gcc-$version" "gcc-$version"
done
builds coverage CFLAGS="-O0 --coverage" program
builds gnu17 CFLAGS=-std=gnu17 program

# What is not to be told apart by its bytes is not told apart by its place.
copy=$scratch/a/longer/name/of/a/directory
mkdir -p "$copy"
{ git ls-files -co --exclude-standard 2>/dev/null ||
    find . -name build -prune -o -type f -print; } |
    tar -cf - -T - 2>/dev/null | tar -xf - -C "$copy"
[ ! -f config.mak ] || cp config.mak "$copy"
if $make --no-print-directory -C "$copy" BUILD=out all >"$log" 2>&1; then
    for file in profilcheck $(cd "$build" && ls libprofil-*.a libprofil-*.so)
    do
        if cmp "$build/$file" "$copy/out/$file"; then
            passed=$((passed + 1))
        else
            echo "builds: $file: other bytes when it is built elsewhere"
            failed=$((failed + 1))
        fi
    done
else
    tail -n 5 "$log"
    echo "builds: not built in another directory"
    failed=$((failed + 1))
fi
echo "builds: $passed passed, $failed failed"
[ "$passed" -gt 0 ] && [ "$failed" -eq 0 ]
