/* SPDX-License-Identifier: MIT */
#include "program.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "conformance/base/whole_file.h"
#include "program_symbol.h"

enum {
    /* In the identification of an ELF file, and behind it. */
    ELF_CLASS = 4,
    ELF_DATA = 5,
    ELF_MACHINE = 18,
    ELF_HEAD = 20,
    ELF_386 = 3,
    ELF_X86_64 = 62,
};

bool program_marked(const unsigned char *bytes, size_t size)
{
    return size >= 4 &&
           (memcmp(bytes, "\177ELF", 4) == 0 || memcmp(bytes, "MZ", 2) == 0);
}

bool program_is(const char *path)
{
    FILE *file = fopen(path, "rb");
    unsigned char mark[4];
    bool is = file && fread(mark, sizeof mark, 1, file) == 1 &&
              program_marked(mark, sizeof mark);

    if (file)
        fclose(file);
    return is;
}

/* What a program that calls it does. */
static const struct {
    const char *name;
    uint8_t fact;
    size_t words; /* where in a program they are kept */
} calls[] = {
#define CALL(name, fact, words)                                                \
    {                                                                          \
#name, FACT_##fact, offsetof(struct program, words)                    \
    }
    CALL(_exit, ENDS, ends),
    CALL(_Exit, ENDS, ends),
    CALL(quick_exit, ENDS, ends),
    CALL(abort, ENDS, ends),
    CALL(TerminateProcess, ENDS, ends),
    CALL(ExitProcess, ENDS, ends),
    CALL(execve, EXECS, execs),
    CALL(execv, EXECS, execs),
    CALL(execvp, EXECS, execs),
    CALL(execvpe, EXECS, execs),
    CALL(execl, EXECS, execs),
    CALL(execlp, EXECS, execs),
    CALL(execle, EXECS, execs),
    CALL(fork, FORKS, forks),
    CALL(vfork, FORKS, forks),
    CALL(forkpty, FORKS, forks),
    CALL(daemon, FORKS, forks),
    CALL(chdir, MOVES, moves),
    CALL(fchdir, MOVES, moves),
    CALL(chroot, MOVES, moves),
    CALL(setitimer, TIMES, times),
    CALL(profil, TIMES, times),
    CALL(sprofil, TIMES, times),
    CALL(sigprocmask, BLOCKS, blocks),
    CALL(pthread_sigmask, BLOCKS, blocks),
    CALL(pthread_create, THREADS, threads),
    CALL(thrd_create, THREADS, threads),
#undef CALL
};

/* Of each: some runtime has it by that name.  PE for i386 adds "_". */
static const char *const counters_of_calls[] = {
    "mcount",          "_mcount",         "__mcount",
    "__fentry__",      "_mcount_private", "__cyg_profile_func_enter",
    "__gnu_mcount_nc", "mcount_nc"};
static const char *const starters[] = {
    "monstartup", "_monstartup", "__monstartup", "_mcleanup", "gprof_start"};

static bool among(const char *name, const char *const *list, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (strcmp(name, list[k]) == 0)
            return true;
    return false;
}

#define AMONG(name, list) among(name, list, sizeof(list) / sizeof *(list))

void program_add_word(char words[PROGRAM_WORDS], const char *word)
{
    size_t used = strlen(words);

    if (!strstr(words, word) && used + strlen(word) + 3 < PROGRAM_WORDS)
        snprintf(words + used, PROGRAM_WORDS - used, "%s%s", used ? ", " : "",
                 word);
}

/* glibc's start file for -pg has __gmon_start__; any other leaves it open, and
 * in a static program the rest is there for mcount alone.  All of mingw-w64's
 * import abort. */
void program_symbol(struct program *program, struct program_marks *marks,
                    const struct program_symbol *symbol)
{
    const char *name = symbol->name;

    if (AMONG(name, counters_of_calls))
        program->facts |= F(COMPILED_PG);
    if (strcmp(name, "__gmon_start__") == 0) {
        marks->start_file = true;
        marks->started |= symbol->defined;
    }
    marks->glibc |= strcmp(name, "_dl_mcount") == 0;
    marks->starter |= AMONG(name, starters);
    marks->start_called |=
        !symbol->defined && strcmp(name, "__monstartup") == 0;
    if (strcmp(name, "etext") == 0 || strcmp(name, "_etext") == 0 ||
        strcmp(name, "__etext") == 0)
        program->etext = symbol->defined ? symbol->value : program->etext;
    if (strcmp(name, "__executable_start") == 0 && symbol->defined) {
        program->has_start = true;
        program->start = symbol->value;
    }
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++)
        if (symbol->imported && strcmp(name, calls[k].name) == 0 &&
            !(program->facts & F(PE) && strcmp(name, "abort") == 0)) {
            program->facts |= UINT64_C(1) << calls[k].fact;
            program_add_word((char *)program + calls[k].words, name);
        }
}

void program_symbols_end(struct program *program,
                         const struct program_marks *marks)
{
    bool linked = marks->start_file || marks->glibc
                      ? marks->started || marks->start_called
                      : marks->starter;

    program->facts |= F(SEEN) | (linked ? F(LINKED_PG) : 0);
}

void program_part(struct program *program, uint64_t address, uint64_t offset,
                  uint64_t size)
{
    if (program->part_count == PROGRAM_PARTS || offset > program->size)
        return;
    if (size > program->size - offset)
        size = program->size - offset;
    program->parts[program->part_count++] =
        (struct program_part){address, offset, size};
}

static void load_elf(struct program *program, char *why, size_t why_size)
{
    const unsigned char *b = program->bytes;
    unsigned machine;

    program->facts |= F(ELF);
    program->encoding = (struct encoding){
        b[ELF_CLASS] == 1 ? 4 : 8, b[ELF_DATA] == 2 ? ORDER_BIG : ORDER_LITTLE};
    program->encoding = (struct encoding){
        b[ELF_DATA] == 2 ? ORDER_BIG : ORDER_LITTLE, b[ELF_CLASS] == 1 ? 4 : 8};
    machine = (unsigned)number_get(b + ELF_MACHINE, 2, program->encoding.order);
    program->calls_are_known = machine == ELF_386 || machine == ELF_X86_64;
    program_load_elf(program);
    if (!symbols_load(&program->own, program->path, why, why_size))
        return;
    program->symbols = &program->own;
    program->facts |= program->facts & F(SEEN) ? F(NAMES) : 0;
}

bool program_load(struct program *program, const char *path, char *why,
                  size_t why_size)
{
    struct whole_file file;
    struct stat status;

    *program = (struct program){.path = path, .facts = F(PROGRAM)};
    *why = '\0';
    if (!whole_file_read(&file, path)) {
        snprintf(why, why_size, "%s", strerror(errno));
        return false;
    }
    program->bytes = (unsigned char *)file.text;
    program->size = file.length;
    if (stat(path, &status) == 0)
        program->made = status.st_mtime;
    if (file.length >= ELF_HEAD && memcmp(file.text, "\177ELF", 4) == 0) {
        load_elf(program, why, why_size);
        return true;
    }
    if (program_load_pe(program))
        return true;
    snprintf(why, why_size, "is no program: neither ELF nor PE");
    program_free(program);
    return false;
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
