/* SPDX-License-Identifier: MIT */
/* Windows' programs, as far as a profile of one needs: sections, the table of
 * symbols that gcc's linker leaves, what is imported.  All is checked against
 * the file's size: it may be any file that begins with MZ. */
#include <stdlib.h>
#include <string.h>

#include "program_symbol.h"

enum {
    PE_AT = 0x3c,   /* in the file: where its header is */
    PE_MACHINE = 4, /* in that header */
    PE_SECTIONS = 6,
    PE_SYMBOLS = 12,
    PE_SYMBOL_COUNT = 16,
    PE_OPTIONAL_SIZE = 20,
    PE_OPTIONAL = 24,
    OPTIONAL_BASE_32 = 28, /* in the optional header */
    OPTIONAL_BASE_64 = 24,
    OPTIONAL_FLAGS = 70,
    OPTIONAL_64 = 0x20b, /* its mark */
    FLAG_MOVABLE = 0x40,
    SECTION = 40, /* bytes of a section's header */
    SECTION_CODE = 0x20,
    SYMBOL = 18, /* bytes of a symbol */
    SYMBOL_FUNCTION = 0x20,
    SYMBOL_EXTERNAL = 2,
    SYMBOL_STATIC = 3,
    SHORT_NAME = 8,
    MACHINE_386 = 0x14c,
    MACHINE_AMD64 = 0x8664,
    PE_PAGE = 4096,
};

struct pe {
    struct program *program;
    uint64_t header, sections, section_count;
    uint64_t symbols, symbol_count, strings;
};

/* 0 where the file is not so long. */
static uint64_t at(const struct pe *pe, uint64_t offset, unsigned width)
{
    const struct program *p = pe->program;

    return offset <= p->size && width <= p->size - offset
               ? number_get(p->bytes + offset, width, ORDER_LITTLE)
               : 0;
}

static uint64_t section_at(const struct pe *pe, uint64_t number)
{
    return number && number <= pe->section_count
               ? pe->sections + (number - 1) * SECTION
               : 0;
}

static uint64_t section_start(const struct pe *pe, uint64_t section)
{
    return pe->program->base + at(pe, section + 12, 4);
}

static void pe_sections(struct pe *pe)
{
    struct symbols *s = &pe->program->own;

    s->low = UINT64_MAX;
    for (uint64_t k = 1; k <= pe->section_count; k++) {
        uint64_t section = section_at(pe, k);
        uint64_t start = section_start(pe, section);
        uint64_t size = at(pe, section + 8, 4);

        program_part(pe->program, start, at(pe, section + 20, 4),
                     at(pe, section + 16, 4));
        if (!(at(pe, section + 36, 4) & SECTION_CODE))
            continue;
        s->low = start < s->low ? start : s->low;
        if (start + size > s->high)
            s->high = (start + size + PE_PAGE - 1) / PE_PAGE * PE_PAGE;
    }
}

/* A name of up to 8 bytes is in the symbol, another in the strings behind
 * them.  Null: there is none that ends. */
static const char *symbol_name(const struct pe *pe, uint64_t symbol,
                               char room[SHORT_NAME + 1])
{
    const struct program *p = pe->program;
    uint64_t where = pe->strings + at(pe, symbol + 4, 4);

    if (at(pe, symbol, 4) == 0)
        return where < p->size && memchr(p->bytes + where, 0, p->size - where)
                   ? (const char *)p->bytes + where
                   : NULL;
    memcpy(room, p->bytes + symbol, SHORT_NAME);
    room[SHORT_NAME] = '\0';
    return room;
}

static int by_start(const void *left, const void *right)
{
    const struct function *a = left, *b = right;

    return a->start < b->start ? -1 : a->start > b->start;
}

/* As symbols.h has them: in order, each up to the next. */
static void order_functions(struct symbols *s)
{
    size_t kept = 0;

    qsort(s->list, s->count, sizeof *s->list, by_start);
    for (size_t k = 0; k < s->count; k++) {
        if (kept && s->list[kept - 1].start == s->list[k].start)
            continue;
        if (kept && s->list[kept - 1].end > s->list[k].start)
            s->list[kept - 1].end = s->list[k].start;
        s->list[kept++] = s->list[k];
    }
    s->count = kept;
}

