#!/bin/sh
# SPDX-License-Identifier: MIT
# What README.md says is so: its `make` commands are targets, its example
# compiles, and what the example and `map` are shown to print they print.
#
#     readme.sh PROFILCHECK
set -eu
program=$1
wrong=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

bad() {
    echo "README.md: $*"
    wrong=1
}

# The n-th block that opens with ```WORD.
block() {
    awk -v open="\`\`\`$1" -v n="$2" '
        /^```/ && !inside { inside = 1; count += $0 == open; next }
        /^```/ { inside = 0; if (count == n) exit }
        inside && count == n' README.md
}

# Every line of a file stands in another.
shown() {
    while IFS= read -r line; do
        grep -qxF -- "$line" "$2" || bad "$3 does not print: $line"
    done <"$1"
}

for command in 'make conformance' 'make check'; do
    grep -q "^    $command\$" README.md || bad "no line '    $command'"
done
for target in $(sed -nE 's/.*(^    |`)make ([a-z][a-z-]*).*/\2/p' README.md |
    sort -u); do
    grep -q "^$target:" Makefile .ci/*.mk impls/*/*.mk fuzz/*.mk fuzz/*/*.mk \
        conformance/*/*/*.mk ||
        bad "make $target: not a target of the Makefile"
done

block c 1 >"$scratch/my_profil.c"
(cd "$scratch" && ${CC:-cc} -O2 -shared -fPIC -o libmine.so my_profil.c)
ln -s "$(realpath "$program")" "$scratch/profilcheck"
(cd "$scratch" && ./profilcheck run --dialect freebsd ./libmine.so) \
    >"$scratch/run" && bad "the example passes"
block '' 1 >"$scratch/said"
shown "$scratch/said" "$scratch/run" "the example"

sed -nE 's/^    build\/(profilcheck map .*)/\1/p' README.md >"$scratch/command"
(cd "$scratch" && sh -c "./$(cat command)") >"$scratch/map"
block '' 2 >"$scratch/said"
shown "$scratch/said" "$scratch/map" "map"

# Reading a report takes a library; and another libc may do otherwise.
(cd "$scratch" && ./profilcheck run --dialect glibc --case region-switch \
    --format json libc >json || true)
(cd "$scratch" && ./profilcheck explain json) >"$scratch/explained" \
    2>"$scratch/lacking" || true
if grep -q '"found": \["hit-as-miss"\]' "$scratch/json" &&
    ! grep -q libjansson-dev "$scratch/lacking"; then
    block '' 3 >"$scratch/said"
    shown "$scratch/said" "$scratch/explained" "explain"
fi

# Of the host's libc: another one may answer otherwise.
if (cd "$scratch" && ./profilcheck identify libc) >"$scratch/identified" &&
    grep -q 'the same as: glibc-profil$' "$scratch/identified"; then
    block '' 4 >"$scratch/said"
    shown "$scratch/said" "$scratch/identified" "identify"
fi

for file in "$scratch/my_profil.c" "$scratch/said" "$scratch/command"; do
    [ -s "$file" ] || bad "no example where this script looks for it"
done
exit "$wrong"
