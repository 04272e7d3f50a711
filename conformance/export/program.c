/* SPDX-License-Identifier: MIT */
#include "program.h"

#include <inttypes.h>
#include <string.h>

#include "conformance/base/held_text.h"
#include "conformance/judge/sentence.h"
#include "conformance/language/events.h"
#include "conformance/language/ops.h"
#include "reference/files/layout.h"

struct program {
    const struct test_case *c;
    const struct subject *subject;
    const struct finding *finding;
    struct point point;
    bool traps; /* the body runs in a child that may die */
    bool forks, execs, ticks, maps, far;
    bool files;      /* the point is what is in mon.out or gmon.out */
    bool exits;      /* ... that the process leaves at its exit */
    bool counts;     /* calls are counted */
    bool null;       /* profil gets one: a compiler would warn of a constant */
    bool tvp;        /* sprofil gets one */
    uint64_t loops;  /* forks: the pc at which the child spends its time */
    size_t count;    /* operations that matter: up to the point */
    uint64_t kinds;  /* of them, bits of enum op_kind, */
    unsigned calls;  /* and of enum call_kind */
    bool asks_time;  /* the point is what tvp holds */
    char clause[96]; /* "irix.sprofil.6 requires" */
    FILE *out;
};

static const char *file_of(const struct program *p)
{
    return p->subject->dialect == DIALECT_AIX_MONITOR ? "mon.out" : "gmon.out";
}

/* What is permitted, in words and in C. */

/* Of the range of a gmon.out a bound is permitted, not a number: how what was
 * got is wrong. */
static char wrong_by(const struct point *point)
{
    if (point->kind != EVENT_PROFILE)
        return '!';
    return point->part == PART_HIGH ? '<' : point->part == PART_LOW ? '>' : '!';
}

static const char *error_of(const struct program *p, unsigned k)
{
    int32_t error = p->point.permitted[k].error;

    return p->point.kind == EVENT_CALL && error > 0 ? event_error_word(error)
                                                    : NULL;
}

/* "0 or 1", "-1 E2BIG" */
static void put_permitted(const struct program *p)
{
    char wrong = wrong_by(&p->point);

    for (unsigned k = 0; k < p->point.count; k++) {
        int64_t value = p->point.permitted[k].value;
        const char *error = error_of(p, k);

        fputs(k ? " or " : "", p->out);
        if (value == VALUE_UNSEEN || value == VALUE_NONE)
            fputs("any", p->out);
        else if (value == VALUE_NOT_ZERO)
            fputs("not 0", p->out);
        else
            fprintf(p->out, "%" PRId64 "%s", value,
                    wrong == '<'   ? " or more"
                    : wrong == '>' ? " or less"
                                   : "");
        if (error)
            fprintf(p->out, " %s", error);
    }
}

/* An expression that is true where none of that was got. */
static void put_wrong(const struct program *p)
{
    const struct point *point = &p->point;
    char wrong = wrong_by(point), got[64] = "value";

    if (p->files)
        strcpy(got, "look()");
    else if (point->kind != EVENT_CALL)
        snprintf(got, sizeof got, "%s[%zu]", p->c->names[point->buffer],
                 point->counter);
    for (unsigned k = 0; k < point->count; k++) {
        int64_t value = point->permitted[k].value;
        const char *error = error_of(p, k);

        fprintf(p->out, "%s%s", k ? " && " : "", error ? "(" : "");
        if (value == VALUE_UNSEEN || value == VALUE_NONE)
            fputs("0", p->out);
        else if (value == VALUE_NOT_ZERO)
            fprintf(p->out, "%s == 0", got);
        else
            fprintf(p->out, "%s %c%s %" PRId64, got, wrong,
                    wrong == '!' ? "=" : "", value);
        if (error)
            fprintf(p->out, " || error != %s)", error);
    }
}

