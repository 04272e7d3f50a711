#!/bin/sh
# SPDX-License-Identifier: MIT
# Identifies every known system, run as a shared object that does what its row
# says: it must be found to be the same as that row, by the interface that the
# row is about.
#
#     identify.sh PROFILCHECK DIRECTORY NAME:ID:DIALECT:CALLS...
set -u
program=$1 directory=$2
shift 2
passed=0 failed=0

# The systems that an interface is the same as, each between blanks.
same_as() {
    awk -v calls="$1" '
        /^[a-z]/ { inside = index($0, calls ", ") == 1 }
        inside && sub(/^  the same as: /, "") {
            gsub(",", "")
            print " " $0 " "
        }'
}

for row; do
    name=${row%%:*} calls=${row##*:}
    said=$("$program" identify "$directory/$name.so") || said=
    case $calls in
    BOTH) interfaces='profil sprofil' ;;
    *) interfaces=$(echo "$calls" | tr A-Z a-z) ;;
    esac
    missing=
    for interface in $interfaces; do
        case $(echo "$said" | same_as "$interface") in
        *" $name "*) ;;
        *) missing="$missing $interface" ;;
        esac
    done
    if [ -z "$missing" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "MISS  $name:$missing: not found to be itself"
        echo "$said" | sed 's/^/      /'
    fi
done
echo "systems: $passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
