/* SPDX-License-Identifier: MIT */
/* A program of Windows, as small as one can be: a function that calls another,
 * which calls what counts. */
#ifndef CONFORMANCE_PROF_PE_TEST_H
#define CONFORMANCE_PROF_PE_TEST_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { PE_ROOM = 4096 };

#define PE_BASE     UINT64_C(0x140000000)
#define PE_TEXT     (PE_BASE + 0x1000)
#define PE_SELF     (PE_TEXT + 0x15) /* behind its call of what counts */
#define PE_CALLER   (PE_TEXT + 0x5)  /* behind the call of it */
#define PE_TEXT_END (PE_TEXT + 0x1000)

struct pe_program {
    bool movable, stripped;
};

static inline void pe_put(unsigned char *at, unsigned width, uint64_t value)
{
    for (unsigned k = 0; k < width; k++)
        at[k] = (unsigned char)(value >> 8 * k);
}

static inline unsigned char *pe_symbol(unsigned char *at, const char *name,
                                       unsigned value)
{
    memset(at, 0, 18);
    memcpy(at, name, strlen(name));
    pe_put(at + 8, 4, value);
    pe_put(at + 12, 2, 1);
    pe_put(at + 14, 2, 0x20);
    at[16] = 2;
    return at + 18;
}

static inline size_t pe_write(const struct pe_program *pe, unsigned char *bytes)
{
    enum { HEADER = 64, OPTIONAL = HEADER + 24, SECTION = OPTIONAL + 240 };
    enum { RAW = 512, SYMBOLS = 1024 };
    unsigned char *at;

    memset(bytes, 0, PE_ROOM);
    memcpy(bytes, "MZ", 2);
    pe_put(bytes + 0x3c, 4, HEADER);
    memcpy(bytes + HEADER, "PE\0\0", 4);
    pe_put(bytes + HEADER + 4, 2, 0x8664);
    pe_put(bytes + HEADER + 6, 2, 1);
    pe_put(bytes + HEADER + 20, 2, 240);
    pe_put(bytes + HEADER + 22, 2, 0x22);
    pe_put(bytes + OPTIONAL, 2, 0x20b);
    pe_put(bytes + OPTIONAL + 24, 8, PE_BASE);
    pe_put(bytes + OPTIONAL + 32, 4, 0x1000);
    pe_put(bytes + OPTIONAL + 36, 4, 512);
    pe_put(bytes + OPTIONAL + 56, 4, 0x2000);
    pe_put(bytes + OPTIONAL + 60, 4, RAW);
    pe_put(bytes + OPTIONAL + 70, 2, pe->movable ? 0x160 : 0x100);
    pe_put(bytes + OPTIONAL + 108, 4, 16);
    memcpy(bytes + SECTION, ".text", 5);
    pe_put(bytes + SECTION + 8, 4, 0x1000);
    pe_put(bytes + SECTION + 12, 4, 0x1000);
    pe_put(bytes + SECTION + 16, 4, 512);
    pe_put(bytes + SECTION + 20, 4, RAW);
    pe_put(bytes + SECTION + 36, 4, 0x60000020);
    memcpy(bytes + RAW, "\xe8\x0b\0\0\0\xc3", 6);
    memcpy(bytes + RAW + 0x10, "\xe8\x0b\0\0\0\xc3", 6);
    bytes[RAW + 0x20] = 0xc3;
    if (pe->stripped)
        return SYMBOLS;
    pe_put(bytes + HEADER + 12, 4, SYMBOLS);
    pe_put(bytes + HEADER + 16, 4, 4);
    at = pe_symbol(bytes + SYMBOLS, "main", 0);
    at = pe_symbol(at, "leaf", 0x10);
    at = pe_symbol(at, "_mcount", 0x20);
    at = pe_symbol(at, "__long_name", 0x28);
    memset(at - 18, 0, 8);
    pe_put(at - 18 + 4, 4, 4);
    pe_put(at, 4, 4 + 12);
    memcpy(at + 4, "_monstartup", 12);
    return (size_t)(at + 16 - bytes);
}

#endif
