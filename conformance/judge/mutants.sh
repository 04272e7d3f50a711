#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes mechanical mutants (mechanical.awk) of the code that judges and of the
# code that shrinks, and asks whether a test finds each: the tests that stand
# beside the file first, then the other quick ones, then the slow ones, and last
# the transcripts of what the program prints of it.  Nothing is rebuilt but that
# object.  A test that takes too long or too much memory has found it, and so has
# what reads beyond an array or keeps memory for ever.
#
#     mutants.sh BUILD WORKERS NUMBER SEED FILES SLOW TEST...
#
# NUMBER of them, drawn by SEED, or all; of these FILES, or of all; SLOW=no
# leaves the slow tests out.  $OBJECTS make the program.  A line a mutant goes
# into BUILD/mutants/judge.tsv.
#
# What survives is in survivors.txt with the reason: "same", no input shows
# it from the original; "memory", only where memory runs out; "bound", it moves
# a limit of effort.  Where the compiler makes the same of both, it need not.
set -eu
build=$1 workers=$2 number=$3 seed=$4 only=$5 slow=$6
shift 6
survivors=$(dirname "$0")/survivors.txt
mutators='-v flow=1'
# Tests that run the program find it, and what it judges, from one of the copies.
top=$(mktemp -d)
ln -s "$PWD/$build"/* "$top/"
scratch=$top/copies
mkdir "$scratch"
. impls/mutants/mutate.sh
trap 'clean_up; rm -rf "$top"' EXIT
cflags='-std=c11 -D_GNU_SOURCE -I. -O1 -w'
checks='-fsanitize=address,bounds,shift -fsanitize-undefined-trap-on-error'
export ASAN_OPTIONS=hard_rss_limit_mb=2000:max_allocation_size_mb=2000

if [ "$only" ]; then
    echo "$only" | tr ' ' '\n'
else
    ls conformance/diagnosis/*.c conformance/judge/*.c \
        conformance/export/*.c |
        grep -Ev '(coverage_text|identify_impl|_test|_bench)\.c$'
fi >"$scratch/files"
# shellcheck disable=SC2046 # words are meant
list_mutants $(cat "$scratch/files") >"$scratch/all"
# The same draw everywhere.
awk -v seed="$seed" '
    BEGIN {
        x = seed * 7919 % 2147483646 + 1
        x = x * 16807 % 2147483647
    }
    {
        x = x * 16807 % 2147483647
        printf "%d\t%d\t%s\n", x, NR, $0
    }' "$scratch/all" | sort -n | head -n "${number:-1000000}" |
    sort -t "$tab" -k2,2n | cut -f3- >"$scratch/list"

compile() { # SOURCE OBJECT ROOM FLAGS
    # shellcheck disable=SC2086 # words are meant
    $CC $cflags $4 -iquote "$3" -c -o "$2" "$1" 2>"$2.said"
}

# Whatever of the program these objects need, but for what they define.
link() { # INTO OBJECT...
    # shellcheck disable=SC2086
    $CC -Wl,-S -o "$@" "$scratch/rest.a" -lcmocka $LDLIBS
}

# Its status, within a limit of processor time.
run() { # SECONDS PROGRAM ARGUMENT...
    limit=$1
    shift
    (
        ulimit -c 0
        ulimit -t "$limit"
        ulimit -f 200000
        timeout -k 5 $((20 * limit + 60)) "$@" || exit 1
    ) </dev/null >"$copy/out" 2>&1
}

main_of() { # TEST
    echo "main_of_$1" | tr / _
}

# All quick tests are one program, as it is linking that takes the time: one
# that runs those that it is given.
write_runner() { # TEST...
    echo '#include <stdio.h>'
    echo '#include <string.h>'
    for test; do
        echo "int $(main_of "$test")(void);"
    done
    echo 'static const struct {'
    echo '    const char *name;'
    echo '    int (*run)(void);'
    echo '} rows[] = {'
    for test; do
        echo "    {\"$test\", $(main_of "$test")},"
    done
    cat <<'END'
};
int main(int argc, char **argv)
{
    for (int k = 1; k < argc; k++)
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            if (strcmp(rows[i].name, argv[k]) == 0 && rows[i].run() != 0)
                return 1;
    return 0;
}
END
}

# Slow ones are programs by themselves, and so is one that puts cases to an
# implementation in a process with limits of its own, which a sanitizer would
# exceed: run last, and without.
is_apart() { # TEST
    case $1 in
    */minimal_test) return ;;
    */coverage_test | */diagnosis_test | \
        */plain_test | */separation_test | */unexplained_test | \
        */vectors_test) ;;
    *) return 1 ;;
    esac
}

