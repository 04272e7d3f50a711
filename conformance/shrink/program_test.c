/* SPDX-License-Identifier: MIT */
/* What programs are made of; that they compile and show the defect, the tests
 * of `profilcheck shrink` see. */
#include "program.h"

#include "conformance/judge/judged_test.h"
#include "impls/impl.h"
#include "reference/unit_test.h"

/* What an implementation that makes this choice shows, as a program. */
struct made {
    bool good;
    char *text, why[200];
};

static struct made program_of(enum dialect dialect, enum choice choice,
                              const char *text,
                              void (*change)(struct finding *finding))
{
    struct bench bench = begin(dialect);
    struct subject subject = {
        .observe = {.impl = &impl_signal},
        .dialect = dialect,
        .constants = {.prof_ushort = 1, .prof_uint = 2, .prof_fast = 4},
        .judge = bench.judge};
    struct finding finding = {0};
    struct made w = {0};
    size_t size;
    FILE *out;

    take(&bench, choice);
    show(&bench, text);
    assert_true(judge_conclude(bench.judge));
    verdict_on(&bench, 0);
    finding.observation = bench.seen[0];
    finding.judgement = bench.judgement;
    if (change)
        change(&finding);
    out = open_memstream(&w.text, &size);
    assert_non_null(out);
    w.good = program_write(bench.shown[0].cases, &subject, &finding, out, w.why,
                           sizeof w.why);
    fclose(out);
    end(&bench);
    return w;
}

#define AT "profil b 16 0x20000 "

/* In each program these stand in this order. */
static const struct {
    enum dialect dialect;
    enum choice choice;
    const char *text;
    const char *parts[12];
} rows[] = {
    {DIALECT_FREEBSD,
     ROUNDING_UP,
     "case c\nbuffer b 16\n" AT "0x8000\ntick 0x20002\n",
     {"/* rounding was up or up-exact or ", "\n * freebsd.profil.3 permits ",
      " */\n#define _GNU_SOURCE\n",
      "\n#undef profil\nint profil(char *, size_t, size_t, int);\n",
      "\nstatic unsigned short b[8];\n", "static void tick(unsigned long pc)",
      "    signal(SIGPROF, SIG_IGN); /* while profiling is off */\n",
      "    profil((char *)b, 16, 0x20000, 0x8000);\n"
      "    setitimer(ITIMER_PROF, &(struct itimerval){0}, NULL);\n",
      "    tick(0x20002);\n",
      "    printf(\"b[0]: got %d, freebsd.profil.3 permits 1\\n\", b[0]);\n",
      "    return b[0] != 1;\n}\n"}},
    {DIALECT_AIX,
     ROUNDING_DOWN,
     "case c\nbuffer b 15 fill16=7\nbuffer d 1\n"
     "profil b 15 0x20000 0x8000\n"
     "tick 0x20002 x3 0x20000\n",
     {"\nstatic unsigned short b[8];\nstatic unsigned short d[1];\n",
      "    for (int k = 0; k < 7; k++)\n        b[k] = 0x7;\n",
      "    profil(b, 15, 0x20000, 0x8000);\n",
      "    for (long k = 0; k < 3; k++)\n        tick(0x20002);\n",
      "    tick(0x20000);\n"}},
    {DIALECT_FREEBSD,
     ROUNDING_UP,
     "case c\nbuffer b 16\nprofil b 16 0x1000 0x8000\ntick 0x1002\n",
     {"#include <ucontext.h>\n", "static void go(int sent",
      "    struct sigaction action = {",
      "    sigaction(SIGPWR, &action, NULL);",
      "    pc = 0x1002, raise(SIGPWR);\n"}},
    {DIALECT_FREEBSD,
     SCALE_OFF_EINVAL,
     "case c\nbuffer b 16\n" AT "0\ntick 0x20000\n",
     {"#include <errno.h>\n", "    int value, error;\n", "    errno = 0;\n",
      "    value = profil((char *)b, 16, 0x20000, 0);\n",
      "    error = errno;\n",
      "    printf(\"returned %d, errno %d; freebsd.profil.",
      " requires 0\\n\",\n",
      "           value, error);\n    return value != 0;\n}\n"}},
    {DIALECT_FREEBSD,
     BAD_BUFFER_CRASHES,
     "case c\nprofil bad 16 0x20000 0x8000\ntick 0x20000\n",
     {"    int status = 0;\n", "    if (fork() == 0) {\n",
      "        profil((char *)64, 16, 0x20000, 0x8000);\n",
      "        _exit(0);\n    }\n    wait(&status);\n",
      "    return WIFSIGNALED(status);\n}\n"}},
    {DIALECT_FREEBSD,
     EXEC_KILLS,
     "case c\nbuffer b 16\n" AT "0x8000\nexec\n",
     {"int main(int argc, char **argv)\n",
      "    while (argc > 1) /* the new program */\n",
      "        execl(\"/proc/self/exe\", argv[0], \"new\", NULL);\n",
      "    printf(\"the new program: %s, but "}},
    {DIALECT_HPUX,
     FORK_CHILD_OFF,
     "case c\nbuffer b 16 \n" AT "0x8000\nfork\ntick 0x20000\nend\n",
     {"void profil(unsigned short *, size_t, size_t, unsigned);\n",
      "static void done(int sent)", "    _exit(b[0] && sent);\n",
      "    char *loop = (char *)0x20000;\n", "    if (fork() == 0) {\n",
      "        setitimer(ITIMER_VIRTUAL, ", "    }\n    wait(&status);\n",
      "    return !WEXITSTATUS(status);\n"}},
};

