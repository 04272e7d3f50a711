/* SPDX-License-Identifier: MIT */
/* The comment at the head of a file: what it is, and how it is used. */
#include <string.h>

#include "conformance/base/plural.h"
#include "emit.h"

static size_t count_of(const struct emit_wanted *wanted,
                       const struct emit_case *made, unsigned need)
{
    size_t n = 0;

    for (size_t k = 0; k < wanted->count; k++)
        n += (made[k].needs & need) != 0;
    return n;
}

static void put_use(FILE *out)
{
    fputs(
        " * To use it:\n"
        " *\n"
        " * 1. Compile it with what it judges.  On a Unix that is all:\n"
        " *        cc -o check FILE.c my_profil.c && ./check\n"
        " *    Where profil has another name: -DPROFIL=my_profil\n"
        " *    Without fork, signals and mmap: -DEMIT_PLAIN; without a C "
        "library\n"
        " *    but write() and _exit(): -DEMIT_FREESTANDING, and call "
        "emit_main().\n"
        " *\n"
        " * 2. Say how a tick is had.  On Linux it is a signal at a made pc.\n"
        " *    Elsewhere write `int my_tick(unsigned long pc)`: it does what "
        "a\n"
        " *    clock interrupt at that pc would, and returns 0; and compile "
        "with\n"
        " *    -DEMIT_DELIVER=my_tick.  Without one, cases with ticks are\n"
        " *    skipped.\n"
        " *\n"
        " * 3. Run it.  It prints TAP: \"ok\" or \"not ok\" for each case, "
        "with what\n"
        " *    it got and what is permitted; the lines that begin with \"#: "
        "\" are a\n"
        " *    trace: profilcheck judge explains it, on any other machine.  "
        "The\n"
        " *    exit status is 1 where a case is not ok.\n",
        out);
}

static void put_counts(const struct emit_wanted *wanted,
                       const struct emit_case *made, FILE *out)
{
    size_t more = count_of(wanted, made, EMIT_NEEDS_MORE), unjudged = 0;

    for (size_t k = 0; k < wanted->count; k++)
        unjudged += !made[k].judged;
    fprintf(out,
            " * It holds %zu case%s of %s, for addresses of\n"
            " * %u bits; with ticks: %zu; with fork or exec: %zu.\n",
            wanted->count, plural(wanted->count), wanted->from,
            wanted->address_bits, count_of(wanted, made, EMIT_NEEDS_TICKS),
            count_of(wanted, made, EMIT_NEEDS_PROCESSES));
    if (unjudged)
        fprintf(out,
                " * %zu of them it runs but cannot judge: profilcheck judge "
                "does, from\n * what it prints.\n",
                unjudged);
    if (more)
        fprintf(out,
                " * %zu of them it skips: profilcheck run alone looks at what "
                "they are\n * about.\n",
                more);
    if (wanted->left_out)
        fprintf(out,
                " * %zu case%s %s not here, being for addresses or numbers of "
                "another width.\n",
                wanted->left_out, plural(wanted->left_out),
                wanted->left_out == 1 ? "is" : "are");
}

/* Room for what is seen of a case; of a wrong one it is cut, and wrong. */
static size_t room_for_case(const struct emit_wanted *wanted,
                            const struct emit_case *made)
{
    size_t most = 0;

    for (size_t k = 0; k < wanted->count; k++)
        if (made[k].longest > most)
            most = made[k].longest;
    return (most + 1024) / 256 * 256;
}

/* Of the buffers that are swept, the largest. */
static size_t swept(const struct emit_wanted *wanted)
{
    size_t most = 1;

    for (size_t k = 0; k < wanted->count; k++) {
        const struct script *script = &wanted->cases[k]->script;
        bool sweeps = false;

        for (size_t n = 0; n < script->count; n++)
            sweeps = sweeps || script->ops[n].kind == OP_SWEEP;
        for (size_t n = 0; sweeps && n < script->count; n++)
            if (script->ops[n].kind == OP_BUFFER && script->ops[n].size > most)
                most = script->ops[n].size;
    }
    return most;
}

void emit_head(const struct emit_wanted *wanted, const struct emit_case *made,
               FILE *out)
{
    const char *dialect = dialect_table[wanted->dialect].name;

    fprintf(out,
            "/*\n"
            " * Is a profil that of its manual?  A program that finds out: one "
            "file\n"
            " * of C89, or older.  Made by\n"
            " *     %s\n"
            " *\n"
            " * It judges by %s: %s.\n"
            " *\n",
            wanted->command, dialect, dialect_table[wanted->dialect].manual);
    put_use(out);
    fputs(" *\n", out);
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
            dialect, wanted->address_bits, room_for_case(wanted, made),
            swept(wanted));
}