# $quick and $late are the tests; their objects are made.
prepare_tests() { # TEST...
    quick='' late=''
    for test; do
        test=${test#"$build/"}
        object=$scratch/tests/$(echo "$test" | tr / .).o
        if is_apart "$test"; then
            late="$late $test"
            compile "$test.c" "$scratch/late.$(basename "$test").o" . ''
        else
            quick="$quick $test"
            compile "$test.c" "$object" . "-Dmain=$(main_of "$test")"
        fi
    done
    # shellcheck disable=SC2086
    write_runner $quick >"$scratch/tests/runner.c"
    compile "$scratch/tests/runner.c" "$scratch/tests/runner.o" . ''
}

# What a file's object is where nothing is changed; from the same path as a
# mutant, so that the same comes of the same.
prepare_originals() {
    while read -r file; do
        cp "$file" "$scratch/0/mutant.c"
        compile "$scratch/0/mutant.c" "$scratch/$(basename "$file").original" \
            "$(dirname "$file")" "$checks"
    done <"$scratch/files"
}

# Those of quick tests, its own first.
order_for() { # FILE
    # shellcheck disable=SC2086
    printf '%s\n' $quick | awk -v own="${1%.c}_" '
        index($0, own) == 1 { print; next }
        { other[++n] = $0 }
        END { for (k = 1; k <= n; k++) print other[k] }'
}

# Those of the others that have to do with it.
late_for() { # FILE
    for test in $late; do
        case $slow/$1/$test in
        */conformance/export/*/minimal_test) echo "$test" ;;
        */conformance/export/* | */minimal_test | no/*) ;;
        *) echo "$test" ;;
        esac
    done
}

# Those of what it has to do with.
transcripts_for() { # FILE
    case $1 in
    conformance/export/*) names='vectors map emit published export' ;;
    *) names='judge explain map published identify' ;;
    esac
    for name in $names; do
        echo "conformance/command/transcripts/$name.txt"
    done
}

# The program with the mutant in it, where transcripts find it: in a directory
# like that of the build.
write_program() {
    into=$copy/build
    test=conformance/command/transcripts_test
    if [ ! -d "$into" ]; then
        cp -rs "$PWD/$build" "$into"
        rm "$into/$test" "$into/profilcheck"
        cp "$build/$test" "$into/$test"
    fi
    link "$into/profilcheck" "$copy/plain.o" \
        "$build/conformance/command/main.o"
}

killed_by() { # NAME
    said=$(sed -n 's/^\[  FAILED  \] \([a-z0-9_]*\)$/\1/p' "$copy/out" |
        head -n 1)
    verdict="killed by $1${said:+: $said}"
}

# Sets verdict.
try() { # FILE
    link "$copy/quick" -fsanitize=address "$copy/mutant.o" \
        "$scratch"/tests/*.o 2>"$copy/said" || {
        verdict="error: it does not link: $(head -n 1 "$copy/said")"
        return
    }
    # shellcheck disable=SC2046
    run 30 "$copy/quick" $(order_for "$1") || {
        killed_by 'a quick test'
        return
    }
    compile "$copy/mutant.c" "$copy/plain.o" "$(dirname "$1")" ''
    for test in $(late_for "$1"); do
        link "$copy/late" "$copy/plain.o" \
            "$scratch/late.$(basename "$test").o"
        run 240 "$copy/late" || {
            killed_by "$test"
            return
        }
    done
    [ "$slow" != no ] || return 0
    write_program
    # shellcheck disable=SC2046
    run 240 "$into/$test" $(transcripts_for "$1") || killed_by transcripts
}

judge() { # FILE LINE COLUMN LENGTH INSTEAD FUNCTION
    name=$(name_of "$@")
    mutate "$@" >"$copy/mutant.c"
    becomes="$6: $(sed -n "$2p" "$copy/mutant.c" | sed 's/^ *//')"
    [ "$5" != ';' ] ||
        becomes="$6: without $(sed -n "$2p" "$1" | sed 's/^ *//')"
    listed=$(listed_as "$1" "$becomes")
    verdict=survives
    if ! compile "$copy/mutant.c" "$copy/mutant.o" "$(dirname "$1")" "$checks"
    then
        verdict='does not compile'
    elif cmp -s "$copy/mutant.o" "$scratch/$(basename "$1").original"; then
        verdict=identical
    else
        try "$1"
    fi
    case "$listed/$verdict" in
    /*) ;;
    */survives) verdict="$listed: $(reason_of "$1" "$becomes")" ;;
    */killed*) verdict="stale: survivors.txt says $listed, but $verdict" ;;
    esac
    printf '%s\t%s\n' "$1" "$becomes" >>"$copy/made"
    printf '%s\t%s\t%s\n' "$name" "$verdict" "$becomes"
}

