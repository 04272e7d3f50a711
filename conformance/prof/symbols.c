/* SPDX-License-Identifier: MIT */
#include "symbols.h"

#include <stdio.h>

enum { PAGE = 4096 };

bool symbols_base(const struct symbols *symbols, uint64_t low, uint64_t high,
                  uint64_t *base)
{
    uint64_t first, last;

    *base = 0;
    if (low < symbols->high && high > symbols->low)
        return true;
    if (!symbols->movable || low < symbols->high)
        return false;
    first = (high - symbols->high) / PAGE * PAGE;
    if (first < high - symbols->high)
        first += PAGE;
    last = (low - symbols->low) / PAGE * PAGE;
    *base = first;
    return first == last;
}

const struct function *symbols_at(const struct symbols *symbols,
                                  uint64_t address)
{
    size_t count = symbols ? symbols->count : 0;
    size_t k = count ? function_after(symbols->list, count, address) : 0;

    return k < count && symbols->list[k].start <= address ? symbols->list + k
                                                          : NULL;
}

#ifdef HAVE_LIBELF

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "conformance/base/memory.h"

const bool symbols_can_be_read = true;

/* A symbol before the list is put in order. */
struct candidate {
    struct function function;
    uint8_t rank; /* the lower the better */
};

struct candidates {
    struct candidate *list;
    size_t count;
};

static unsigned underscores(const char *name)
{
    return (unsigned)strspn(name, "_");
}

static int by_address_and_merit(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;

    if (a->function.start != b->function.start)
        return a->function.start < b->function.start ? -1 : 1;
    if (a->rank != b->rank)
        return a->rank - b->rank;
    if (underscores(a->function.name) != underscores(b->function.name))
        return (int)underscores(a->function.name) -
               (int)underscores(b->function.name);
    return strcmp(a->function.name, b->function.name);
}

static bool names_function(const GElf_Sym *symbol, const GElf_Shdr *section)
{
    unsigned type = GELF_ST_TYPE(symbol->st_info);

    if (type == STT_FUNC || type == STT_GNU_IFUNC)
        return true;
    return type == STT_NOTYPE && GELF_ST_BIND(symbol->st_info) != STB_LOCAL &&
           (section->sh_flags & SHF_EXECINSTR);
}

static unsigned rank(const GElf_Sym *symbol)
{
    switch (GELF_ST_BIND(symbol->st_info)) {
    case STB_GLOBAL: return 0;
    case STB_WEAK: return 1;
    default: return 2;
    }
}

static bool is_descriptors(Elf *elf, const GElf_Shdr *section)
{
    size_t names = 0;
    const char *name;

    elf_getshdrstrndx(elf, &names);
    name = elf_strptr(elf, names, section->sh_name);
    return name && strcmp(name, ".opd") == 0;
}

/* The section of code that has the address. */
static bool find_code(Elf *elf, uint64_t address, GElf_Shdr *section)
{
    Elf_Scn *where = NULL;

    while ((where = elf_nextscn(elf, where)) != NULL)
        if (gelf_getshdr(where, section) && section->sh_flags & SHF_EXECINSTR &&
            address >= section->sh_addr &&
            address - section->sh_addr < section->sh_size)
            return true;
    return false;
}

/* Of 64-bit POWER with the high byte first, a function's symbol is of a
 * descriptor, whose first word is where its code begins. */
static bool follow_descriptor(Elf *elf, Elf_Scn *where, GElf_Shdr *section,
                              uint64_t *address)
{
    uint64_t at = *address - section->sh_addr;
    Elf_Data *data;

    if (!is_descriptors(elf, section))
        return true;
    data = elf_rawdata(where, NULL);
    if (!data || !data->d_buf || data->d_size < 8 || at > data->d_size - 8)
        return false;
    *address = number_get((unsigned char *)data->d_buf + at, 8,
                          elf_getident(elf, NULL)[EI_DATA] == ELFDATA2MSB
                              ? ORDER_BIG
                              : ORDER_LITTLE);
    return find_code(elf, *address, section);
}

/* The end is that of the section, as yet. */
static void add_symbol(Elf *elf, const GElf_Sym *symbol, const char *name,
                       struct candidates *candidates)
{
    Elf_Scn *where = symbol->st_shndx < SHN_LORESERVE
                         ? elf_getscn(elf, symbol->st_shndx)
                         : NULL;
    uint64_t address = symbol->st_value, end;
    GElf_Shdr section;