static void pe_symbol(struct pe *pe, uint64_t symbol, char *room,
                      struct program_marks *marks)
{
    struct symbols *s = &pe->program->own;
    uint64_t section = section_at(pe, at(pe, symbol + 12, 2));
    uint64_t class = at(pe, symbol + 16, 1);
    const char *name = symbol_name(pe, symbol, room);
    struct program_symbol seen = {.name = name, .defined = section != 0};

    if (!name)
        return;
    if (section)
        seen.value = section_start(pe, section) + at(pe, symbol + 8, 4);
    if (strncmp(name, "__imp_", 6) == 0) {
        seen.name += 6;
        seen.imported = true;
    } else if (*name == '_' &&
               at(pe, pe->header + PE_MACHINE, 2) == MACHINE_386) {
        seen.name++;
    }
    program_symbol(pe->program, marks, &seen);
    if (section && at(pe, symbol + 14, 2) == SYMBOL_FUNCTION &&
        (class == SYMBOL_EXTERNAL || class == SYMBOL_STATIC))
        s->list[s->count++] = (struct function){
            seen.value, section_start(pe, section) + at(pe, section + 8, 4),
            seen.name};
}

static void pe_symbols(struct pe *pe)
{
    struct program *program = pe->program;
    struct program_marks marks = {0};
    char *names = calloc(pe->symbol_count + 1, SHORT_NAME + 1);

    program->own.list = calloc(pe->symbol_count + 1, sizeof *program->own.list);
    program->own.elf = names;
    for (uint64_t k = 0; names && program->own.list && k < pe->symbol_count;
         k += 1 + at(pe, pe->symbols + k * SYMBOL + 17, 1))
        pe_symbol(pe, pe->symbols + k * SYMBOL, names + k * (SHORT_NAME + 1),
                  &marks);
    program_symbols_end(program, &marks);
    if (program->own.list)
        order_functions(&program->own);
    program->facts |= program->own.count ? F(NAMES) : 0;
}

bool program_load_pe(struct program *program)
{
    struct pe pe = {.program = program};
    uint64_t optional, machine;
    bool wide;

    if (program->size < PE_AT + 4 || memcmp(program->bytes, "MZ", 2) != 0)
        return false;
    pe.header = at(&pe, PE_AT, 4);
    if (at(&pe, pe.header, 4) != 0x4550) /* PE */
        return false;
    program->facts |= F(PE) | F(SHARED);
    optional = pe.header + PE_OPTIONAL;
    wide = at(&pe, optional, 2) == OPTIONAL_64;
    program->encoding = (struct encoding){ORDER_LITTLE, wide ? 8 : 4};
    machine = at(&pe, pe.header + PE_MACHINE, 2);
    program->calls_are_known =
        machine == MACHINE_386 || machine == MACHINE_AMD64;
    program->base =
        at(&pe, optional + (wide ? OPTIONAL_BASE_64 : OPTIONAL_BASE_32),
           wide ? 8 : 4);
    if (at(&pe, optional + OPTIONAL_FLAGS, 2) & FLAG_MOVABLE)
        program->facts |= F(RELOCATED);
    pe.sections = optional + at(&pe, pe.header + PE_OPTIONAL_SIZE, 2);
    pe.section_count = at(&pe, pe.header + PE_SECTIONS, 2);
    pe.symbols = at(&pe, pe.header + PE_SYMBOLS, 4);
    pe.symbol_count = at(&pe, pe.header + PE_SYMBOL_COUNT, 4);
    pe.strings = pe.symbols + pe.symbol_count * SYMBOL;
    if (pe.strings > program->size)
        pe.symbol_count = 0;
    pe_sections(&pe);
    program->own.movable = program->facts & F(RELOCATED);
    program->symbols = &program->own;
    pe_symbols(&pe);
    return true;
}
