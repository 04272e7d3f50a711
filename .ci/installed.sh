#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs into an empty directory, uses what is there, removes it again.  The
# manual and completion have every verb and option, and a program is built by
# what pkg-config says.
#
#     installed.sh MAKE BUILD
set -u
make=$1 build=$2
step=installed
. .ci/lib.sh
root=$scratch/root
where="PREFIX=/usr libdir=/usr/lib/here mandir=/usr/manual"
man=$root/usr/manual/man1

check "it is not installed" \
    $make -s BUILD="$build" DESTDIR="$root" $where install
program=$root/usr/bin/profilcheck
check "it does not run" "$program" list dialects
adds sh .ci/manual.sh "$program" "$man"
! has bash bash || adds bash .ci/completion.sh "$program" \
        "$root/usr/share/bash-completion/completions/profilcheck"

# What each library exports its header declares.
for dialect in aix irix hpux freebsd glibc aix-monitor; do
    header=$(find "$root/usr/include/profilcheck/$dialect" -name '*.h' |
        sed 1q)
    [ -n "$header" ] || { bad "no header of $dialect"; continue; }
    has pkg-config pkgconf || continue
    PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_LIBDIR=$root/usr/lib/here/pkgconfig
    export PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_LIBDIR
    flags=$(pkg-config --cflags --libs "libprofil-$dialect") ||
        { bad "no libprofil-$dialect.pc"; continue; }
    echo "#include <${header#"$root/usr/include/profilcheck/$dialect/"}>
int main(void) { return 0; }" >"$scratch/empty.c"
    # shellcheck disable=SC2086 # words are meant
    check "libprofil-$dialect: not linked" ${CC:-cc} -D_GNU_SOURCE \
        -o "$scratch/linked" "$scratch/empty.c" -Wl,--no-as-needed $flags &&
        check "libprofil-$dialect: a program of it does not start" \
            env LD_LIBRARY_PATH=$root/usr/lib/here "$scratch/linked"
done
docs=$root/usr/share/doc/profilcheck
for page in README.md conformance/README.md reports/sample.png; do
    check "no $page" [ -s "$docs/$page" ]
done
# What a page links to is there, too.
find "$docs" -name '*.md' | while read -r page; do
    grep -o ']([^)#:]*[)#]' "$page" | sed 's/^](//; s/.$//' |
        sed "/^$/d; s|^|${page%/*}/|"
done | sort -u >"$scratch/links"
while read -r link; do
    check "a page links to what is not there: ${link#"$docs/"}" [ -e "$link" ]
done <"$scratch/links"

check "it is not uninstalled" \
    $make -s BUILD="$build" DESTDIR="$root" $where uninstall
left=$(find "$root" -type f)
check "uninstall leaves: $left" is "" "$left"
ends
