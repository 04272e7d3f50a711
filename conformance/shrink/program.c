/* SPDX-License-Identifier: MIT */
#include "program.h"
#include "conformance/judge/sentence.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

/* Where pages can be mapped without privileges, with room for a stub. */
#define NEAR_FIRST UINT64_C(0x10007)
#define NEAR_END   UINT64_C(0x7fffffff0000)

static void look_at_ticks(struct program *p, const struct op *op)
{
    p->ticks = true;
    for (size_t k = 0; k < op->tick_count; k++)
        p->far = p->far || op->ticks[k].pc < NEAR_FIRST ||
                 op->ticks[k].pc >= NEAR_END;
}

/* What an operation needs.  A reason where it can't be had. */
static const char *look_at_op(struct program *p, const struct op *op)
{
    switch (op->kind) {
    case OP_BUFFER: return op->shared ? "it shares a buffer" : NULL;
    case OP_CALL:
        return op->call.kind < CALL_MONITOR ? NULL
                                            : "it calls monitor, or its kin";
    case OP_END: return NULL;
    case OP_TICKS: look_at_ticks(p, op); return NULL;
    case OP_FORK: p->forks = true; return NULL;
    case OP_EXEC: p->execs = true; return NULL;
    case OP_UNMAP:
    case OP_PROTECT: p->maps = true; return NULL;
    case OP_SWEEP: return "it sweeps a range of pcs";
    case OP_SLEEP: return "it sleeps";
    default: return "it has an operation that C alone does not show";
    }
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
               : "it takes exact ticks in a child";
}

#if defined __x86_64__ && !defined __ILP32__
enum { SENDS_TICKS = true };
#else
enum { SENDS_TICKS = false };
#endif

static const char *look_at_ops(struct program *p)
{
    const struct test_case *c = p->c;
    const char *why = NULL;

    if (p->subject->observe.impl->deliver ||
        p->finding->observation.delivered & DELIVERED_OWN)
        return "the implementation takes its ticks by a mechanism of its own";
    if (p->finding->observation.ended == ENDED_TIMEOUT)
        return "it does not end";
    if (p->finding->observation.ended == ENDED_FORGED)
        return "it writes over what the harness notes";
    if (p->finding->observation.stray || p->point.outside)
        return "it writes outside a buffer";
    p->count = c->script.count;
    if (p->point.kind == EVENT_CALL)
        p->count = p->point.op + (size_t)1;
    else if (p->finding->observation.ended != ENDED_NORMALLY)
        p->count = p->finding->observation.op + (size_t)1;
    for (size_t k = 0; k < p->count && !why; k++)
        why = look_at_op(p, &c->script.ops[k]);
    if (!why && p->forks)
        why = look_at_child(p);
    p->traps = p->finding->observation.ended != ENDED_NORMALLY;
    p->asks_time = p->point.kind == EVENT_CALL && p->point.got.tick_time &&
                   p->point.got.tick_time != TIME_RIGHT;
    if (!why && p->forks + p->execs + p->traps > 1)
        why = "it takes more than one process to show";
    if (!why && !p->traps && p->point.kind != EVENT_CALL &&
        p->point.kind != EVENT_BUFFER && p->point.kind != EVENT_EXEC)
        why = "what it shows is no return value, counter or end";
    if (!why && p->ticks && !SENDS_TICKS)
        why = "how its ticks are sent is known for x86-64 only";
    return why;
}

/* "irix.sprofil.6 requires", of the first cause. */
static void find_clause(struct program *p)
{
    const struct judgement *judgement = &p->finding->judgement;
    const struct diagnosis *d =
        judge_diagnosis(p->subject->judge, judgement->interface);
    enum dialect dialect = p->subject->dialect;
    const struct blame *blame;
    const char *clause;
    bool decided;

    if (judgement->cause_count == 0) {
        snprintf(p->clause, sizeof p->clause, "the %s dialect requires",
                 dialect_table[dialect].name);
        return;
    }
    blame = &d->blames[judgement->causes[0]];
    clause = sentence_clause(dialect, (enum rule)blame->rule, blame->found,
                             &decided);
    snprintf(p->clause, sizeof p->clause, "%s %s", clause,
             decided ? "requires" : "permits");
}

__attribute__((format(printf, 3, 4))) static void
line(FILE *out, unsigned indent, const char *format, ...)
{
    va_list arguments;

    fprintf(out, "%*s", indent, "");
    va_start(arguments, format);
    vfprintf(out, format, arguments);
    va_end(arguments);
    putc('\n', out);
}

static void put_ticks(const struct program *p, const struct op *op,
                      unsigned indent, FILE *out)
{
    for (size_t k = 0; k < op->tick_count; k++) {
        const struct tick *tick = &op->ticks[k];

        if (tick->count > 1) {
            line(out, indent, "for (long k = 0; k < %" PRIu32 "; k++)",
                 tick->count);
            indent += 4;
        }
        if (p->far)
            line(out, indent, "pc = 0x%" PRIx64 ", raise(SIGPWR);", tick->pc);
        else
            line(out, indent, "tick(0x%" PRIx64 ");", tick->pc);
        if (tick->count > 1)
            indent -= 4;
    }
}

static void put_loop(unsigned indent, FILE *out)
{
    line(out, indent, "signal(SIGVTALRM, done);");
    line(
        out, indent,
        "setitimer(ITIMER_VIRTUAL, &(struct itimerval){{0}, {0, 500000}}, 0);");
    line(out, indent, "((void (*)(void))loop)();");
}

