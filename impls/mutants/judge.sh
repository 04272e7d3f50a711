#!/bin/sh
# SPDX-License-Identifier: MIT
# Judges every mutant, and the judge by them.  A choice that the dialect
# permits must pass, and the behaviour must name it and no other permitted
# one; a forbidden one must fail, a cause must name its rule, and nothing may be
# left unexplained or inconsistent beside it.  Those that no case can show are
# in equivalent.txt with the reason; in unnamed.txt those that fail, and whose
# rule no cause names, or not all of it.  Both are held to be so.
#
# Of a LIST only what is in it is judged, and what conforms where a mutant of it
# is the same; no matrix is made.  That the others conform is in
# conformance/command/transcripts/run.txt.
#
#     judge.sh PROFILCHECK DIRECTORY [WORKERS [LIST]]
set -eu
program=$1 directory=$2 workers=${3:-4} list=${4:-$2/list}
here=$(dirname "$0")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tab=$(printf '\t')

# failing RUN MEMBER: of the cases that did not pass, the "detail"; or the
# "cause": "rounding=down", "exec=kills"
failing() {
    sed -nE "/\"verdict\": \"(fail|inconsistent|crash|timeout)\"/ {
        s/.*\"$2\": \[?([^]]*).*/\1/p
    }" "$1"
}

# The choices that the behaviour leaves for a rule, a line for each of the
# calls that it may differ between: "name", "name", ...
choices_left() {
    sed -nE "s/^ *\"$2( \\([a-z]*\\))?\": \\[(.*)\\],*\$/\\2/p" "$1"
}

# Whether the run in $1 leaves rule $2 choice $3, and none other that dialect
# $4 does not forbid, in one of these lines, and has the choice in all of them.
names_alone() {
    choices_left "$1" "$2" | awk -v rule="$2" -v choice="\"$3\"" \
        -v dialect="$4" '
        NR == FNR {
            permitted["\"" $4 "\""] += $2 == dialect && $3 == rule &&
                $5 != "forbidden"
            next
        }
        {
            has = others = 0
            for (k = 1; k <= NF; k++) {
                has += $k == choice
                others += $k != choice && permitted[$k]
            }
            missing += !has
            alone += has && !others
        }
        END { exit missing || !alone }' FS='\t' "$directory/list" FS=', ' -
}

# The reason that a file has for a mutant.
reason_of() {
    while IFS=$tab read -r pattern reason; do
        # shellcheck disable=SC2254 # a pattern is meant
        case $1 in $pattern) echo "$reason" && break ;; esac
    done <"$here/$2"
}

# Why the run in $1, which ended with status $2, does not show that choice $5
# of rule $4, which dialect $3 gives permission $6, is taken; or nothing.
objection() {
    if [ "$6" = forbidden ]; then
        if [ "$2" != 1 ]; then
            echo "exit status $2, expected 1"
        elif ! failing "$1" cause | grep -qF -- "\"$4="; then
            echo "no cause names $4 but" \
                "$(failing "$1" cause | sort -u | head -3 | tr '\n' ' ')"
        elif failing "$1" cause | grep -qvE "^(\"$4=[^\"]*\"(, )?)+\$"; then
            echo "not all is of $4:" "$(failing "$1" cause |
                grep -vE "^(\"$4=[^\"]*\"(, )?)+\$" | sed 1q)"
        fi
    elif [ "$2" != 0 ]; then
        echo "exit status $2, expected 0"
    elif ! names_alone "$1" "$4" "$5" "$3"; then
        echo "behaviour leaves $(choices_left "$1" "$4" | tr '\n' ';')"
    fi
}

