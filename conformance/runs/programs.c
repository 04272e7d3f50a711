/* SPDX-License-Identifier: MIT */
#include "programs.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "conformance/base/output.h"
#include "conformance/export/compile.h"
#include "conformance/export/program.h"
#include "reports/reports.h"

enum { SECONDS = 20 /* for a program, and for a case to get smaller */ };

void subject_of(const struct impl_run *run, struct subject *subject)
{
    *subject = (struct subject){.observe = run->observe,
                                .dialect = run->dialect,
                                .capabilities = run->capabilities,
                                .constants = run->constants,
                                .profil_max = run->profil_max};
}

static unsigned lines_in(const char *text)
{
    unsigned lines = 0;

    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* Our own library of a dialect, gmon's being FreeBSD's, beside this program or
 * where it is installed. */
static bool find_own_library(enum dialect dialect, char library[PATH_MAX])
{
    enum dialect made_for = dialect == DIALECT_GMON ? DIALECT_FREEBSD : dialect;
    static const char *const places[] = {"", "../lib/"};
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    char *end;

    if (length < 0)
        return false;
    program[length] = '\0';
    end = strrchr(program, '/');
    if (!end)
        return false;
    end[1] = '\0';
    for (size_t k = 0; k < sizeof places / sizeof *places; k++)
        if (snprintf(library, PATH_MAX, "%s%slibprofil-%s.so", program,
                     places[k], dialect_table[made_for].name) < PATH_MAX &&
            access(library, R_OK) == 0)
            return true;
    return false;
}

const char *programs_last_line(char *output)
{
    size_t length = strlen(output);
    const char *newline;

    while (length > 0 && output[length - 1] == '\n')
        output[--length] = '\0';
    newline = strrchr(output, '\n');
    return newline ? newline + 1 : output;
}

/* Null: the program shows nothing of a right library, or there is none. */
static const char *wrong_of_ours(enum dialect dialect, const char *text)
{
    struct compiled compiled;
    char library[PATH_MAX];

    if (!find_own_library(dialect, library) ||
        !compile_and_run(text, library, SECONDS, &compiled) ||
        !compiled.compiled || compiled.status == 0)
        return NULL;
    return problem_of("the program fails with %s too: %s", library,
                      programs_last_line(compiled.output));
}

/* Null: it compiles here, and shows the defect of what it is linked with. */
static const char *shows_not(const struct subject *subject, const char *program)
{
    const char *path = subject->observe.open.path;
    bool own = subject->observe.impl == &impl_so;
    struct compiled compiled;
    char library[PATH_MAX];

    if (lines_in(program) > PROGRAM_LINES)
        return problem_of("it would need %u lines", lines_in(program));
    if ((own && !realpath(path, library)) ||
        !compile_and_run(program, own ? library : NULL, SECONDS, &compiled))
        return "it could not be compiled and run here";
    if (compiled.compiled && compiled.status == 1)
        return wrong_of_ours(subject->dialect, program);
    if (compiled.compiled)
        return problem_of("the program does not show the defect: %s",
                          programs_last_line(compiled.output));
    return problem_of("%.*s", (int)strcspn(compiled.output, "\n"),
                      compiled.output);
}

char *program_verified(const struct subject *subject, const struct test_case *c,
                       const struct finding *finding, const char **why)
{
    struct memory_stream stream;
    char *program;

    if (subject->observe.impl != &impl_so &&
        subject->observe.impl != &impl_libc) {
        *why = problem_of("%s is not a library that can be linked",
                          subject->observe.open.path);
        return NULL;
    }
    *why = program_write(c, subject, finding, memory_stream(&stream));
    program = memory_stream_end(&stream);
    if (!*why)
        *why = shows_not(subject, program);
    if (!*why)
        return program;
    free(program);
    return NULL;
}

/* What the run has shown of the implementation. */
static void programs_learn(const struct impl_run *run, struct subject *subject)
{
    subject->judge = judge_new(run->dialect);
    for (size_t k = 0; k < run->count; k++) {
        const struct assessed *a = &run->cases[k];

        if (!a->unsupported)
            judge_see(subject->judge, a->c,
                      a->has_alone ? &a->alone : &a->observation);
    }
    judge_conclude(subject->judge);
}

static void programs_add_one(struct subject *subject, const struct test_case *c,
                             struct result *result)
{
    struct minimal minimal;
    const char *why;

    subject->until = time(NULL) + SECONDS;
    if (minimal_find(subject, c, &minimal) && minimal.again == MINIMAL_RUNS)
        result->program = program_verified(subject, minimal.list.cases,
                                           &minimal.finding, &why);
    minimal_free(&minimal);
}

void programs_add(struct impl_run *run, unsigned findings)
{
    size_t worst[PROGRAMS_LIMIT], count = 0;
    struct subject subject;

    if (!run->checks)
        count = report_shown(&run->results, worst, findings);
    if (!count)
        return;
    subject_of(run, &subject);
    programs_learn(run, &subject);
    for (size_t k = 0; k < count; k++)
        programs_add_one(&subject, run->cases[worst[k]].c,
                         &run->results.cases[worst[k]]);
    judge_free(subject.judge);
}
