#!/bin/sh
# SPDX-License-Identifier: MIT
# shim.h and shim_thread.h, by subjects of our own: each is right, and with one
# thing wrong in it that is found.  Then libraries of others, each against the
# page that says what was found in it.
#
#     check.sh BUILD
set -u
build=$1
program=$build/profilcheck
here=$(dirname "$0")
made=$build/foreign
log=$(mktemp -d)
trap 'rm -rf "$log"' EXIT
passed=0 failed=0
mkdir -p "$made"

good() {
    passed=$((passed + 1))
}

bad() {
    echo "check-foreign: $*"
    failed=$((failed + 1))
}

# compile NAME SOURCE [FLAG]...: a shared object.
compile() {
    object=$1 source=$2
    shift 2
    ${CC:-cc} -std=c11 -O2 -shared -fPIC -I "$here" -o "$made/$object.so" \
        "$source" "$@" -lpthread -lrt >"$log/cc" 2>&1 ||
        { bad "$object does not compile: $(sed 1q "$log/cc")"; return 1; }
}

# judge NAME DIALECT STATUS [WORDS]: its run ends so, and says so.
judge() {
    status=0
    "$program" run --dialect "$2" "$made/$1.so" >"$log/out" 2>"$log/err" ||
        status=$?
    if [ "$status" -ne "$3" ]; then
        bad "$1 as $2: exit status $status, expected $3:" \
            "$(sed 1q "$log/out" "$log/err")"
    elif [ $# -gt 3 ] && ! grep -qF "$4" "$log/out"; then
        bad "$1 as $2: nowhere is said: $4"
    else
        good
    fi
}

strict='-Wall -Wextra -Werror'
while read -r name dialect flag words; do
    # shellcheck disable=SC2086
    compile "$name" "$here/subjects/$name.c" $strict "$flag" &&
        judge "$name" "$dialect" 0
    # shellcheck disable=SC2086
    compile "$name-planted" "$here/subjects/$name.c" $strict $flag -DPLANTED &&
        judge "$name-planted" "$dialect" 1 "$words"
done <<EOT
kernel freebsd -DSHIM_KERNEL Scale 1 turned profiling off as scale 0 did
watchdog glibc -DSHIM_TIMER The product of distance and scale was cut to 32 bits
thread freebsd -DSHIM_EXACT Odd numbers were rounded up to the next counter
EOT

# By the recipes: sources that do as those systems' do get what they get.
while read -r system words; do
    status=0
    PROFILCHECK=$program sh "$here/try.sh" "$system" \
        "$here/subjects/as_$system.c" >"$log/out" 2>"$log/err" || status=$?
    if [ "$status" -ne 1 ]; then
        bad "$system by its recipe: exit status $status:" \
            "$(sed 1q "$log/err" "$log/out")"
    elif ! grep -qF "$words" "$log/out"; then
        bad "$system by its recipe: nowhere is said: $words"
    else
        good
    fi
done <<EOT
nuttx killed by SIGSEGV
freebsd the number of the counter was cut to 32 bits
kallistios where the range is not a multiple of 32 bytes
EOT

# What <unistd.h> does to a test for null, and that the shim keeps it off.
if ${CC:-cc} --version | grep -q clang; then
    echo "skipped: clang removes no test for null that <unistd.h> forbids"
elif compile watchdog-unshimmed "$here/subjects/watchdog.c" -DUNSHIMMED; then
    judge watchdog-unshimmed glibc 1 'A null buffer was'
fi

# The case ids that a page names.
named() {
    tr -c 'a-z0-9.-' '\n' <"$1" | grep -E '^[a-z0-9-]+\.[0-9a-f]{8}$' | sort -u
}

# against PAGE OF VERSION: what $log/json says against the page, which is of
# one version.
against() {
    named "$1" >"$log/named"
    sed -nE 's/^ *\{"id": "([^"]*)", "verdict": "([a-z]*)".*/\1 \2/p' \
        "$log/json" >"$log/verdicts"
    [ -s "$log/verdicts" ] || bad "$1: the run has no verdicts"
    awk '$2 ~ /^(fail|crash|timeout|inconsistent|error)$/ { print $1 }' \
        "$log/verdicts" | sort >"$log/found"
    for id in $(comm -23 "$log/found" "$log/named"); do
        bad "$id is found, and not in $1"
    done
    for id in $(comm -13 "$log/found" "$log/named"); do
        if [ "$2" = "$3" ]; then
            bad "$id is in $1, and not found"
        else
            echo "note: $1 is of $2; $3 does not show $id"
        fi
    done
    passed=$((passed + $(comm -12 "$log/found" "$log/named" | wc -l)))
}

papi() {
    version=$(echo "PAPI PAPI_VERSION" | ${CC:-cc} -include papi.h -E -P - \
        2>/dev/null | tr -s "()<|" " " |
        sed -n "s/^PAPI \([0-9]*\) 24 \([0-9]*\) 16 \([0-9]*\) .*/\1.\2.\3/p")
    if [ -z "$version" ]; then
        echo "skipped: PAPI: libpapi-dev is not here"
        return
    fi
    # shellcheck disable=SC2086
    compile papi "$here/papi.c" $strict -lpapi || return
    status=0
    "$program" run --dialect irix --format json "$made/papi.so" \
        >"$log/json" 2>"$log/err" || status=$?
    if grep -q "PAGE-FAULTS can't be had" "$log/err" "$log/json"; then
        echo "skipped: PAPI: perf_event_open is not allowed here"
    elif [ "$status" -gt 1 ]; then
        bad "PAPI: exit status $status: $(sed 1q "$log/err")"
    else
        against "$here/ERRATA-papi.md" 7.0.0 "$version"
    fi
}

# plain_cases SUITE WITHOUT: those cases of which no line begins with any of
# these words.
plain_cases() {
    awk -v others="^($2)$" '
         function show() { if (plain) printf "%s", text }
         $1 == "case" { show(); text = ""; plain = 1 }
         $1 ~ others { plain = 0 }
         { text = text $0 "\n" }
         END { show() }' "conformance/suites/$1.case"
}

# mingw_as DIALECT SUITE WITHOUT: what is found so is added to $log/json.
mingw_as() {
    plain_cases "$2" "$3" >"$log/cases"
    status=0
    timeout 590 "$program" run --jobs 1 --timeout 60 --dialect "$1" \
        --format json --cases "$log/cases" "$made/mingw.so" \
        >>"$log/json" 2>"$log/err" || status=$?
    [ "$status" -le 1 ] ||
        bad "mingw as $1: exit status $status: $(sed 1q "$log/err")"
}

# A Windows program of its own for each process, in wine.
mingw() {
    windows=x86_64-w64-mingw32-gcc
    for needed in "$windows:gcc-mingw-w64-x86-64" wine:wine; do
        command -v "${needed%%:*}" >"$log/which" || {
            echo "skipped: mingw-w64's profil: ${needed##*:} is not here"
            return
        }
    done
    $windows -O2 -Wall -Wextra -Werror -o "$made/driver.exe" \
        "$here/wine/driver.c" -lgmon 2>"$log/cc" &&
        ${CC:-cc} -std=c11 -O2 -Wall -Wextra -Werror -o "$made/host" \
            "$here/wine/host.c" 2>"$log/cc" ||
        { bad "mingw: it does not compile: $(sed 1q "$log/cc")"; return; }
    # shellcheck disable=SC2086
    compile mingw "$here/wine/bridge.c" $strict \
        "-DWINE_SOCKET=\"$log/socket\"" || return
    WINEPREFIX=$(realpath "$made")/prefix WINEDEBUG=-all
    export WINEPREFIX WINEDEBUG
    [ -f "$WINEPREFIX/system.reg" ] ||
        timeout 300 wine wineboot -i >"$log/boot" 2>&1 || {
        echo "skipped: mingw-w64's profil: wine makes no prefix here"
        return
    }
    "$made/host" 600 "$log/socket" "$(realpath "$made")/driver.exe" \
        >"$log/host" 2>&1 &
    host=$!
    waited=0
    while [ ! -S "$log/socket" ] && [ $waited -lt 30 ]; do
        sleep 1
        waited=$((waited + 1))
    done
    : >"$log/json"
    mingw_as freebsd quick 'fork|exec|sleep|caller|monstartup|mcleanup|rate'
    mingw_as gmon gmon 'fork|caller|nested|threads'
    kill $host
    wait $host 2>"$log/wait"
    "$(command -v wineserver || echo /usr/lib/wine/wineserver64)" -k \
        >"$log/server" 2>&1
    against "$here/ERRATA-mingw.md" 10.0.0 "$(echo \
        '__MINGW64_VERSION_MAJOR __MINGW64_VERSION_MINOR __MINGW64_VERSION_BUGFIX' |
        $windows -include _mingw_mac.h -E -P - | tail -1 | tr ' ' .)"
}

papi
mingw
echo "check-foreign: $passed passed, $failed failed"
[ "$passed" -gt 0 ] && [ "$failed" -eq 0 ]