# Where no case shows it, it must pass as the one it can't be distinguished from.
judge() {
    name=$1 dialect=$2 rule=$3 choice=$4 permission=$5 # and plain, or not
    json=$scratch/$name.json status=0
    if [ "${6:-}" = plain ]; then
        cp "$scratch/$dialect.plain" "$json"
        : >"$json.err"
    else
        [ "$permission" = forbidden ] && house=fail || house=warn
        "$program" run --dialect "$dialect" --format json --jobs 1 \
            --house-rules "$house" \
            "$directory/$name.so" >"$json" 2>"$json.err" || status=$?
    fi
    why=$(objection "$json" "$status" "$dialect" "$rule" "$choice" \
        "$permission")
    reason=$(reason_of "$name" equivalent.txt)
    unnamed=$(reason_of "$name" unnamed.txt)
    case $why in "no cause names"* | "not all is"*) [ -z "$unnamed" ] || why= ;;
    "") [ -z "$unnamed" ] || why="is named, though unnamed.txt says: $unnamed" ;;
    esac
    if [ -z "$reason" ] && [ -z "$why" ]; then
        echo "ok    $name ($permission)${unnamed:+; not named: $unnamed}"
    elif [ -z "$reason" ]; then
        echo "MISS  $name ($permission): $why $(sed 1q "$json.err")"
    elif [ -z "$why" ]; then
        echo "MISS  $name: is shown, though equivalent.txt says: $reason"
    elif [ "$status" != 0 ]; then
        echo "MISS  $name: exit status $status, though equivalent: $reason"
    else
        echo "same  $name ($permission): $reason"
    fi
    [ "$list" != "$directory/list" ] ||
        awk -v mutant="$name" -v dialect="$dialect" -f "$here/cells.awk" \
            "$scratch/$dialect.plain" "$json" >>"$scratch/cells.$worker"
    rm -f "$json" "$json.err"
}

plain() {
    status=0
    "$program" run --dialect "$1" --format json "$directory/$1.so" \
        >"$scratch/$1.plain" 2>"$scratch/err" || status=$?
    if [ "$status" = 0 ]; then
        echo "ok    $1 (conforming)"
    else
        echo "MISS  $1: exit status $status, expected 0: $(sed 1q "$scratch/err")" \
            "$(failing "$scratch/$1.plain" detail | sed 1q)"
    fi
}

[ "$list" = "$directory/list" ] && whole=1 || whole=0
dialects=$(awk -F '\t' -v whole=$whole '
    whole || $6 == "plain" { print $2 }' "$list" | sort -u)
for dialect in $dialects; do
    plain "$dialect"
done >"$scratch/part.plain"

worker=0
while [ "$worker" -lt "$workers" ]; do
    awk -v n="$workers" -v k="$worker" 'NR % n == k' "$list" |
        while IFS=$tab read -r name dialect rule choice permission plain; do
            judge "$name" "$dialect" "$rule" "$choice" "$permission" "$plain"
        done >"$scratch/part.$worker" &
    worker=$((worker + 1))
done
wait
sort -k2 "$scratch"/part.* | tee "$scratch/results"

results() { # PATTERN
    grep -c "$1" "$scratch/results" || true
}

failed=$(results '^MISS') same=$(results '^same') total=$(results '')
expected=$(($(wc -l <"$list") + $(echo "$dialects" | grep -c . || true)))
if [ "$total" -ne "$expected" ]; then
    echo "judge.sh: $total of $expected mutants were judged" >&2
    exit 3
fi
wrong=$(grep -c 'forbidden$' "$list" || true)
unseen=$(results '^same .*(forbidden)') found=$(results '^ok .*(forbidden)')
echo "score: $found of $((wrong - unseen)) wrong choices are found; $unseen" \
    "more can not be distinguished from a right one"
[ "$found" -eq $((wrong - unseen)) ] || failed=$((failed + (failed == 0)))
if [ "$list" = "$directory/list" ]; then
    cat "$scratch"/cells.* | sort >"$directory/cells"
    sed -nE 's/^ *\{"id": "([^"]*)".*/\1/p' "$scratch"/*.plain | sort -u \
        >"$directory/cases"
    sh "$here/matrix.sh" "$directory"
fi
echo "mutants: $((total - failed)) passed, $failed failed" \
    "($same of them can not be distinguished from a conforming one)"
[ "$failed" -eq 0 ]
