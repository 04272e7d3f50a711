#!/bin/sh
# SPDX-License-Identifier: MIT
# The library as it is installed: its header in C89 and C++, its names, and the
# examples built against it, static and shared, with a right function and with
# a wrong one.
#
#     check.sh MAKE BUILD
set -u
make=$1 build=$2
step=library
. .ci/lib.sh
root=$scratch
cc=${CC:-cc} cxx=${CXX:-c++}
example=conformance/library/example
wrong='Odd byte offsets were rounded up to the next counter; freebsd.profil.3 permits'

# build NAME COMPILER SOURCE FLAG...: a right and a wrong program of it.
build() {
    name=$1 compiler=$2 source=$3
    shift 3
    for round in 0 1; do
        check "$name is not built" $compiler -Wall -Wextra -Werror \
            -DROUND=$round -o "$root/$name$round" "$source" "$@" || return
    done
}

$make -s BUILD="$build" DESTDIR="$root" PREFIX=/usr libdir=/usr/lib install \
    >"$root/out" 2>&1 || bad "it is not installed"
header=$root/usr/include/profilcheck/profilcheck.h
flags="-I$root/usr/include/profilcheck -L$root/usr/lib -lprofilcheck"
if has pkg-config pkg-config; then
    PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_LIBDIR=$root/usr/lib/pkgconfig
    export PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_LIBDIR
    flags=$(pkg-config --cflags --libs libprofilcheck) ||
        bad "no libprofilcheck.pc"
fi
LD_LIBRARY_PATH=$root/usr/lib
export LD_LIBRARY_PATH

check "the header is not C89" $cc -std=c89 -pedantic-errors -Wall -Wextra \
    -Werror -fsyntax-only -x c "$header"

# What is exported, and what the header declares.
nm -D --defined-only "$root/usr/lib/libprofilcheck.so" |
    awk '{ print $3 }' | sort >"$root/shared"
nm -g --defined-only "$root/usr/lib/libprofilcheck.a" |
    awk 'NF == 3 { print $3 }' | sort >"$root/static"
grep -E '^[a-z].*\(' "$header" | grep -o 'profilcheck_[a-z]*(' | tr -d '(' |
    sort -u >"$root/declared"
for kind in shared static; do
    check "names of the $kind library" diff "$root/declared" "$root/$kind"
done
[ "$(wc -l <"$root/declared")" -lt 15 ] || bad "more names than promised"

if build plain "$cc" $example/plain.c $flags; then
    says 0 'the functions as freebsd: conforms in ' "$root/plain0"
    says 1 "$wrong" "$root/plain1"
    says 1 "$(grep -o 'the functions as .*' conformance/library/README.md)" \
        "$root/plain1"
fi
if build static "$cc" $example/plain.c ${flags%-lprofilcheck*} \
    "$root/usr/lib/libprofilcheck.a" -lpthread -ldl -lrt; then
    says 0 'as freebsd: conforms in ' "$root/static0"
    says 1 "$wrong" "$root/static1"
fi
if has "$cxx" g++ &&
    build cxx "$cxx -x c++" $example/plain.c $flags; then
    says 0 'as freebsd: conforms in ' "$root/cxx0"
    says 1 "$wrong" "$root/cxx1"
fi
if ! echo '#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>' | $cc -E -x c - >/dev/null 2>&1; then
    note "not tried under cmocka: libcmocka-dev is lacking"
elif build cmocka "$cc" $example/cmocka.c $flags -lcmocka; then
    says 0 '[  PASSED  ] 1 test' "$root/cmocka0"
    says 1 "$wrong" "$root/cmocka1"
fi
[ -z "$(ls "$root" | grep core)" ] || bad "a core file is left"

ends
