#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes every mechanical mutant of the code that counts (mechanical.awk) and
# judges it in each dialect, until two cases find it: by the quick suite, and,
# where none there does, by the full one.  Those that neither finds are in
# survivors.txt with the reason: "same" is proved, by small_space.c, which must
# print the same for it, and "beyond" is out of the reach of a case.
#
#     mechanical.sh PROFILCHECK DIRECTORY WORKERS EVERY DIALECT=OBJECTS...
#
# OBJECTS, separated by commas, make the dialect's library.  Into DIRECTORY go
# mechanical.tsv, a line a mutant, and mechanical.kills, a line for each case
# that finds one (matrix.sh).  With EVERY only each EVERYth mutant.
set -eu
program=$1 directory=$2 workers=$3 every=$4
shift 4
files='impls/counting/bins.h impls/counting/table.h impls/own/regions.c
    impls/counting/table.c impls/counting/count.c'
here=$(dirname "$0")
survivors=$here/survivors.txt
scratch=$(mktemp -d)
. "$here/mutate.sh"

# shellcheck disable=SC2086 # words are meant
list_mutants $files |
    awk -v every="$every" 'NR % every == 0' >"$scratch/list"

compile() { # COPY PART...
    into=$1
    shift
    for part; do
        $CC -std=c11 -D_GNU_SOURCE -I"$into" -O1 -w -fPIC \
            -fvisibility=hidden -c -o "$into/${part##*/}.o" \
            "$into/impls/$part.c" 2>"$into/said" || return 1
    done
}

# The parts that a change of file $1 changes.
parts_of() {
    case $1 in
    *.h) echo counting/table own/regions counting/count ;;
    *) echo "$1" | sed 's,^impls/,,; s,\.c$,,' ;;
    esac
}

# A library of these objects, but for the parts that were compiled in $1.
link() { # COPY LIBRARY OBJECTS
    objects=
    for object in $(echo "$3" | tr , ' '); do
        case $object in
        */own/* | */counting/*) [ ! -f "$1/${object##*/}" ] || object=$1/${object##*/} ;;
        esac
        objects="$objects $object"
    done
    # shellcheck disable=SC2086 # words are meant
    $CC -shared -o "$2" $objects -lpthread -lrt
}

# What small_space.c, compiled with the files in $1, prints.
small_space() {
    $CC -std=c11 -D_GNU_SOURCE -I"$1" -O1 -w -o "$1/small" \
        "$1/impls/mutants/small_space.c" "$1/impls/counting/table.c" \
        "$1/impls/own/regions.c" && (ulimit -t 20 && "$1/small" 2>&1)
}

# The cases that do not pass, in what a run as dialect $2 wrote: the dialect,
# the case, the verdict, and the detail.
found() {
    sed -nE "s/^  (fail|crash|timeout|inconsistent) +([^ :]*):(.*)\$/$2\\t\\2\\t\\1\\t\\3/p" "$1"
}

# Judge $3 as dialect $2 by suite $4; the exit status in $status.  A time limit
# that was exceeded may be the machine's fault: once more, with a longer one.
run() { # COPY DIALECT LIBRARY SUITE
    run_for 2 "$@"
    [ "$status" = 1 ] || return 0
    found "$1/out" "$2" | awk -F '\t' '$3 != "timeout" { exit 1 }' || return 0
    run_for 20 "$@" --case \
        "$(found "$1/out" "$2" | awk -F '\t' '{ print $2; exit }')"
}

run_for() { # SECONDS COPY DIALECT LIBRARY SUITE [OPTION]...
    seconds=$1 out=$2/out of=$3 library=$4 from=$5 status=0
    shift 5
    "$program" run --verbose --house-rules fail --jobs 1 --timeout "$seconds" \
        --suite "$from" --dialect "$of" "$@" "$library" >"$out" 2>&1 || status=$?
}

