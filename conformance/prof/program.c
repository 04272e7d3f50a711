/* SPDX-License-Identifier: MIT */
#include "program.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#ifdef HAVE_LIBELF
#include <gelf.h>
#endif

#include "conformance/base/memory.h"
#include "conformance/base/whole_file.h"

/* Of either format. */
struct program_symbol {
    const char *name;
    uint64_t value;
    bool defined;
    bool imported; /* of a library, when it is loaded */
};

/* What was seen among them so far. */
struct program_marks {
    bool start_file, started, start_called, starter, imports_it, glibc;
    bool named, movable; /* as a library is, and as a program that says so */
};

enum {
    /* In the identification of an ELF file, and behind it. */
    ELF_CLASS = 4,
    ELF_DATA = 5,
    ELF_MACHINE = 18,
    ELF_HEAD = 20,
    ELF_386 = 3,
    ELF_X86_64 = 62,
};

bool program_is(const char *path)
{
    struct stat status;
    bool regular = stat(path, &status) == 0 && S_ISREG(status.st_mode);
    FILE *file = regular ? fopen(path, "rb") : NULL;
    unsigned char mark[4];
    bool is = file && fread(mark, sizeof mark, 1, file) == 1 &&
              (memcmp(mark, "\177ELF", 4) == 0 || memcmp(mark, "MZ", 2) == 0);

    if (file)
        fclose(file);
    return is;
}

/* What a program does that calls one of those, and where in it their names are
 * kept. */
static const struct {
    const char *names;
    uint8_t fact;
    size_t words;
} calls[] = {
    {"_exit _Exit quick_exit abort TerminateProcess ExitProcess", FACT_ENDS,
     offsetof(struct program, ends)},
    {"execve execv execvp execvpe execl execlp execle", FACT_EXECS,
     offsetof(struct program, execs)},
    {"fork vfork forkpty daemon", FACT_FORKS, offsetof(struct program, forks)},
    {"chdir fchdir chroot daemon", FACT_MOVES, offsetof(struct program, moves)},
    {"system popen posix_spawn posix_spawnp", FACT_RUNS,
     offsetof(struct program, runs)},
    {"setitimer timer_create profil sprofil moncontrol signal sigaction sigset",
     FACT_TIMES, offsetof(struct program, times)},
    {"sigprocmask pthread_sigmask", FACT_BLOCKS,
     offsetof(struct program, blocks)},
    {"dlopen dlmopen", FACT_LOADS, offsetof(struct program, loads)},
};

/* Of each: some runtime has it by that name.  PE for i386 adds "_". */
static const char counters_of_calls[] =
    "mcount _mcount __mcount __fentry__ _mcount_private "
    "__gnu_mcount_nc mcount_nc";
static const char starters[] =
    "monstartup _monstartup __monstartup _mcleanup gprof_start";
static const char ends_of_text[] = "etext _etext __etext";

/* Whether a list of names, with blanks or commas between, has that one, which
 * may have a version behind it. */
static bool is_among(const char *name, const char *names)
{
    size_t length = strcspn(name, "@"), word;

    for (; *names; names += word + strspn(names + word, " ,")) {
        word = strcspn(names, " ,");
        if (word == length && strncmp(names, name, length) == 0)
            return true;
    }
    return false;
}

static void program_add_word(char words[PROGRAM_WORDS], const char *word)
{
    size_t used = strlen(words);

    if (!is_among(word, words) && used + strlen(word) + 3 < PROGRAM_WORDS)
        snprintf(words + used, PROGRAM_WORDS - used, "%s%s", used ? ", " : "",
                 word);
}

/* glibc's start file for -pg has __gmon_start__; any other leaves it open, and
 * in a static program the rest is there for mcount alone.  All of mingw-w64's
 * import abort. */
static void program_symbol(struct program *program, struct program_marks *marks,
                           const struct program_symbol *symbol)
{
    const char *name = symbol->name;

    if (is_among(name, counters_of_calls))
        program->facts |= F(COMPILED_PG);
    if (strcmp(name, "__gmon_start__") == 0) {
        marks->start_file = true;
        marks->started |= symbol->defined;
    }
    marks->glibc |= strcmp(name, "_dl_mcount") == 0;
    marks->starter |= is_among(name, starters);
    marks->imports_it |= symbol->imported && strcmp(name, "monstartup") == 0;
    marks->start_called |=
        !symbol->defined && strcmp(name, "__monstartup") == 0;
    if (is_among(name, ends_of_text))
        program->etext = symbol->defined ? symbol->value : program->etext;
    if (strcmp(name, "__executable_start") == 0 && symbol->defined) {
        program->has_start = true;
        program->start = symbol->value;
    }
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++)
        if (symbol->imported && is_among(name, calls[k].names) &&
            !(program->facts & F(PE) && strcmp(name, "abort") == 0)) {
            program->facts |= UINT64_C(1) << calls[k].fact;
            program_add_word((char *)program + calls[k].words, name);
        }
}

