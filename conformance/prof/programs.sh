#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the programs of situations.txt, in the current directory.
set -e

# It works for a while, and ends or goes wrong as its argument says.  A name of
# its own, mcoun, is only the beginning of what -pg calls.
cat >work.c <<'END'
#include <stdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
volatile unsigned long turns;
void mcoun(void) { turns--; }
#ifdef DOTTED
static void leaf(void) __asm__("leaf.part.0");
static
#endif
__attribute__((noinline)) void leaf(void) { turns++; }
__attribute__((noinline)) void inner(int n) { while (n--) leaf(); }
static void work(void) {
    clock_t end = clock() + CLOCKS_PER_SEC / 20;
    while (clock() < end) inner(200000);
}
int main(int argc, char **argv) {
    const char *way = argc > 1 ? argv[1] : "";
    if (strcmp(way, "short") == 0) { leaf(); return 0; }
#ifdef LIBRARY
    { static char bytes[1 << 20];
      for (int k = 0; k < 2000; k++) memset(bytes, turns, sizeof bytes);
      return 0; }
#endif
#ifdef BLOCKED
    { sigset_t s; sigemptyset(&s); sigaddset(&s, SIGPROF);
      sigprocmask(SIG_BLOCK, &s, 0); work(); return 0; }
#endif
#ifdef OFF
    moncontrol(0); work(); return 0;
#endif
#ifdef IGNORED
    signal(SIGPROF, SIG_IGN); work(); return 0;
#endif
#ifdef LOADER
    return dlopen(0, 1) == 0;
#endif
#ifdef TIMER
    { struct itimerval never = {0}; setitimer(ITIMER_PROF, &never, 0);
      work(); return 0; }
#endif
#ifdef FORKED
    if (fork() == 0) { work(); exit(0); }
    wait(0); return 0;
#endif
#ifdef BECOMES
    if (vfork() == 0) _exit(execl("/bin/true", "true", (char *)0));
    wait(0); return 0;
#endif
#ifdef STARTED
    return system("i=0; while [ $i -lt 9 ]; do i=$((i+1)); done");
#endif
#ifdef STARTS
    { extern char etext;
      monstartup(leaf, &etext); work(); if (!*way) _mcleanup(); return 0; }
#endif
#ifdef DAEMON
    if (daemon(1, 1)) return 1;
    return 0;
#endif
#ifdef ENDS
    work();
    if (strcmp(way, "exec") == 0) execl("/bin/true", "true", (char *)0);
    if (strcmp(way, "_exit") == 0) _exit(0);
    if (strcmp(way, "abort") == 0) abort();
    if (strcmp(way, "chdir") == 0) return chdir("elsewhere");
#endif
    if (strcmp(way, "kill") == 0) raise(SIGTERM);
    work();
    return 0;
}
END

# More places call than glibc's table of calls has room for.
awk 'BEGIN { print "__attribute__((noinline)) void leaf(void) { __asm__(\"\"); }"
    print "int main(void) {"; for (; k < 3000; k++) print "leaf();"
    print "return 0; }" }' >places.c

# No system is under it: it has mcount and what starts a profile itself.
cat >bare.c <<'END'
void mcount(void) {}
void monstartup(void) {}
void leaf(void) {}
int main(void) { leaf(); return 0; }
END

# A program of Windows, as small as one can be: a function that calls another,
# which calls what counts.  It can be moved.  After the mark of its header come
# the header's fields, those of the optional one, its one section, that section's
# bytes, and its symbols, of which the last has its name behind them.
cat >pe.s <<'END'
    .ascii "MZ"
    .org 0x3c
    .long 64
    .ascii "PE\0\0"
    .short 0x8664, 1
    .long 0, 1024, 4
    .short 240, 0x22
    .org 64 + 24
    .short 0x20b
    .org 64 + 24 + 24
    .quad 0x140000000
    .long 0x1000, 512
    .org 64 + 24 + 56
    .long 0x2000, 512
    .org 64 + 24 + 70
    .short 0x160
    .org 64 + 24 + 108
    .long 16
    .org 64 + 24 + 240
    .ascii ".text\0\0\0"
    .long 0x1000, 0x1000, 512, 512, 0, 0, 0, 0x60000020
    .org 512
    .byte 0xe8, 0x0b, 0, 0, 0, 0xc3
    .org 512 + 0x10
    .byte 0xe8, 0x0b, 0, 0, 0, 0xc3
    .org 512 + 0x20
    .byte 0xc3
    .org 1024
    .macro symbol value
    .long \value
    .short 1, 0x20
    .byte 2, 0
    .endm
    .ascii "main\0\0\0\0"
    symbol 0
    .ascii "leaf\0\0\0\0"
    symbol 0x10
    .ascii "_mcount\0"
    symbol 0x20
    .long 0, 4
    symbol 0x28
    .long 4 + 12
    .asciz "_monstartup"
END

cc() {
    command ${CC:-cc} -w -O1 "$@"
}

cc -pg -c work.c -o pg.o
cc -c work.c -o no.o
cc -pg -no-pie pg.o -o p -lm
cc -pg -pie -fPIE work.c -o p-pie -lm
cc -pg places.c -o places -lm
cc -pg -no-pie -DDOTTED work.c -o dotted -lm
cc no.o -o none -lm
cc -DSTARTS work.c -o starts -lm
cc -pg -no-pie -rdynamic -s pg.o -o exported -lm
cc pg.o -o unlinked -lm
cc -finstrument-functions work.c -o instrumented -lm
cc -pg no.o -o uncompiled -lm
cc -O0 -DENDS -c work.c -o no0.o
cc -pg no0.o -o uncompiled0 -lm
cc -pg -no-pie -O0 -DENDS -DFORKED work.c -o other -lm
cc -pg -no-pie -Wl,-Ttext-segment=0x10000000 work.c -o high -lm
for w in LIBRARY BLOCKED OFF IGNORED LOADER TIMER FORKED BECOMES STARTED DAEMON \
    ENDS; do
    cc -pg -D$w work.c -o $(echo $w | tr A-Z a-z) -lm
done
command ${CC:-cc} -static -no-pie -fno-pie -nostdlib -nostartfiles -e main \
    -Wl,--build-id=none bare.c -o bare
objcopy -R .note.gnu.property bare
objcopy --add-section .note.ABI-tag=bare.c bare static
cc -c pe.s -o pe.o
objcopy -O binary -j .text pe.o p.exe
