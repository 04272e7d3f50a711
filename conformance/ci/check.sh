#!/bin/sh
# SPDX-License-Identifier: MIT
# A run in shards, by Slurm and by GNU parallel, comes to the bytes of the whole
# run; a lost and a doubled shard are refused by name.  Slurm's daemons are
# started here, with all that is theirs in a scratch directory, and ended.
#
#     check.sh PROFILCHECK
set -u
PROFILCHECK=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
PATH=$PATH:/usr/sbin:/sbin
SHARDS=4
SOURCE_DATE_EPOCH=1800000000
export PROFILCHECK PATH SHARDS SOURCE_DATE_EPOCH
what="--dialect freebsd --dialect irix --suite full signal libc"

lacking=
for program in munged slurmctld slurmd sbatch parallel; do
    command -v "$program" >/dev/null || lacking="$lacking $program"
done
if [ -n "$lacking" ]; then
    echo "check-cluster: no$lacking.  Run, as root:" >&2
    echo "    apt-get install -y slurm-wlm munge parallel" >&2
    exit 1
fi

step=cluster
. .ci/lib.sh
daemons=

finish() {
    for daemon in $daemons; do
        kill "$daemon" 2>/dev/null || true
        wait "$daemon" 2>/dev/null || true
    done
    rm -rf "$scratch"
}
trap finish EXIT
trap 'exit 1' HUP INT TERM

# Until it is so; a minute at most.
await() {
    for _ in $(seq 600); do
        ! "$@" >/dev/null 2>&1 || return 0
        sleep 0.1
    done
    echo "check-cluster: waited in vain for: $*" >&2
    tail -n 5 "$scratch"/log.* >&2
    exit 1
}

start() {
    "$@" >"$scratch/log.$1" 2>&1 &
    daemons="$! $daemons"
}

start_munge() {
    # Others must be able to reach its socket, and nobody to write beside it.
    chmod 755 "$scratch"
    mkdir -m 755 "$scratch/munge"
    (umask 077 && head -c 1024 /dev/urandom >"$scratch/munge/key")
    start munged --foreground --key-file="$scratch/munge/key" \
        --socket="$scratch/munge/socket" --pid-file="$scratch/munge/pid" \
        --seed-file="$scratch/munge/seed" --log-file="$scratch/munge/log"
    await munge --no-input --socket="$scratch/munge/socket"
}

# A node of two processors, however many there are.
write_configuration() {
    host=$(uname -n)
    port=$((20000 + $$ % 20000))
    mkdir "$scratch/state" "$scratch/spool"
    cat >"$scratch/slurm.conf" <<END
ClusterName=check
SlurmctldHost=${host%%.*}(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$scratch/munge/socket
CredType=cred/munge
StateSaveLocation=$scratch/state
SlurmdSpoolDir=$scratch/spool
SlurmctldPidFile=$scratch/slurmctld.pid
SlurmdPidFile=$scratch/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SchedulerParameters=batch_sched_delay=0,sched_interval=5
NodeName=${host%%.*} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
END
    SLURM_CONF=$scratch/slurm.conf
    export SLURM_CONF
}

node_is_idle() {
    [ "$(sinfo --noheader --format=%T)" = idle ]
}

start_slurm() {
    write_configuration
    start slurmctld -D
    start slurmd -D
    await node_is_idle
}

# The shards of a directory come to the bytes of the whole run.
comes_to_the_whole() {
    "$PROFILCHECK" merge "$1"/*.jsonl >"$scratch/merged.jsonl" ||
        [ $? -eq 1 ] || return 1
    cmp "$scratch/whole/results.jsonl" "$scratch/merged.jsonl"
}

# And so do all reports made of them.
reports_are_those_of_the_whole() {
    "$PROFILCHECK" report --report "$scratch/reports" \
        "$scratch/merged.jsonl" && diff -r "$scratch/whole" "$scratch/reports"
}

refuses() {
    words=$1
    shift
    status=0
    "$PROFILCHECK" merge "$@" >"$scratch/none" 2>"$scratch/refusal" ||
        status=$?
    [ "$status" -eq 2 ] && [ ! -s "$scratch/none" ] &&
        grep -qF -- "$words" "$scratch/refusal"
}

submit() {
    # shellcheck disable=SC2086
    sbatch --wait --quiet --chdir="$scratch" --output="$scratch/out.%A_%a" \
        "--array=$1" "$here/shard.sh" "$scratch/slurm" $what ||
        cat "$scratch"/out.*
}

# shellcheck disable=SC2086
"$PROFILCHECK" run --report "$scratch/whole" --shrink 0 $what >"$scratch/text" ||
    [ $? -eq 1 ]

start_munge
start_slurm
submit "1-$SHARDS"
check "Slurm's shards are not the whole" comes_to_the_whole "$scratch/slurm"
check "reports of the shards are not those of the whole" \
    reports_are_those_of_the_whole

mv "$scratch/slurm/3.jsonl" "$scratch/lost"
check "a lost shard is not named" \
    refuses "shard 3/$SHARDS is missing" "$scratch"/slurm/*.jsonl
check "a doubled shard is not named" \
    refuses "shard 2/$SHARDS was given twice: $scratch/slurm/2.jsonl" \
    "$scratch"/slurm/*.jsonl "$scratch/lost" "$scratch/slurm/2.jsonl"
submit 3
check "a shard done again is another" cmp "$scratch/lost" \
    "$scratch/slurm/3.jsonl"

# shellcheck disable=SC2086
parallel --will-cite --jobs 2 "SHARD={}/$SHARDS" sh "$here/shard.sh" \
    "$scratch/parallel" $what ::: $(seq "$SHARDS") >"$scratch/text"
check "GNU parallel's shards are not the whole" \
    comes_to_the_whole "$scratch/parallel"
rm "$scratch/parallel/1.jsonl"
check "a lost shard is not named" \
    refuses "shard 1/$SHARDS is missing" "$scratch"/parallel/*.jsonl

ends
