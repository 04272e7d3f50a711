#!/bin/sh
# SPDX-License-Identifier: MIT
# Identifies every known system, run as a shared object that does what its row
# says: it must be found to be the same as that row, by the interface that the
# row is about.
#
#     identify.sh PROFILCHECK DIRECTORY NAME:CALLS...
set -u
program=$1 directory=$2
shift 2
step=systems
. .ci/lib.sh

# Whether an interface is found to be the same as a system.
is_found() { # INTERFACE SYSTEM
    awk -v calls="$1" -v name="$2" '
        /^[a-z]/ { inside = index($0, calls ", ") == 1 }
        inside && /^  the same as: / && index($0 ",", " " name ",") { found = 1 }
        { print }
        END { exit !found }' "$scratch/found"
}

for row; do
    name=${row%%:*} interfaces=$(echo "${row#*:}" | tr A-Z a-z)
    "$program" identify "$directory/$name.so" >"$scratch/found" ||
        : >"$scratch/found"
    [ "$interfaces" != both ] || interfaces='profil sprofil'
    for interface in $interfaces; do
        check "$name: $interface: not found to be itself" \
            is_found "$interface" "$name"
    done
done
ends
