/* SPDX-License-Identifier: MIT */
/*
 * The entry of functions compiled with -pg: the address after the call is at
 * the top of the stack.  The address that the function itself returns to is
 * above it, or, where its frame is set up, in that frame.  What the caller has
 * in registers is arguments still, in those of vectors too: those are not
 * touched, as this file and calls.c are compiled for general registers only.
 * Each begins where a counter of a profile of its own program does.
 */
#include <stdatomic.h>
#include <string.h>

#include "calls.h"
#include "impls/counting/table.h"

struct calls_slot {
    atomic_uint_least64_t key; /* 0: free */
    atomic_uint_least64_t calls;
    atomic_uint number; /* 1 + how many came before; 0: not yet known */
};

/* What is counted has a key: a function's is its address, that of an arc is
 * made of the distances of its two ends from low. */
struct keys {
    bool arcs;
    uint64_t low, span, base;
};

/* Open addressing.  Two take turns, and their memory is never given back: a
 * thread may be late to count in one that is no longer used. */
struct calls_table {
    size_t bytes;     /* that there are */
    size_t slots;     /* a power of two */
    unsigned limit;   /* keys that are counted */
    atomic_uint used; /* keys met, but for some beyond the limit */
    atomic_bool exceeded;
    struct keys keys;
    struct calls_arc *arcs; /* as they are listed */
    struct calls_slot *slot;
};

static struct calls_table tables[2];
static unsigned turn;
static _Atomic(struct calls_table *) counting; /* null: none */

static size_t slots_for(unsigned limit)
{
    size_t slots = 64;

    while (slots < 2 * (size_t)limit)
        slots *= 2;
    return slots;
}

static bool make_table(struct calls_table *table, unsigned limit)
{
    size_t slots = slots_for(limit);
    size_t bytes = slots * sizeof(struct calls_slot) +
                   (size_t)limit * sizeof(struct calls_arc);

    if (bytes > table->bytes) {
        struct calls_slot *memory = pages_make(bytes);

        if (!memory)
            return false;
        table->slot = memory;
        table->bytes = bytes;
    } else {
        memset(table->slot, 0, table->bytes);
    }
    table->slots = slots;
    table->arcs = (struct calls_arc *)(table->slot + slots);
    table->limit = limit;
    atomic_store(&table->used, 0);
    atomic_store(&table->exceeded, false);
    return true;
}

static bool begin_call(struct keys keys, int asked)
{
    unsigned limit = asked < 0            ? 0
                     : asked > CALLS_MOST ? CALLS_MOST
                                          : (unsigned)asked;

    calls_pause();
    turn ^= 1;
    if (!make_table(&tables[turn], limit))
        return false;
    tables[turn].keys = keys;
    calls_resume();
    return true;
}

bool calls_begin(int limit)
{
    return begin_call((struct keys){0}, limit);
}

bool calls_begin_arcs(uint64_t low, uint64_t high, uint64_t base, int limit)
{
    return begin_call((struct keys){true, low, high - low, base}, limit);
}

void calls_pause(void)
{
    atomic_store(&counting, NULL);
}

void calls_resume(void)
{
    if (tables[turn].slot && tables[turn].limit > 0)
        atomic_store(&counting, &tables[turn]);
}

/* The key's slot, which may be new; null where it is not counted. */
static struct calls_slot *slot_of(struct calls_table *table, uint64_t key)
{
    size_t mask = table->slots - 1;
    size_t at = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 40);

    for (size_t k = 0; k < table->slots; k++) {
        struct calls_slot *slot = &table->slot[(at + k) & mask];
        uint64_t found = atomic_load(&slot->key);

        if (found == 0) {
            if (atomic_load(&table->used) >= table->limit)
                break;
            if (atomic_compare_exchange_strong(&slot->key, &found, key)) {
                atomic_store(&slot->number,
                             atomic_fetch_add(&table->used, 1) + 1);
                return slot;
            }
        }
        if (found == key)
            return slot;
    }
    atomic_store(&table->exceeded, true);
    return NULL;
}

/* 0: it is not to be counted. */
static uint64_t key_of(const struct keys *keys, uint64_t self, uint64_t from)
{
    self -= keys->low;
    from -= keys->low;
    if (!keys->arcs)
        return self;
    return self < keys->span && from < keys->span ? from << 32 | (self + 1) : 0;
}

