#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs into an empty directory, uses what is there, removes it again.
set -eu
make=$1 build=$2
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

$make -s BUILD="$build" DESTDIR="$root" PREFIX=/usr install >/dev/null
"$root/usr/bin/profilcheck" list dialects >/dev/null
[ -s "$root/usr/share/man/man1/profilcheck.1" ]
for dialect in aix irix hpux freebsd aix-monitor; do
    [ -n "$(ls "$root/usr/include/profilcheck/$dialect")" ]
done
$make -s BUILD="$build" DESTDIR="$root" PREFIX=/usr uninstall >/dev/null
left=$(find "$root" -type f)
[ -z "$left" ] || { echo "uninstall leaves: $left" >&2; exit 1; }