/* What of a file is looked at. */
static void put_part(const struct program *p)
{
    static const char *const words[] = {[PART_TICKS] = "ticks",
                                        [PART_TICKS_AT] = "ticks at ",
                                        [PART_LOW] = "lowpc",
                                        [PART_HIGH] = "highpc",
                                        [PART_CALLS] = "calls "};
    const struct point *point = &p->point;

    fputs(words[point->part], p->out);
    if (point->part == PART_TICKS_AT)
        fprintf(p->out, "0x%" PRIx64, point->address);
    if (point->part != PART_CALLS)
        return;
    if (point->kind == EVENT_PROFILE)
        fprintf(p->out, "from 0x%" PRIx64 " to ", point->from);
    else
        fputs("of ", p->out);
    fprintf(p->out, "0x%" PRIx64, point->address);
}

/* The parts of a program, which program.c.in has. */

HELD_TEXT(program_parts, "conformance/export/program.c.in");

/* What is put for $name; op: the operation that the part is of, or null. */
static void put_name(const struct program *p, const struct op *op,
                     const char *name)
{
    static const struct op none;
    const struct op *of = op ? op : &none;
    const struct point *point = &p->point;
    const struct {
        const char *name, *text;
    } texts[] = {
        {"buffer", p->c->names[op ? op->buffer : point->buffer]},
        {"file", file_of(p)},
        {"clause", p->clause},
        {"process", p->execs ? "the new program" : "the process"},
        {"arguments", p->execs ? "int argc, char **argv" : "void"},
        {"format", point->width == 4 ? "%u" : "%d"},
    };
    const struct {
        const char *name, *format;
        uint64_t number;
    } numbers[] = {
        {"counter", "%" PRIu64, point->counter},
        {"end", "%" PRIu64, point->part == PART_HIGH},
        {"size", "%" PRIu64, of->size},
        {"filled", "%" PRIu64, of->fill_width ? of->size / of->fill_width : 0},
        {"fill", "0x%" PRIx64, of->fill},
        {"step", "%" PRIu64, of->step},
        {"pc", "0x%" PRIx64, of->pc},
        {"self", "0x%" PRIx64, of->end},
        {"address", "0x%" PRIx64, point->address},
        {"from", "0x%" PRIx64, point->from},
        {"loop", "0x%" PRIx64, p->loops},
    };
    const struct {
        const char *name;
        void (*put)(const struct program *p);
    } others[] = {
        {"permitted", put_permitted}, {"wrong", put_wrong}, {"part", put_part}};

    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        if (strcmp(texts[k].name, name) == 0)
            fputs(texts[k].text, p->out);
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        if (strcmp(numbers[k].name, name) == 0)
            fprintf(p->out, numbers[k].format, numbers[k].number);
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (strcmp(others[k].name, name) == 0)
            others[k].put(p);
}

/* A part, each of its lines so far in. */
static void put(const struct program *p, const struct op *op, unsigned indent,
                const char *part)
{
    char mark[40], name[16];
    const char *at;

    snprintf(mark, sizeof mark, "== %s\n", part);
    at = strstr(program_parts, mark) + strlen(mark);
    while (*at && strncmp(at, "== ", 3) != 0) {
        fprintf(p->out, "%*s", *at == '\n' ? 0 : (int)indent, "");
        while (*at != '\n') {
            size_t length = strspn(at + 1, "abcdefghijklmnopqrstuvwxyz");

            if (*at != '$' || length == 0) {
                putc(*at++, p->out);
                continue;
            }
            snprintf(name, sizeof name, "%.*s", (int)length, at + 1);
            put_name(p, op, name);
            at += 1 + length;
        }
        putc(*at++, p->out);
    }
}

static void put_if(const struct program *p, bool needed, const char *part)
{
    if (needed)
        put(p, NULL, 0, part);
}

/* The same before main: an empty line first. */
static void define_if(const struct program *p, bool needed, const char *part)
{
    if (needed)
        putc('\n', p->out);
    put_if(p, needed, part);
}

/* Whether a case can be such a program. */

/* Where pages can be mapped without privileges, with room for a stub. */
#define NEAR_FIRST UINT64_C(0x10007)
#define NEAR_END   UINT64_C(0x7fffffff0000)

