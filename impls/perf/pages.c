/* SPDX-License-Identifier: MIT */
#include "pages.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

enum {
    PAGE_BITS = 12,
    PAGE = 1 << PAGE_BITS,
    TOP = PAGE / 2, /* of a stack, in its page */
    HELD = 1024,
    STACK_ROOM = 32 << 20, /* kept free below the program's stack */
    RETURN = 0xc3,
};

#if defined __i386__ /* under a 64-bit kernel */
#define PROGRAMS_END UINT64_C(0xfffff000)
#else
#define PROGRAMS_END UINT64_C(0x7ffffffff000)
#endif

static int memory = -1; /* a page for all stacks, then one of returns */
static unsigned char *stacks;

/* By number, each at one place only. */
static struct held {
    uint64_t number; /* 0: none */
    uint64_t round;
} held[HELD];
static uint64_t round_now = 1;

static bool make_memory(uint64_t top)
{
    unsigned char page[PAGE] = {0};

    memory = memfd_create("profil-exact", MFD_CLOEXEC);
    if (memory < 0)
        return false;
    memcpy(page + TOP, &top, sizeof top);
    if (write(memory, page, PAGE) != PAGE)
        return false;
    memset(page, RETURN, PAGE);
    return write(memory, page, PAGE) == PAGE;
}

/* Mappings of the same page do not join, and a fault in one brings no page
 * of the next. */
static bool map_stacks(size_t count)
{
    unsigned char *at =
        mmap(NULL, count * PAGE, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (at == MAP_FAILED)
        return false;
    for (size_t i = 0; i < count; i++)
        if (mmap(at + i * PAGE, PAGE, PROT_READ, MAP_SHARED | MAP_FIXED, memory,
                 0) == MAP_FAILED)
            return false;
    stacks = at;
    return true;
}

bool pages_make(size_t count, uint64_t top)
{
    return stacks || (make_memory(top) && map_stacks(count));
}

uint64_t pages_stack(size_t number)
{
    return (uint64_t)(uintptr_t)stacks + number * PAGE + TOP;
}

void pages_zap(size_t count)
{
    madvise(stacks, count * PAGE, MADV_DONTNEED);
}

/* A stack that grows must not run into a page of ours. */
static bool stack_may_come(uint64_t address)
{
    uint64_t here = (uint64_t)(uintptr_t)__builtin_frame_address(0);

    return address < here && here - address < STACK_ROOM;
}

bool pages_of_programs(uint64_t pc)
{
    return pc >= PAGE && pc < PROGRAMS_END;
}

static bool map_returns(uint64_t number)
{
    uint64_t address = number << PAGE_BITS;
    void *want = (void *)(uintptr_t)address, *got;

    if (stack_may_come(address))
        return false;
    got = mmap(want, PAGE, PROT_READ | PROT_EXEC,
               MAP_SHARED | MAP_POPULATE | MAP_FIXED_NOREPLACE, memory, PAGE);
    if (got == MAP_FAILED)
        return false;
    if (got != want) /* a kernel that does not know the flag */
        munmap(got, PAGE);
    return got == want;
}

bool pages_hold(uint64_t pc)
{
    uint64_t number = pc >> PAGE_BITS;
    struct held *place = &held[number * UINT64_C(0x9e3779b97f4a7c15) >> 54];

    if (number != 0 && place->number == number) {
        place->round = round_now;
        return true;
    }
    if (place->number != 0 && place->round == round_now)
        return false;
    if (place->number != 0)
        munmap((void *)(uintptr_t)(place->number << PAGE_BITS), PAGE);
    place->number = pages_of_programs(pc) && map_returns(number) ? number : 0;
    place->round = round_now;
    return place->number != 0;
}

void pages_round(void)
{
    round_now++;
}