# Sets verdict, and writes what kills mutant $2.  Whether a case is the only one
# that does is known when every dialect was asked.
judge_by() { # SUITE NAME DIALECT=OBJECTS...
    suite=$1 name=$2
    shift 2
    : >"$copy/by"
    for row; do
        dialect=${row%%=*}
        link "$copy" "$copy/$dialect.so" "${row#*=}"
        run "$copy" "$dialect" "$copy/$dialect.so" "$suite"
        [ "$status" != 0 ] || continue
        if [ "$status" != 1 ]; then
            verdict="error: exit status $status: $(tail -n 1 "$copy/out")"
            return
        fi
        found "$copy/out" "$dialect" | awk -F "$tab" -v name="$name" -v OFS="$tab" \
            '{ print name, $1, $2, $3 }' >>"$copy/by"
        [ "$verdict" != survives ] || verdict="killed by $suite: $(found "$copy/out" "$dialect" | awk -F '\t' '
            { n++ }
            NR == 1 || ($4 ~ / (requires|permits) / && !named) {
                named = $4 ~ / (requires|permits) /
                sub(/.*: /, "", $4)
                said = $1 " " $2 ": " $3 ": " $4
            }
            END { print said " (" n " in all)" }')"
        [ "$(cut -f3 "$copy/by" | sort -u | wc -l)" -eq 1 ] || break
    done
    cat "$copy/by" >>"$copy/kills"
}

judge() { # FILE LINE COLUMN LENGTH INSTEAD
    name=$(name_of "$@")
    mutate "$@" >"$copy/$1"
    becomes=$(sed -n "$2p" "$copy/$1" | sed 's/^ *//')
    listed=$(listed_as "$1" "$becomes")
    verdict=survives
    rm -f "$copy"/*.o
    # shellcheck disable=SC2046
    if ! compile "$copy" $(parts_of "$1"); then
        verdict='does not compile'
    else
        judge_by quick "$name" $libraries
        if [ "$verdict" = survives ] && [ "$1" != impls/counting/count.c ] &&
            small_space "$copy" |
            cmp -s - "$scratch/small"; then
            verdict='survives, same'
        elif [ "$verdict" = survives ] && [ -z "$listed" ]; then
            judge_by full "$name" $libraries
        fi
    fi
    case "$verdict/$listed" in
    'survives, same/same' | survives/beyond | 'survives, same/beyond')
        verdict="$listed: $(reason_of "$1" "$becomes")" ;;
    killed*/same | killed*/beyond)
        verdict="stale: survivors.txt says $listed, but $verdict" ;;
    survives/same)
        verdict='stale: survivors.txt says same, but small_space.c differs' ;;
    esac
    cp "$1" "$copy/$1"
    echo "$1$tab$becomes" >>"$copy/made"
    echo "$name$tab$verdict$tab$becomes"
}

# What is not changed must pass, or what follows shows nothing.
prepare() { # COPY
    cp -r impls "$1/impls"
    [ ! -f "$scratch/small" ] || return 0
    small_space "$1" >"$scratch/small"
    verdict=survives
    compile "$1" counting/table own/regions counting/count
    judge_by quick unchanged $libraries
    [ "$verdict" = survives ] || {
        echo "mechanical.sh: unchanged: $verdict" >&2
        exit 3
    }
}

libraries=$*
mkdir -p "$directory"
judge_all "$workers" "$directory/mechanical.tsv"
cat "$scratch"/*/kills 2>/dev/null | sort >"$directory/mechanical.kills" || true

# An entry of a mutant that is made no more is stale too.
[ "$every" -gt 1 ] || stale_entries . >"$scratch/stale"
touch "$scratch/stale"
cat "$scratch/stale"
awk -F '\t' -v stale="$(wc -l <"$scratch/stale")" '
    $2 ~ /^killed/ { killed++ }
    $2 ~ /^killed.*(requires|permits)/ { named++ }
    $2 ~ /^(same|beyond): / { listed[substr($2, 1, index($2, ":") - 1)]++ }
    $2 ~ /^does not/ { broken++ }
    $2 ~ /^(survives|stale|error)/ { bad++; print "MISS  " $1 ": " $2 ": " $3 }
    END {
        printf "mechanical mutants: %d; %d do not compile, %d are the same " \
            "as the original, %d beyond a case; killed: %d of %d, %d with " \
            "a clause named; %d not accounted for\n", NR, broken, \
            listed["same"], listed["beyond"], killed, \
            NR - broken - listed["same"], named, bad + stale
        exit bad + stale > 0
    }' "$directory/mechanical.tsv"
