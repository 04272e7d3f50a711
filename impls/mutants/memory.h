/* SPDX-License-Identifier: MIT */
/*
 * Memory that may not be there.  A call tries its arguments by way of the
 * kernel, for which an address that is not valid is an error and no signal.
 * A tick, of which there may be many, reads and writes, and comes back from
 * the signal.  Neither changes errno.
 */
#ifndef MUTANTS_MEMORY_H
#define MUTANTS_MEMORY_H

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static bool memory_read(void *to, const void *from, size_t size)
{
    struct iovec own = {to, size}, other = {(void *)(uintptr_t)from, size};
    int before = errno;
    ssize_t done = process_vm_readv(getpid(), &own, 1, &other, 1, 0);

    errno = before;
    return done == (ssize_t)size;
}

static bool memory_write(void *to, const void *from, size_t size)
{
    struct iovec own = {(void *)(uintptr_t)from, size}, other = {to, size};

    int before = errno;
    ssize_t done = process_vm_writev(getpid(), &own, 1, &other, 1, 0);

    errno = before;
    return done == (ssize_t)size;
}

/* Can all of it be read and written?  Asked of one byte a page. */
static bool memory_is_valid(const void *start, uint64_t size)
{
    uintptr_t from = (uintptr_t)start;
    char byte;

    if (size > UINTPTR_MAX - from)
        return false;
    for (uint64_t at = 0; at < size; at += 4096 - (from + at) % 4096)
        if (!memory_read(&byte, (void *)(from + at), 1) ||
            !memory_write((void *)(from + at), &byte, 1))
            return false;
    return true;
}

static struct {
    jmp_buf back;
    volatile sig_atomic_t armed;
    struct sigaction segv, bus; /* the caller's */
} guard;

static void on_memory_fault(int number)
{
    if (guard.armed)
        longjmp(guard.back, 1);
    /* Not ours: the access is tried again, under the caller's handler. */
    sigaction(number, number == SIGSEGV ? &guard.segv : &guard.bus, NULL);
}

/* No signal is blocked in the handler, so that leaving it need not unblock
 * any. */
static void guard_begin(void)
{
    struct sigaction action = {.sa_handler = on_memory_fault,
                               .sa_flags = SA_NODEFER};

    sigaction(SIGSEGV, &action, &guard.segv);
    sigaction(SIGBUS, &action, &guard.bus);
}

static void guard_end(void)
{
    sigaction(SIGSEGV, &guard.segv, NULL);
    sigaction(SIGBUS, &guard.bus, NULL);
}

/* False, with nothing done, where it can't be read or written. */
static bool guarded_copy(void *to, const void *from, size_t size)
{
    if (setjmp(guard.back)) {
        guard.armed = 0;
        return false;
    }
    guard.armed = 1;
    atomic_signal_fence(memory_order_seq_cst);
    memcpy(to, from, size);
    atomic_signal_fence(memory_order_seq_cst);
    guard.armed = 0;
    return true;
}

#endif
