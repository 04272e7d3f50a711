#!/bin/sh
# SPDX-License-Identifier: MIT
# Judges a shared object, on a build server or by hand, and leaves every
# report in a directory: report.html (where there is one, as index.html too,
# to be served), junit.xml, report.sarif, report.md and the others.
#
#     judge.sh DIRECTORY [OPTION]... LIBRARY...
#
# OPTION is one of `profilcheck run`.  PROFILCHECK names the program; the
# default is profilcheck, found in PATH.  Where GITHUB_STEP_SUMMARY is set
# the Markdown is added to that file.  The exit status is profilcheck's.
set -u

if [ $# -lt 2 ]; then
    echo "usage: judge.sh DIRECTORY [OPTION]... LIBRARY..." >&2
    exit 2
fi
directory=$1
shift
program=${PROFILCHECK:-profilcheck}
if ! command -v "$program" >/dev/null 2>&1; then
    echo "judge.sh: $program: no such program; set PROFILCHECK to its path" >&2
    exit 2
fi

"$program" run --report "$directory" "$@"
status=$?
[ "$status" -le 1 ] || exit "$status"

if [ -f "$directory/report.html" ]; then
    cp "$directory/report.html" "$directory/index.html" || exit 3
fi
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
    cat "$directory/report.md" >>"$GITHUB_STEP_SUMMARY" || exit 3
fi
exit "$status"
