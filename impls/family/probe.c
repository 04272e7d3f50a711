/* SPDX-License-Identifier: MIT */
#include "probe.h"

#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

static uintptr_t word_of(uintptr_t address)
{
    return address & ~(uintptr_t)(sizeof(uint32_t) - 1);
}

/* Move none of those that wait on the word, provided that it holds 0: for
 * that the kernel reads it. */
static bool word_readable(uintptr_t address)
{
    uint32_t here = 0;

    return syscall(SYS_futex, word_of(address), FUTEX_CMP_REQUEUE_PRIVATE, 0,
                   NULL, &here, 0) >= 0 ||
           errno != EFAULT;
}

/* An atomic addition of 0 is a write that changes nothing, even if others
 * write there. */
static bool word_writable(uintptr_t address)
{
    uint32_t here = 0;

    return syscall(SYS_futex, &here, FUTEX_WAKE_OP_PRIVATE, 0, NULL,
                   word_of(address),
                   FUTEX_OP(FUTEX_OP_ADD, 0, FUTEX_OP_CMP_EQ, 0)) >= 0 ||
           errno != EFAULT;
}

static bool each_page(uintptr_t start, uint64_t bytes, bool (*ask)(uintptr_t))
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t at = start, last;
    int error = errno;
    bool all;

    if (bytes == 0)
        return true;
    if (bytes - 1 > UINTPTR_MAX - start)
        return false;
    last = start + (uintptr_t)(bytes - 1);
    while ((all = ask(at)) && at / page < last / page)
        at = (at / page + 1) * page;
    errno = error;
    return all;
}

bool probe_readable(const void *address, uint64_t bytes)
{
    return each_page((uintptr_t)address, bytes, word_readable);
}

bool probe_writable(void *address, uint64_t bytes)
{
    return each_page((uintptr_t)address, bytes, word_writable);
}
