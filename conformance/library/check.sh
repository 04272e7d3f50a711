#!/bin/sh
# SPDX-License-Identifier: MIT
# The library as it is installed: its header in C89 and C++, its names, and the
# examples built against it, static and shared, with a right function and with
# a wrong one.
#
#     check.sh MAKE BUILD
set -u
make=$1 build=$2
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
passed=0 failed=0
cc=${CC:-cc} cxx=${CXX:-c++}
example=conformance/library/example
said='Odd numbers were rounded up to the next counter; freebsd.profil.3 permits'

good() {
    passed=$((passed + 1))
}

bad() {
    failed=$((failed + 1))
    echo "library: $*" >&2
    [ ! -s "$root/out" ] || sed 5q "$root/out" >&2
}

# try WORDS COMMAND...: what is named by the words, and how it is done.
try() {
    words=$1
    shift
    if "$@" >"$root/out" 2>&1; then
        good
    else
        bad "$words"
        return 1
    fi
}

# judges PROGRAM STATUS WORDS: how it exits, and what it says.
judges() {
    "$1" >"$root/out" 2>&1
    got=$?
    if [ $got -eq "$2" ] && grep -qF -- "$3" "$root/out"; then
        good
    else
        bad "${1##*/}: exit status $got, not $2 with: $3"
    fi
}

# build NAME COMPILER SOURCE FLAG...: a right and a wrong program of it.
build() {
    name=$1 compiler=$2 source=$3
    shift 3
    for round in 0 1; do
        try "$name is not built" $compiler -Wall -Wextra -Werror \
            -DROUND=$round -o "$root/$name$round" "$source" "$@" || return
    done
}

$make -s BUILD="$build" DESTDIR="$root" PREFIX=/usr libdir=/usr/lib install \
    >"$root/out" 2>&1 || bad "it is not installed"
header=$root/usr/include/profilcheck/profilcheck.h
flags="-I$root/usr/include/profilcheck -L$root/usr/lib -lprofilcheck"
if command -v pkg-config >/dev/null; then
    PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_LIBDIR=$root/usr/lib/pkgconfig
    export PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_LIBDIR
    flags=$(pkg-config --cflags --libs libprofilcheck) ||
        bad "no libprofilcheck.pc"
else
    echo "library: its .pc file is not read: pkg-config is lacking"
fi
LD_LIBRARY_PATH=$root/usr/lib
export LD_LIBRARY_PATH

try "the header is not C89" $cc -std=c89 -pedantic-errors -Wall -Wextra \
    -Werror -fsyntax-only -x c "$header"

# What is exported, and what the header declares.
nm -D --defined-only "$root/usr/lib/libprofilcheck.so" |
    awk '{ print $3 }' | sort >"$root/shared"
nm -g --defined-only "$root/usr/lib/libprofilcheck.a" |
    awk 'NF == 3 { print $3 }' | sort >"$root/static"
grep -E '^[a-z].*\(' "$header" | grep -o 'profilcheck_[a-z]*(' | tr -d '(' |
    sort -u >"$root/declared"
for kind in shared static; do
    try "names of the $kind library" diff "$root/declared" "$root/$kind"
done
[ "$(wc -l <"$root/declared")" -lt 15 ] || bad "more names than promised"

if build plain "$cc" $example/plain.c $flags; then
    judges "$root/plain0" 0 'the functions as freebsd: conforms in '
    judges "$root/plain1" 1 "$said"
fi
if build static "$cc" $example/plain.c ${flags%-lprofilcheck*} \
    "$root/usr/lib/libprofilcheck.a" -lpthread -ldl -lrt; then
    judges "$root/static0" 0 'as freebsd: conforms in '
    judges "$root/static1" 1 "$said"
fi
if ! command -v "$cxx" >/dev/null; then
    echo "library: not tried in C++: g++ is lacking"
elif build cxx "$cxx -x c++" $example/plain.c $flags; then
    judges "$root/cxx0" 0 'as freebsd: conforms in '
    judges "$root/cxx1" 1 "$said"
fi
if ! echo '#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>' | $cc -E -x c - >/dev/null 2>&1; then
    echo "library: not tried under cmocka: libcmocka-dev is lacking"
elif build cmocka "$cc" $example/cmocka.c $flags -lcmocka; then
    judges "$root/cmocka0" 0 '[  PASSED  ] 1 test'
    judges "$root/cmocka1" 1 "$said"
fi
[ -z "$(ls "$root" | grep core)" ] || bad "a core file is left"

echo "library: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
