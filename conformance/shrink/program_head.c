/* SPDX-License-Identifier: MIT */
/* What stands before main: headers, prototypes, buffers, delivery. */
#include <string.h>

#include "program.h"

/* The prototypes of a dialect that the host's headers do not have. */
static const char *const prototypes[DIALECTS] = {
    [DIALECT_AIX] = "struct prof {\n"
                    "    unsigned long p_low, p_high;\n"
                    "    unsigned short *p_buff;\n"
                    "    int p_bufsize, p_scale;\n"
                    "};\n"
                    "int profil(void *, unsigned, unsigned long, unsigned);\n",
    [DIALECT_IRIX] =
        "struct prof {\n"
        "    void *pr_base;\n"
        "    unsigned pr_size;\n"
        "    unsigned long pr_off;\n"
        "    unsigned pr_scale;\n"
        "};\n"
        "int sprofil(struct prof *, int, struct timeval *, unsigned);\n"
        "int profil(unsigned short *, unsigned, unsigned long, unsigned);\n",
    [DIALECT_HPUX] =
        "void profil(unsigned short *, size_t, size_t, unsigned);\n",
    [DIALECT_FREEBSD] = "int profil(char *, size_t, size_t, int);\n",
    [DIALECT_GMON] = "void monstartup(unsigned long, unsigned long);\n"
                     "void moncontrol(int);\n"
                     "void _mcleanup(void);\n",
};

const char *program_prototypes(enum dialect dialect)
{
    return prototypes[dialect];
}

static bool calls(const struct program *p, enum call_kind kind)
{
    for (size_t k = 0; k < p->count; k++)
        if (p->c->script.ops[k].kind == OP_CALL &&
            p->c->script.ops[k].call.kind == kind)
            return true;
    return false;
}

static void headers(const struct program *p, FILE *out)
{
    bool irix = !p->native && p->subject->dialect == DIALECT_IRIX;
    bool dies = p->traps || p->execs;
    const struct {
        bool needed;
        const char *name;
    } rows[] = {
        {p->point.kind == EVENT_CALL && !p->asks_time, "errno.h"},
        {p->ticks || dies || p->forks, "signal.h"},
        {true, "stdio.h"},
        {p->ticks || dies || p->forks, "string.h"},
        {p->maps || p->forks || (p->ticks && !p->far), "sys/mman.h"},
        {p->native && calls(p, CALL_SPROFIL), "sys/profil.h"},
        {p->ticks || p->forks || p->asks_time || irix, "sys/time.h"},
        {dies || p->forks, "sys/wait.h"},
        {p->execs, "time.h"},
        {p->ticks && p->far, "ucontext.h"},
    };

    fprintf(out, "#define _GNU_SOURCE\n%s",
            p->native ? "" : "#define profil profil_of_libc\n");
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (rows[k].needed)
            fprintf(out, "#include <%s>\n", rows[k].name);
    fputs("#include <unistd.h>\n", out);
    if (!p->native)
        fprintf(out, "#undef profil\n%s",
                program_prototypes(p->subject->dialect));
}

/* Counters that need no memory of their own, between others' zeros. */
static void buffers(const struct program *p, FILE *out)
{
    bool wide = p->point.width == 4;
    bool first = true;

    for (size_t k = 0; k < p->count; k++) {
        const struct op *op = &p->c->script.ops[k];
        unsigned width = wide ? 4 : 2;

        if (op->kind != OP_BUFFER)
            continue;
        if (first)
            putc('\n', out);
        first = false;
        if (!p->maps)
            fprintf(out, "static unsigned %s %s[%u];\n", wide ? "int" : "short",
                    p->c->names[op->buffer],
                    op->size < width ? 1 : (op->size + width - 1) / width);
        else
            fprintf(out, "static unsigned %s *%s;\n", wide ? "int" : "short",
                    p->c->names[op->buffer]);
    }
}

static void near_ticks(FILE *out)
{
    fputs(
        "\n"
        "static void tick(unsigned long pc) /* a SIGPROF that finds it at pc "
        "*/\n"
        "{\n"
        "    char *code = (char *)pc - 7; /* a system call that ends at pc */\n"
        "\n"
        "    mmap((void *)((pc - 7) & -4096), 8192, 7,\n"
        "         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);\n"
        "    memcpy(code, \"\\xb8\\xea\\0\\0\\0\\x0f\\x05\\xc3\", 8); /* "
        "tgkill */\n"
        "    ((void (*)(int, int, int))code)(getpid(), gettid(), SIGPROF);\n"
        "}\n",
        out);
}

static void far_ticks(FILE *out)
{
    fputs("static greg_t home[NGREG]; static volatile greg_t pc;\n"
          "\n"
          "static void go(int sent, siginfo_t *info, void *context) "
          "/* to pc, and back */\n"
          "{\n"
          "    greg_t *now = ((ucontext_t *)context)->uc_mcontext.gregs;\n"
          "    int away = now[REG_RIP] == pc && sent && info;\n"
          "\n"
          "    memcpy(away ? now : home, away ? home : now, sizeof home);\n"
          "    if (away)\n"
          "        return;\n"
          "    now[REG_RIP] = pc;\n"
          "    raise(SIGPROF), raise(SIGPWR); /* pending until it is there */\n"
          "}\n",
          out);
}

/* What is wrong, as a comment of 80 columns. */
static void title(const char *why, FILE *out)
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

/* Else a compiler that knows the prototype warns of it. */
static void null_buffer(const struct program *p, FILE *out)
{
    for (size_t k = 0; k < p->count; k++) {
        const struct op *op = &p->c->script.ops[k];

        if (op->kind == OP_CALL && op->call.kind == CALL_PROFIL &&
            op->call.region.base.kind == POINTER_NULL) {
            fputs("\nstatic void *volatile none; /* a null pointer */\n", out);
            return;
        }
    }
}

void program_head(const struct program *p, FILE *out)
{
    title(p->finding->judgement.why, out);
    headers(p, out);
    buffers(p, out);
    null_buffer(p, out);
    if (p->forks)
        fprintf(out,
                "\nstatic void done(int sent) /* the child ran for 0.5 s */\n"
                "{\n"
                "    _exit(%s[%zu] && sent);\n"
                "}\n",
                p->c->names[p->point.buffer], p->point.counter);
    else if (p->ticks && p->far)
        far_ticks(out);
    else if (p->ticks)
        near_ticks(out);
    putc('\n', out);
}
