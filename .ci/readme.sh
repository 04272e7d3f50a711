#!/bin/sh
# SPDX-License-Identifier: MIT
# README.md names the two commands that build and check, and every `make`
# command in it is a target of the Makefile.
set -eu
wrong=0

for command in 'make conformance' 'make check'; do
    grep -q "^    $command\$" README.md || {
        echo "README.md: no line '    $command'"
        wrong=1
    }
done
for target in $(sed -nE 's/.*(^    |`)make ([a-z][a-z-]*).*/\2/p' README.md |
    sort -u); do
    grep -q "^$target:" Makefile .ci/*.mk impls/*/*.mk || {
        echo "README.md: make $target: not a target of the Makefile"
        wrong=1
    }
done
exit "$wrong"
