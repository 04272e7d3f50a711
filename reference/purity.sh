#!/bin/sh
# SPDX-License-Identifier: MIT
# The model is freestanding: its files include four standard headers and
# those of their own room, and keep no state of their own.
#
#     reference/purity.sh [DIRECTORY]
#
# Prints what breaks this and exits 1.
cd "${1:-$(dirname "$0")}" || exit 2
own='"(files/|gmon/|reference/)?[a-z_]*\.(h|def)"|"(dialects|manuals)/[a-z_]*\.def"'
standard='<(stdint|stddef|stdbool|string)\.h>'
if find . -name '*_test.[ch]' -prune -o -name '*.[ch]' -print | sort |
    xargs grep -nE '^[[:space:]]*#[[:space:]]*include' |
    grep -vE "include ($own|$standard)[[:space:]]*\$"; then
    echo 'purity.sh: the model may not include these' >&2
    exit 1
fi
if find . -name '*_test.[ch]' -prune -o -name '*.c' -print | sort |
    xargs grep -nE '^(static )?[a-z][a-z_0-9 ]* \**[a-z_0-9]+(\[[^]]*\])?( =.*[;{]|;)$' |
    grep -vE ':(static )?const |:extern |:typedef '; then
    echo 'purity.sh: the model may have no variables of its own' >&2
    exit 1
fi
