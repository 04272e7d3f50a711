#!/bin/sh
# SPDX-License-Identifier: MIT
# The examples of CONTRIBUTING.md, done in a copy: a rule, a choice and a
# dialect are added step by step, and after each step the check that is named
# there says what is missing.
#
#     recipe.sh MAKE [rule|choice|dialect]...
set -eu
make=$1
shift
[ $# -gt 0 ] || set -- rule choice dialect
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
{ git ls-files 2>/dev/null || find . -name build -prune -o -type f -print; } |
    tar -cf - -T - | tar -xf - -C "$scratch"
cd "$scratch"
steps=0

wrong() {
    echo "recipe.sh: $*" >&2
    exit 1
}

# after FILE LINE TEXT: text stands in the file after that line
after() {
    awk -v line="$2" -v text="$3" '
        { print }
        index($0, line) { print text; found = 1 }
        END { exit !found }' "$1" >new || wrong "$1 has no line with: $2"
    cat new >"$1"
    rm new
}

# says WORDS COMMAND...: the command fails, and says them
says() {
    words=$1
    shift
    if "$@" >said 2>&1; then
        wrong "$*: passes, and should say: $words"
    elif ! grep -qF -- "$words" said; then
        tail -5 said >&2
        wrong "$*: does not say: $words"
    fi
    steps=$((steps + 1))
    echo "ok    says: $words"
}

passes() {
    if ! "$@" >said 2>&1; then
        tail -5 said >&2
        wrong "$*: fails"
    fi
    steps=$((steps + 1))
    echo "ok    passes: $*"
}

sentences=build/conformance/judge/sentence_test
separation=build/conformance/inference/separation_test
force=build/reference/sentences_force_test
rules=build/reference/rules_test
programs=build/conformance/shrink/program_test

# What is built often need not be fast; nor is it built where the caller builds.
unset MAKEFLAGS MFLAGS
echo "CFLAGS = -O0" >config.mak

makes() {
    "$make" -s -j"${JOBS:-2}" BUILD=build "$@"
}

build() {
    makes "$@" >said 2>&1 || {
        grep -F error: said >&2
        wrong "it does not build"
    }
}

# build_tests TARGET...: of the parts below the tests, those that these use
build_tests() {
    build LINKED="$below" "$@"
}
below='$(call objects,$(call sources,reference reference/files
    reference/regions reference/gmon conformance/base conformance/cases
    conformance/inference conformance/judge))'

# judge_mutants NAMES: those of that pattern, and the plain ones.
judge_mutants() {
    makes build/mutants/list
    rm -rf mutants && mkdir mutants
    grep -e "$1" build/mutants/list >mutants/list || return
    for dialect in $(cut -f2 mutants/list | sort -u); do
        makes "build/mutants/$dialect.so" "build/mutants/any/$dialect.so" \
            "build/mutants/any/$dialect.plain" || return
    done
    sh impls/mutants/take.sh build/mutants $(cut -f1 mutants/list) || return
    for name in $(cut -f1,2 mutants/list | tr "\t" "\n" | sort -u); do
        cp "build/mutants/$name.so" mutants || return
    done
    cp -r build/mutants/any mutants
    sh impls/mutants/judge.sh build/profilcheck mutants "${JOBS:-2}"
}

for example; do
    echo "== a $example"
    . "./.ci/recipes/$example.sh"
done
echo "recipe: $steps passed, 0 failed"
