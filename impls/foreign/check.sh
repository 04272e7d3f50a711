#!/bin/sh
# SPDX-License-Identifier: MIT
# shim.h and shim_thread.h, by subjects of our own: a thread that is right, and with
# one thing wrong in it that is found; and each way that real ones have is named.  Then
# other people's libraries, each against the page that says what was found in it.
#
#     check.sh BUILD
set -u
build=$1
program=$build/profilcheck
here=impls/foreign
made=$build/foreign
step=check-foreign
. .ci/lib.sh
log=$scratch
mkdir -p "$made"

# compile NAME SOURCE [FLAG]...: a shared object.
compile() {
    object=$1 source=$2
    shift 2
    ${CC:-cc} -std=c11 -O2 -shared -fPIC -I "$here" -o "$made/$object.so" \
        "$source" "$@" -lpthread -lrt >"$log/cc" 2>&1 ||
        { bad "$object does not compile: $(sed 1q "$log/cc")"; return 1; }
}

# judge NAME DIALECT STATUS WORDS: its run ends so, and says so.
judge() {
    says "$3" "$4" "$program" run --dialect "$2" "$made/$1.so"
}

strict='-Wall -Wextra -Werror'
for planted in '' -DPLANTED; do
    # shellcheck disable=SC2086
    compile "thread$planted" "$here/subjects/thread.c" $strict -DSHIM_EXACT $planted
done
judge thread freebsd 0 ''
judge thread-DPLANTED freebsd 1 'Odd byte offsets were rounded up to the next counter'

# Ways that real ones have, each by itself: named, or permitted.
while read -r form dialect status words; do
    # shellcheck disable=SC2086
    compile "form-$form" $here/subjects/forms.c $strict "-DFORM=$form" &&
        judge "form-$form" "$dialect" "$status" "$words"
done <<EOT
RIGHT freebsd 0
DISTANCE_32 freebsd 1 Only the low 32 bits of the distance of a pc
PRODUCT_32 freebsd 1 The product of distance and scale was cut to 32 bits
END_INCLUDED freebsd 1 The end address was counted
END_WRAPS freebsd 1 Pcs were compared with an end address that is rounded down and wraps
NO_SIZE freebsd 1 without a look at the buffer's size
ERROR_NUMBERS freebsd 1 number was returned in place of -1, and errno was not set
NULL_CHECKED freebsd 0
MINCORE freebsd 0
SCALE_FIRST freebsd 1 An invalid buffer killed the process
NULL_IS_OFF freebsd 0
ONE_IS_OFF freebsd 1 Scale 1 turned profiling off as scale 0 did
EOT

# By the recipes: sources that do as those systems' do get what they get.
while read -r system words; do
    says 1 "$words" env PROFILCHECK="$program" sh $here/try.sh "$system" \
        "$here/subjects/as_$system.c"
done <<EOT
nuttx killed by SIGSEGV
freebsd the number of the counter was cut to 32 bits
kallistios if the range is not a multiple of 32 bytes
EOT

# A runtime behind -pg that samples all text, whatever it is given.
# shellcheck disable=SC2086
compile as_nuttx_gmon "$here/subjects/as_nuttx_gmon.c" $strict &&
    judge as_nuttx_gmon gmon 1 'Where the range is shorter than 64 kB: No call' &&
    judge as_nuttx_gmon gmon 1 'moncontrol(1) did not turn profiling on again'

# What <unistd.h> does to a test for null, and that the shim keeps it off.
if ${CC:-cc} --version | grep -q clang; then
    note "skipped: clang removes no test for null that <unistd.h> forbids"
else
    says 1 'A null buffer was' env PROFILCHECK="$program" \
        CC="${CC:-cc} -D_GNU_SOURCE -include unistd.h -DSHIM_NULL_LOST" \
        sh $here/try.sh nuttx "$here/subjects/as_nuttx.c" --dialect glibc
fi

# against PAGE OF VERSION: what $log/json says against the page, which is of
# one version.
against() {
    ids <"$1" >"$log/named"
    errata_hold "$1" "$log/named" "$log/json" "$2" "$3"
}

papi() {
    version=$(echo "PAPI PAPI_VERSION" | ${CC:-cc} -include papi.h -E -P - \
        2>/dev/null | tr -s "()<|" " " |
        sed -n "s/^PAPI \([0-9]*\) 24 \([0-9]*\) 16 \([0-9]*\) .*/\1.\2.\3/p")
    if [ -z "$version" ]; then
        note "skipped: PAPI: libpapi-dev is not here"
        return
    fi
    # shellcheck disable=SC2086
    compile papi "$here/papi.c" $strict -lpapi || return
    status=0
    "$program" run --dialect irix --format json "$made/papi.so" \
        >"$log/json" 2>"$log/err" || status=$?
    if grep -q "PAGE-FAULTS is not available" "$log/err" "$log/json"; then
        note "skipped: PAPI: perf_event_open is not allowed here"
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
            note "skipped: mingw-w64's profil: ${needed##*:} is not here"
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
        note "skipped: mingw-w64's profil: wine makes no prefix here"
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
ends
