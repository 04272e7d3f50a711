#!/bin/sh
# SPDX-License-Identifier: MIT
# Run each dialect's demo with each kind of library, and without any: then it
# finds the host's profil and must say so.  Each library must export the
# dialect's functions and nothing else.
#     run.sh BUILD DIALECT...
build=$1
shift
failed=0

complain()
{
    echo "test-libraries: $1" >&2
    failed=1
}

exported()
{
    nm --defined-only "$@" |
        awk '$2 ~ /^[TDBRVW]$/ && $3 !~ /^__gcov/ { print $3 }' |
        LC_ALL=C sort | tr '\n' ' '
}

for d in "$@"; do
    demo=$build/libraries/demo-$d
    case $d in
    irix | glibc) names='profil sprofil ' ;;
    freebsd)
        names='__fentry__ __monstartup _mcleanup _mcount mcount moncontrol '
        names=$names'monstartup profil '
        ;;
    aix-monitor)
        names='__fentry__ __monstartup _mcleanup _mcount mcount moncontrol '
        names=$names'monitor monstartup '
        ;;
    *) names='profil ' ;;
    esac
    "$demo" || complain "$d: linked with libprofil-$d.a it fails"
    "$demo-shared" || complain "$d: linked with libprofil-$d.so it fails"
    LD_PRELOAD=$build/libprofil-$d.so "$demo-host" ||
        complain "$d: under LD_PRELOAD=libprofil-$d.so it fails"
    if "$demo-host" 2>/dev/null; then
        complain "$d: the demo can't tell our profil from the host's"
    fi
    for library in "-g $build/libprofil-$d.a" \
        "-D $build/libprofil-$d.so"; do
        found=$(exported $library)
        [ "$found" = "$names" ] ||
            complain "nm $library: exports $found, not $names"
    done
done
exit $failed
