#!/bin/sh
# SPDX-License-Identifier: MIT
# Whether every include of our files goes the way that rooms.txt allows, and
# no two files include each other.  Prints those that do not: "FILE:LINE: ROOM
# may not use ROOM".  And what else there is at the top.
set -eu
cd "$(dirname "$0")/.."

top='\..*|Makefile|README.md|LICENSE|CONTRIBUTING.md'
if git ls-files 2>/dev/null | cut -d / -f 1 | sort -u |
    grep -vxE "$top|reference|impls|conformance|fuzz|reports" |
    sed 's/$/: nothing else is at the top/' | grep .; then
    exit 1
fi

{ git ls-files '*.c' '*.h' 2>/dev/null ||
    find . -name build -prune -o -name '*.[ch]' -print | sed 's|^\./||'; } |
    grep -vE '_(test|bench)\.[ch]$' | sort |
    awk '
    FILENAME == ".ci/rooms.txt" {
        if (/^#/ || !NF)
            next
        rooms[$1] = 1
        above[$1] = FNR
        all[$1] = $2 == "*"
        for (k = 2; !all[$1] && k <= NF; k++) {
            if (!($k in rooms)) {
                print ".ci/rooms.txt:" FNR ": " $k " is not above " $1
                wrong++
            }
            may[$1, $k] = 1
        }
        next
    }
    { files[++count] = $0; known[$0] = 1 }

    # The longest of the rooms that path lies in; "" for none.
    function room(path) {
        while (sub(/\/?[^\/]*$/, "", path) && path != "")
            if (path in rooms)
                return path
        return ""
    }

    function check(file, number, line,    path, here, there) {
        split(line, word, "\"")
        path = file
        sub(/[^\/]*$/, "", path)
        path = (path word[2]) in known ? path word[2] : word[2]
        here = room(file)
        there = room(path)
        included[file, path] = 1
        if ((path, file) in included) {
            print file ":" number ": " path " includes it, too"
            wrong++
        }
        if (here == "") {
            print file ": it is in no room of .ci/rooms.txt"
            wrong++
        } else if (there != "" && here != there && !((here, there) in may) &&
            !(all[here] && above[there] < above[here])) {
            print file ":" number ": " here " may not use " there
            wrong++
        }
        used[here, there] = 1
    }

    END {
        for (k = 1; k <= count; k++) {
            number = 0
            while ((getline line < files[k]) > 0) {
                number++
                if (line ~ /^#include "/)
                    check(files[k], number, line)
            }
            close(files[k])
        }
        for (pair in may) {
            split(pair, side, SUBSEP)
            if (!(pair in used)) {
                print ".ci/rooms.txt: " side[1] " does not use " side[2]
                wrong++
            }
        }
        exit wrong > 0
    }' .ci/rooms.txt -