    if (symbol->st_shndx == SHN_UNDEF || !where || !name || !*name ||
        !gelf_getshdr(where, &section) || !names_function(symbol, &section) ||
        !follow_descriptor(elf, where, &section, &address))
        return;
    end = section.sh_addr + section.sh_size;
    if (address < section.sh_addr || address >= end)
        return;
    candidates->list[candidates->count++] = (struct candidate){
        {address, end, name, GELF_ST_BIND(symbol->st_info) == STB_LOCAL},
        (uint8_t)rank(symbol),
    };
}

static void read_table(Elf *elf, Elf_Scn *section, const GElf_Shdr *header,
                       struct candidates *candidates)
{
    Elf_Data *data = elf_getdata(section, NULL);
    size_t size = gelf_fsize(elf, ELF_T_SYM, 1, EV_CURRENT);
    size_t count = data && size ? data->d_size / size : 0;

    candidates->list = memory_new(count, sizeof *candidates->list);
    for (size_t k = 0; k < count && k < INT32_MAX; k++) {
        GElf_Sym symbol;

        if (gelf_getsym(data, (int)k, &symbol))
            add_symbol(elf, &symbol,
                       elf_strptr(elf, header->sh_link, symbol.st_name),
                       candidates);
    }
}

/* The full table of symbols, or else that for linking at run time. */
static void read_symbols(Elf *elf, struct candidates *candidates)
{
    Elf_Scn *section = NULL, *best = NULL;
    GElf_Shdr header, best_header = {0};

    while ((section = elf_nextscn(elf, section)) != NULL)
        if (gelf_getshdr(section, &header) &&
            (header.sh_type == SHT_SYMTAB ||
             (header.sh_type == SHT_DYNSYM && !best))) {
            best = section;
            best_header = header;
        }
    if (best)
        read_table(elf, best, &best_header, candidates);
}

/* One name an address, each function to the next. */
static void put_in_order(struct candidates *candidates, struct symbols *symbols)
{
    struct candidate *list = candidates->list;

    symbols->list = memory_new(candidates->count, sizeof *symbols->list);
    if (candidates->count)
        qsort(list, candidates->count, sizeof *list, by_address_and_merit);
    for (size_t k = 0; k < candidates->count; k++)
        symbols->list[k] = list[k].function;
    symbols->count = functions_apart(symbols->list, candidates->count);
}

static void read_segments(Elf *elf, struct symbols *symbols)
{
    size_t count = 0;

    symbols->low = UINT64_MAX;
    elf_getphdrnum(elf, &count);
    for (size_t k = 0; k < count && k < INT32_MAX; k++) {
        GElf_Phdr segment;
        uint64_t low, high;

        if (!gelf_getphdr(elf, (int)k, &segment) || segment.p_type != PT_LOAD)
            continue;
        low = segment.p_vaddr / PAGE * PAGE;
        high = (segment.p_vaddr + segment.p_memsz + PAGE - 1) / PAGE * PAGE;
        if (low < symbols->low)
            symbols->low = low;
        if ((segment.p_flags & PF_X) && high > symbols->high)
            symbols->high = high;
    }
}

static const char *read_elf(struct symbols *symbols)
{
    struct candidates candidates = {0};
    GElf_Ehdr header;

    if (elf_kind(symbols->elf) != ELF_K_ELF ||
        !gelf_getehdr(symbols->elf, &header))
        return "is not an ELF file";
    if (header.e_type != ET_EXEC && header.e_type != ET_DYN)
        return "is neither a program nor a shared object";
    symbols->movable = header.e_type == ET_DYN;
    read_segments(symbols->elf, symbols);
    read_symbols(symbols->elf, &candidates);
    put_in_order(&candidates, symbols);
    free(candidates.list);
    return symbols->count ? NULL
                          : "has no symbols of functions; was it stripped?";
}

const char *symbols_load(struct symbols *symbols, const char *path)
{
    const char *wrong;

    *symbols = (struct symbols){.file = open(path, O_RDONLY | O_CLOEXEC)};
    if (symbols->file < 0)
        return strerror(errno);
    elf_version(EV_CURRENT);
    symbols->elf = elf_begin(symbols->file, ELF_C_READ, NULL);
    wrong = symbols->elf ? read_elf(symbols) : "can't be read as ELF";
    if (wrong)
        symbols_free(symbols);
    return wrong;
}

void symbols_free(struct symbols *symbols)
{
    free(symbols->list);
    if (symbols->elf)
        elf_end(symbols->elf);
    close(symbols->file);
}

#else

const bool symbols_can_be_read = false;

const char *symbols_load(struct symbols *symbols, const char *path)
{
    (void)path;
    *symbols = (struct symbols){0};
    return "can't be read: profilcheck was built without libelf; "
           "install " SYMBOLS_PACKAGE " and build it again";
}

void symbols_free(struct symbols *symbols)
{
    (void)symbols;
}

#endif
