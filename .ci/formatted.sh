#!/bin/sh
# SPDX-License-Identifier: MIT
# The code is as `make format` makes it.  Versions of clang-format differ:
# Debian 12's decides, and any other says nothing.  It breaks no comment: none
# is wider than 80 columns, but in a macro.
set -eu
find reference impls conformance fuzz reports -name '*.[ch]' -exec awk '
    length > 80 && !/"/ && !/^#/ {
        print FILENAME ":" FNR ": wider than 80 columns: " $0
        wide = 1
    }
    END { exit wide }' {} +
decides=14
version=$(clang-format --version | sed 's/.*version \([0-9]*\).*/\1/')
[ "$version" = "$decides" ] || {
    echo "formatted: skipped, clang-format is $version and not $decides"
    exit 0
}
find reference impls conformance fuzz reports -name '*.[ch]' -print0 |
    xargs -0 -P "$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)" -n 64 \
        clang-format --dry-run --Werror
