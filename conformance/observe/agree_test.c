/* SPDX-License-Identifier: MIT */
/* Our implementations are one family on several mechanisms: what can be
 * delivered to two of them comes to the same, bit for bit. */
#include <string.h>

#include "agreement_test.h"

enum { LEAST = 30 };

/* Of 65,537 ticks at one pc, which a tracer takes half a second for, no more
 * than make a burst (inject.h). */
static void shorten(struct case_list *list)
{
    enum { MOST = 300 };

    for (size_t k = 0; k < list->count; k++) {
        const struct script *script = &list->cases[k].script;

        for (size_t i = 0; i < script->count; i++)
            for (size_t t = 0; t < script->ops[i].tick_count; t++) {
                struct tick *tick = (struct tick *)&script->ops[i].ticks[t];

                if (script->ops[i].kind == OP_TICKS && tick->count > MOST)
                    tick->count = MOST;
            }
    }
}

static const struct side by_signal = {&impl_signal, NULL, BACKEND_SIGNAL};

static void agrees_with_signal(const char *name, enum backend backend,
                               const enum dialect *dialects, size_t count)
{
    const struct side other = {impl_find(name), NULL, backend};

    skip_unless_ready(&other);
    for (size_t k = 0; k < count; k++) {
        struct chosen chosen = choose(dialects[k], 1);

        if (dialects[k] != DIALECT_IRIX) /* which has all that are long */
            shorten(&chosen.list);
        assert_true(agreed(&by_signal, &other, &chosen) >
                    (dialects[k] == DIALECT_AIX_MONITOR ? 15 : LEAST));
        chosen_free(&chosen);
    }
}

static const enum dialect every[] = {DIALECT_AIX,   DIALECT_IRIX,
                                     DIALECT_HPUX,  DIALECT_FREEBSD,
                                     DIALECT_GLIBC, DIALECT_AIX_MONITOR};

/* Those whose calls differ most, unless the argument is "all". */
static const enum dialect some[] = {DIALECT_IRIX, DIALECT_FREEBSD,
                                    DIALECT_AIX_MONITOR};
static bool all;

static void agrees_in_dialects(const char *name)
{
    if (all)
        agrees_with_signal(name, BACKEND_SIGNAL, every,
                           sizeof every / sizeof *every);
    else
        agrees_with_signal(name, BACKEND_SIGNAL, some,
                           sizeof some / sizeof *some);
}

TEST(perf_comes_to_the_same_in_each_dialect)
{
    agrees_in_dialects("perf");
}

TEST(ptrace_comes_to_the_same_in_each_dialect)
{
    agrees_in_dialects("ptrace");
}

/* In the two that have all calls between them, or one: it takes its time. */
TEST(a_tracers_ticks_come_to_the_same)
{
    agrees_with_signal("signal", BACKEND_PTRACE, every, all ? 2 : 1);
}

int main(int argc, char **argv)
{
    observe_after_exec(argc, argv);
    all = argc == 2 && strcmp(argv[1], "all") == 0;
    return RUN_TESTS(NULL, NULL);
}