/* What an operation takes.  Why not, if it is not available. */
static const char *look_at_op(struct program *p, const struct op *op)
{
    unsigned needs = op_row_of(op)->needs;

    if (op->shared)
        return "it shares a buffer";
    if (needs & NEED_SWEEP)
        return "it sweeps a range of pcs";
    if (needs & NEED_SLEEP)
        return "it sleeps";
    if (needs & (NEED_CALLER | NEED_STEP | NEED_THREAD | NEED_HERE) ||
        op->kind == OP_REMAP || op->kind == OP_OWN_TEXT ||
        op->kind == OP_PREFIX)
        return "it has an operation that plain C can't do";
    p->counts |= (needs & NEED_COUNT) != 0;
    p->forks |= (needs & NEED_FORK) != 0;
    p->execs |= (needs & NEED_EXEC) != 0;
    p->maps |= (needs & (NEED_UNMAP | NEED_PROTECT)) != 0;
    p->ticks |= (needs & NEED_TICKS) != 0;
    for (size_t k = 0; needs & NEED_TICKS && k < op->tick_count; k++)
        p->far |= op->ticks[k].pc < NEAR_FIRST || op->ticks[k].pc >= NEAR_END;
    p->kinds |= UINT64_C(1) << op->kind;
    if (op->kind != OP_CALL)
        return NULL;
    p->calls |= 1u << op->call.kind;
    p->null |= op->call.kind == CALL_PROFIL &&
               op->call.region.base.kind == POINTER_NULL;
    p->tvp |= op->call.kind == CALL_SPROFIL && op->call.tvp == POINTER_GIVEN;
    return NULL;
}

/* A child shows that it is not profiled by running for a while at the pc of
 * its tick, which must be the only one. */
static const char *look_at_child(struct program *p)
{
    const struct point *point = &p->point;
    bool none = point->kind == EVENT_BUFFER && point->process == 1 &&
                point->got.value == 0 && point->count > 0;
    unsigned ticks = 0;
    bool in_child = false;

    for (unsigned k = 0; k < point->count; k++)
        none = none && point->permitted[k].value != 0;
    for (size_t k = 0; k < p->count; k++) {
        const struct op *op = &p->c->script.ops[k];

        in_child = op->kind == OP_FORK || (in_child && op->kind != OP_END);
        if (op->kind != OP_TICKS)
            continue;
        ticks += in_child && op->tick_count == 1 ? 1 : 2;
        p->loops = op->ticks->pc;
    }
    p->ticks = false;
    return none && ticks == 1 && !p->far && !p->maps
               ? NULL
               : "it needs exact ticks in a child";
}

/* enum file_layout of what is read. */
static enum file_layout layout_of(const struct program *p)
{
    const struct outcome *outcome = &p->finding->observation.outcome;
    struct file_contents f;

    if (p->point.kind != EVENT_FILE)
        return program_is_native(p->subject) ? LAYOUT_GMON_TAGGED
                                             : LAYOUT_GMON_44;
    for (size_t k = 0; k < outcome->count; k++)
        if (outcome->events[k].kind == EVENT_FILE && outcome->events[k].bytes) {
            memcpy(&f, outcome->events[k].bytes, sizeof f);
            return f.layout == MON_LAYOUT_GMON_TAGGED ? LAYOUT_GMON_TAGGED
                   : f.layout == MON_LAYOUT_GMON_44   ? LAYOUT_GMON_44
                                                      : LAYOUT_MON;
        }
    return LAYOUT_MON;
}

static bool may_be(const struct point *point, int64_t state)
{
    for (unsigned k = 0; k < point->count; k++)
        if (point->permitted[k].value == state ||
            point->permitted[k].value == VALUE_UNSEEN ||
            (point->permitted[k].value == VALUE_NOT_ZERO &&
             state != FILE_ABSENT))
            return true;
    return false;
}

