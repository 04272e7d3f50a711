# SPDX-License-Identifier: MIT
# For corpus.sh: mon.out and gmon.out, good and bad, as prof prints them.

# bytes WIDTH NUMBER...: each of them, the low byte first.
bytes() {
    width=$1
    shift
    for number; do
        k=0 text=
        while [ $k -lt "$width" ]; do
            text=$text$(printf '\\0%03o' $((number >> 8 * k & 255)))
            k=$((k + 1))
        done
        printf '%b' "$text"
    done
}

# A histogram over the addresses of p, whose functions are 64 bytes each.
profiles() {
    cat >p.c <<'END'
__attribute__((aligned(64))) int first(int a) { return a + 1; }
__attribute__((aligned(64))) int second(int a) { return first(a) * 3; }
__attribute__((aligned(64))) int third(int a) { return second(a) - 7; }
__attribute__((aligned(64))) int main(void) { return third(0) != -4; }
END
    cc -O0 -no-pie -o p p.c
    cc -O0 -no-pie -pg -o p-pg p.c
    cc -O0 -pie -fPIE -o p-pie p.c
    low=4198400 high=4198912 # 0x401000 to 0x401200
    counts='0 1 2 3 0 0 9 0 0 0 0 0 40 0 0 65535'
    for word in 4 8; do
        { bytes $word $low $high; bytes 4 $((2 * word + 24 + 32)) $((0x00051879)) 100
            bytes 4 0 0 0; bytes 2 $counts; bytes $word 4198442 4198420 7; } >gmon44-$word
        { bytes $word $low $high; bytes 4 $((2 * word + 4 + 32)); bytes 2 $counts
            bytes $word 4198442 4198420 7; } >gmon42-$word
        { printf gmon; bytes 4 1 0 0 0; printf '\000'; bytes $word $low $high
            bytes 4 16 100; printf 'seconds\0\0\0\0\0\0\0\0s'; bytes 2 $counts
            printf '\001'; bytes $word 4198442 4198420; bytes 4 7; } >gmonglibc-$word
        { bytes $word $low $high 1; bytes $word 4198420 7; bytes 2 $counts; } >mon-$word
    done
    head -c 60 gmonglibc-8 >cut.out
    { cat gmonglibc-8; printf 'xx'; } >tail.out
    sed 's/$/\r/' gmonglibc-8 >crlf.out
    od -An -tx1 gmonglibc-8 >hex.out
    printf '\177ELF' >elf.out
    { cat gmonglibc-8; printf '\000'; bytes 8 $low $high; bytes 4 16 50
        printf 'seconds\0\0\0\0\0\0\0\0s'; bytes 2 $counts; } >twice.out
    bytes 8 0 0 0 >zeros.out
    per of-a-profile gmon* mon-* *.out empty p text.so
    for layout in mon gmon-4.2bsd gmon-4.4bsd gmon-freebsd gmon-glibc \
        gmon-ps2sdk gmon-mingw64; do
        for file in gmon42-8 gmon44-4 mon-8; do
            for word in 2 4 8; do
                pc prof/$file-as-$layout-$word prof --layout $layout \
                    --word $word --order little $file
            done
            pc prof/$file-as-$layout-big prof --layout $layout --order big $file
            pc prof/$file-as-$layout-pdp prof --layout $layout --order pdp $file
        done
    done
    listed profiles
    # With one neighbour: of several any may be named.
    mkdir alone
    cp gmon44-8 alone/gmon.old
    listed checked-profiles
}
