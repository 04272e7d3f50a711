#!/bin/sh
# SPDX-License-Identifier: MIT
# What the tests need, or all checks where "full" is said, and this machine
# lacks, found by trying it.  As root on a system with apt-get it is installed;
# else the command to run is shown.
#
#     packages.sh [full]
set -u
packages= extent=${1:-}

lacks() {
    packages="$packages $1"
}

has() {
    command -v "$1" >/dev/null 2>&1
}

echo '#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
int main(void) { return 0; }' |
    ${CC:-cc} -x c -fsyntax-only - 2>/dev/null || lacks libcmocka-dev
echo '#include <jansson.h>' |
    ${CC:-cc} -x c -fsyntax-only - 2>/dev/null || lacks libjansson-dev
echo '#include <gelf.h>' |
    ${CC:-cc} -x c -fsyntax-only - 2>/dev/null || lacks libelf-dev
NODE_PATH=/usr/share/nodejs node -e "require('ajv')" 2>/dev/null ||
    lacks "nodejs node-ajv"
has gprof || lacks binutils
has gcc || lacks gcc
has clang-format || lacks clang-format
has chromium || lacks chromium
has xmllint || lacks libxml2-utils
has prove || lacks perl
has valgrind || lacks valgrind
has node || lacks nodejs
[ -d /usr/share/nodejs/ajv ] || lacks node-ajv

if [ "$extent" = full ]; then
    has musl-gcc || lacks musl-tools
    has clang || lacks clang
    has clang-19 || lacks clang-19
    probe=$(mktemp)
    echo 'int main(void) { return 0; }' |
        clang-19 -x c -fprofile-instr-generate -fcoverage-mapping \
            -fcoverage-mcdc -o "$probe" - 2>/dev/null ||
        lacks libclang-rt-19-dev
    rm -f "$probe"
    has llvm-cov-19 || lacks llvm-19
    has lcov || lacks lcov
fi

[ -n "$packages" ] || exit 0
command="apt-get install -y --no-install-recommends$packages"
if [ "$(id -u)" -eq 0 ] && has apt-get; then
    echo "+ $command"
    DEBIAN_FRONTEND=noninteractive $command >/dev/null ||
        { apt-get update >/dev/null &&
            DEBIAN_FRONTEND=noninteractive $command >/dev/null; } ||
        { echo "packages.sh: could not install:$packages" >&2; exit 1; }
else
    echo "The tests need packages that are not here.  Run, as root:" >&2
    echo "    $command" >&2
    exit 1
fi
