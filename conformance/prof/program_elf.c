/* SPDX-License-Identifier: MIT */
#include "program_symbol.h"

#ifdef HAVE_LIBELF

#include <gelf.h>
#include <string.h>

static void elf_symbols(Elf *elf, Elf_Scn *section, const GElf_Shdr *header,
                        struct program *program, struct program_marks *marks)
{
    Elf_Data *data = elf_getdata(section, NULL);
    size_t size = gelf_fsize(elf, ELF_T_SYM, 1, EV_CURRENT);
    size_t count = data && size ? data->d_size / size : 0;

    for (size_t k = 0; k < count && k < INT32_MAX; k++) {
        struct program_symbol symbol;
        GElf_Sym s;

        if (!gelf_getsym(data, (int)k, &s))
            continue;
        symbol = (struct program_symbol){
            .name = elf_strptr(elf, header->sh_link, s.st_name),
            .value = s.st_value,
            .defined = s.st_shndx != SHN_UNDEF,
            .imported =
                s.st_shndx == SHN_UNDEF && header->sh_type == SHT_DYNSYM,
        };
        if (symbol.name)
            program_symbol(program, marks, &symbol);
    }
}

/* Libraries besides the C library itself. */
static void elf_libraries(Elf *elf, Elf_Scn *section, const GElf_Shdr *header,
                          struct program *program)
{
    Elf_Data *data = elf_getdata(section, NULL);
    GElf_Dyn entry;

    for (int k = 0; data && gelf_getdyn(data, k, &entry); k++) {
        const char *name =
            entry.d_tag == DT_NEEDED
                ? elf_strptr(elf, header->sh_link, entry.d_un.d_val)
                : NULL;

        if (name && strncmp(name, "ld-", 3) != 0)
            program_add_word(program->libraries, name);
    }
}

/* A system says in such a section whose a program is. */
static bool is_of_a_system(const char *section)
{
    return strncmp(section, ".note.ABI-tag", 13) == 0 ||
           strncmp(section, ".note.tag", 9) == 0 ||
           strncmp(section, ".note.netbsd", 12) == 0 ||
           strncmp(section, ".note.openbsd", 13) == 0 ||
           strcmp(section, ".interp") == 0;
}

static void elf_segments(Elf *elf, struct program *program)
{
    size_t count = 0;

    elf_getphdrnum(elf, &count);
    for (size_t k = 0; k < count && k < INT32_MAX; k++) {
        GElf_Phdr segment;

        if (gelf_getphdr(elf, (int)k, &segment) && segment.p_type == PT_LOAD)
            program_part(program, segment.p_vaddr, segment.p_offset,
                         segment.p_filesz);
    }
}

void program_load_elf(struct program *program)
{
    struct program_marks marks = {0};
    Elf_Scn *section = NULL;
    GElf_Shdr header;
    size_t names = 0;
    bool system = false, sections = false;
    Elf *elf;

    elf_version(EV_CURRENT);
    elf = elf_memory((char *)program->bytes, program->size);
    if (!elf)
        return;
    elf_getshdrstrndx(elf, &names);
    while ((section = elf_nextscn(elf, section)) != NULL) {
        const char *name;

        sections = true;
        if (!gelf_getshdr(section, &header))
            continue;
        name = elf_strptr(elf, names, header.sh_name);
        system |= name && is_of_a_system(name);
        if (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM)
            elf_symbols(elf, section, &header, program, &marks);
        else if (header.sh_type == SHT_DYNAMIC)
            elf_libraries(elf, section, &header, program);
    }
    elf_segments(elf, program);
    if (sections)
        program_symbols_end(program, &marks);
    program->facts |= (*program->libraries ? F(SHARED) : 0) |
                      (system || !sections ? 0 : F(BARE));
    elf_end(elf);
}

#else

void program_load_elf(struct program *program)
{
    (void)program;
}

#endif
