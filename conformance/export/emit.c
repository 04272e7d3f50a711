/* SPDX-License-Identifier: MIT */
/* The tables of a file, between the two halves of the runtime. */
#include "emit.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/held_text.h"
#include "conformance/base/plural.h"
#include "conformance/language/ops.h"

static const char *const need_names[] = {
#define NEED(name) #name,
    EMIT_NEEDS
#undef NEED
};

/* The comment at the head of a file: what it is, and how it is used. */

static const char use[] =
    " * To use it:\n"
    " *\n"
    " * 1. Compile it with what it judges.  On a Unix that is all:\n"
    " *        cc -o check FILE.c my_profil.c && ./check\n"
    " *    Where profil has another name: -DPROFIL=my_profil\n"
    " *    Without fork, signals and mmap: -DEMIT_PLAIN; without a C library\n"
    " *    but write() and _exit(): -DEMIT_FREESTANDING, and call "
    "emit_main().\n"
    " *\n"
    " * 2. Say how a tick is made.  On Linux it is a signal at a made pc.\n"
    " *    Elsewhere write `int my_tick(unsigned long pc)`: it does what a\n"
    " *    clock interrupt at that pc would, and returns 0; and compile with\n"
    " *    -DEMIT_DELIVER=my_tick.  Without one, cases with ticks are\n"
    " *    skipped.\n"
    " *\n"
    " * 3. Run it.  It prints TAP: \"ok\" or \"not ok\" for each case, with "
    "what\n"
    " *    it got and what is permitted; the lines that begin with \"#: \" are "
    "a\n"
    " *    trace: profilcheck judge explains it, on any other machine.  The\n"
    " *    exit status is 1 where a case is not ok, or none is ok.\n"
    " *\n"
    " * Each case is judged by itself.  That two cases, both of them ok,\n"
    " * contradict each other is not seen here: give all that is printed to\n"
    " * profilcheck judge, which sees it.\n";

static size_t count_of(const struct emit_case *made, size_t count,
                       unsigned need)
{
    size_t n = 0;

    for (size_t k = 0; k < count; k++)
        n += (made[k].needs & need) != 0;
    return n;
}

static void put_counts(const struct emit_wanted *wanted,
                       const struct emit_case *made, FILE *out)
{
    size_t more = count_of(made, wanted->count, EMIT_NEEDS_MORE), unjudged = 0;

    for (size_t k = 0; k < wanted->count; k++)
        unjudged += !made[k].judged;
    fprintf(out,
            " * It holds %zu case%s of %s, for addresses of\n"
            " * %u bits; with ticks: %zu; with fork or exec: %zu.\n",
            wanted->count, plural(wanted->count), wanted->from,
            wanted->address_bits,
            count_of(made, wanted->count, EMIT_NEEDS_TICKS),
            count_of(made, wanted->count, EMIT_NEEDS_PROCESSES));
    if (unjudged)
        fprintf(out,
                " * %zu of them it runs but cannot judge: profilcheck judge "
                "does, from\n * what it prints.\n",
                unjudged);
    if (more)
        fprintf(
            out,
            " * %zu of them it skips: only profilcheck run can judge them.\n",
            more);
    if (wanted->left_out)
        fprintf(out,
                " * %zu case%s %s not here, being for addresses or numbers of "
                "another width.\n",
                wanted->left_out, plural(wanted->left_out),
                wanted->left_out == 1 ? "is" : "are");
}

/* Of the buffers that are swept, the largest. */
static size_t swept(const struct emit_wanted *wanted)
{
    size_t most = 1;

    for (size_t k = 0; k < wanted->count; k++) {
        const struct script *script = &wanted->cases[k]->script;

        if (!(script_needs(script) & NEED_SWEEP))
            continue;
        for (size_t n = 0; n < script->count; n++)
            if (script->ops[n].kind == OP_BUFFER && script->ops[n].size > most)
                most = script->ops[n].size;
    }
    return most;
}

