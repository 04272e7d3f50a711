/* SPDX-License-Identifier: MIT */
#include "stub.h"

#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

#include "arch.h"

#if ARCH_DELIVERS

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

enum {
    PAGE_BITS = 12,
    PAGE_SIZE = 1 << PAGE_BITS,
    PAGES = 1024,          /* slots; a power of two */
    PAGES_MOST = 512,      /* of them used: a probe always ends */
    STACK_ROOM = 32 << 20, /* kept free below the stack */
    AHEAD = 16, /* bytes that a translator of code may read from a stub on */
};

enum page_state { PAGE_UNKNOWN, PAGE_OURS, PAGE_TAKEN };

/* Open addressing; a slot once filled never changes. */
static struct page {
    uint64_t number;
    uint8_t state;
} pages[PAGES];
static unsigned used;

/* Bytes at any address, beyond what a sanitizer knows of. */
#if defined __clang__ || defined __GNUC__
__attribute__((no_sanitize("address", "undefined")))
#endif
static void
write_bytes(uint64_t address, const unsigned char *bytes, size_t count)
{
    volatile unsigned char *at = (volatile unsigned char *)(uintptr_t)address;

    for (size_t k = 0; k < count; k++)
        if (at[k] != bytes[k])
            at[k] = bytes[k];
}

/* A stack that grows must not run into a stub. */
static bool stub_stack_may_come(uint64_t address)
{
    uint64_t here = (uint64_t)(uintptr_t)__builtin_frame_address(0);

    return address < here && here - address < STACK_ROOM;
}

static bool map_page(uint64_t number)
{
    uint64_t address = number << PAGE_BITS;
    void *want = (void *)(uintptr_t)address;
    void *got;

    if (number == 0 || stub_stack_may_come(address))
        return false;
    got = mmap(want, PAGE_SIZE, PROT_READ | PROT_WRITE | PROT_EXEC,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (got == MAP_FAILED)
        return false;
    if (got != want) /* a kernel that does not know the flag */
        munmap(got, PAGE_SIZE);
    return got == want;
}

static bool page_ours(uint64_t number)
{
    unsigned slot = (unsigned)(number * UINT64_C(0x9e3779b97f4a7c15) >> 32);

    for (;; slot++) {
        struct page *page = &pages[slot % PAGES];

        if (page->state == PAGE_UNKNOWN) {
            if (used == PAGES_MOST)
                return false;
            used++;
            page->number = number;
            page->state = map_page(number) ? PAGE_OURS : PAGE_TAKEN;
        }
        if (page->number == number)
            return page->state == PAGE_OURS;
    }
}

/* Whether all bytes from first to last are on pages of ours. */
static bool bytes_ours(uint64_t first, uint64_t last)
{
    return first <= last && last < ARCH_USER_END &&
           page_ours(first >> PAGE_BITS) &&
           (first >> PAGE_BITS == last >> PAGE_BITS ||
            page_ours(last >> PAGE_BITS));
}

uint64_t stub_write(uint64_t pc)
{
    static const unsigned char bytes[] = ARCH_STUB_BYTES;
    uint64_t first = pc - ARCH_STUB_BEFORE;

    if (pc < ARCH_STUB_BEFORE || !bytes_ours(first, first + AHEAD - 1))
        return 0;
    write_bytes(first, bytes, sizeof bytes);
    return first;
}

enum { FUNCTION = 19 }; /* bytes */

bool stub_can_function(uint64_t address)
{
    return bytes_ours(address, address + FUNCTION - 1);
}

bool stub_function(uint64_t address, void (*count)(void))
{
    unsigned char bytes[FUNCTION] = {
        0x55,                                  /* push %rbp */
        0x48, 0x89, 0xe5,                      /* mov %rsp, %rbp */
        0x49, 0xbb, 0,    0, 0, 0, 0, 0, 0, 0, /* movabs $count, %r11 */
        0x41, 0xff, 0xd3,                      /* call *%r11 */
        0x5d, 0xc3,                            /* pop %rbp; ret */
    };
    uint64_t target = (uint64_t)(uintptr_t)count;

    memcpy(bytes + 6, &target, sizeof target);
    if (!bytes_ours(address, address + sizeof bytes - 1))
        return false;
    write_bytes(address, bytes, sizeof bytes);
    return true;
}

bool stub_wait(uint64_t pc)
{
    static const unsigned char bytes[] = ARCH_WAIT_BYTES;

    if (!bytes_ours(pc, pc + sizeof bytes - 1))
        return false;
    write_bytes(pc, bytes, sizeof bytes);
    return true;
}

#if defined __clang__ || defined __GNUC__
__attribute__((no_sanitize("address", "undefined")))
#endif
void stub_let_out(uint64_t pc)
{
    *(volatile unsigned char *)(uintptr_t)pc = ARCH_LEAVE_BYTE;
}

__asm__(".text\n"
        ".globl arch_stub_call\n"
        ".type arch_stub_call, @function\n"
        "arch_stub_call:\n"
        "    mov %r8, %rax\n"
        "    mov %r9, %r10\n"
        "    jmp *%rcx\n"
        ".size arch_stub_call, . - arch_stub_call\n");

__asm__(".text\n"
        ".globl arch_call_on\n"
        ".type arch_call_on, @function\n"
        "arch_call_on:\n"
        "    push %rbp\n"
        "    mov %rsp, %rbp\n"
        "    mov %rsi, %rsp\n"
        "    call *%rdi\n"
        "    mov %rbp, %rsp\n"
        "    pop %rbp\n"
        "    ret\n"
        ".size arch_call_on, . - arch_call_on\n");

#else

uint64_t stub_write(uint64_t pc)
{
    (void)pc;
    return 0;
}

bool stub_can_function(uint64_t address)
{
    (void)address;
    return false;
}

bool stub_function(uint64_t address, void (*count)(void))
{
    (void)address;
    (void)count;
    return false;
}

bool stub_wait(uint64_t pc)
{
    (void)pc;
    return false;
}

void stub_let_out(uint64_t pc)
{
    (void)pc;
}

#endif
