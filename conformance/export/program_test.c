/* SPDX-License-Identifier: MIT */
/* What programs are made of: program_test.txt says how it is read.  That they
 * are compiled without a warning is seen here, and that they show the defect,
 * by the tests of `profilcheck shrink`. */
#include "program.h"

#include "conformance/judge/golden_test.h"
#include "conformance/judge/judged_test.h"
#include "impls/impl.h"

/* What else was observed. */
static void change(struct finding *f, const char *how)
{
    unsigned byte, value;

    if (sscanf(how, "byte %u is %u", &byte, &value) == 2)
        f->observation.arena[byte] = (unsigned char)value;
    else if (strcmp(how, "strayed") == 0)
        f->observation.stray = 1;
    else if (strcmp(how, "hung") == 0)
        f->observation.ended = ENDED_TIMEOUT;
    else if (strcmp(how, "forged") == 0)
        f->observation.ended = ENDED_FORGED;
    else
        assert_string_equal(how, "");
}

/* The program of a case, or "no: " and why there is none; to be freed. */
static char *program_of(enum dialect dialect, enum choice choice,
                        const char *text, const char *how)
{
    struct bench bench = begin(dialect);
    struct subject subject = {
        .observe = {.impl = &impl_signal},
        .dialect = dialect,
        .constants = {.prof_ushort = 1, .prof_uint = 2, .prof_fast = 4},
        .judge = bench.judge};
    struct finding finding = {0};
    struct memory_stream program;
    const char *why;

    take(&bench, choice);
    show(&bench, text);
    judge_conclude(bench.judge);
    verdict_on(&bench, 0);
    finding.observation = bench.seen[0];
    finding.judgement = bench.judgement;
    change(&finding, how);
    memory_stream(&program);
    why = program_write(bench.shown[0].cases, &subject, &finding, program.out);
    if (why) {
        rewind(program.out);
        fprintf(program.out, "no: %s\n", why);
    }
    end(&bench);
    return memory_stream_end(&program);
}

/* A compiler of today takes a pointer of another type for an error, and a
 * reader takes a warning for a doubt.  A case may have a buffer that no call
 * is given. */
static void check_compiles(const char *program)
{
    FILE *compiler;

    if (strncmp(program, "no: ", 4) == 0)
        return;
    compiler = popen("${CC:-cc} -fsyntax-only -Wall -Wextra "
                     "-Werror -Wno-unused-variable -x c -",
                     "w");
    assert_non_null(compiler);
    fputs(program, compiler);
    if (pclose(compiler) != 0)
        fail_msg("it is not compiled without a warning:\n%s", program);
}

/* The parts that are to be there, each with "..." after it. */
static void check_parts(const char *program, char *lines)
{
    const char *from = program;
    char part[2000] = "", *rest, *line;

    while ((line = strsep(&lines, "\n")) && (lines || *line)) {
        size_t length = strlen(line);

        if (strncmp(line, "! ", 2) == 0) {
            if (strstr(program, line + 2))
                fail_msg("\"%s\" is in\n%s", line + 2, program);
        } else if (strcmp(line, "...") != 0) {
            rest = part + strlen(part);
            sprintf(rest, "%s\n", line);
            if (length > 0 && line[length - 1] == '\\')
                rest[length - 1] = '\0';
        } else {
            from = strstr(from, part);
            if (!from)
                fail_msg("no \"%s\" there in\n%s", part, program);
            from += strlen(part);
            *part = '\0';
        }
    }
}

static void check_entry(char *head, char *entry)
{
    char *parts = strstr(entry, "--\n"), *program;
    const char *name = strsep(&head, " "), *rule = strsep(&head, "="), *choice;
    int dialect = dialect_by_name(name), number = rule_by_name(rule);
    char text[1000], wanted[3000];

    assert_in_range(dialect, 0, DIALECTS - 1);
    assert_in_range(number, 0, RULES - 1);
    choice = strsep(&head, ",");
    number = choice_by_name(number, choice);
    assert_in_range(number, 0, CHOICES - 1);
    snprintf(text, sizeof text, "case c\n%.*s", (int)(parts - entry), entry);
    program = program_of(dialect, number, text, head ? head + 1 : "");
    snprintf(wanted, sizeof wanted, "%s...\n", parts + 3);
    check_parts(program, wanted);
    check_compiles(program);
    free(program);
}

TEST(a_program_does_what_the_case_does)
{
    assert_true(golden_entries("conformance/export/program_test.txt",
                               check_entry) > 30);
}

TEST(every_call_of_a_page_has_its_prototype)
{
    for (unsigned d = 0; d < DIALECTS; d++)
        for (unsigned call = 0; call < CALL_KINDS; call++) {
            struct memory_stream text;

            program_prototypes(d, 1u << call, memory_stream(&text));
            free(memory_stream_end(&text));
            if (d != DIALECT_GLIBC && dialect_has_call(d, call) &&
                text.length == 0)
                fail_msg("%s lacks a prototype in program_call.c, of call %u",
                         dialect_table[d].name, call);
        }
}

TESTS(NULL, NULL)
