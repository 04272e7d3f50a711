/* SPDX-License-Identifier: MIT */
#include "calls.h"

#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

struct slot {
    atomic_uintptr_t self; /* 0: free */
    atomic_uint_least64_t calls;
    atomic_uint number; /* 1 + how many came before; 0: not yet known */
};

/* Open addressing.  Two take turns, and their memory is never given back: a
 * thread may be late to count in one that is no longer used. */
struct calls_table {
    size_t bytes;     /* that there are */
    size_t slots;     /* a power of two */
    unsigned limit;   /* functions that are counted */
    atomic_uint used; /* functions called, but for some beyond the limit */
    struct calls_record *records;
    struct slot *slot;
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

static bool make(struct calls_table *table, unsigned limit)
{
    size_t slots = slots_for(limit);
    size_t bytes = slots * sizeof(struct slot) +
                   (size_t)limit * sizeof(struct calls_record);
    void *memory;

    if (bytes > table->bytes) {
        memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED)
            return false;
        table->slot = memory;
        table->bytes = bytes;
    } else {
        memset(table->slot, 0, table->bytes);
    }
    table->slots = slots;
    table->records = (struct calls_record *)(void *)(table->slot + slots);
    table->limit = limit;
    atomic_store(&table->used, 0);
    return true;
}

bool calls_begin(int nfunc)
{
    unsigned limit = nfunc < 0            ? 0
                     : nfunc > CALLS_MOST ? CALLS_MOST
                                          : (unsigned)nfunc;

    calls_pause();
    turn ^= 1;
    if (!make(&tables[turn], limit))
        return false;
    calls_resume();
    return true;
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

/* The function's slot, which may be new; null where it is not counted. */
static struct slot *slot_of(struct calls_table *table, uintptr_t self)
{
    size_t mask = table->slots - 1;
    size_t at = (size_t)(self * UINT64_C(0x9e3779b97f4a7c15) >> 20);

    for (size_t k = 0; k < table->slots; k++) {
        struct slot *slot = &table->slot[(at + k) & mask];
        uintptr_t found = atomic_load(&slot->self);

        if (found == 0) {
            if (atomic_load(&table->used) >= table->limit)
                return NULL;
            if (atomic_compare_exchange_strong(&slot->self, &found, self)) {
                atomic_store(&slot->number,
                             atomic_fetch_add(&table->used, 1) + 1);
                return slot;
            }
        }
        if (found == self)
            return slot;
    }
    return NULL;
}

void calls_count(uintptr_t self)
{
    struct calls_table *table = atomic_load(&counting);
    struct slot *slot = table ? slot_of(table, self) : NULL;

    if (slot)
        atomic_fetch_add(&slot->calls, 1);
}

size_t calls_list(const struct calls_record **records)
{
    struct calls_table *table = &tables[turn];
    size_t count = 0;

    *records = table->records;
    for (size_t k = 0; table->slot && k < table->slots; k++) {
        const struct slot *slot = &table->slot[k];
        unsigned number = atomic_load(&slot->number);

        if (number == 0 || number > table->limit)
            continue;
        table->records[number - 1] = (struct calls_record){
            atomic_load(&slot->self), atomic_load(&slot->calls)};
        count = number > count ? number : count;
    }
    return count;
}
