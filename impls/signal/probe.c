/* SPDX-License-Identifier: MIT */
#include "probe.h"

#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

/* rt_sigprocmask copies the set in before it looks at `how`; but a null set is
 * none, so the first page is asked for at its second word. */
static bool word_readable(uintptr_t address)
{
    enum { NO_SUCH_HOW = -1, SET_BYTES = 8 };
    uintptr_t word = address & ~(uintptr_t)(SET_BYTES - 1);
    uintptr_t set = word ? word : SET_BYTES;

    return syscall(SYS_rt_sigprocmask, NO_SUCH_HOW, set, NULL, SET_BYTES) ==
               0 ||
           errno != EFAULT;
}

/* An atomic addition of 0 is a write that changes nothing, even if others
 * write there. */
static bool word_writable(uintptr_t address)
{
    uint32_t here = 0;
    uintptr_t word = address & ~(uintptr_t)(sizeof here - 1);

    return syscall(SYS_futex, &here, FUTEX_WAKE_OP_PRIVATE, 0, NULL, word,
                   FUTEX_OP(FUTEX_OP_ADD, 0, FUTEX_OP_CMP_EQ, 0)) >= 0 ||
           errno != EFAULT;
}

static bool each_page(uintptr_t start, uint64_t bytes, bool (*ask)(uintptr_t))
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t at = start, last;
    int error = errno;
    bool all = true;

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
