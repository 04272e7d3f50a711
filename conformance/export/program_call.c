/* SPDX-License-Identifier: MIT */
/* A call in C, and what declares it. */
#include <inttypes.h>
#include <string.h>

#include "conformance/language/ops.h"
#include "program.h"

#define ONE(kind)   (1u << CALL_##kind)
#define BY(dialect) (1u << DIALECT_##dialect)

/* The prototypes that the host's headers do not have, with the structs that
 * they need: for these dialects, where one of these calls is made. */
static const struct {
    unsigned dialects, calls;
    const char *text;
} prototypes[] = {
    {BY(AIX) | BY(AIX_MONITOR), ONE(PROFIL_LIST) | ONE(MONITOR_LIST),
     "struct prof {\n"
     "    unsigned long p_low, p_high;\n"
     "    unsigned short *p_buff;\n"
     "    int p_bufsize, p_scale;\n"
     "};\n"},
    {BY(AIX), ONE(PROFIL) | ONE(PROFIL_LIST),
     "int profil(void *, unsigned, unsigned long, unsigned);\n"},
    {BY(IRIX), ONE(SPROFIL),
     "struct prof {\n"
     "    void *pr_base;\n"
     "    unsigned pr_size;\n"
     "    unsigned long pr_off;\n"
     "    unsigned pr_scale;\n"
     "};\n"
     "int sprofil(struct prof *, int, struct timeval *, unsigned);\n"},
    {BY(IRIX), ONE(PROFIL),
     "int profil(unsigned short *, unsigned, unsigned long, unsigned);\n"},
    {BY(HPUX), ONE(PROFIL),
     "void profil(unsigned short *, size_t, size_t, unsigned);\n"},
    {BY(FREEBSD), ONE(PROFIL), "int profil(char *, size_t, size_t, int);\n"},
    {BY(AIX_MONITOR), ONE(MONITOR) | ONE(MONITOR_LIST) | ONE(MONITOR_STOP),
     "void monitor(void *, ...);\n"},
    {BY(AIX_MONITOR), ONE(MONSTARTUP), "int monstartup(void *, void *);\n"},
    {BY(FREEBSD) | BY(GMON), ONE(MONSTARTUP),
     "void monstartup(unsigned long, unsigned long);\n"},
    {BY(AIX_MONITOR) | BY(GMON), ONE(MONCONTROL), "void moncontrol(int);\n"},
    {BY(AIX_MONITOR) | BY(FREEBSD) | BY(GMON), ONE(MCLEANUP),
     "void _mcleanup(void);\n"},
};

void program_prototypes(enum dialect dialect, unsigned calls, FILE *out)
{
    for (size_t k = 0; k < sizeof prototypes / sizeof *prototypes; k++)
        if ((prototypes[k].dialects >> dialect & 1) &&
            (prototypes[k].calls & calls))
            fputs(prototypes[k].text, out);
}

bool program_is_native(const struct subject *subject)
{
    return subject->observe.impl == &impl_libc ||
           subject->dialect == DIALECT_GLIBC;
}

static void put_number(uint64_t value, FILE *out)
{
    fprintf(out, value < 10 ? "%" PRIu64 : "0x%" PRIx64, value);
}

/* cast: to the type of profil's first argument where that is not void *. */
static void put_pointer(const struct program_call *p, struct pointer pointer,
                        const char *cast, FILE *out)
{
    const char *name = p->c->names[pointer.buffer];
    bool same = !*cast || (p->width == 2 && cast[1] == 'u');

    if (pointer.kind == POINTER_NULL)
        fputs(*cast ? "none" : "NULL", out);
    else if (pointer.kind == POINTER_BAD)
        fprintf(out, "%s64", *cast ? cast : "(void *)");
    else if (pointer.at % p->width)
        fprintf(out, "%s((char *)%s + %u)", *cast ? cast : "(void *)", name,
                pointer.at);
    else if (pointer.at)
        fprintf(out, same ? "%s%s + %u" : "%s(%s + %u)", same ? "" : cast, name,
                pointer.at / p->width);
    else
        fprintf(out, "%s%s", same ? "" : cast, name);
}

