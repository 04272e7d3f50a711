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
step=check-hosts
. .ci/lib.sh
log=$scratch
skipped=0

# The dialect of the Nth run.
dialect_of() {
    [ $(($1 % 2)) -eq 0 ] && echo freebsd || echo irix
}

# How a run of that dialect went that ended with a status; it printed
# $log/out, of which a line counts the verdicts, and $log/err.
count() {
    grep -a '^[0-9]* cases: ' "$log/out" >"$log/last"
    if [ "$2" -eq 0 ] && [ -s "$log/last" ]; then
        good
        return
    fi
    bad "$name, $1: exit status $2: $(cat "$log/last" "$log/err")"
    grep -aE '^(fail|inconsistent|crash|timeout|error|inconclusive):' "$log/out"
}

skip() {
    note "$name: skipped: $1"
    skipped=$((skipped + runs))
}

# NAME PROGRAM PACKAGE COMMAND...
host() {
    name=$1 package=$3
    has "$2" "$package" || {
        skip "it is not here"
        return
    }
    shift 3
    "$@" "$program" --version >"$log/out" 2>&1 || {
        skip "it does not start here: $(head -n 1 "$log/out")"
        return
    }
    n=0
    while [ "$n" -lt "$runs" ]; do
        n=$((n + 1))
        "$@" "$program" run --dialect "$(dialect_of "$n")" --timeout 60 \
            signal </dev/null >"$log/out" 2>"$log/err"
        count "$(dialect_of "$n")" $?
    done
    echo "$name: $runs runs; the last: $(cat "$log/last")"
}

# A kernel of its own, whose files are the host's: all runs in one boot.
user_mode_linux() {
    name='User Mode Linux'
    has linux.uml user-mode-linux || {
        skip "it is not here"
        return
    }
    {
        echo '#!/bin/sh'
        echo 'mount -t proc proc /proc'
        n=0
        while [ "$n" -lt "$runs" ]; do
            n=$((n + 1))
            echo "'$program' run --dialect $(dialect_of "$n") --timeout 60" \
                "signal </dev/null >'$log/out.$n' 2>'$log/err.$n'"
            echo "echo \$? >'$log/status.$n'"
        done
        echo 'echo o >/proc/sysrq-trigger'
        echo 'sleep 60'
    } >"$log/init"
    chmod +x "$log/init"
    timeout $((60 + 60 * runs)) linux.uml rootfstype=hostfs rootflags=/ rw \
        mem=512M con0=fd:0,fd:1 con=null quiet init="$log/init" \
        </dev/null >"$log/boot" 2>&1
    [ -e "$log/status.1" ] || {
        skip "it does not start here: $(tail -n 1 "$log/boot")"
        return
    }
    n=0
    while [ "$n" -lt "$runs" ]; do
        n=$((n + 1))
        [ -e "$log/status.$n" ] || {
            bad "$name: run $n did not end in time"
            continue
        }
        cp "$log/out.$n" "$log/out"
        cp "$log/err.$n" "$log/err"
        count "$(dialect_of "$n")" "$(cat "$log/status.$n")"
    done
    echo "$name: $runs runs; the last: $(cat "$log/last")"
}

rootless=
[ "$(id -u)" -eq 0 ] || rootless=--rootless
host gVisor runsc runsc runsc --network=none --ignore-cgroups $rootless do
host qemu-user qemu-x86_64 qemu-user qemu-x86_64
host valgrind valgrind valgrind valgrind -q
user_mode_linux
note "$skipped runs skipped"
ends
