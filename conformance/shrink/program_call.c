/* SPDX-License-Identifier: MIT */
/* One call of the family, in C. */
#include <inttypes.h>

#include "program.h"

static void put_number(uint64_t value, FILE *out)
{
    fprintf(out, value < 10 ? "%" PRIu64 : "0x%" PRIx64, value);
}

/* The type that profil's first argument has where it is not void *. */
static const char *cast_of(const struct program *p)
{
    if (!p->native && p->subject->dialect == DIALECT_FREEBSD)
        return "(char *)";
    return "(unsigned short *)";
}

static void put_pointer(const struct program *p, struct pointer pointer,
                        const char *cast, FILE *out)
{
    const char *name = p->c->names[pointer.buffer];
    bool same = !*cast || (p->point.width == 2 && cast[1] == 'u');

    if (pointer.kind == POINTER_NULL)
        fputs(*cast ? "none" : "NULL", out);
    else if (pointer.kind == POINTER_BAD)
        fprintf(out, "%s64", *cast ? cast : "(void *)");
    else if (pointer.at)
        fprintf(out, "%s((char *)%s + %u)", cast, name, pointer.at);
    else
        fprintf(out, "%s%s", same ? "" : cast, name);
}

static void put_list(const struct program *p, const struct call *call,
                     unsigned column, FILE *out)
{
    bool bounded = call->kind == CALL_PROFIL_LIST;

    if (call->list_kind != POINTER_GIVEN) {
        fputs(call->list_kind == POINTER_NULL ? "NULL" : "(void *)64", out);
        return;
    }
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
    if (call->listed > 1)
        fprintf(out, "},\n%*s", column, "");
    else
        fputs("}, ", out);
}

static void put_flags(const struct program *p, unsigned flags, FILE *out)
{
    const struct impl_constants *k = &p->subject->constants;
    static const char *const names[] = {"PROF_USHORT", "PROF_UINT",
                                        "PROF_FAST"};
    const char *before = "";

    if (!p->native || !flags) {
        fprintf(out, "%u",
                (flags & FLAG_USHORT ? k->prof_ushort : 0) |
                    (flags & FLAG_UINT ? k->prof_uint : 0) |
                    (flags & FLAG_FAST ? k->prof_fast : 0));
        return;
    }
    for (unsigned i = 0; i < 3; i++)
        if (flags >> i & 1) {
            fprintf(out, "%s%s", before, names[i]);
            before = " | ";
        }
}

void program_call(const struct program *p, size_t op, unsigned column,
                  FILE *out)
{
    const struct call *call = &p->c->script.ops[op].call;

    fputs(call->kind == CALL_SPROFIL ? "sprofil(" : "profil(", out);
    column += call->kind == CALL_SPROFIL ? 8 : 7;
    switch (call->kind) {
    case CALL_PROFIL:
        put_pointer(p, call->region.base, cast_of(p), out);
        fprintf(out, ", %" PRIu64 ", ", call->region.size);
        put_number(call->region.offset, out);
        fputs(", ", out);
        put_number(call->region.scale, out);
        break;
    case CALL_PROFIL_LIST:
        put_list(p, call, column, out);
        fputs(call->list_kind == POINTER_GIVEN ? "-1, 0, 0" : ", -1, 0, 0",
              out);
        break;
    default:
        put_list(p, call, column, out);
        fprintf(out, "%s%d, %s, ", call->list_kind == POINTER_GIVEN ? "" : ", ",
                (int)call->count,
                call->tvp == POINTER_NULL  ? "NULL"
                : call->tvp == POINTER_BAD ? "(void *)64"
                                           : "&tv");
        put_flags(p, call->flags, out);
    }
    fputs(");\n", out);
}