static void put_buffer(const struct program *p, const struct op *op,
                       unsigned indent, FILE *out)
{
    const char *name = p->c->names[op->buffer];

    if (p->maps)
        line(out, indent,
             "%s = mmap(NULL, %" PRIu32 ", PROT_READ | PROT_WRITE,\n"
             "%*sMAP_PRIVATE | MAP_ANONYMOUS, -1, 0);",
             name, op->size, indent + 9, "");
    if (op->fill_width) {
        line(out, indent, "for (int k = 0; k < %" PRIu32 "; k++)",
             op->size / op->fill_width);
        line(out, indent + 4, "%s[k] = 0x%" PRIx32 ";", name, op->fill);
    }
}

/* The clock as a call left it would tick by itself: held, it does not. */
static void put_call(const struct program *p, size_t op, unsigned indent,
                     FILE *out)
{
    bool asked = p->point.kind == EVENT_CALL && p->point.op == op;

    if (asked && !p->asks_time)
        line(out, indent, "errno = 0;");
    fprintf(out, "%*s%s", indent, "", asked && !p->asks_time ? "value = " : "");
    program_call(p, op, indent + (asked && !p->asks_time ? 8 : 0), out);
    if (asked && !p->asks_time)
        line(out, indent, "error = errno;");
    if (p->ticks)
        line(out, indent,
             "setitimer(ITIMER_PROF, &(struct itimerval){0}, NULL);");
}

static void put_op(const struct program *p, size_t k, unsigned *indent,
                   FILE *out)
{
    const struct op *op = &p->c->script.ops[k];

    switch (op->kind) {
    case OP_BUFFER: put_buffer(p, op, *indent, out); break;
    case OP_CALL: put_call(p, k, *indent, out); break;
    case OP_TICKS:
        if (p->forks)
            put_loop(*indent, out);
        else
            put_ticks(p, op, *indent, out);
        break;
    case OP_FORK:
        line(out, *indent, "if (fork() == 0) {");
        *indent += 4;
        break;
    case OP_END:
        *indent -= 4;
        line(out, *indent, "}");
        line(out, *indent, "wait(&status);");
        break;
    case OP_EXEC:
        line(out, *indent,
             "execl(\"/proc/self/exe\", argv[0], \"new\", "
             "NULL);");
        break;
    case OP_UNMAP:
        line(out, *indent, "munmap(%s, 1);", p->c->names[op->buffer]);
        break;
    default:
        line(out, *indent, "mprotect(%s, 1, PROT_READ);",
             p->c->names[op->buffer]);
    }
}

static void put_start(const struct program *p, FILE *out)
{
    long start = ftell(out);
    bool asks = p->point.kind == EVENT_CALL;

    if (p->forks)
        line(out, 4, "char *loop = (char *)0x%" PRIx64 ";", p->loops);
    if (p->ticks && p->far)
        line(out, 4,
             "struct sigaction action = {.sa_sigaction = go, "
             ".sa_flags = SA_SIGINFO};");
    if (p->asks_time)
        line(out, 4, "struct itimerval timer;");
    for (size_t k = 0; k < p->count; k++)
        if (p->c->script.ops[k].kind == OP_CALL &&
            p->c->script.ops[k].call.kind == CALL_SPROFIL &&
            p->c->script.ops[k].call.tvp == POINTER_GIVEN) {
            line(out, 4, "struct timeval tv = {0, 0};");
            break;
        }
    if (asks && !p->asks_time)
        line(out, 4, "int value, error;");
    if (p->traps || p->forks || p->execs)
        line(out, 4, "int status = 0;");
    if (ftell(out) != start)
        putc('\n', out);
    if (p->ticks && p->far) {
        line(out, 4, "sigfillset(&action.sa_mask);");
        line(out, 4, "sigaction(SIGPWR, &action, NULL);");
    }
    if (p->forks) {
        line(out, 4, "mmap((void *)((size_t)loop & -4096), 8192, 7,");
        line(out, 9, "MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);");
        line(out, 4, "memcpy(loop, \"\\xeb\\xfe\", 2); /* a jump to itself */");
    }
    if (p->ticks && !p->far)
        line(out, 4, "signal(SIGPROF, SIG_IGN); /* while profiling is off */");
}

static void put_main(const struct program *p, FILE *out)
{
    bool apart = p->traps || p->execs;
    unsigned indent = apart ? 8 : 4;

    fprintf(out, "int main(%s)\n{\n",
            p->execs ? "int argc, char **argv" : "void");
    put_start(p, out);
    if (p->execs) {
        line(out, 4, "while (argc > 1) /* the new program */");
        line(out, 8, "if (clock() > CLOCKS_PER_SEC / 2)");
        line(out, 12, "return 0;");
    }
    if (apart)
        line(out, 4, "if (fork() == 0) {");
    for (size_t k = 0; k < p->count; k++)
        put_op(p, k, &indent, out);
    if (p->traps)
        line(out, 8, "_exit(0);");
    if (apart) {
        line(out, 4, "}");
        line(out, 4, "wait(&status);");
    }
    program_verdict(p, out);
    fputs("}\n", out);
}

bool program_write(const struct test_case *c, const struct subject *subject,
                   const struct finding *finding, FILE *out, char *why,
                   size_t why_size)
{
    struct program p = {.c = c, .subject = subject, .finding = finding};
    const char *cannot;

    p.native = subject->observe.impl == &impl_libc ||
               subject->dialect == DIALECT_GLIBC;
    if (finding->observation.ended == ENDED_NORMALLY)
        point_find(subject->dialect, c, &finding->observation.outcome,
                   &p.point);
    else
        p.point = (struct point){.kind = POINT_NONE};
    if (!p.point.width)
        p.point.width = 2;
    cannot = look_at_ops(&p);
    if (cannot) {
        snprintf(why, why_size, "%s", cannot);
        return false;
    }
    find_clause(&p);
    program_head(&p, out);
    put_main(&p, out);
    return true;
}