void calls_count(uintptr_t self, uintptr_t from)
{
    struct calls_table *table = atomic_load(&counting);
    uint64_t key = table ? key_of(&table->keys, self, from) : 0;
    struct calls_slot *slot = key ? slot_of(table, key) : NULL;

    if (slot)
        atomic_fetch_add(&slot->calls, 1);
}

static struct calls_arc arc_of(const struct keys *keys,
                               const struct calls_slot *slot)
{
    uint64_t low = keys->low - keys->base;
    uint64_t key = atomic_load(&slot->key);
    uint64_t counted = atomic_load(&slot->calls);
    uintptr_t calls = counted < UINTPTR_MAX ? (uintptr_t)counted : UINTPTR_MAX;

    if (!keys->arcs)
        return (struct calls_arc){0, (uintptr_t)key, calls};
    return (struct calls_arc){(uintptr_t)(low + (key >> 32)),
                              (uintptr_t)(low + (uint32_t)key - 1), calls};
}

size_t calls_list(const struct calls_arc **arcs)
{
    const struct calls_table *table = &tables[turn];
    size_t count = 0;

    *arcs = table->arcs;

    for (size_t k = 0; table->slot && k < table->slots; k++) {
        const struct calls_slot *slot = &table->slot[k];
        unsigned number = atomic_load(&slot->number);

        if (number == 0 || number > table->limit)
            continue;
        table->arcs[number - 1] = arc_of(&table->keys, slot);
        count = number > count ? number : count;
    }
    return count;
}

bool calls_exceeded(void)
{
    const struct calls_table *table = &tables[turn];

    return atomic_load(&table->exceeded) ||
           atomic_load(&table->used) > table->limit;
}

#if defined __x86_64__

#define ENTRY(name, from)                                                      \
    __asm__(".text\n"                                                          \
            ".p2align 4\n"                                                     \
            ".globl " #name "\n"                                               \
            ".hidden " #name "\n"                                              \
            ".type " #name ", @function\n" #name ":\n"                         \
            "    .cfi_startproc\n"                                             \
            "    push %rbp\n"                                                  \
            "    .cfi_def_cfa_offset 16\n"                                     \
            "    .cfi_offset %rbp, -16\n"                                      \
            "    mov %rsp, %rbp\n"                                             \
            "    .cfi_def_cfa_register %rbp\n"                                 \
            "    and $-16, %rsp\n"                                             \
            "    push %rax\n"                                                  \
            "    push %rcx\n"                                                  \
            "    push %rdx\n"                                                  \
            "    push %rsi\n"                                                  \
            "    push %rdi\n"                                                  \
            "    push %r8\n"                                                   \
            "    push %r9\n"                                                   \
            "    push %r10\n"                                                  \
            "    push %r11\n"                                                  \
            "    sub $8, %rsp\n"                                               \
            "    mov 8(%rbp), %rdi\n" from "    call calls_count\n"            \
            "    add $8, %rsp\n"                                               \
            "    pop %r11\n"                                                   \
            "    pop %r10\n"                                                   \
            "    pop %r9\n"                                                    \
            "    pop %r8\n"                                                    \
            "    pop %rdi\n"                                                   \
            "    pop %rsi\n"                                                   \
            "    pop %rdx\n"                                                   \
            "    pop %rcx\n"                                                   \
            "    pop %rax\n"                                                   \
            "    mov %rbp, %rsp\n"                                             \
            "    pop %rbp\n"                                                   \
            "    .cfi_def_cfa %rsp, 8\n"                                       \
            "    ret\n"                                                        \
            "    .cfi_endproc\n"                                               \
            ".size " #name ", . - " #name "\n")

#define NOWHERE  "    xor %esi, %esi\n"
#define IN_FRAME "    mov (%rbp), %rsi\n    mov 8(%rsi), %rsi\n"
#define ABOVE    "    mov 16(%rbp), %rsi\n"

ENTRY(own_mcount, NOWHERE);
ENTRY(own_mcount_arc, IN_FRAME);
ENTRY(own_fentry_arc, ABOVE);

#else

void own_mcount(void)
{
    calls_count((uintptr_t)__builtin_return_address(0), 0);
}

/* Who called the caller can't be known in C. */
void own_mcount_arc(void)
{
}
void own_fentry_arc(void)
{
}

#endif
