#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the seeds of every target without an engine.  Nothing is to be found;
# but of each defect of planted.sh, planted, some seed must tell.
#
#     corpora.sh PROGRAMS TARGET...
set -u
programs=$1
shift
passed=0 failed=0
list=$(mktemp)
trap 'rm -f "$list"' EXIT

# What a target prints, on its seeds and in that dialect, if any.
run() {
    if said=$(FUZZ_DIALECT=$1 "$programs/$target" $seeds 2>&1); then
        case $said in
        *skipped*) printf '%s\n' "$said" | head -n 1 ;;
        *)
            said=${said##*
}
            passed=$((passed + ${said%% *})) ;;
        esac
    else
        printf '%s\n' "$said"
        echo "fuzz: $target: its seeds end in a finding"
        failed=$((failed + 1))
    fi
}

for target; do
    seeds=fuzz/$target dialects=any
    case $target in
    case) seeds="$seeds conformance/suites" ;;
    regions | mine) dialects='aix irix hpux freebsd glibc' ;;
    esac
    for dialect in $dialects; do
        run "${dialect#any}"
    done
done

# Elsewhere only the seeds are of interest.
[ "${FUZZ_PLANT:-yes}" = no ] || sh fuzz/planted.sh >"$list"
while read -r target dialect rule choice; do
    status=0
    said=$(FUZZ_DIALECT=$dialect FUZZ_PLANTED=$rule=$choice \
        "$programs/$target" "fuzz/$target" 2>&1) || status=$?
    if [ "$status" -eq 1 ] && printf '%s' "$said" | grep -q finding; then
        passed=$((passed + 1))
    else
        echo "fuzz: $target: no seed finds $rule=$choice in $dialect"
        failed=$((failed + 1))
    fi
done <"$list"
echo "fuzz: $passed passed, $failed failed"
[ "$passed" -gt 0 ] && [ "$failed" -eq 0 ]
