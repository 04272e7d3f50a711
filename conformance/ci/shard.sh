#!/bin/sh
# SPDX-License-Identifier: MIT
#SBATCH --job-name=profilcheck
#SBATCH --ntasks=1
# One shard of a run: a task of a Slurm array job, or by itself.
#
#     sbatch --array=1-8 shard.sh DIRECTORY ARGUMENT...
#     SHARD=3/8 shard.sh DIRECTORY ARGUMENT...
#
# runs `profilcheck run` with these arguments; the shard's file is put into the
# directory once it is whole.  To do a shard of an array again:
#
#     SHARDS=8 sbatch --array=3 shard.sh DIRECTORY ARGUMENT...
#
# PROFILCHECK is the program, if it is not in $PATH.  What fails is no failure
# of the task: the exit status is 0 where there is a file.
set -eu
directory=$1
shift
shard=${SHARD:-$SLURM_ARRAY_TASK_ID/${SHARDS:-$SLURM_ARRAY_TASK_MAX}}
number=${shard%/*}
mkdir -p "$directory"
passing=$directory/.$number.$$
trap 'rm -f "$passing"' EXIT

"${PROFILCHECK:-profilcheck}" run --jobs "${SLURM_CPUS_PER_TASK:-1}" \
    --shard "$shard" --results "$passing" "$@" || [ $? -eq 1 ]
mv "$passing" "$directory/$number.jsonl"
