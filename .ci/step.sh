#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs one make target on so many processors.  What it says is printed and
# stays in LOGS/TARGET; its exit status and seconds, in LOGS/TARGET.ended.
#
#     step.sh MAKE JOBS LOGS TARGET
set -u
JOBS=$2
export JOBS
began=$(date +%s)
{ $1 -s --no-print-directory -j"$2" "$4" 2>&1
    echo $? >"$3/$4.status"; } | tee "$3/$4"
echo "$(cat "$3/$4.status") $(($(date +%s) - began))" >"$3/$4.ended"