static void put_head(const struct emit_wanted *wanted,
                     const struct emit_case *made, FILE *out)
{
    const struct dialect_row *dialect = &dialect_table[wanted->dialect];
    size_t longest = 0;

    for (size_t k = 0; k < wanted->count; k++)
        if (made[k].longest > longest)
            longest = made[k].longest;
    fprintf(out,
            "/*\n * Does a profil do what its manual says?  This program finds "
            "out: one\n * file of C89, or older.  Made by\n *     %s\n *\n * "
            "It judges by %s: %s.\n *\n%s *\n",
            wanted->command, dialect->name, dialect->manual, use);
    put_counts(wanted, made, out);
    fprintf(out,
            " *\n"
            " * SPDX-License-Identifier: MIT\n"
            " */\n"
            "\n"
            "#define EMIT_DIALECT \"%s\"\n"
            "#define EMIT_BITS    %u\n"
            "#define EMIT_SEEN    %zu /* bytes for what is seen of a case */\n"
            "#define EMIT_SWEEP   %zu\n",
            dialect->name, wanted->address_bits, (longest + 1024) / 256 * 256,
            swept(wanted));
    for (unsigned k = 0; k < EMIT_PLACES; k++)
        fprintf(out, "#define EMIT_NEEDS_%s %u\n", need_names[k], 1u << k);
}

/* The runtime, whose text is part of the program. */

