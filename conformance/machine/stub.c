/* SPDX-License-Identifier: MIT */
#include "stub.h"

#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arch.h"

__asm__(ARCH_FUNCTIONS);

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

enum {
    PAGES = 1024,          /* slots; a power of two */
    PAGES_MOST = 512,      /* of them used: a probe always ends */
    STACK_ROOM = 32 << 20, /* kept free below the stack */
    LOW = 0x100000,        /* below it a host may map no page */
    AHEAD = 16, /* bytes that a translator of code may read from a stub on */
};

enum page_state { PAGE_UNKNOWN, PAGE_OURS, PAGE_TAKEN };

/* Open addressing; a slot once filled never changes. */
static struct page {
    uint64_t number;
    uint8_t state;
} pages[PAGES];
static unsigned used;
static unsigned page_bits; /* of the size of a page; 0: not asked yet */

/* Code there is new, to processors too. */
static void clear_cache(uint64_t address, size_t size)
{
    char *first = (char *)(uintptr_t)address;

    __builtin___clear_cache(first, first + size);
}

/* Bytes at any address, beyond what a sanitizer knows of. */
ARCH_UNCHECKED static void write_bytes(uint64_t address,
                                       const unsigned char *bytes, size_t count)
{
    volatile unsigned char *at = (volatile unsigned char *)(uintptr_t)address;

    for (size_t k = 0; k < count; k++)
        if (at[k] != bytes[k])
            at[k] = bytes[k];
    clear_cache(address, count);
}

/* A stack that grows must not run into a stub. */
static bool stub_stack_may_come(uint64_t address)
{
    uint64_t here = (uint64_t)(uintptr_t)__builtin_frame_address(0);

    return address < here && here - address < STACK_ROOM;
}

void *stub_pages(uint64_t address, size_t size, int protection)
{
    void *want = (void *)(uintptr_t)address;
    void *got = mmap(want, size, protection,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

    if (got == MAP_FAILED)
        return NULL;
    if (got != want) /* a kernel that does not know the flag */
        munmap(got, size);
    return got == want ? got : NULL;
}

static bool map_page(uint64_t number)
{
    uint64_t address = number << page_bits;

    return number != 0 && !stub_stack_may_come(address) &&
           stub_pages(address, (size_t)1 << page_bits,
                      PROT_READ | PROT_WRITE | PROT_EXEC);
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

/* Whether all bytes from first to last are on our pages. */
static bool bytes_ours(uint64_t first, uint64_t last)
{
    if (page_bits == 0)
        page_bits = (unsigned)__builtin_ctzl((unsigned long)getpagesize());
    return first <= last && last < ARCH_USER_END &&
           page_ours(first >> page_bits) &&
           (first >> page_bits == last >> page_bits ||
            page_ours(last >> page_bits));
}

uint64_t stub_write(uint64_t pc)
{
    static const unsigned char bytes[] = {ARCH_STUB_BYTES};
    uint64_t first = pc - ARCH_STUB_BEFORE;

    if (pc % ARCH_STUB_ALIGN != 0 || pc < ARCH_STUB_BEFORE ||
        !bytes_ours(first, first + AHEAD - 1))
        return 0;
    write_bytes(first, bytes, sizeof bytes);
    return first;
}

static const char *stub_refused(uint64_t address, unsigned align)
{
    if (!ARCH_DELIVERS)
        return "exact delivery is not ported to this machine";
    if (address % align != 0)
        return "no code of this machine can be at that address";
    return address < LOW ? "its page cannot be mapped; profilcheck host says "
                           "which pages can (low-pages)"
                         : "its page cannot be mapped";
}

const char *stub_refusal(uint64_t pc)
{
    return stub_refused(pc, ARCH_STUB_ALIGN);
}

const char *stub_function_refusal(uint64_t address)
{
    return stub_refused(address, ARCH_FUNCTION_ALIGN);
}

static const unsigned char function[] = {ARCH_FUNCTION_BYTES};

bool stub_can_function(uint64_t address)
{
    return address % ARCH_FUNCTION_ALIGN == 0 &&
           bytes_ours(address, address + sizeof function - 1);
}

bool stub_function(uint64_t address, void (*count)(void))
{
    unsigned char bytes[sizeof function];
    uintptr_t target = (uintptr_t)count;

    if (!stub_can_function(address))
        return false;
    memcpy(bytes, function, sizeof bytes);
    memcpy(bytes + ARCH_FUNCTION_TARGET, &target, sizeof target);
    write_bytes(address, bytes, sizeof bytes);
    return true;
}

bool stub_return(uint64_t address)
{
    const arch_unit leave = ARCH_LEAVE;

    if (address % ARCH_FUNCTION_ALIGN != 0 ||
        !bytes_ours(address, address + sizeof leave - 1))
        return false;
    write_bytes(address, (const unsigned char *)&leave, sizeof leave);
    return true;
}

bool stub_wait(uint64_t pc)
{
    static const unsigned char bytes[] = {ARCH_WAIT_BYTES};

    if (pc % ARCH_STUB_ALIGN != 0 || !bytes_ours(pc, pc + sizeof bytes - 1))
        return false;
    write_bytes(pc, bytes, sizeof bytes);
    return true;
}

ARCH_UNCHECKED void stub_let_out(uint64_t pc)
{
    *(volatile arch_unit *)(uintptr_t)pc = ARCH_LEAVE;
    clear_cache(pc, sizeof(arch_unit));
}

#if ARC_COUNTS

/*
 * A frame that returns to from; above count's own return address, self, the
 * place here where the return that stands at self goes.
 */
__asm__(".text\n"
        ".globl arc_jump\n"
        ".hidden arc_jump\n"
        ".type arc_jump, @function\n"
        "arc_jump:\n"
        "    push %rbp\n"
        "    push %rbx\n"
        "    mov %rsp, %rbx\n"
        "    pushfq\n"
        "    or %rcx, (%rsp)\n"
        "    popfq\n"
        "    and $-16, %rsp\n"
        "    sub $8, %rsp\n"
        "    push %rsi\n"
        "    push %rbp\n"
        "    mov %rsp, %rbp\n"
        "    lea 1f(%rip), %rax\n"
        "    push %rax\n"
        "    push %rdx\n"
        "    mov %rdi, %rax\n"
        "    mov %rsi, %rdi\n"
        "    mov %rdx, %rsi\n"
        "    jmp *%rax\n"
        "1:  mov %rbx, %rsp\n"
        "    pushfq\n"
        "    andq $~0x100, (%rsp)\n"
        "    popfq\n"
        "    pop %rbx\n"
        "    pop %rbp\n"
        "    ret\n"
        ".size arc_jump, . - arc_jump\n");

bool arc_count(void (*count)(void), uint64_t from, uint64_t self)
{
    if (!stub_return(self))
        return false;
    arc_jump(count, from, self, 0);
    return true;
}

#else

void arc_jump(void (*count)(void), uint64_t from, uint64_t self, uint64_t flags)
{
    (void)count;
    (void)from;
    (void)self;
    (void)flags;
}

bool arc_count(void (*count)(void), uint64_t from, uint64_t self)
{
    (void)count;
    (void)from;
    (void)self;
    return false;
}

#endif