static void check_parts(const char *program, const char *const *parts)
{
    const char *at = program;

    for (unsigned k = 0; k < 12 && parts[k]; k++) {
        at = strstr(at, parts[k]);
        if (!at)
            fail_msg("no \"%s\" there in\n%s", parts[k], program);
        at += strlen(parts[k]);
    }
}

TEST(a_program_does_what_the_case_does)
{
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct made w =
            program_of(rows[k].dialect, rows[k].choice, rows[k].text, NULL);

        if (!w.good)
            fail_msg("%s: %s", rows[k].text, w.why);
        check_parts(w.text, rows[k].parts);
        free(w.text);
    }
}

static void counted(struct finding *f)
{
    f->observation.arena[SCRIPT_ZONE] = 77; /* ticks that nobody delivered */
}

/* A counter that is not so, of these calls. */
static const struct {
    enum dialect dialect;
    const char *text;
    const char *parts[12];
} calls[] = {
    {DIALECT_IRIX,
     "case c\nbuffer b 16\nsprofil [ b 8 0x20000 0x8000 ; b+8 8 0x20010 10 ] 2 "
     "tv uint\ntick 0x20000\n",
     {"/*  */\n#define _GNU_SOURCE\n#define profil profil_of_libc\n",
      "#include <sys/time.h>\n", "\nstatic unsigned int b[4];\n",
      "    struct timeval tv = {0, 0};\n\n",
      "    sprofil((struct prof[]){{b, 8, 0x20000, 0x8000},\n"
      "                            {((char *)b + 8), 8, 0x20010, 0xa}},\n"
      "            2, &tv, 2);\n",
      "    printf(\"b[0]: got %u, the irix dialect requires 1\\n\", b[0]);\n"
      "    return b[0] != 1;\n"}},
    {DIALECT_AIX,
     "case c\nbuffer b 16\nprofil [ 0x20000 0x2000f b 8 0x8000 ; 0x20010 "
     "0x2001f "
     "b+8 8 9 ] -1 0 0\ntick 0x20000\n",
     {"    profil((struct prof[]){{0x20000, 0x2000f, b, 8, 0x8000},\n"
      "                           {0x20010, 0x2001f, ((char *)b + 8), 8, 9}, "
      "{0}},\n           -1, 0, 0);\n"}},
    {DIALECT_GLIBC,
     "case c\nbuffer b 16\nsprofil [ b 16 0x20000 0x8000 ] 1 null uint|fast\n"
     "tick 0x20000\n",
     {"/*  */\n#define _GNU_SOURCE\n#include <signal.h>\n",
      "#include <sys/profil.h>\n", "#include <unistd.h>\n\nstatic unsigned int",
      "    sprofil((struct prof[]){{b, 16, 0x20000, 0x8000}}, 1, NULL, "
      "PROF_UINT | PROF_FAST);\n"}},
    {DIALECT_GLIBC,
     "case c\nbuffer b 16\nsprofil [ b 16 0x20000 0x8000 ] 1 null ushort\n"
     "tick 0x20000\n",
     {"0x8000}}, 1, NULL, PROF_USHORT);\n"}},
    {DIALECT_IRIX,
     "case c\nbuffer b 16\nprofil b 16 0x20000 0x8000\n"
     "sprofil null 1 bad ushort\nsprofil [ ] 0 null 0\n"
     "profil null 16 0x20000 0x8000\n",
     {"static unsigned short b[8];\n\nstatic void *volatile none; ",
      "    profil(b, 16, 0x20000, 0x8000);\n"
      "    sprofil(NULL, 1, (void *)64, 1);\n"
      "    sprofil((struct prof[]){{0}}, 0, NULL, 0);\n"
      "    profil(none, 16, 0x20000, 0x8000);\n"}},
};

