/* SPDX-License-Identifier: MIT */
/* Between the parts that read a program: one for each format, and what follows
 * from names in any. */
#ifndef CONFORMANCE_PROF_PROGRAM_SYMBOL_H
#define CONFORMANCE_PROF_PROGRAM_SYMBOL_H

#include "program.h"

struct program_symbol {
    const char *name;
    uint64_t value;
    bool defined;
    bool imported; /* of a library, when it is loaded */
};

/* What was seen among them so far. */
struct program_marks {
    bool start_file, started, start_called, starter, glibc;
};

void program_symbol(struct program *program, struct program_marks *marks,
                    const struct program_symbol *symbol);
void program_symbols_end(struct program *program,
                         const struct program_marks *marks);

void program_part(struct program *program, uint64_t address, uint64_t offset,
                  uint64_t size);

/* To words that are kept of it. */
void program_add_word(char words[PROGRAM_WORDS], const char *word);

/* Its bytes are there.  Nothing is done where it can't be read, or, of ELF,
 * without libelf. */
void program_load_elf(struct program *program);

/* False: it is none. */
bool program_load_pe(struct program *program);

#endif
