/* SPDX-License-Identifier: MIT */
/* The head of FreeBSD's gmon.out, and where the program was loaded, beside
 * where its file says. */
#ifndef MUTANTS_GMON_FILE_H
#define MUTANTS_GMON_FILE_H

#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct loaded {
    uint64_t address, base;
    bool inside; /* the address is of the program's code */
};

static int look_at_program(struct dl_phdr_info *info, size_t size, void *seen)
{
    struct loaded *loaded = seen;

    (void)size;
    loaded->base = info->dlpi_addr;
    for (unsigned k = 0; k < info->dlpi_phnum; k++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[k];

        if (part->p_type == PT_LOAD &&
            loaded->address - loaded->base - part->p_vaddr < part->p_memsz)
            loaded->inside = true;
    }
    return 1; /* the program comes first */
}

static inline struct loaded where_loaded(uint64_t address)
{
    struct loaded loaded = {.address = address};

    dl_iterate_phdr(look_at_program, &loaded);
    return loaded;
}

static void put(FILE *out, const void *bytes, size_t size)
{
    fwrite(bytes, 1, size, out);
}

static void put_gmon_head(FILE *out, uint64_t low, uint64_t high, uint32_t size,
                          uint32_t rate, uint32_t spare)
{
    uint64_t range[] = {low, high};
    uint32_t rest[] = {size, 0x00051879, rate, 16, spare, spare};

    put(out, range, sizeof range);
    put(out, rest, sizeof rest);
}

#endif