/* Whether what is wrong of a file is a number. */
static bool can_look(const struct program *p)
{
    if (p->point.part == PART_STATE)
        return may_be(&p->point, FILE_WRITTEN) !=
               (may_be(&p->point, FILE_ABSENT) ||
                may_be(&p->point, FILE_EMPTY));
    /* Its addresses are less that of the program. */
    if (p->point.kind != EVENT_FILE && layout_of(p) == LAYOUT_GMON_TAGGED)
        return false;
    return p->point.part != PART_NONE ||
           (p->point.kind == EVENT_RATE && p->point.got.value == RATE_ZERO);
}

#if defined __x86_64__ && !defined __ILP32__
enum { SENDS_TICKS = true };
#else
enum { SENDS_TICKS = false };
#endif

/* Null, or why it can't be. */
static const char *look_at_case(struct program *p)
{
    const struct observation *o = &p->finding->observation;
    const struct point *point = &p->point;
    const char *why = NULL;

    p->traps = o->ended != ENDED_NORMALLY;
    p->files = point->kind == EVENT_FILE || point->kind == EVENT_PROFILE ||
               point->kind == EVENT_RATE || point->kind == EVENT_HEADER;
    p->count = point->kind == EVENT_CALL || p->files ? point->op + (size_t)1
               : p->traps                            ? o->op + (size_t)1
                                                     : p->c->script.count;
    p->asks_time = point->kind == EVENT_CALL && point->got.tick_time &&
                   point->got.tick_time != TIME_RIGHT;
    if (p->subject->observe.impl->deliver || o->delivered & DELIVERED_OWN)
        return "the implementation takes its ticks by a mechanism of its own";
    if (o->ended == ENDED_TIMEOUT)
        return "it does not end";
    if (o->ended == ENDED_FORGED)
        return "it overwrites the harness's record";
    if (o->stray || point->outside)
        return "it writes outside a buffer";
    for (size_t k = 0; k < p->count && !why; k++)
        why = look_at_op(p, &p->c->script.ops[k]);
    if (!why && p->forks)
        why = look_at_child(p);
    if (why)
        return why;
    p->exits = (p->files || p->traps) && p->count > 0 &&
               p->c->script.ops[p->count - 1].kind == OP_EXIT;
    if (p->forks + p->execs + p->traps > 1)
        return "it needs more than one process";
    if (point->kind == POINT_NONE &&
        p->finding->judgement.verdict == VERDICT_INCONSISTENT)
        return "it is permitted by itself, and contradicts another case";
    if (point->scaled)
        return "what a counter must hold depends on a scale that is computed";
    if (!p->traps && point->kind != EVENT_CALL && point->kind != EVENT_BUFFER &&
        point->kind != EVENT_EXEC && !(p->files && can_look(p)))
        return "it shows in no return value, counter, file or exit";
    if ((p->ticks || p->counts) && !SENDS_TICKS)
        return "its ticks can be sent on x86-64 only";
    return NULL;
}

/* "irix.sprofil.6 requires", of the first cause. */
static void find_clause(struct program *p)
{
    const struct judgement *judgement = &p->finding->judgement;
    const struct diagnosis *d =
        judge_diagnosis(p->subject->judge, judgement->interface);
    enum dialect dialect = p->subject->dialect;
    const struct blame *blame;

    if (judgement->cause_count == 0) {
        snprintf(p->clause, sizeof p->clause, "the %s dialect requires",
                 dialect_table[dialect].name);
        return;
    }
    blame = &d->blames[judgement->causes[0]];
    snprintf(p->clause, sizeof p->clause, "%s %s",
             sentence_clause(dialect, blame->rule, blame->found),
             dialect_choices(dialect, blame->rule, DECIDED) ? "requires"
                                                            : "permits");
}

/* What comes before main. */

/* What is wrong, as a comment of 80 columns. */
static void put_title(const char *why, FILE *out)
{
    enum { WIDTH = 74 };

    fputs("/*", out);
    while (strlen(why) > WIDTH) {
        int length = WIDTH;

        while (length > 1 && why[length] != ' ')
            length--;
        fprintf(out, " %.*s\n *", length, why);
        why += length + (why[length] == ' ');
    }
    fprintf(out, " %s */\n", why);
}

