#!/bin/sh
# SPDX-License-Identifier: MIT
# What README.md and the pages of the rooms say is so: their `make` commands
# are targets, their links lead somewhere, their verbs and options are there,
# the example compiles, and each block that shows what is printed is printed by
# the commands before it, line by line.  A block marked ```text is of another
# machine.
#
#     readme.sh PROFILCHECK
set -u
program=$1
pages='README.md conformance/README.md conformance/crosscheck/README.md
    conformance/ci/README.md conformance/CASES.md reports/README.md
    impls/README.md impls/foreign/README.md conformance/prof/README.md
    conformance/language/TRACE.md conformance/language/EXEC.md fuzz/README.md
    fuzz/exhaustive/README.md fuzz/prove/README.md CONTRIBUTING.md
    conformance/export/VECTORS.md conformance/export/EMIT.md
    conformance/library/README.md conformance/machine/README.md
    conformance/BENCH.md reference/tests/README.md'
step=readme
. .ci/lib.sh

wrong() {
    bad "$page: $*"
}

# Of each block that opens with a bare ``` the lines go into N.out, and the
# commands of the indented lines above it into N.sh.
blocks() {
    awk -v into="$2" '
        /^```/ && !inside {
            inside = 1
            shown = $0 == "```"
            if (shown)
                printf "%s", commands >(into "/" ++n ".sh")
            next
        }
        /^```/ { inside = 0; next }
        inside && shown { print >(into "/" n ".out") }
        inside { next }
        /^    / {
            if (!before)
                commands = ""
            commands = commands substr($0, 5) "\n"
        }
        { before = /^    / }' "$1"
}

# Reading a report takes a library; and another libc may do otherwise.
elsewhere() {
    grep -q libjansson-dev "$1.err" ||
        { grep -qE ' libc( |$)' "$1.sh" && [ "$libc" != 'glibc 2.36' ]; }
}

check_blocks() {
    mkdir -p "$scratch/of/$page"
    blocks "$page" "$scratch/of/$page"
    for commands in "$scratch/of/$page"/*.sh; do
        [ -f "$commands" ] || continue
        block=${commands%.sh}
        (cd "$scratch" && sh -e "$commands") >"$block.got" 2>"$block.err" ||
            true
        [ -s "$commands" ] || wrong "no command above: $(sed 1q "$block.out")"
        elsewhere "$block" && continue
        while IFS= read -r line; do
            grep -qxF -- "$line" "$block.got" ||
                wrong "$(tail -n 1 "$commands") does not print: $line"
        done <"$block.out"
        good
    done
}

check_targets() {
    for target in $(sed -nE \
        's/.*(^    |`)make ([a-z][a-z-]*)([^a-z\/-].*)?$/\2/p' "$page" | sort -u); do
        grep -q "^$target:" Makefile .ci/*.mk impls/*/*.mk fuzz/*.mk \
            fuzz/*/*.mk conformance/*/*.mk conformance/*/*/*.mk ||
            wrong "make $target: not a target of the Makefile"
    done
}

check_links() {
    for link in $(sed -nE 's/\]\(/\n&/gp' "$page" |
        sed -nE 's/^\]\(([^):]*)\).*/\1/p'); do
        file=${link%%#*} part=${link#"${link%%#*}"}
        [ -n "$file" ] && file=$(dirname "$page")/$file || file=$page
        [ -e "$file" ] || { wrong "$link: no such file"; continue; }
        [ -z "$part" ] ||
            sed -nE 's/^#+ //p' "$file" | tr 'A-Z ' 'a-z-' |
            tr -cd 'a-z0-9\n-' | grep -qx -- "${part#\#}" ||
            wrong "$link: no such heading"
    done
}

# Verbs and options of lines that are commands.
check_commands() {
    sed -nE 's/^    (.* )?(build\/)?profilcheck ([a-z]+ .*)/\3/p' "$page" |
        sed 's/[|>].*//' >"$scratch/commands"
    while read -r verb options; do
        "$program" help "$verb" >"$scratch/help" 2>&1 ||
            wrong "profilcheck $verb: not a verb"
        for option in $options; do
            case $option in
            --*) grep -q -- "^  \(.* \)*${option%%=*}\>" "$scratch/help" ||
                wrong "profilcheck $verb $option: not an option" ;;
            esac
        done
    done <"$scratch/commands"
}

mkdir "$scratch/build"
ln -s "$(realpath "$program")" "$scratch/build/profilcheck"
ln -s "$PWD/conformance" "$scratch/conformance"
page=README.md
awk '/^```c$/ { inside = 1; next } /^```/ { inside = 0 } inside' "$page" \
    >"$scratch/my_profil.c"
[ -s "$scratch/my_profil.c" ] || wrong "no example in C"
for command in 'make conformance' 'make check'; do
    grep -q "^    $command\$" "$page" || wrong "no line '    $command'"
done
# make runs what stands beside $(MAKE) under -n, too.
check "make -n would run a script: see scripted in Makefile" not grep -nE \
    '^	.*sh .*\$\(MAKE\)' Makefile .ci/*.mk fuzz/*.mk conformance/*/*.mk
libc=$("$program" run --dialect glibc --case region-switch --format json libc |
    sed -nE 's/^ *"libc": "([^"]*)".*/\1/p') || true

for page in $pages; do
    check_blocks
    check_targets
    check_links
    check_commands
done
page=README.md
[ "$(wc -l <"$page")" -le 150 ] || wrong "more than 150 lines"
! (cd "$scratch" && build/profilcheck run --dialect freebsd ./libmine.so) \
    >"$scratch/plain" || wrong "the example passes"
# What it does wrong is arithmetic, and none of it undefined in C.
(cd "$scratch" && ${CC:-cc} -O2 -shared -fPIC -fsanitize=undefined \
    -fsanitize-undefined-trap-on-error -o libmine.so my_profil.c &&
    build/profilcheck run --dialect freebsd ./libmine.so) \
    >"$scratch/trapped" || true
cmp -s "$scratch/plain" "$scratch/trapped" ||
    wrong "the example does what C leaves undefined"
[ "$passed" -ge 3 ] || wrong "no example where this script looks for it"
ends
