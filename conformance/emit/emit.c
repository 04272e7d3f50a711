/* SPDX-License-Identifier: MIT */
/* The tables of a file, between the two halves of the runtime. */
#include "emit.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    EMIT_COLUMN = 70, /* a longer line goes on in another string */
};

/* Where a text is to be cut, so that what follows begins with a blank. */
static size_t cut_at(const char *text)
{
    size_t cut = EMIT_COLUMN;

    if (strlen(text) <= EMIT_COLUMN)
        return strlen(text);
    while (cut > 1 && text[cut] != ' ')
        cut--;
    if (cut > 1)
        return cut;
    for (cut = 1; text[cut] && text[cut] != ' ';)
        cut++;
    return cut;
}

/* As many in a row as fit; *column: where that one has got to. */
static void emit_string(const char *text, size_t *column, FILE *out)
{
    do {
        size_t cut = cut_at(text);

        if (*column + cut + 4 > EMIT_COLUMN + 8) {
            fputs("\n   ", out);
            *column = 3;
        }
        fprintf(out, " \"%.*s\",", (int)cut, text);
        *column += cut + 4;
        text += cut;
    } while (*text);
}

static void begin_table(const char *name, size_t number, size_t *column,
                        FILE *out)
{
    fprintf(out, "static const char *const %s%zu[] = {\n   ", name, number);
    *column = 3;
}

/* A stream as the ticks that it draws. */
static void emit_ticks(const struct op *op, FILE *out)
{
    fputs("tick", out);
    for (size_t k = 0; k < op->tick_count; k++) {
        fprintf(out, " 0x%" PRIx64, op->ticks[k].pc);
        if (op->ticks[k].count > 1)
            fprintf(out, " x%" PRIu32, op->ticks[k].count);
    }
}

/* One operation in memory of its own; null where there is none. */
static char *text_of_op(const struct test_case *c, size_t op)
{
    char *text = NULL, line[8192];
    size_t length;
    FILE *out = open_memstream(&text, &length);

    if (out == NULL)
        return NULL;
    if (c->streams[op].n && c->script.ops[op].tick_count <= EMIT_TICKS) {
        emit_ticks(&c->script.ops[op], out);
    } else {
        test_case_print_op(c, op, line, sizeof line);
        fputs(line, out);
    }
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

static bool put_operations(const struct emit_case *made, size_t number,
                           FILE *out)
{
    size_t column;

    begin_table("ops", number, &column, out);
    for (size_t k = 0; k < made->c->script.count; k++) {
        char *text = text_of_op(made->c, k);

        if (text == NULL)
            return false;
        emit_string(text, &column, out);
        free(text);
    }
    fputs(" 0};\n", out);
    return true;
}

static void emit_permitted_row(const struct emit_case *made, size_t number,
                               FILE *out)
{
    size_t column;

    if (!made->judged || made->needs & EMIT_NEEDS_MORE)
        return;
    begin_table("may", number, &column, out);
    for (size_t k = 0; k < made->count; k++)
        emit_string(made->outcomes[k], &column, out);
    fputs(" 0};\n", out);
}

/* Bytes of a case's buffers, as the runtime lays them out. */
static unsigned long memory_of(const struct test_case *c)
{
    unsigned long bytes = 0;

    for (size_t k = 0; k < c->script.count; k++)
        if (c->script.ops[k].kind == OP_BUFFER)
            bytes += (2 * SCRIPT_ZONE + c->script.ops[k].size + 15ul) / 16 * 16;
    return bytes;
}

static void put_needs(unsigned needs, FILE *out)
{
    static const char *const names[] = {"TICKS",  "PROCESSES", "PAGES",
                                        "BAD",    "LITTLE",    "MORE",
                                        "PROFIL", "LIST",      "WIDE"};
    const char *between = "";

    for (unsigned k = 0; k < sizeof names / sizeof *names; k++)
        if (needs >> k & 1) {
            fprintf(out, "%sNEEDS_%s", between, names[k]);
            between = " | ";
        }
    if (!needs)
        putc('0', out);
}

static void put_test(const struct emit_case *made, size_t number, FILE *out)
{
    fprintf(out, "    {\"%s\", ops%zu, ", made->c->id, number);
    if (made->judged && !(made->needs & EMIT_NEEDS_MORE))
        fprintf(out, "may%zu,\n     ", number);
    else
        fputs("0,\n     ", out);
    put_needs(made->needs, out);
    fprintf(out, ", %lu, %u, %u},\n", memory_of(made->c), made->width,
            made->first);
}

static bool put_tables(const struct emit_case *made, size_t count, FILE *out)
{
    fputs("\n/* ---------------------------------------------------------------"
          "---------\n"
          " * The cases: what is done, and every outcome that is permitted.\n"
          " */\n",
          out);
    for (size_t k = 0; k < count; k++) {
        if (!put_operations(&made[k], k + 1, out))
            return false;
        emit_permitted_row(&made[k], k + 1, out);
    }
    fputs("\nstatic const struct test tests[] = {\n", out);
    for (size_t k = 0; k < count; k++)
        put_test(&made[k], k + 1, out);
    fprintf(out, "};\n\nenum { TESTS = %zu };\n", count);
    return true;
}

bool emit_write(const struct emit_wanted *wanted, FILE *out)
{
    struct emit_case *made = calloc(wanted->count + 1, sizeof *made);
    bool good = made != NULL;

    for (size_t k = 0; good && k < wanted->count; k++)
        good = emit_case_make(wanted->dialect, wanted->cases[k], &made[k]);
    if (good) {
        emit_head(wanted, made, out);
        emit_before(wanted->dialect, out);
        good = put_tables(made, wanted->count, out);
        emit_after(out);
    }
    for (size_t k = 0; made && k < wanted->count; k++)
        emit_case_free(&made[k]);
    free(made);
    return good;
}