/* "Too many ticks were counted after profil: b[0] is 3, permitted 0": of what has no known cause, which says nothing of the case. */
static void put_unexplained(const struct program *p)
{
    const struct judgement *judgement = &p->finding->judgement;
    char other[JUDGE_WHY] = "", text[sizeof judgement->detail];

    if (*judgement->other)
        sentence_of_other(judgement->other, other, sizeof other);
    other[strcspn(other, ";")] = '\0';
    snprintf(text, sizeof text, "%s%s%s%s%s", other, *other ? ": " : "",
             judgement->seen.got,
             *judgement->seen.permitted ? ", permitted " : "",
             judgement->seen.permitted);
    put_title(text, p->out);
}

/* Whether a call failed, while the point is elsewhere: that is permitted, and
 * may be why. */
static bool has_failed(const struct program *p, size_t op)
{
    const struct outcome *outcome = &p->finding->observation.outcome;
    bool failed = false;

    for (size_t k = 0; k < outcome->count; k++) {
        const struct event *e = &outcome->events[k];

        failed |= e->kind == EVENT_CALL && e->op == op && e->error > 0 &&
                  e->value != 0 && e->value != VALUE_UNSEEN;
    }
    return failed && !(p->point.kind == EVENT_CALL && p->point.op == op);
}

static bool has_any_failed(const struct program *p)
{
    bool any = false;

    for (size_t k = 0; k < p->count; k++)
        any |= has_failed(p, k);
    return any;
}

static void put_headers(const struct program *p)
{
    bool native = program_is_native(p->subject);
    bool dies = p->traps || p->execs,
         irix = p->subject->dialect == DIALECT_IRIX;
    bool near = p->counts || (p->ticks && !p->far);
    bool own =
        !native && p->calls & (1u << CALL_PROFIL | 1u << CALL_PROFIL_LIST);
    const struct {
        bool needed;
        const char *name;
    } rows[] = {
        {(p->point.kind == EVENT_CALL && !p->asks_time) || has_any_failed(p),
         "errno.h"},
        {p->ticks || dies || p->forks, "signal.h"},
        {true, "stdio.h"},
        {p->exits, "stdlib.h"},
        {p->ticks || dies || p->forks || p->counts, "string.h"},
        {native && p->subject->dialect == DIALECT_GMON, "sys/gmon.h"},
        {p->maps || p->forks || near, "sys/mman.h"},
        {native && (p->calls & 1u << CALL_SPROFIL), "sys/profil.h"},
        {p->ticks || p->asks_time, "sys/syscall.h"},
        {p->ticks || p->forks || p->asks_time || (!native && irix),
         "sys/time.h"},
        {dies || p->forks || p->exits, "sys/wait.h"},
        {p->execs || p->ticks || p->asks_time, "time.h"},
        {p->ticks && p->far, "ucontext.h"},
    };

    fprintf(p->out, "#define _GNU_SOURCE\n%s",
            own ? "#define profil profil_of_libc\n" : "");
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (rows[k].needed)
            fprintf(p->out, "#include <%s>\n", rows[k].name);
    fprintf(p->out, "#include <unistd.h>\n%s", own ? "#undef profil\n" : "");
    if (!native)
        program_prototypes(p->subject->dialect, p->calls, p->out);
    if (p->counts)
        fputs("void mcount(void);\n", p->out);
}

/* Counters that need no memory of their own, between others' zeros. */
static void put_buffers(const struct program *p)
{
    unsigned width = p->point.width;
    const char *type = width == 4 ? "int" : "short", *before = "\n";

    for (size_t k = 0; k < p->count; k++) {
        const struct op *op = &p->c->script.ops[k];

        if (op->kind != OP_BUFFER)
            continue;
        fprintf(p->out, "%sstatic unsigned %s %s%s", before, type,
                p->maps ? "*" : "", p->c->names[op->buffer]);
        if (!p->maps)
            fprintf(p->out, "[%u]",
                    op->size < width ? 1 : (op->size + width - 1) / width);
        fputs(";\n", p->out);
        before = "";
    }
}