#define PART(name)                                                             \
    HELD_TEXT(emit_##name, "conformance/export/runtime/" #name ".c.in");

PART(settings)
PART(lines)
PART(memory)
PART(ticks)
PART(calls)
PART(aix_list)
PART(sprofil)
PART(events)
PART(steps)
PART(processes)
PART(apart)
PART(judge)

/* The types of what profil returns, of its arguments, and of a scale in a list
 * of sprofil's; whether the value says nothing; and the call of a list, null
 * where there is none. */
static const struct {
    const char *value, *buffer, *size, *offset, *scale, *listed_scale;
    bool is_void, off_by_null;
    const char *list;
} calls_of[DIALECTS] = {
    [DIALECT_AIX] = {"int", "void *", "unsigned", "unsigned long", "unsigned",
                     NULL, true, false, emit_aix_list},
    [DIALECT_IRIX] = {"int", "unsigned short *", "unsigned", "unsigned long",
                      "unsigned", "unsigned", false, false, emit_sprofil},
    [DIALECT_HPUX] = {"void", "unsigned short *", "size_t", "size_t",
                      "unsigned", NULL, true, false, NULL},
    [DIALECT_FREEBSD] = {"int", "char *", "size_t", "size_t", "int", NULL,
                         false, false, NULL},
    [DIALECT_GLIBC] = {"int", "unsigned short *", "size_t", "size_t",
                       "unsigned", "unsigned long", false, true, emit_sprofil},
};

bool emit_knows(enum dialect dialect)
{
    return calls_of[dialect].buffer != NULL;
}

static void put_part(const char *part, FILE *out)
{
    fprintf(out, "\n%s", part);
}

static void put_types(enum dialect dialect, FILE *out)
{
    const struct impl_constants k = impl_defaults(dialect_table[dialect].name);
    const char *scale = calls_of[dialect].listed_scale;

    fprintf(out,
            "\n/* The types that the manual has. */\n"
            "typedef %s emit_value;\n"
            "typedef %s emit_buffer;\n"
            "typedef %s emit_size;\n"
            "typedef %s emit_offset;\n"
            "typedef %s emit_scale;\n",
            calls_of[dialect].value, calls_of[dialect].buffer,
            calls_of[dialect].size, calls_of[dialect].offset,
            calls_of[dialect].scale);
    fputs(calls_of[dialect].is_void ? "#define EMIT_VOID 1\n" : "", out);
    fputs(calls_of[dialect].off_by_null ? "#define EMIT_OFF_BY_NULL 1\n" : "",
          out);
    fputs(calls_of[dialect].list ? "" : "#define EMIT_NO_LIST 1\n", out);
    if (scale)
        fprintf(out,
                "typedef %s emit_listed_scale;\n"
                "#define EMIT_SPROFIL 1\n"
                "#ifndef EMIT_HEADER\n"
                "#define PROF_USHORT %u\n"
                "#define PROF_UINT   %u\n"
                "#define PROF_FAST   %u\n"
                "#endif\n",
                scale, k.prof_ushort, k.prof_uint, k.prof_fast);
}

static void put_runtime(enum dialect dialect, FILE *out)
{
    const char *const parts[] = {emit_lines,
                                 emit_memory,
                                 emit_ticks,
                                 emit_calls,
                                 calls_of[dialect].list,
                                 emit_events,
                                 emit_steps,
                                 emit_processes,
                                 emit_apart};

    put_part(emit_settings, out);
    put_types(dialect, out);
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        if (parts[k])
            put_part(parts[k], out);
}

/* The tables. */

enum {
    COLUMN = 70, /* a longer line goes on in another string */
};

/* Where a text is to be cut, so that what follows begins with a blank. */
static size_t cut_at(const char *text)
{
    size_t cut = COLUMN;

    if (strlen(text) <= COLUMN)
        return strlen(text);
    while (cut > 1 && text[cut] != ' ')
        cut--;
    return cut > 1 ? cut : 1 + strcspn(text + 1, " ");
}

/* As many in a row as fit; *column: where that one has got to. */
static void put_string(const char *text, size_t *column, FILE *out)
{
    do {
        size_t cut = cut_at(text);

        if (*column + cut + 4 > COLUMN + 8) {
            fputs("\n   ", out);
            *column = 3;
        }
        fprintf(out, " \"%.*s\",", (int)cut, text);
        *column += cut + 4;
        text += cut;
    } while (*text);
}

/* As many ticks of a stream as are written take no more in a line. */
enum { LINE = EMIT_TICKS * 32 };

/* Operations, of a stream the ticks that it draws; and what is permitted. */
static void put_case(const struct emit_case *made, size_t number, FILE *out)
{
    struct test_case drawn = *made->c;
    const struct script *script = &drawn.script;
    char *line = memory_new(LINE, 1);
    size_t column = 3;

    fprintf(out, "static const char *const emit_ops%zu[] = {\n   ", number);
    for (size_t k = 0; k < script->count; k++) {
        bool literal = script->ops[k].tick_count <= EMIT_TICKS;

        drawn.streams = literal ? NULL : made->c->streams;
        test_case_print_op(&drawn, k, line, LINE);
        put_string(line, &column, out);
    }
    if (made->judged && !(made->needs & EMIT_NEEDS_MORE)) {
        put_string("", &column, out);
        for (size_t k = 0; k < made->count; k++)
            put_string(made->outcomes[k], &column, out);
    }
    fputs(" 0};\n", out);
    free(line);
}

static void put_test(const struct emit_case *made, size_t number, FILE *out)
{
    const char *between = "";

    fprintf(out, "    {\"%s\", emit_ops%zu,\n     ", made->c->id, number);
    for (unsigned k = 0; k < EMIT_PLACES; k++)
        if (made->needs >> k & 1) {
            fprintf(out, "%sEMIT_NEEDS_%s", between, need_names[k]);
            between = " | ";
        }
    fprintf(out, "%s, %u, %u},\n", *between ? "" : "0", made->width,
            made->first);
}

static void put_tables(const struct emit_case *made, size_t count, FILE *out)
{
    fputs("\n/* ---------------------------------------------------------------"
          "---------\n"
          " * The cases: what is done, and every outcome that is permitted.\n"
          " */\n",
          out);
    for (size_t k = 0; k < count; k++)
        put_case(&made[k], k + 1, out);
    fputs("\nstatic const struct emit_test emit_tests[] = {\n", out);
    for (size_t k = 0; k < count; k++)
        put_test(&made[k], k + 1, out);
    fprintf(out, "};\n\nenum { EMIT_TESTS = %zu };\n", count);
}

void emit_write(const struct emit_wanted *wanted, FILE *out)
{
    struct arena memory = {0};
    struct emit_case *made = arena_new(&memory, wanted->count, sizeof *made);

    for (size_t k = 0; k < wanted->count; k++)
        made[k] = emit_case_make(wanted->dialect, wanted->cases[k], &memory);
    put_head(wanted, made, out);
    put_runtime(wanted->dialect, out);
    put_tables(made, wanted->count, out);
    put_part(emit_judge, out);
    arena_free(&memory);
}