TEST(a_call_is_made_as_its_prototype_has_it)
{
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) {
        struct made w = program_of(calls[k].dialect, 0, calls[k].text, counted);

        if (!w.good)
            fail_msg("%s: %s", calls[k].text, w.why);
        check_parts(w.text, calls[k].parts);
        free(w.text);
    }
}

/* Headers, variables and delivery come with what needs them alone. */
TEST(what_is_not_needed_is_not_there)
{
    static const char *const none[] = {
        "errno",
        "ucontext",
        "sys/wait",
        "fork",
        "time.h>\n#include <uc",
        "sigaction",
        "loop",
        "struct timeval tv",
        "_exit",
        "NULL, 16",
    };
    struct made w =
        program_of(DIALECT_FREEBSD, ROUNDING_UP, rows[0].text, NULL);

    for (size_t k = 0; k < sizeof none / sizeof *none; k++)
        assert_null(strstr(w.text, none[k]));
    free(w.text);
    w = program_of(DIALECT_FREEBSD, SCALE_OFF_EINVAL,
                   "case c\nbuffer b 16\n" AT "0\n", NULL);
    assert_null(strstr(w.text, "tick"));
    assert_null(strstr(w.text, "setitimer"));
    assert_null(strstr(w.text, "signal"));
    free(w.text);
}

static void hung(struct finding *f)
{
    f->observation.ended = ENDED_TIMEOUT;
}

static void forged(struct finding *f)
{
    f->observation.ended = ENDED_FORGED;
}

static void strayed(struct finding *f)
{
    f->observation.stray = 1;
}

static void wrote_before(struct finding *f)
{
    f->observation.arena[SCRIPT_ZONE - 1] = 1;
}

TEST(what_cannot_be_a_program_is_refused_with_the_reason)
{
    static const struct {
        const char *text, *why;
        void (*change)(struct finding *finding);
    } refused[] = {
        {"buffer b 16\n" AT "0x8000\ntick 0x20002\n", "it does not end", hung},
        {"buffer b 16\n" AT "0x8000\ntick 0x20002\n",
         "it writes over what the harness notes", forged},
        {"buffer b 16\n" AT "0x8000\ntick 0x20002\n",
         "it writes outside a buffer", strayed},
        {"buffer b 16\n" AT "0x8000\ntick 0x20002\n",
         "it writes outside a buffer", wrote_before},
        {"buffer b 16 shared\n" AT "0x8000\ntick 0x20002\n",
         "it shares a buffer", NULL},
        {"buffer b 16\n" AT "0x8000\nsleep 0x20000 100\ntick 0x20002\n",
         "it sleeps", NULL},
        {"buffer b 16\n" AT "0x8000\nfork\ntick 0x20002\nend\n",
         "it takes exact ticks in a child", NULL},
    };

    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
        struct made w;
        char text[200];

        snprintf(text, sizeof text, "case c\n%s", refused[k].text);
        w = program_of(DIALECT_FREEBSD, ROUNDING_UP, text, refused[k].change);
        assert_false(w.good);
        assert_string_equal(w.why, refused[k].why);
        free(w.text);
    }
}

TEST(every_page_of_profil_has_its_prototype)
{
    for (unsigned d = 0; d < DIALECTS; d++)
        if (d != DIALECT_GLIBC && dialect_has_call(d, CALL_PROFIL) &&
            !program_prototypes(d))
            fail_msg("%s has no prototypes in program_head.c",
                     dialect_table[d].name);
}

TESTS(NULL, NULL)
