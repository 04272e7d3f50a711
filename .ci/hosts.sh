#!/bin/sh
# SPDX-License-Identifier: MIT
# Our own library, which is right, is judged on other hosts than this kernel:
# a sandbox, an emulator, a translator of code.  Whatever they break, no case
# may fail: what can't be judged there is unsupported, and says why.
#
#     hosts.sh PROFILCHECK [RUNS]
set -u
program=$(realpath "$1")
runs=${2:-20}
log=$(mktemp -d)
trap 'rm -rf "$log"' EXIT
passed=0 failed=0 skipped=0

has() {
    command -v "$1" >/dev/null 2>&1
}

# One run by the command in "$@".  The last line counts the verdicts.
one() {
    "$@" "$program" run --dialect "$dialect" --timeout 60 signal \
        </dev/null >"$log/out" 2>"$log/err"
    status=$?
    tail -n 1 "$log/out" >"$log/last"
    if [ "$status" -eq 0 ] && grep -q ' cases: ' "$log/last"; then
        passed=$((passed + 1))
        return
    fi
    failed=$((failed + 1))
    echo "$name, $dialect: exit status $status: $(cat "$log/last" "$log/err")"
    grep -aE '^(fail|inconsistent|crash|timeout|error|inconclusive):' "$log/out"
}

# NAME PROGRAM PACKAGE COMMAND...
host() {
    name=$1 package=$3
    has "$2" || {
        echo "skipped: $name: $2 is not here; apt-get install $package"
        skipped=$((skipped + runs))
        return
    }
    shift 3
    "$@" "$program" --version >"$log/out" 2>&1 || {
        echo "skipped: $name does not start here: $(head -n 1 "$log/out")"
        skipped=$((skipped + runs))
        return
    }
    n=0
    while [ "$n" -lt "$runs" ]; do
        n=$((n + 1))
        dialect=freebsd
        [ $((n % 2)) -eq 0 ] || dialect=irix
        one "$@"
    done
    echo "$name: $runs runs; the last: $(cat "$log/last")"
}

rootless=
[ "$(id -u)" -eq 0 ] || rootless=--rootless
host gVisor runsc runsc runsc --network=none --ignore-cgroups $rootless do
host qemu-user qemu-x86_64 qemu-user qemu-x86_64
host valgrind valgrind valgrind valgrind -q
echo "check-hosts: $passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
