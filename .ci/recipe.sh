#!/bin/sh
# SPDX-License-Identifier: MIT
# The examples of CONTRIBUTING.md, done in a copy: a rule, a choice, a dialect, a
# verb, a format and an operation are added step by step, and after each step the
# check that is named there says what is missing.
#
#     recipe.sh MAKE [rule|choice|dialect|verb|format|operation]...
set -eu
make=$1
shift
[ $# -gt 0 ] || set -- rule choice dialect verb format operation
cd "$(dirname "$0")/.."
step=recipe
. .ci/lib.sh
copy_tree "$scratch/tree"
cd "$scratch/tree"

wrong() {
    echo "recipe.sh: $*" >&2
    exit 1
}

# after FILE LINE TEXT: puts text into the file after that line
after() {
    awk -v line="$2" -v text="$3" '
        { print }
        index($0, line) { print text; found = 1 }
        END { exit !found }' "$1" >new || wrong "$1 has no line with: $2"
    cat new >"$1"
    rm new
}

# fails WORDS COMMAND...: the command fails, and says them
fails() {
    words=$1
    shift
    if "$@" >"$said" 2>&1; then
        wrong "$*: passes, and should say: $words"
    elif ! grep -qF -- "$words" "$said"; then
        tail -5 "$said" >&2
        wrong "$*: does not say: $words"
    fi
    good
    echo "ok    says: $words"
}

passes() {
    if ! "$@" >"$said" 2>&1; then
        tail -5 "$said" >&2
        wrong "$*: fails"
    fi
    good
    echo "ok    passes: $*"
}

citations=build/reference/citations_test
separation=build/conformance/judge/separation_test
force=build/reference/sentences_force_test
rules=build/reference/rules_test
programs=build/conformance/export/program_test
operations=build/conformance/language/text_test

# What is built often need not be fast; nor is it built where the caller builds.
unset MAKEFLAGS MFLAGS
echo "CFLAGS = -O0" >config.mak

makes() {
    "$make" -s -j"${JOBS:-2}" BUILD=build "$@"
}

build() {
    makes "$@" >"$said" 2>&1 || {
        grep -F error: "$said" >&2
        wrong "it does not build"
    }
}

# build_tests TARGET...: of the parts below the tests, those that these use
build_tests() {
    build LINKED="$below" "$@"
}
below='$(call objects,$(call sources,reference reference/files
    reference/gmon impls conformance/base conformance/language
    conformance/machine conformance/observe conformance/results
    conformance/diagnosis conformance/judge))'

# judge_mutants NAMES: those of that pattern, and the plain ones.
judge_mutants() {
    makes build/mutants/list
    rm -rf mutants && mkdir mutants
    grep -e "$1" build/mutants/list >mutants/list || return
    for dialect in $(cut -f2 mutants/list | sort -u); do
        makes "build/mutants/$dialect.so" || return
    done
    sh impls/mutants/take.sh build/mutants $(cut -f1 mutants/list) || return
    for name in $(cut -f1,2 mutants/list | tr "\t" "\n" | sort -u); do
        cp "build/mutants/$name.so" mutants || return
    done
    sh impls/mutants/judge.sh build/profilcheck mutants "${JOBS:-2}"
}

for example; do
    echo "== $example"
    . "./.ci/recipes/$example.sh"
done
ends
