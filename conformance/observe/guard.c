/* SPDX-License-Identifier: MIT */
#include "guard.h"

#include <stdlib.h>

#if defined __linux__ && defined __x86_64__ && !defined __ILP32__ &&           \
    defined __GLIBC__

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A block, and the pages that it ends: those and the one after them. */
struct guard_block {
    char *start;
    size_t size;
    char *pages;
    size_t length; /* 0: free */
};

static struct guard_block guard_blocks[GUARD_BLOCKS];
static bool guarding;

static size_t page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

/* That many bytes and the page, all zeros, or null. */
static char *pages_before_guard(size_t bytes, size_t *length)
{
    size_t page = page_size();
    char *pages;

    if (bytes > SIZE_MAX / 2)
        return NULL;
    *length = (bytes + page - 1) / page * page;
    pages = mmap(NULL, *length + page, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        return NULL;
    mprotect(pages + *length, page, PROT_NONE);
    return pages;
}

static struct guard_block *block_at(const void *start)
{
    for (unsigned k = 0; k < GUARD_BLOCKS; k++)
        if (guard_blocks[k].length > 0 && guard_blocks[k].start == start)
            return &guard_blocks[k];
    return NULL;
}

/* A block at the end of its pages; null where there is no place for it. */
static void *guarded(size_t size)
{
    size_t aligned =
        size + (GUARD_ALIGNED - size % GUARD_ALIGNED) % GUARD_ALIGNED;

    for (unsigned k = 0;
         guarding && size > 0 && aligned >= size && k < GUARD_BLOCKS; k++) {
        struct guard_block *b = &guard_blocks[k];

        if (b->length > 0)
            continue;
        b->pages = pages_before_guard(aligned, &b->length);
        if (!b->pages) {
            b->length = 0;
            return NULL;
        }
        b->start = b->pages + b->length - aligned;
        b->size = size;
        return b->start;
    }
    return NULL;
}

static void *guard_malloc(size_t size)
{
    void *block = guarded(size);

    return block ? block : malloc(size);
}

static void *guard_calloc(size_t count, size_t size)
{
    void *block =
        size > 0 && count <= SIZE_MAX / size ? guarded(count * size) : NULL;

    return block ? block : calloc(count, size);
}

/* The pages stay, and can't be accessed any more. */
static void guard_free(void *start)
{
    struct guard_block *b = block_at(start);

    if (!b) {
        free(start);
        return;
    }
    mprotect(b->pages, b->length, PROT_NONE);
    b->length = 0;
}

static void *guard_realloc(void *start, size_t size)
{
    struct guard_block *b = block_at(start);
    void *block;

    if (!b)
        return start || !guarding ? realloc(start, size) : guard_malloc(size);
    block = guard_malloc(size);
    if (!block)
        return NULL;
    memcpy(block, start, b->size < size ? b->size : size);
    guard_free(start);
    return block;
}

/* What is anonymous and may be anywhere has a page after it; munmap leaves
 * that one. */
static void *guard_mmap(void *address, size_t size, int protection, int flags,
                        int file, off_t offset)
{
    char *pages;
    size_t length;

    if (!guarding || address || file != -1 || !(flags & MAP_PRIVATE))
        return mmap(address, size, protection, flags, file, offset);
    pages = size > 0 ? pages_before_guard(size, &length) : NULL;
    if (!pages)
        return mmap(address, size, protection, flags, file, offset);
    mprotect(pages, length, protection);
    return pages;
}

/* More of it is a block of its own: nothing else may lie behind it. */
static void *guard_sbrk(intptr_t size)
{
    void *block = size > 0 ? guarded((size_t)size) : NULL;

    return block ? block : sbrk(size);
}

typedef void (*guard_entry)(void);

static const struct {
    const char *name;
    guard_entry entry;
} guard_entries[] = {
    {"malloc", (guard_entry)guard_malloc},
    {"calloc", (guard_entry)guard_calloc},
    {"realloc", (guard_entry)guard_realloc},
    {"free", (guard_entry)guard_free},
    {"mmap", (guard_entry)guard_mmap},
    {"mmap64", (guard_entry)guard_mmap},
    {"sbrk", (guard_entry)guard_sbrk},
};

/* What is needed of an object's dynamic section. */
struct guard_tables {
    uintptr_t base;
    const Elf64_Sym *symbols;
    const char *strings;
    const Elf64_Rela *relocations[2];
    size_t bytes[2];
};

static struct guard_tables guard_read(const struct link_map *map)
{
    struct guard_tables t = {.base = map->l_addr};

    for (const Elf64_Dyn *d = map->l_ld; d->d_tag != DT_NULL; d++) {
        const void *at = (const void *)d->d_un.d_ptr; /* glibc added the base */

        switch (d->d_tag) {
        case DT_SYMTAB: t.symbols = at; break;
        case DT_STRTAB: t.strings = at; break;
        case DT_JMPREL: t.relocations[0] = at; break;
        case DT_PLTRELSZ: t.bytes[0] = d->d_un.d_val; break;
        case DT_RELA: t.relocations[1] = at; break;
        case DT_RELASZ: t.bytes[1] = d->d_un.d_val; break;
        default: break;
        }
    }
    return t;
}

static void guard_lead(const struct guard_tables *t, const Elf64_Rela *r)
{
    unsigned type = ELF64_R_TYPE(r->r_info);
    const char *name = t->strings + t->symbols[ELF64_R_SYM(r->r_info)].st_name;
    char *slot = (char *)(t->base + r->r_offset);
    size_t page = page_size();

    if (type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT)
        return;
    for (unsigned k = 0; k < sizeof guard_entries / sizeof *guard_entries; k++)
        if (strcmp(name, guard_entries[k].name) == 0 &&
            mprotect(slot - (uintptr_t)slot % page, page,
                     PROT_READ | PROT_WRITE) == 0)
            memcpy(slot, &guard_entries[k].entry, sizeof(guard_entry));
}

/* Through whose tables the functions here go on. */
static const struct link_map *own_object(void)
{
    struct link_map *map = NULL;
    Dl_info info;

    if (dladdr1(guard_blocks, &info, (void **)&map, RTLD_DL_LINKMAP) == 0)
        return NULL;
    return map;
}

void guard_install(void (*function)(void))
{
    struct guard_tables tables;
    struct link_map *map;
    Dl_info info;
    void *address;

    memcpy(&address, &function, sizeof address);
    if (!address ||
        dladdr1(address, &info, (void **)&map, RTLD_DL_LINKMAP) == 0 ||
        map == own_object())
        return;
    tables = guard_read(map);
    if (!tables.symbols || !tables.strings)
        return;
    for (unsigned k = 0; k < 2; k++)
        for (size_t n = 0;
             tables.relocations[k] && n < tables.bytes[k] / sizeof(Elf64_Rela);
             n++)
            guard_lead(&tables, &tables.relocations[k][n]);
}

void guard_begin(void)
{
    guarding = true;
}

void guard_end(void)
{
    guarding = false;
}

#else

void guard_install(void (*function)(void))
{
    (void)function;
}

void guard_begin(void)
{
}

void guard_end(void)
{
}

#endif