/* Where it was not linked with -pg, monstartup is there for mcount, or it is
 * called. */
static void program_symbols_end(struct program *program,
                                const struct program_marks *marks)
{
    bool linked = marks->start_file || marks->glibc
                      ? marks->started || marks->start_called
                      : marks->starter;

    program->starts_itself =
        !linked && (marks->imports_it ||
                    (marks->starter && !(program->facts & F(COMPILED_PG))));
    program->facts |=
        F(SEEN) | (linked || program->starts_itself ? F(LINKED_PG) : 0);
}

static void program_part(struct program *program, uint64_t address,
                         uint64_t offset, uint64_t size)
{
    if (program->part_count == PROGRAM_PARTS || offset > program->size)
        return;
    if (size > program->size - offset)
        size = program->size - offset;
    program->parts[program->part_count++] =
        (struct program_part){address, offset, size};
}

/* ELF, with libelf: nothing is done of a file that it can't read. */
#ifdef HAVE_LIBELF

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

/* Libraries besides the C library itself, and whether it is one. */
static void elf_dynamic(Elf *elf, Elf_Scn *section, const GElf_Shdr *header,
                        struct program *program, struct program_marks *marks)
{
    Elf_Data *data = elf_getdata(section, NULL);
    GElf_Dyn entry;

    for (int k = 0; data && gelf_getdyn(data, k, &entry); k++) {
        const char *name =
            entry.d_tag == DT_NEEDED
                ? elf_strptr(elf, header->sh_link, entry.d_un.d_val)
                : NULL;

        marks->named |= entry.d_tag == DT_SONAME;
        marks->movable |=
            entry.d_tag == DT_FLAGS_1 && entry.d_un.d_val & DF_1_PIE;
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

/* What objcopy --only-keep-debug leaves has names, and no code; nor what is
 * loaded. */
static void elf_hollow(struct program *program, bool loaded)
{
    program->calls_are_known = false;
    if (loaded)
        program_add_word(program->libraries, "such as libc");
}

/* Whether it has a library's name, or nowhere to begin. */
static bool elf_is_library(Elf *elf, const struct program_marks *marks)
{
    GElf_Ehdr header;

    return !marks->movable && gelf_getehdr(elf, &header) &&
           header.e_type == ET_DYN && (marks->named || !header.e_entry);
}

static void program_load_elf(struct program *program)
{
    struct program_marks marks = {0};
    Elf_Scn *section = NULL;
    GElf_Shdr header;
    size_t names = 0;
    bool system = false, sections = false, loaded = false, hollow = false;
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
        if (header.sh_type == SHT_SYMTAB)
            program->facts |= F(NAMES);
        loaded |= name && strcmp(name, ".interp") == 0;
        hollow |=
            header.sh_type == SHT_NOBITS && header.sh_flags & SHF_EXECINSTR;
        if (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM)
            elf_symbols(elf, section, &header, program, &marks);
        else if (header.sh_type == SHT_DYNAMIC)
            elf_dynamic(elf, section, &header, program, &marks);
    }
    elf_segments(elf, program);
    if (hollow)
        elf_hollow(program, loaded);
    if (sections)
        program_symbols_end(program, &marks);
    program->facts |= (*program->libraries ? F(SHARED) : 0) |
                      (system || !sections ? 0 : F(BARE));
    program->library = elf_is_library(elf, &marks);
    elf_end(elf);
}

#else

static void program_load_elf(struct program *program)
{
    (void)program;
}

#endif

/* Windows' programs, as far as a profile of one needs: sections, the table of
 * symbols that gcc's linker leaves, what is imported.  All is checked against
 * the file's size: it may be any file that begins with MZ. */
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

static int by_start_and_name(const void *left, const void *right)
{
    const struct function *a = left, *b = right;

    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return strcmp(a->name, b->name);
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
            seen.name, class == SYMBOL_STATIC};
}

