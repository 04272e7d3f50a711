/* SPDX-License-Identifier: MIT */
/* The runtime, whose text is part of the program. */
#include "emit.h"

#define PART(name)                                                             \
    __asm__(".pushsection .rodata\n"                                           \
            ".globl emit_part_" #name ", emit_end_" #name "\n"                 \
            "emit_part_" #name ":\n"                                           \
            ".incbin \"conformance/emit/runtime/" #name ".c.in\"\n"            \
            "emit_end_" #name ":\n"                                            \
            ".byte 0\n"                                                        \
            ".popsection\n");                                                  \
    extern const char emit_part_##name[], emit_end_##name[];

PART(settings)
PART(words)
PART(memory)
PART(signals)
PART(calls)
PART(calls_aix)
PART(calls_irix)
PART(calls_hpux)
PART(calls_freebsd)
PART(calls_glibc)
PART(events)
PART(steps)
PART(processes)
PART(judge)
PART(apart)
PART(main)

struct emit_part {
    const char *text, *end;
};

#define ROW(name)                                                              \
    {                                                                          \
        emit_part_##name, emit_end_##name                                      \
    }

static const struct emit_part calls_of[DIALECTS] = {
    [DIALECT_AIX] = ROW(calls_aix),         [DIALECT_IRIX] = ROW(calls_irix),
    [DIALECT_HPUX] = ROW(calls_hpux),       [DIALECT_GLIBC] = ROW(calls_glibc),
    [DIALECT_FREEBSD] = ROW(calls_freebsd),
};

static void put_part(struct emit_part part, FILE *out)
{
    putc('\n', out);
    fwrite(part.text, 1, (size_t)(part.end - part.text), out);
}

bool emit_knows(enum dialect dialect)
{
    return calls_of[dialect].text != NULL;
}

void emit_before(enum dialect dialect, FILE *out)
{
    const struct emit_part parts[] = {
        ROW(settings),  ROW(words),        ROW(memory), ROW(signals),
        ROW(calls),     calls_of[dialect], ROW(events), ROW(steps),
        ROW(processes), ROW(judge),        ROW(apart),
    };

    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        put_part(parts[k], out);
}

void emit_after(FILE *out)
{
    put_part((struct emit_part)ROW(main), out);
}
