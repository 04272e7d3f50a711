/* SPDX-License-Identifier: MIT */
#include "calls.h"

#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

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
    void *records; /* struct calls_record or calls_arc */
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
    table->records = table->slot + slots;
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

static void put_record(const struct calls_table *table, unsigned index,
                       const struct calls_slot *slot)
{
    struct calls_record *records = table->records;
    struct calls_arc *arcs = table->records;
    uint64_t low = table->keys.low - table->keys.base;
    uint64_t key = atomic_load(&slot->key);
    uint64_t counted = atomic_load(&slot->calls);
    uintptr_t calls = counted < UINTPTR_MAX ? (uintptr_t)counted : UINTPTR_MAX;

    if (table->keys.arcs)
        arcs[index] =
            (struct calls_arc){(uintptr_t)(low + (key >> 32)),
                               (uintptr_t)(low + (uint32_t)key - 1), calls};
    else
        records[index] = (struct calls_record){(uintptr_t)key, calls};
}

static size_t list_regions(const struct calls_table *table)
{
    size_t count = 0;

    for (size_t k = 0; table->slot && k < table->slots; k++) {
        const struct calls_slot *slot = &table->slot[k];
        unsigned number = atomic_load(&slot->number);

        if (number == 0 || number > table->limit)
            continue;
        put_record(table, number - 1, slot);
        count = number > count ? number : count;
    }
    return count;
}

size_t calls_list(const struct calls_record **records)
{
    *records = tables[turn].records;
    return list_regions(&tables[turn]);
}

size_t calls_list_arcs(const struct calls_arc **arcs)
{
    *arcs = tables[turn].records;
    return list_regions(&tables[turn]);
}

bool calls_exceeded(void)
{
    const struct calls_table *table = &tables[turn];

    return atomic_load(&table->exceeded) ||
           atomic_load(&table->used) > table->limit;
}