static void pe_symbols(struct pe *pe)
{
    struct program *program = pe->program;
    struct symbols *own = &program->own;
    struct program_marks marks = {0};
    char *names = memory_new(pe->symbol_count, SHORT_NAME + 1);

    own->list = memory_new(pe->symbol_count, sizeof *own->list);
    own->elf = names;
    for (uint64_t k = 0; k < pe->symbol_count;
         k += 1 + at(pe, pe->symbols + k * SYMBOL + 17, 1))
        pe_symbol(pe, pe->symbols + k * SYMBOL, names + k * (SHORT_NAME + 1),
                  &marks);
    program_symbols_end(program, &marks);
    qsort(own->list, own->count, sizeof *own->list, by_start_and_name);
    own->count = functions_apart(own->list, own->count);
    program->facts |= own->count ? F(NAMES) : 0;
}

static bool program_load_pe(struct program *program)
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

static void load_elf(struct program *program)
{
    const unsigned char *b = program->bytes;
    unsigned machine;

    program->facts |= F(ELF);
    program->encoding = (struct encoding){
        b[ELF_DATA] == 2 ? ORDER_BIG : ORDER_LITTLE, b[ELF_CLASS] == 1 ? 4 : 8};
    machine = (unsigned)number_get(b + ELF_MACHINE, 2, program->encoding.order);
    program->calls_are_known = machine == ELF_386 || machine == ELF_X86_64;
    program_load_elf(program);
    program->nameless = symbols_load(&program->own, program->path);
    if (program->nameless)
        program->facts &= ~F(NAMES);
    else
        program->symbols = &program->own;
}

const char *program_load(struct program *program, const char *path)
{
    struct whole_file file;
    struct stat status;

    *program = (struct program){.path = path, .facts = F(PROGRAM)};
    if (!whole_file_read(&file, path))
        return strerror(errno);
    program->bytes = (unsigned char *)file.text;
    program->size = file.length;
    if (stat(path, &status) == 0)
        program->made = status.st_mtime;
    if (file.length >= ELF_HEAD && memcmp(file.text, "\177ELF", 4) == 0) {
        load_elf(program);
        if (!program->library)
            return NULL;
        program_free(program);
        return "is a shared library: name the program that ran";
    }
    if (program_load_pe(program))
        return NULL;
    program_free(program);
    return "is not a program: neither ELF nor PE";
}

void program_free(struct program *program)
{
    if (program->symbols && program->facts & F(PE)) {
        free(program->own.list);
        free(program->own.elf); /* names, here */
    } else if (program->symbols) {
        symbols_free(program->symbols);
    }
    free(program->bytes);
    program->bytes = NULL;
}

const unsigned char *program_code(const struct program *program, uint64_t low,
                                  uint64_t high)
{
    for (size_t k = 0; k < program->part_count; k++) {
        const struct program_part *part = program->parts + k;

        if (low >= part->address && high >= low &&
            high - part->address <= part->size)
            return program->bytes + part->offset + (low - part->address);
    }
    return NULL;
}

/* The length of a call through a register or memory (FF /2) that begins with
 * these bytes, or 0. */
static unsigned indirect_call(const unsigned char *b)
{
    unsigned mode = b[1] >> 6, place = b[1] & 7;
    unsigned length = 2 + (mode != 3 && place == 4);

    if (b[0] != 0xff || (b[1] >> 3 & 7) != 2)
        return 0;
    if (mode == 1)
        length += 1;
    else if (mode == 2 || (mode == 0 && place == 5) ||
             (mode == 0 && place == 4 && (b[2] & 7) == 5))
        length += 4;
    return length;
}

bool program_follows_call(const struct program *program, uint64_t address)
{
    enum { DIRECT = 5, LONGEST = 7, SHORTEST = 2 };
    const unsigned char *b = NULL;
    unsigned before = LONGEST + 1;

    while (!b && --before >= SHORTEST)
        if (address >= before)
            b = program_code(program, address - before, address);
    if (!b)
        return false;
    for (unsigned k = SHORTEST; k <= before; k++) {
        unsigned char there[LONGEST] = {0};

        memcpy(there, b + before - k, k);
        if (indirect_call(there) == k || (k == DIRECT && there[0] == 0xe8))
            return true;
    }
    return false;
}