# What is not changed must pass, or what follows shows nothing.
prepare() { # COPY
    [ "$1" = "$scratch/0" ] || return 0
    verdict=survives
    for file in conformance/judge/judge.c conformance/export/shrink.c; do
        cp "$file" "$copy/mutant.c"
        compile "$file" "$copy/mutant.o" "$(dirname "$file")" "$checks"
        try "$file"
        [ "$verdict" = survives ] || {
            echo "mutants.sh: unchanged: $verdict" >&2
            tail -n 40 "$copy/out" >&2
            exit 3
        }
    done
}

mkdir -p "$scratch/tests" "$scratch/0" "$build/mutants"
# shellcheck disable=SC2046,SC2086
(cd / && ar qcs --thin "$scratch/rest.a" $(for object in $OBJECTS; do
    readlink -f "$OLDPWD/$object"
done))
prepare_tests "$@"
prepare_originals
judge_all "$workers" "$build/mutants/judge.tsv"
: >"$scratch/stale"
[ "$number" ] ||
    stale_entries "^($(paste -sd '|' "$scratch/files"))\$" >"$scratch/stale"
cat "$scratch/stale"
awk -F '\t' -v stale="$(wc -l <"$scratch/stale")" '
    function count(what) { sum[what]++; of[file, what]++ }
    {
        file = $1
        sub(/:.*/, "", file)
        if (!(file in tried))
            files[++n] = file
        tried[file]++
    }
    $2 ~ /^killed/ { count("killed") }
    $2 ~ /^(same|memory|bound): / { count("listed") }
    $2 == "identical" { count("identical") }
    $2 ~ /^does not/ { count("broken") }
    $2 ~ /^(survives|stale|error)/ {
        count("bad")
        split($1, at, ":")
        change = $1
        sub(/^[^ ]* /, "", change)
        print at[1] ":" at[2] ": " change ": " $2
    }
    function row(name, m, k, i, l, b, s) {
        printf "%-38s %5d %6d %9d %6d %6d %9d\n", name, m, k, i, l, b, s
    }
    END {
        printf "%-38s tried killed identical listed broken surviving\n", "file"
        for (k = 1; k <= n; k++) {
            file = files[k]
            row(file, tried[file], of[file, "killed"], of[file, "identical"], \
                of[file, "listed"], of[file, "broken"], of[file, "bad"])
        }
        row("all", NR, sum["killed"], sum["identical"], sum["listed"], \
            sum["broken"], sum["bad"])
        same = sum["broken"] + sum["identical"] + sum["listed"]
        printf "mutants of the judge: %d; %d do not compile, %d are the " \
            "same as the original, %d listed; killed: %d of %d; %d not " \
            "accounted for\n", NR, sum["broken"], sum["identical"], \
            sum["listed"], sum["killed"], NR - same, sum["bad"] + stale
        exit sum["bad"] + stale > 0
    }' "$build/mutants/judge.tsv"
