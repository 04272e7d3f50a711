#!/bin/sh
# SPDX-License-Identifier: MIT
# A profilcheck built without libelf shows addresses, and says why.
#
#     without-libelf.sh PROFILCHECK
set -eu
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# mon.out: 0x1000 to 0x1008, no calls, counters 3 and 0
printf '\0\020\0\0\010\020\0\0\0\0\0\0\003\0\0\0' >"$scratch/mon.out"
"$1" prof --symbols /bin/sh "$scratch/mon.out" \
    >"$scratch/out" 2>"$scratch/err"
grep -q '3  0x1000-0x1004$' "$scratch/out"
grep -q "/bin/sh: can't be read: .*install libelf-dev" "$scratch/err"
