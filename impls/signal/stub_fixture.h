/* SPDX-License-Identifier: MIT */
/*
 * For the tests: ticks at a chosen pc, by real delivery.  A system call
 * instruction is put right before the pc and sends its own thread SIGPROF,
 * which the kernel delivers as it returns to the pc; there a return
 * instruction stands.
 */
#ifndef IMPLS_SIGNAL_STUB_FIXTURE_H
#define IMPLS_SIGNAL_STUB_FIXTURE_H

#if defined __x86_64__
#define STUB_WORKS 1
#else
#define STUB_WORKS 0 /* the tests that need it are skipped */
#endif

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define STUB_TEXT  UINT64_C(0x2aaaaaa00000) /* no program is there */
#define STUB_BYTES UINT64_C(0x10000)

/* Have pcs from STUB_TEXT + 2 on. */
static inline bool stub_map(void)
{
    void *at =
        mmap((void *)STUB_TEXT, STUB_BYTES, PROT_READ | PROT_WRITE | PROT_EXEC,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

    return at == (void *)STUB_TEXT;
}

#if STUB_WORKS
static inline void stub_send(uint64_t pc, long process, long thread)
{
    static const unsigned char code[] = {0x0f, 0x05, 0xc3};
    void *volatile at = (void *)(pc - 2); /* no translator of code that runs
                                            this may see it coming */
    void *stub = at;
    long number = SYS_tgkill;

    memcpy(stub, code, sizeof code);
    __asm__ volatile("sub $128, %%rsp\n\tcall *%[stub]\n\tadd $128, %%rsp"
                     : "+a"(number)
                     : [stub] "r"(stub), "D"(process), "S"(thread),
                       "d"((long)SIGPROF)
                     : "rcx", "r11", "memory", "cc");
}
#else
static inline void stub_send(uint64_t pc, long process, long thread)
{
    (void)pc, (void)process, (void)thread;
}
#endif

/* That many ticks at a pc, one after the other, in this thread. */
static inline void stub_ticks(uint64_t pc, unsigned long count)
{
    long process = syscall(SYS_getpid), thread = syscall(SYS_gettid);

    while (count-- > 0)
        stub_send(pc, process, thread);
}

/* Stop all timers that were made by timer_create: their ticks, too, would find
 * the process at a stub, for that is where it comes out of the kernel. */
static inline void stub_stop_clock(void)
{
    FILE *timers = fopen("/proc/self/timers", "r");
    const struct itimerspec never = {{0, 0}, {0, 0}};
    char line[200];
    int id;

    while (timers && fgets(line, sizeof line, timers))
        if (sscanf(line, "ID: %d", &id) == 1)
            syscall(SYS_timer_settime, id, 0, &never, NULL);
    if (timers)
        fclose(timers);
}

#endif
