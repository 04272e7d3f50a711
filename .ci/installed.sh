#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs into an empty directory, uses what is there, removes it again.  The
# manual has every verb and every option of each, completion offers them, and a
# program is built by what pkg-config says.
#
#     installed.sh MAKE BUILD
set -eu
make=$1 build=$2
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
where="PREFIX=/usr libdir=/usr/lib/here mandir=/usr/manual"
man=$root/usr/manual/man1 wrong=0

bad() {
    echo "installed: $*" >&2
    wrong=1
}

$make -s BUILD="$build" DESTDIR="$root" $where install >/dev/null
program=$root/usr/bin/profilcheck
"$program" list dialects >/dev/null

for verb in $("$program" help |
    sed -n '/^  profilcheck/d; s/^  \([a-z]*\)  *.*/\1/p'); do
    page=$man/profilcheck-$verb.1
    [ -s "$page" ] || { bad "no manual of $verb"; continue; }
    grep -q "profilcheck..$verb (1)" "$man/profilcheck.1" ||
        bad "profilcheck(1) does not name $verb"
    for option in $("$program" help "$verb" | grep -o '^  --[a-z-]*'); do
        sed 's/\\-/-/g' "$page" | grep -qE -- "^\..*$option( |\"|\$)" ||
            bad "profilcheck-$verb(1) has no $option"
    done
done
for page in "$man"/*.1; do
    [ "$(wc -l <"$page")" -le 400 ] || bad "$page has more than 400 lines"
    ! command -v groff >/dev/null ||
        [ -z "$(groff -man -Tutf8 -ww -z "$page" 2>&1)" ] ||
        bad "$page: groff warns of it"
done

if command -v bash >/dev/null; then
    bash .ci/completion.sh "$program" \
        "$root/usr/share/bash-completion/completions/profilcheck" || wrong=1
fi

# What each library exports its header declares.
for dialect in aix irix hpux freebsd glibc aix-monitor; do
    header=$(find "$root/usr/include/profilcheck/$dialect" -name '*.h' |
        sed 1q)
    [ -n "$header" ] || { bad "no header of $dialect"; continue; }
    command -v pkg-config >/dev/null || continue
    PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_LIBDIR=$root/usr/lib/here/pkgconfig
    export PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_LIBDIR
    flags=$(pkg-config --cflags --libs "libprofil-$dialect") ||
        { bad "no libprofil-$dialect.pc"; continue; }
    echo "#include <${header#"$root/usr/include/profilcheck/$dialect/"}>
int main(void) { return 0; }" |
        ${CC:-cc} -D_GNU_SOURCE -x c -o "$root/linked" - \
            -Wl,--no-as-needed $flags || bad "libprofil-$dialect: not linked"
    LD_LIBRARY_PATH=$root/usr/lib/here "$root/linked" ||
        bad "libprofil-$dialect: a program of it does not start"
    rm -f "$root/linked"
done
for page in README.md conformance/README.md reports/sample.png; do
    [ -s "$root/usr/share/doc/profilcheck/$page" ] || bad "no $page"
done

$make -s BUILD="$build" DESTDIR="$root" $where uninstall >/dev/null
left=$(find "$root" -type f)
[ -z "$left" ] || bad "uninstall leaves: $left"
exit "$wrong"
