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
separation=build/conformance/judge/separation_test
force=build/reference/sentences_force_test
rules=build/reference/rules_test
programs=build/conformance/shrink/program_test

build() {
    "$make" -j2 build/profilcheck "$sentences" "$separation" "$force" \
        "$rules" "$programs" >said 2>&1 || {
        grep -F error: said >&2
        wrong "it does not build"
    }
}

# judge_mutants NAMES: those of that pattern, and the plain ones.
judge_mutants() {
    "$make" -s build/mutants/list
    rm -rf mutants && mkdir mutants
    grep -e "$1" build/mutants/list >mutants/list || return
    "$make" -s any-mutants || return
    sh impls/mutants/take.sh build/mutants $(cut -f1 mutants/list) || return
    for name in $(cut -f1,2 mutants/list | tr "\t" "\n" | sort -u); do
        cp "build/mutants/$name.so" mutants || return
    done
    cp -r build/mutants/any mutants
    sh impls/mutants/judge.sh build/profilcheck mutants 2
}

for example; do
    echo "== a $example"
    . "./.ci/recipes/$example.sh"
done
echo "recipe: $steps passed, 0 failed"