/* What reads a number from a file. */
static void put_look(const struct program *p)
{
    static const char *const parts[] = {
        [PART_NONE] = "rate",  [PART_TICKS] = "ticks",
        [PART_LOW] = "range",  [PART_TICKS_AT] = "ticks at",
        [PART_HIGH] = "range", [PART_CALLS] = "calls"};
    enum file_layout layout = layout_of(p);
    char part[40] = "look state";

    if (p->point.part != PART_STATE)
        snprintf(part, sizeof part, "look %s %s",
                 layout == LAYOUT_MON       ? "mon"
                 : layout == LAYOUT_GMON_44 ? "gmon"
                                            : "tagged",
                 parts[p->point.part]);
    define_if(p, true, "look");
    put_if(p, true, part);
}

static void put_head(const struct program *p)
{
    if (*p->finding->judgement.why == '\0' ||
        strcmp(p->finding->judgement.why, SENTENCE_UNEXPLAINED) == 0)
        put_unexplained(p);
    else
        put_title(p->finding->judgement.why, p->out);
    if (p->point.open)
        put_title("A library that did something else before this may show it "
                  "by right.",
                  p->out);
    put_headers(p);
    put_buffers(p);
    define_if(p, p->null, "null");
    define_if(p, p->forks, "done");
    define_if(p, !p->forks && p->ticks && p->far, "far");
    define_if(p, !p->forks && p->ticks && !p->far, "near");
    define_if(p, p->ticks, "hold");
    define_if(p, p->asks_time, "period");
    define_if(p, p->kinds >> OP_FUNCTIONS & 1, "call");
    define_if(p, (p->kinds >> OP_ARCS | p->kinds >> OP_ROW) & 1, "arc");
    if (p->files)
        put_look(p);
    putc('\n', p->out);
}

/* main. */

/* The clock as a call left it would tick by itself: held, it does not. */
static void put_call(const struct program *p, size_t op, unsigned indent)
{
    const struct program_call call = {p->c, p->subject, p->point.width};
    unsigned kind = p->c->script.ops[op].call.kind;
    bool stops = kind == CALL_MONITOR_STOP || kind == CALL_MCLEANUP;
    bool judged =
        p->point.kind == EVENT_CALL && p->point.op == op && !p->asks_time;
    bool failed = has_failed(p, op);

    if (judged || failed)
        fprintf(p->out, "%*serrno = 0;\n", indent, "");
    fprintf(p->out, "%*s%s", indent, "", judged ? "value = " : "");
    program_call(&call, op, indent + (judged ? 8 : 0), p->out);
    fputs(";\n", p->out);
    if (judged)
        fprintf(p->out, "%*serror = errno;\n", indent, "");
    if (failed)
        fprintf(p->out, "%*sperror(\"%s\");\n", indent, "",
                program_function(&p->c->script.ops[op]));
    if (p->ticks && !(p->files && stops))
        fprintf(p->out, "%*shold();\n", indent, "");
}

/* Ticks, and calls of functions: each as often as it comes. */
static void put_ticks(const struct program *p, const struct op *op,
                      unsigned indent)
{
    bool arcs = op->kind == OP_ARCS;

    for (size_t k = 0; k < op->tick_count; k += 1 + arcs) {
        uint64_t pc = op->ticks[k].pc;
        bool more = op->ticks[k].count > 1;

        if (more)
            fprintf(p->out, "%*sfor (long k = 0; k < %" PRIu32 "; k++)\n",
                    indent, "", op->ticks[k].count);
        fprintf(p->out, "%*s", indent + (more ? 4 : 0), "");
        if (arcs)
            fprintf(p->out, "arc(0x%" PRIx64 ", 0x%" PRIx64 ");\n", pc,
                    op->ticks[k + 1].pc);
        else if (op->kind == OP_FUNCTIONS)
            fprintf(p->out, "call(0x%" PRIx64 ");\n", pc);
        else if (p->far)
            fprintf(p->out, "pc = 0x%" PRIx64 ", raise(SIGPWR);\n", pc);
        else
            fprintf(p->out, "tick(0x%" PRIx64 ");\n", pc);
    }
}

