/* SPDX-License-Identifier: MIT */
/* Our own profil by freebsd, which rounds down, judged as aix's. */
#include "minimal.h"

#include "conformance/cases/parsed_test.h"
#include "impls/impl.h"
#include "reference/unit_test.h"

static struct subject rounding_down(const struct impl_constants *constants)
{
    struct subject subject = {.observe = {.impl = &impl_signal,
                                          .open = {.path = "signal",
                                                   .dialect = "freebsd",
                                                   .constants = constants},
                                          .timeout_ms = 20000},
                              .dialect = DIALECT_AIX,
                              .capabilities = IMPL_CAN_PROFIL,
                              .constants = *constants,
                              .judge = judge_new(DIALECT_AIX)};

    assert_non_null(subject.judge);
    return subject;
}

#define LONG_CASE                                                              \
    "case c\nbuffer d 16\nbuffer b 64 fill16=3\n"                              \
    "profil b 64 0x400000 0x8000\ntick 0x400008 0x400002 x3 0x400004\n"        \
    "tick 0x400000\n"

TEST(a_case_gets_as_small_as_its_reason_lets_it)
{
    struct impl_constants constants = impl_defaults("freebsd");
    struct subject subject = rounding_down(&constants);
    struct case_list list = {0};
    struct minimal minimal;
    const struct reason *reason = &minimal.finding.reason;
    const struct script *script;

    assert_int_equal(minimal_find(&subject, parsed(&list, LONG_CASE), &minimal),
                     MINIMAL_FOUND);
    assert_int_equal(minimal.again, MINIMAL_RUNS);
    assert_int_equal(reason->verdict, VERDICT_FAIL);
    assert_int_equal(reason->difference, EVENT_BUFFER);
    assert_int_equal(reason->ended, ENDED_NORMALLY);
    assert_false(reason->outside);
    assert_false(reason->stray);
    assert_string_equal(reason->other, "unexplained: a counter after profil");
    script = &minimal.list.cases[0].script;
    assert_int_equal(script->count, 3);
    assert_int_equal(script->ops[0].kind, OP_BUFFER);
    assert_int_equal(script->ops[1].kind, OP_CALL);
    assert_int_equal(script->ops[2].kind, OP_TICKS);
    assert_int_equal(script->ops[2].tick_count, 1);
    assert_int_equal(script->ops[2].ticks[0].count, 1);
    assert_int_equal(script->ops[2].ticks[0].pc, 0x20002);
    minimal_free(&minimal);
    judge_free(subject.judge);
    case_list_free(&list);
}

TEST(what_cannot_be_run_is_no_failure)
{
    struct impl_constants constants = impl_defaults("freebsd");
    struct subject subject = rounding_down(&constants);
    struct case_list list = {0};
    struct finding finding;
    const struct test_case *c =
        parsed(&list, "case c\nsprofil [ ] 0 null ushort\n");

    assert_false(subject_can(&subject, c));
    finding_of(&subject, c, &finding);
    assert_int_equal(finding.judgement.verdict, VERDICT_UNSUPPORTED);
    finding_free(&finding);
    judge_free(subject.judge);
    case_list_free(&list);
}

TESTS(NULL, NULL)
