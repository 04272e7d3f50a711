# SPDX-License-Identifier: MIT
# Part of check.sh: our own profil compiled for other machines, under qemu, of
# both byte orders and widths.  `MACHINES=` leaves them out.

machines="i686-linux-gnu:32:native:i686-linux-gnu
aarch64-linux-gnu:64:qemu-aarch64:aarch64-linux-gnu
riscv64-linux-gnu:64:qemu-riscv64:riscv64-linux-gnu
arm-linux-gnueabihf:32:qemu-arm:arm-linux-gnueabihf
powerpc64le-linux-gnu:64:qemu-ppc64le:powerpc64le-linux-gnu
s390x-linux-gnu:64:qemu-s390x:s390x-linux-gnu"

# TRIPLE BITS PROGRAM: what runs a program of that machine here.
runner() {
    if [ "$3" != native ]; then
        echo "$3 -L /usr/$1 -E LD_LIBRARY_PATH=$build/emit/$1"
    else
        echo "/usr/$1/lib/ld-linux.so.2 --library-path" \
            "/usr/$1/lib:$build/emit/$1"
    fi
}

# qemu 7 ignores the mask of a handler on riscv64; there a tick whose counter
# cannot be written ends the program: such cases are known, any other is wrong.
faulting="null-buffer null-or-bad-buffer-while-on bad-buffer bad-region-buffer
read-only-region-buffer after-error-read-only buffer-fault-in-region
buffer-fault buffer-becomes-read-only region-becomes-read-only"

# TAP KNOWN...: no other case is wrong.
only_known() {
    tap=$1
    shift
    awk -v known="$*" '
    BEGIN { for (n = split(known, name); n > 0; n--) is[name[n]] = 1 }
    /^ok / { good++ }
    /^not ok / {
        split($5, part, ".")
        if (part[1] in is) next
        print "    " $0
        wrong++
    }
    /^#   / && wrong { print "    " $0 }
    /^# [0-9]+ cases: / { ended = 1 }
    END { exit !(good && ended && !wrong) }' "$tap"
}

# TRIPLE BITS PROGRAM DIALECT
on_machine() {
    $make --no-print-directory BUILD="$build/emit/$1" CC="$1-gcc" CFLAGS=-O1 \
        "$build/emit/$1/libprofil-$4.so" >"$scratch/log" 2>&1 || {
        tail -3 "$scratch/log"
        return 1
    }
    "$program" emit --dialect "$4" --address "$2" --output "$scratch/there.c" &&
        "$1-gcc" $STRICT -o "$scratch/there" "$scratch/there.c" \
            "$build/emit/$1/libprofil-$4.so" $ATOMIC || return
    timeout 300 $(runner "$@") "$scratch/there" >"$scratch/there.tap" \
        2>"$scratch/log"
    only_known "$scratch/there.tap" $KNOWN
}

for machine in ${MACHINES-$machines}; do
    triple=${machine%%:*} package=gcc-${machine##*:}
    has "$triple-gcc" "$package" || continue
    rest=${machine#*:}
    bits=${rest%%:*} rest=${rest#*:} runs=${rest%%:*}
    [ "$runs" = native ] || has "$runs" qemu-user || continue
    if [ "$runs" = native ] &&
        ! "/usr/$triple/lib/ld-linux.so.2" --help >"$scratch/log" 2>&1; then
        echo "check-emit: without programs of $triple on this kernel"
        continue
    fi
    ATOMIC= KNOWN=
    if [ "$triple" = riscv64-linux-gnu ]; then
        ATOMIC=-latomic KNOWN=$faulting
    fi
    check "$triple: our own is wrong" on_machine "$triple" "$bits" "$runs" irix
done
