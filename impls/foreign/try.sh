#!/bin/sh
# SPDX-License-Identifier: MIT
# Judges a system's own source, from its tree, by its recipe: the file is
# compiled here, behind the shim, with empty files for the headers that it asks
# for and that are its system's.
#
#     sh impls/foreign/try.sh SYSTEM TREE|FILE [OPTION OF run]...
#
# SYSTEM: nuttx, cygwin, freebsd, kallistios.  The exit status is that of
# `profilcheck run`.
set -u
here=$(dirname "$0")
program=${PROFILCHECK:-$here/../../build/profilcheck}

usage() {
    echo "try.sh: $*" >&2
    exit 2
}

[ $# -ge 2 ] || usage 'SYSTEM TREE|FILE, as nuttx ~/nuttx'
system=$1 tree=$2
shift 2
case $system in
nuttx) file=sched/sched/sched_profil.c dialect=freebsd kept= ;;
cygwin) file=winsup/cygwin/profil.c dialect=freebsd kept=profil.h ;;
freebsd) file=sys/kern/subr_prof.c dialect=freebsd kept= ;;
kallistios) file=addons/libgprof/gmon.c dialect=gmon kept= ;;
*) usage "no recipe for $system: nuttx, cygwin, freebsd or kallistios" ;;
esac
if [ -d "$tree" ]; then
    file=$tree/$file
else
    file=$tree tree=$(dirname "$tree")
fi
[ -r "$file" ] || usage "$file is not there: name the file itself"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$file" "$work/source.c"
# Its headers: where this host has one of that name it is that, and otherwise
# empty.
mkdir "$work/kept"
sed -nE 's/^[ \t]*#[ \t]*include[ \t]*["<]([^">]*)[">].*/\1/p' "$file" |
    while read -r header; do
        mkdir -p "$work/empty/$(dirname "$header")"
        : >"$work/empty/$header"
    done
for header in $kept; do
    found=$(find "$tree" -name "$header" -path "*$system*" | sed 1q)
    [ -n "$found" ] || usage "$header is not in $tree"
    cp "$found" "$work/kept/$header"
done
# FreeBSD's system call was profil itself, before it was sys_profil.
older=
grep -q '^profil(' "$file" && [ "$system" = freebsd ] && older=-DOLDER
# shellcheck disable=SC2086
${CC:-cc} -std=gnu11 -O2 -g -shared -fPIC -w -I "$work/kept" -I "$here" \
    -idirafter "$work/empty" \
    -DSOURCE="\"$work/source.c\"" $older -o "$work/$system.so" \
    "$here/recipes/$system.c" -lpthread -lrt || exit 3
cd "$work" || exit 3
case $program in
/*) ;;
*) program=$OLDPWD/$program ;;
esac
"$program" run --dialect $dialect "$@" "./$system.so"
