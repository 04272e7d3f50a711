/* SPDX-License-Identifier: MIT */
/*
 * PAPI_profil and PAPI_sprofil as IRIX's profil and sprofil, after which they
 * are made: one event set of this thread, whose event is the page fault, each
 * of which is a tick.  A tick at a pc is an instruction there that reads a page
 * which is not there yet.  What PAPI does not have is not made up: an off is
 * its threshold of 0, a list of regions that is on must go off first; what it
 * refuses is EINVAL here, and its flags for widths are IRIX's.
 */
#include "shim.h"

#include <papi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define PROF_USHORT 1
#define PROF_UINT   2

enum { PAPI_PAGE = 4096, PAPI_INSTRUCTION = 2 };

struct irix_region {
    void *base;
    unsigned size;
    unsigned long offset;
    unsigned scale;
};

static struct {
    bool ready, running;
    int set, event;
    PAPI_sprofil_t *list; /* that it was given: it keeps the address */
    int count;
    unsigned char *fault; /* a page that is not there */
    char why[200];
} papi;

/* The first page fault of the vDSO's data with PAPI on does not end. */
static void read_the_time(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    clock_gettime(CLOCK_REALTIME, &now);
}

static int papi_ready(void)
{
    int error = PAPI_OK;

    if (papi.ready)
        return 0;
    read_the_time();
    papi.set = PAPI_NULL;
    if (PAPI_library_init(PAPI_VER_CURRENT) != PAPI_VER_CURRENT)
        error = PAPI_EMISC;
    if (error == PAPI_OK)
        error = PAPI_create_eventset(&papi.set);
    if (error == PAPI_OK)
        error = PAPI_event_name_to_code("perf::PAGE-FAULTS", &papi.event);
    if (error == PAPI_OK)
        error = PAPI_add_event(papi.set, papi.event);
    papi.fault = mmap(NULL, PAPI_PAGE, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    papi.ready = error == PAPI_OK && papi.fault != MAP_FAILED;
    if (!papi.ready)
        snprintf(papi.why, sizeof papi.why,
                 "PAPI: perf::PAGE-FAULTS is not available: %s; see "
                 "/proc/sys/kernel/perf_event_paranoid",
                 PAPI_strerror(error));
    return papi.ready ? 0 : ENOSYS;
}

static int papi_stop(void)
{
    long long faults;

    if (papi.running)
        PAPI_stop(papi.set, &faults);
    papi.running = false;
    if (papi.count > 0)
        PAPI_sprofil(papi.list, papi.count, papi.set, papi.event, 0,
                     PAPI_PROFIL_POSIX);
    papi.count = 0;
    free(papi.list);
    papi.list = NULL;
    return 0;
}

static int papi_start(PAPI_sprofil_t *list, int count, int flags)
{
    int error = PAPI_sprofil(list, count, papi.set, papi.event, 1, flags);

    if (error != PAPI_OK) {
        free(list);
        return EINVAL;
    }
    papi.list = list;
    papi.count = count;
    if (PAPI_start(papi.set) != PAPI_OK)
        return EAGAIN;
    papi.running = true;
    return 0;
}

static int papi_profil(const struct irix_region *regions, int count, int flags)
{
    PAPI_sprofil_t *list;
    int error = papi_ready();

    if (error != 0)
        return error;
    papi_stop();
    list = calloc(count > 0 ? (size_t)count : 1, sizeof *list);
    if (!list)
        return ENOMEM;
    for (int k = 0; k < count; k++)
        list[k] = (PAPI_sprofil_t){
            .pr_base = regions[k].base,
            .pr_size = regions[k].size,
            .pr_off = (vptr_t)regions[k].offset,
            .pr_scale = regions[k].scale,
        };
    return papi_start(list, count, flags);
}

/* PAPI reports its errors otherwise, and leaves what it likes in errno. */
static int papi_return(int error, int before)
{
    errno = before;
    return shim_return(error);
}

int profil(unsigned short *base, unsigned size, unsigned long offset,
           unsigned scale)
{
    struct irix_region region = {base, size, offset, scale};
    int before = errno;

    if (scale < 2)
        return papi_return(papi_ready() || papi_stop(), before);
    return papi_return(papi_profil(&region, 1, PAPI_PROFIL_POSIX), before);
}

int sprofil(struct irix_region *list, int count, struct timeval *tvp,
            unsigned flags)
{
    int before = errno;

    (void)tvp; /* an event is no time */
    return papi_return(papi_profil(list, count,
                                   flags & PROF_UINT ? PAPI_PROFIL_BUCKET_32
                                                     : PAPI_PROFIL_BUCKET_16),
                       before);
}

/* lods; ret: reads where rsi says.  The page is the only one that it may be
 * the first to touch. */
static int papi_tick_at(uint64_t pc)
{
    uint64_t first = pc & -(uint64_t)PAPI_PAGE;
    size_t size =
        pc - first + PAPI_INSTRUCTION > PAPI_PAGE ? 2 * PAPI_PAGE : PAPI_PAGE;
    unsigned char *code =
        mmap((void *)first, size, PROT_READ | PROT_WRITE | PROT_EXEC,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE | MAP_POPULATE,
             -1, 0);
    const unsigned char *from = papi.fault;

    if (code == MAP_FAILED || (uint64_t)code != first)
        return ENOTSUP;
    code[pc - first] = 0xac;
    code[pc - first + 1] = 0xc3;
    madvise(papi.fault, PAPI_PAGE, MADV_DONTNEED);
    __asm__ volatile("call *%1" : "+S"(from) : "r"(pc) : "rax", "memory", "cc");
    munmap(code, size);
    return 0;
}

int profilcheck_tick(uint64_t pc, uint32_t count, const char **why);

int profilcheck_tick(uint64_t pc, uint32_t count, const char **why)
{
    int error = papi_ready();

    *why = papi.why;
    for (; error == 0 && papi.running && count > 0; count--) {
        error = papi_tick_at(pc);
        if (error != 0)
            *why = "no instruction can be put at that pc: its page is taken or "
                   "can't be mapped";
    }
    return error;
}
