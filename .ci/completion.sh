#!/bin/bash
# SPDX-License-Identifier: MIT
# Completion offers every verb, every option of each, and the values of those
# that have names for them.
#
#     completion.sh PROFILCHECK COMPLETION
program=$1
. "$2"
step=completion
. .ci/lib.sh

# What there is to choose from after these words, the last of which is begun.
offers() {
    COMP_WORDS=("$program" "$@")
    COMP_CWORD=$#
    COMPREPLY=()
    _profilcheck
    printf '%s\n' "${COMPREPLY[@]}"
}

# WANTED WORD...
wants() {
    local wanted=$1
    shift
    offers "$@" >"$scratch/offers"
    check "$wanted is not offered after: profilcheck $*" \
        grep -xF -- "$wanted" "$scratch/offers"
}

verbs=$("$program" --help | sed -n '/^  profilcheck/d; s/^  \([a-z]*\)  *.*/\1/p')
for verb in $verbs; do
    wants "$verb" ''
    wants "$verb" "${verb%?}"
    wants "$verb" help ''
    for option in $("$program" help "$verb" | grep -o '^  --[a-z-]*'); do
        wants "$option" "$verb" -
    done
done
for dialect in $("$program" list dialects | sed 's/ .*//'); do
    wants "$dialect" run --dialect ''
    wants "$dialect" map --dialect ''
done
for suite in quick full live laws; do
    wants "$suite" run --suite ''
    wants "$suite" run --suite = "${suite%?}"
done
for format in $(sed -n "s,^FORMAT(\([a-z0-9]*\).*,\1,p" reports/formats.def); do
    wants "$format" run --format ''
    wants "$format" report --format = ''
done
for backend in signal ptrace clock; do
    wants "$backend" run --backend ''
done
for impl in signal perf ptrace libc; do
    wants "$impl" run ''
    wants "$impl" identify ''
done
for table in clauses sentences rules dialects cases impls systems; do
    wants "$table" list ''
done
wants gmon-glibc prof --layout ''
wants rounding= map --choice ''
wants far-pcs case ''
check "no verbs" [ "$(echo "$verbs" | wc -w)" -ge 14 ]
ends
