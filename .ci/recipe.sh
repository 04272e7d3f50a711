#!/bin/sh
# SPDX-License-Identifier: MIT
# The example of CONTRIBUTING.md, done in a copy: a choice is added step by
# step, and after each the check that is named there says what is missing.
#
#     recipe.sh MAKE
set -eu
make=$1
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
{ git ls-files 2>/dev/null || find . -name build -prune -o -type f -print; } |
    tar -cf - -T - | tar -xf - -C "$scratch"
cd "$scratch"
steps=0

# after FILE LINE TEXT: text stands in the file after that line
after() {
    awk -v line="$2" -v text="$3" '
        { print }
        index($0, line) { print text; found = 1 }
        END { exit !found }' "$1" >new || {
        echo "recipe.sh: $1 has no line with: $2" >&2
        exit 1
    }
    cat new >"$1"
    rm new
}

# says WORDS COMMAND...: the command fails, and says them
says() {
    words=$1
    shift
    if "$@" >said 2>&1; then
        echo "recipe.sh: $*: passes, and should say: $words" >&2
        exit 1
    elif ! grep -qF -- "$words" said; then
        echo "recipe.sh: $*: does not say: $words" >&2
        tail -5 said >&2
        exit 1
    fi
    steps=$((steps + 1))
    echo "ok    says: $words"
}

passes() {
    if ! "$@" >said 2>&1; then
        echo "recipe.sh: $*: fails" >&2
        tail -5 said >&2
        exit 1
    fi
    steps=$((steps + 1))
    echo "ok    passes: $*"
}

build() {
    "$make" -j2 build/profilcheck build/conformance/judge/sentence_test \
        build/conformance/judge/separation_test >said 2>&1 || {
        grep -F error: said >&2
        exit 1
    }
}

# Those of the choice alone, and the plain ones.
judge_mutants() {
    "$make" -s build/mutants/list
    rm -rf mutants && mkdir mutants
    grep count-limit-EINVAL build/mutants/list >mutants/list
    names=$(cut -f1,2 mutants/list | tr '\t' '\n' | sort -u)
    for name in $names; do
        "$make" -s ALL_MUTANTS=1 "build/mutants/$name.so" || return
        cp "build/mutants/$name.so" mutants
    done
    sh impls/mutants/judge.sh build/profilcheck mutants 2
}

after reference/rules.def 'CHOICE(COUNT_LIMIT, CRASHES' \
    'CHOICE(COUNT_LIMIT, EINVAL, "EINVAL", "an error, EINVAL")'
build
says 'count-limit EINVAL has no words in phrases.def' \
    build/conformance/judge/sentence_test

after conformance/judge/phrases.def 'PHRASE("count-limit", "crashes"' \
    'PHRASE("count-limit", "EINVAL", "More than PROFIL_MAX entries were refused with EINVAL", "EINVAL")'
build
passes build/conformance/judge/sentence_test
says 'count-limit: accepted and EINVAL: nothing separates them' \
    build/conformance/judge/separation_test

after reference/forms.c 'choice = choose(m->choices, RULE_COUNT_LIMIT);' \
    'if (choice == COUNT_LIMIT_EINVAL) request->errors |= CALL_EINVAL;'
build
passes build/conformance/judge/separation_test
says 'MISS  irix-count-limit-EINVAL' judge_mutants

after impls/mutants/irix_calls.h 'takes(COUNT_RANGE, CRASHES) || below, e);' \
    'else if (count > PROFIL_MAX && takes(COUNT_LIMIT, EINVAL)) e->invalid = true;'
passes judge_mutants
echo "recipe: $steps passed, 0 failed"
