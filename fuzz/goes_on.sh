#!/bin/sh
# SPDX-License-Identifier: MIT
# Fuzzing that goes on says each cause once, with its case: of two libraries
# with known defects, of one that dies, and not what is waived.  Runs the seeds,
# without an engine.
#
#     goes_on.sh PROGRAMS MUTANTS
set -u
programs=$1 mutants=$2
failed=0 passed=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# What is said of a library in a dialect.
run() {
    FUZZ_GO_ON=1 FUZZ_SO=$(realpath "$mutants/$1.so") FUZZ_DIALECT=$2 \
        "$programs/regions" fuzz/regions >"$scratch/said" 2>&1
    status=$?
}

check() {
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "fuzz: goes on: $2"
        sed 's/^/    /' "$scratch/said"
    fi
}

has() {
    grep -q "$1" "$scratch/said"
    check $? "not said: $1"
}

has_no() {
    ! grep -q "$1" "$scratch/said"
    check $? "said: $1"
}

# It went through all of its seeds, and no cause was said twice.
went_on() {
    check "$status" "$1: it did not go on"
    [ "$(grep -c '^# finding' "$scratch/said")" -eq \
        "$(grep -c '^case ' "$scratch/said")" ]
    check $? "$1: a finding without a case"
    [ -z "$(sed -n 's/ Or, as well explained.*//; s/^# finding: .*: //p' \
        "$scratch/said" | sort | uniq -d)" ]
    check $? "$1: a cause is said twice"
}

run aix freebsd
went_on aix
has '^# finding: fail freebsd: .*rounding was up or '
has '^# finding: fail freebsd: .*Scale 1 turned profiling off'

run freebsd-product-mod-2^64 freebsd
went_on product
has '^# finding: fail freebsd: .*cut to 64 bits'

run freebsd-bad-buffer-crashes freebsd
went_on crashes
has '^# finding: crash freebsd: .*killed by SIG'
has '^profil bad '

printf 'rounding * - no case of that name\n* rounding - known\n' \
    >"$scratch/waivers"
FUZZ_WAIVERS=$scratch/waivers
export FUZZ_WAIVERS
run aix freebsd
went_on waived
has_no 'rounding was up'
has '^# finding: fail freebsd: .*Scale 1 turned profiling off'
unset FUZZ_WAIVERS

# What one target found the next does not say again.
FUZZ_KNOWN=$scratch/known
export FUZZ_KNOWN
run aix freebsd
has 'rounding was up'
run aix freebsd
has_no '^# finding'
unset FUZZ_KNOWN

# The last text is kept, for where the process ends without a word.
FUZZ_LAST=$scratch/last
export FUZZ_LAST
run aix freebsd
grep -q "^case " "$scratch/last"
check $? "the last case is not kept"
unset FUZZ_LAST

# An input is shown, and not run.
FUZZ_SHOW=1
export FUZZ_SHOW
run freebsd-bad-buffer-crashes freebsd
has '^# finding: this case ended the process'
has_no 'killed by'

echo "fuzz: goes on: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