static void put_op(const struct program *p, size_t k, unsigned *indent)
{
    /* Of others nothing is done: a file is looked at in the end. */
    static const char *const parts[OP_KINDS] = {
        [OP_FORK] = "op fork",       [OP_END] = "op end",
        [OP_EXEC] = "op exec",       [OP_UNMAP] = "op unmap",
        [OP_PROTECT] = "op protect", [OP_NO_ROOM] = "op no room",
        [OP_ROW] = "op row",         [OP_UNWRITABLE] = "op unwritable",
        [OP_EXIT] = "op exit",
    };
    const struct op *op = &p->c->script.ops[k];

    if (op->kind == OP_END)
        *indent -= 4;
    if (parts[op->kind] && (op->kind != OP_EXIT || p->exits))
        put(p, op, *indent, parts[op->kind]);
    if (op->kind == OP_FORK)
        *indent += 4;
    if (op->kind == OP_BUFFER && p->maps)
        put(p, op, *indent, "op map");
    if (op->kind == OP_BUFFER && op->fill_width)
        put(p, op, *indent, "op fill");
    if (op->kind == OP_CALL)
        put_call(p, k, *indent);
    if (op->kind == OP_TICKS && p->forks)
        put(p, op, *indent, "op loop");
    else if (op->kind == OP_TICKS || op->kind == OP_FUNCTIONS ||
             op->kind == OP_ARCS)
        put_ticks(p, op, *indent);
}

static const char *verdict_of_program(const struct program *p)
{
    const struct point *point = &p->point;

    if (p->traps || p->execs)
        return "verdict end";
    if (p->asks_time)
        return "verdict time";
    if (point->kind == EVENT_RATE)
        return "verdict rate";
    if (p->files && point->part == PART_STATE)
        return may_be(point, FILE_WRITTEN) ? "verdict written"
                                           : "verdict absent";
    if (p->files)
        return point->part == PART_CALLS || point->part == PART_TICKS_AT
                   ? "verdict address"
                   : "verdict range";
    return point->kind == EVENT_CALL ? "verdict call"
           : p->forks                ? "verdict child"
                                     : "verdict counter";
}

static void put_main(const struct program *p)
{
    bool apart = p->traps || p->execs || p->exits;
    unsigned indent = apart ? 8 : 4;
    long start;

    put_if(p, true, "main");
    start = ftell(p->out);
    put_if(p, p->forks, "begin loop");
    put_if(p, p->ticks && p->far, "begin far");
    put_if(p, p->tvp, "begin tv");
    put_if(p, p->point.kind == EVENT_CALL && !p->asks_time, "begin value");
    put_if(p, p->traps || p->forks || p->execs, "begin status");
    if (ftell(p->out) != start)
        putc('\n', p->out);
    put_if(p, p->ticks && p->far, "go far");
    put_if(p, p->forks, "go loop");
    put_if(p, p->ticks && !p->far, "go near");
    put_if(p, p->execs, "go exec");
    put_if(p, p->files || p->exits, "go file");
    put_if(p, apart, "apart");
    for (size_t k = 0; k < p->count; k++)
        put_op(p, k, &indent);
    if (p->traps && !p->exits)
        fputs("        _exit(0);\n", p->out);
    if (apart)
        fprintf(p->out, "    }\n    wait(%s);\n",
                p->traps || p->execs ? "&status" : "NULL");
    put_if(p, true, verdict_of_program(p));
    fputs("}\n", p->out);
}

const char *program_write(const struct test_case *c,
                          const struct subject *subject,
                          const struct finding *finding, FILE *out)
{
    struct program p = {
        .c = c, .subject = subject, .finding = finding, .out = out};
    const struct outcome *outcome = &finding->observation.outcome;
    const char *cannot;

    p.point = (struct point){.kind = POINT_NONE};
    if (finding->observation.ended == ENDED_NORMALLY)
        point_find(subject->dialect, c, outcome, &p.point);
    if (!p.point.width)
        p.point.width = 2;
    cannot = look_at_case(&p);
    if (cannot)
        return cannot;
    find_clause(&p);
    put_head(&p);
    put_main(&p);
    return NULL;
}