static void put_list(const struct program_call *p, const struct call *call,
                     unsigned column, FILE *out)
{
    bool bounded = call->kind != CALL_SPROFIL;

    fputs("(struct prof[]){", out);
    for (uint32_t k = 0; k < call->listed; k++) {
        const struct region_arguments *r = &call->list[k];

        if (k)
            fprintf(out, ",\n%*s", column + 16, "");
        putc('{', out);
        if (bounded) {
            put_number(r->offset, out);
            fputs(", ", out);
            put_number(r->high, out);
            fputs(", ", out);
        }
        put_pointer(p, r->base, "", out);
        fprintf(out, ", %" PRIu64 ", ", r->size);
        if (!bounded) {
            put_number(r->offset, out);
            fputs(", ", out);
        }
        put_number(r->scale, out);
        putc('}', out);
    }
    if (bounded || !call->listed)
        fputs(call->listed ? ", {0}" : "{0}", out);
    putc('}', out);
}

static void put_flags(const struct program_call *p, unsigned flags, FILE *out)
{
    const struct impl_constants *k = &p->subject->constants;
    const struct {
        const char *name;
        unsigned value;
    } rows[] = {{"PROF_USHORT", k->prof_ushort},
                {"PROF_UINT", k->prof_uint},
                {"PROF_FAST", k->prof_fast}};
    const char *before = "";
    unsigned sum = 0;

    for (unsigned i = 0; i < 3; i++) {
        if (!(flags >> i & 1))
            continue;
        sum |= rows[i].value;
        if (program_is_native(p->subject))
            fprintf(out, "%s%s", before, rows[i].name);
        before = " | ";
    }
    if (!flags || !program_is_native(p->subject))
        fprintf(out, "%u", sum);
}

/* An argument: what a field of the call's line says. */
static void put_argument(const struct program_call *p, const struct op *op,
                         const struct op_field *field, unsigned column,
                         FILE *out)
{
    const struct call *call = &op->call;
    bool is_freebsd = !program_is_native(p->subject) &&
                      p->subject->dialect == DIALECT_FREEBSD;

    switch (field->type) {
    case FIELD_POINTER:
        put_pointer(p, call->region.base,
                    call->kind != CALL_PROFIL ? ""
                    : is_freebsd              ? "(char *)"
                                              : "(unsigned short *)",
                    out);
        break;
    case FIELD_ADDRESS:
        if (call->kind == CALL_MONITOR_STOP)
            fputs("NULL", out);
        else if (call->kind == CALL_PROFIL)
            put_number(op_number(op, field), out);
        else /* an address of text: a pointer in aix-monitor */
            fprintf(out, "%s0x%" PRIx64,
                    p->subject->dialect == DIALECT_AIX_MONITOR ? "(void *)"
                                                               : "",
                    op_number(op, field));
        break;
    case FIELD_SCALE: put_number(op_number(op, field), out); break;
    case FIELD_WORD: fputs(field->what, out); break;
    case FIELD_ELEMENTS:
    case FIELD_MEMBERS:
        if (call->list_kind == POINTER_GIVEN)
            put_list(p, call, column, out);
        else
            fputs(call->list_kind == POINTER_NULL ? "NULL" : "(void *)64", out);
        break;
    case FIELD_PROFCNT: fprintf(out, "%d", (int)call->count); break;
    case FIELD_TVP:
        fputs(call->tvp == POINTER_NULL  ? "NULL"
              : call->tvp == POINTER_BAD ? "(void *)64"
                                         : "&tv",
              out);
        break;
    case FIELD_FLAGS: put_flags(p, call->flags, out); break;
    default: fprintf(out, "%" PRIu64, op_number(op, field));
    }
}

const char *program_function(const struct op *op)
{
    return op->call.kind == CALL_MCLEANUP ? "_mcleanup" : op_row_of(op)->word;
}

void program_call(const struct program_call *p, size_t index, unsigned column,
                  FILE *out)
{
    const struct op *op = &p->c->script.ops[index];
    const struct op_row *row = op_row_of(op);
    const char *between = "", *name = program_function(op);
    bool breaks = false; /* after a list of several lines */

    fprintf(out, "%s(", name);
    column += (unsigned)strlen(name) + 1;
    for (const struct op_field *field = row->fields; field->type; field++) {
        if (field->type == FIELD_ONLY || field->type == FIELD_CHECK)
            continue;
        if (breaks)
            fprintf(out, ",\n%*s", column, "");
        else
            fputs(between, out);
        put_argument(p, op, field, column, out);
        between = ", ";
        breaks =
            (field->type == FIELD_ELEMENTS || field->type == FIELD_MEMBERS) &&
            op->call.listed > 1;
    }
    putc(')', out);
}
