#!/bin/sh
# SPDX-License-Identifier: MIT
# Run a program of each dialect with each kind of library, and without any: then
# it finds the host's profil and must say so, or leaves no mon.out.  Each
# library must export the dialect's functions and nothing else.
#     run.sh BUILD DIALECT...
set -u
build=$(realpath "$1")
shift
step=test-libraries
. .ci/lib.sh

# A program that calls profil itself.
profiles() { "$@" 2 "$scratch/out"; }

# One that was built with -p: prof must find its calls in the mon.out it leaves.
leaves_calls() {
    for program; do :; done
    rm -f "$scratch"/*.out
    (cd "$scratch" && "$@") && "$build/profilcheck" prof --symbols "$program" \
        "$scratch/mon.out" | grep -q ' 33 leaf$'
}

exported() {
    nm --defined-only "$@" |
        awk '$2 ~ /^[TDBRVW]$/ && $3 !~ /^__gcov/ { print $3 }' |
        LC_ALL=C sort | tr '\n' ' '
}

for d; do
    demo=$build/libraries/busy-$d library=$build/libprofil-$d works=profiles
    counts='__fentry__ __monstartup _mcleanup _mcount mcount moncontrol'
    case $d in
    irix | glibc) names='profil sprofil ' ;;
    freebsd) names="$counts monstartup profil " ;;
    aix-monitor) names="$counts monitor monstartup " works=leaves_calls ;;
    *) names='profil ' ;;
    esac
    check "$d: linked with libprofil-$d.a it fails" $works "$demo"
    check "$d: linked with libprofil-$d.so it fails" $works "$demo-shared"
    check "$d: under LD_PRELOAD=libprofil-$d.so it fails" \
        $works env LD_PRELOAD="$library.so" "$demo-host"
    check "$d: the program can't distinguish our profil from the host's" \
        not $works "$demo-host"
    for how in "-g $library.a" "-D $library.so"; do
        # shellcheck disable=SC2086 # words are meant
        found=$(exported $how)
        check "nm $how: exports $found, not $names" is "$found" "$names"
    done
done
ends
