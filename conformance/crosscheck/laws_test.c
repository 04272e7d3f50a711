/* SPDX-License-Identifier: MIT */
/*
 * The laws on the model.  Each is broken by some choice that no dialect
 * permits, which shows that the check can fail.
 */

#include "conformance/diagnosis/evaluate.h"
#include "laws.h"
#include "reference/unit_test.h"

struct subject {
    struct workspace workspace;
    struct behaviour behaviour;
    struct observation observation;
};

static const struct observation *ask(void *context, const struct test_case *c)
{
    struct subject *subject = context;

    simulate(&subject->workspace, c, &subject->behaviour,
             &subject->observation);
    return &subject->observation;
}

static struct laws_finding found(size_t law, enum dialect dialect,
                                 const struct behaviour *behaviour,
                                 uint64_t seeds)
{
    static struct subject subject;
    const struct laws_bench bench = {dialect, ask, &subject, seeds};
    struct laws_finding finding;

    subject.behaviour = *behaviour;
    laws_check(law, &bench, &finding);
    assert_string_equal(finding.not_made, "");
    assert_true(finding.streams > 0);
    return finding;
}

static struct behaviour with(enum dialect dialect, enum choice choice)
{
    struct behaviour behaviour = behaviour_default(dialect);

    behaviour.choice[choice_table[choice].rule] = (uint16_t)choice;
    return behaviour;
}

static void obeys(size_t law, enum dialect dialect,
                  const struct behaviour *behaviour, uint64_t seeds,
                  const char *name)
{
    struct laws_finding f = found(law, dialect, behaviour, seeds);

    if (f.broken || f.crashed)
        fail_msg("%s (%s): %s: %u times not, at first %s",
                 dialect_table[dialect].name, name, laws_text(law), f.broken,
                 f.first);
    assert_true(f.counted > 0);
}

TEST(the_model_obeys_them_on_every_stream)
{
    for (int d = 0; d < DIALECTS; d++)
        for (size_t k = 0; k < laws_count; k++) {
            struct behaviour plain = behaviour_default((enum dialect)d);

            if (laws_arise(k, (enum dialect)d))
                obeys(k, (enum dialect)d, &plain, 2, "plainly");
        }
}

static bool leaves_room(enum dialect dialect, enum choice choice)
{
    enum permission permission = dialect_permission(dialect, choice);

    return permission == PERMITTED || permission == UNSPECIFIED;
}

/* An implementation may take any of them. */
TEST(so_does_whatever_a_dialect_permits)
{
    for (int d = 0; d < DIALECTS; d++)
        for (int c = 0; c < CHOICES; c++)
            for (size_t k = 0; k < laws_count; k++) {
                struct behaviour other = with((enum dialect)d, (enum choice)c);

                if (laws_arise(k, (enum dialect)d) &&
                    leaves_room((enum dialect)d, (enum choice)c))
                    obeys(k, (enum dialect)d, &other, 1, choice_table[c].name);
            }
}

TEST(each_is_broken_by_a_choice_that_is_wrong)
{
    static const struct {
        const char *law;
        enum choice twin;
    } rows[] = {
        {"law-every-tick-once", OVERFLOW_BIN_IGNORED},
        {"law-parts-add-up", REGION_SEARCH_HIT_AS_MISS},
        {"law-order-of-ticks", REGION_SEARCH_HIT_AS_MISS},
        {"law-place", REGION_SEARCH_HIT_AS_MISS},
        {"law-prefix", UNIT_BYTE_OFFSET_HALF},
        {"law-widths", COUNTER_STEP_AS_16_BIT},
        {"law-order-of-regions", REGION_OVERLAP_FIRST_LISTED},
    };

    assert_int_equal(sizeof rows / sizeof *rows, laws_count);
    for (size_t k = 0; k < laws_count; k++) {
        struct behaviour twin = with(DIALECT_IRIX, rows[k].twin);

        assert_string_equal(rows[k].law, laws_id(k));
        assert_int_equal(dialect_permission(DIALECT_IRIX, rows[k].twin),
                         FORBIDDEN);
        if (found(k, DIALECT_IRIX, &twin, 3).broken == 0)
            fail_msg("%s: holds with %s too", laws_id(k),
                     choice_table[rows[k].twin].name);
    }
}

TESTS(NULL, NULL)
