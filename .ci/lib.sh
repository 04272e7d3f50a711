# SPDX-License-Identifier: MIT
# What scripts share that count checks.  Sourced at the top of the tree, after
# `step=NAME`:
#
#     check WORDS COMMAND...        passes where the command does; else what it
#                                   wrote is shown
#     says STATUS TEXT COMMAND...   passes where the command exits so and writes
#                                   that, which may be empty
#     good                          one passed
#     bad WORDS...                  one failed
#     note WORDS...                 neither: what is left out, and why
#     has PROGRAM PACKAGE           whether it is there; else a note
#     adds COMMAND...               what another such script counts
#     ends                          prints "NAME: N passed, M failed"; fails
#                                   where one failed or none passed
#
# $scratch is an empty directory, gone at the end; $said is what the last
# command of `check` and `says` wrote.
passed=0 failed=0
scratch=$(mktemp -d)
said=$scratch/said
trap 'rm -rf "$scratch"' EXIT

good() {
    passed=$((passed + 1))
}

bad() {
    failed=$((failed + 1))
    echo "$step: $*" >&2
}

note() {
    echo "$step: $*"
}

is() {
    [ "$1" = "$2" ]
}

not() {
    ! "$@"
}

check() {
    check_words=$1
    shift
    if "$@" >"$said" 2>&1; then
        good
    else
        bad "$check_words"
        tail -n 9 "$said" >&2
        return 1
    fi
}

says() {
    says_status=$1 says_text=$2 says_got=0
    shift 2
    "$@" >"$said" 2>&1 || says_got=$?
    if [ "$says_got" -eq "$says_status" ] && grep -qF -- "$says_text" "$said"; then
        good
    else
        bad "$*: exit status $says_got, expected $says_status${says_text:+ with: $says_text}"
        tail -n 9 "$said" >&2
        return 1
    fi
}

has() {
    command -v "$1" >"$scratch/which" && return
    note "$1 is not here; package: $2"
    return 1
}

adds() {
    added=$*
    "$@" >"$scratch/added" 2>&1 || :
    set -- $(sed -nE '$s/.*: ([0-9]+) passed, ([0-9]+) failed.*/\1 \2/p' \
        "$scratch/added")
    if [ $# -eq 2 ]; then
        passed=$((passed + $1)) failed=$((failed + $2))
        sed '$d' "$scratch/added" | grep -v '^\(ok\|same\) ' || :
    else
        bad "$added: it ends without a count of checks"
        tail -n 9 "$scratch/added" >&2
    fi
}

ends() {
    echo "$step: $passed passed, $failed failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}

# copy_tree DIRECTORY: the tree unchanged, without what was built.
copy_tree() {
    mkdir -p "$1"
    { git ls-files -co --exclude-standard 2>/dev/null ||
        find . -name build -prune -o -type f -print; } |
        tar -cf - -T - 2>/dev/null | tar -xf - -C "$1"
}

# "ID VERDICT" of each case of a run in JSON.
verdicts() {
    sed -nE 's/^ *\{"id": "([^"]*)", "verdict": "([a-z]*)".*/\1 \2/p' "$1"
}

# The ids of cases in a text.
ids() {
    tr -c 'a-z0-9.-' '\n' | grep -E '^[a-z0-9-]+\.[0-9a-f]{8}$' | sort -u
}

# errata_hold WHERE NAMED JSON OF VERSION: what is found in a run is in the file
# NAMED, a line an id; what is in it is found in version OF, and a note in any
# other.
errata_hold() {
    verdicts "$3" >"$scratch/verdicts"
    [ -s "$scratch/verdicts" ] || bad "$1: the run has no verdicts"
    awk '$2 ~ /^(fail|crash|timeout|inconsistent|error)$/ { print $1 }' \
        "$scratch/verdicts" | sort -u >"$scratch/found"
    for id in $(comm -23 "$scratch/found" "$2"); do
        bad "$1: $id is found, and not in the page"
    done
    for id in $(comm -13 "$scratch/found" "$2"); do
        if ! grep -q "^$id " "$scratch/verdicts"; then
            bad "$1: $id is in the page and no case of the run"
        elif [ "$4" = "$5" ]; then
            bad "$1: $id is in the page and not found"
        else
            note "$1: $id is of $4; $5 does not show it"
        fi
    done
    passed=$((passed + $(comm -12 "$scratch/found" "$2" | wc -l)))
}
