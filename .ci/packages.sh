#!/bin/sh
# SPDX-License-Identifier: MIT
# What the tests need, or all checks where "full" is said, and this machine
# lacks, found by trying it.  As root on a system with apt-get it is installed;
# else the command to run is shown.
#
#     packages.sh [full]
set -u
packages=

# needs PACKAGES COMMAND...: where the command fails
needs() {
    package=$1
    shift
    "$@" >/dev/null 2>&1 || packages="$packages $package"
}

# HEADER...: whether C that includes them compiles
compiles() {
    printf '#include <%s>\n' "$@" | ${CC:-cc} -x c -fsyntax-only -
}

builds_for() {
    echo 'int main(void) { return 0; }' | "$1" -x c -o /dev/null -
}

measures() {
    probe=$(mktemp)
    echo 'int main(void) { return 0; }' |
        clang-19 -x c -fprofile-instr-generate -fcoverage-mapping \
            -fcoverage-mcdc -o "$probe" -
    status=$?
    rm -f "$probe"
    return $status
}

needs libcmocka-dev compiles stdarg.h stddef.h stdint.h setjmp.h cmocka.h
needs libjansson-dev compiles jansson.h
needs libelf-dev compiles gelf.h
needs "nodejs node-ajv" env NODE_PATH=/usr/share/nodejs node -e "require('ajv')"
for row in binutils:gprof gcc:gcc clang-format:clang-format chromium:chromium \
    libxml2-utils:xmllint perl:prove valgrind:valgrind; do
    needs "${row%%:*}" command -v "${row#*:}"
done
if [ "${1:-}" = full ]; then
    for row in musl-tools:musl-gcc clang:clang clang-19:clang-19 \
        llvm-19:llvm-cov-19 lcov:lcov qemu-user:qemu-x86_64 runsc:runsc; do
        needs "${row%%:*}" command -v "${row#*:}"
    done
    needs libclang-rt-19-dev measures
    # A machine that `builds` builds for, and one of the other byte order.
    for row in aarch64:arm64 s390x:s390x; do
        machine=${row%%:*}
        needs "gcc-$machine-linux-gnu libc6-dev-${row#*:}-cross" \
            builds_for "$machine-linux-gnu-gcc"
    done
fi

[ -n "$packages" ] || exit 0
command="apt-get install -y --no-install-recommends$packages"
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
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
