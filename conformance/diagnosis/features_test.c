/* SPDX-License-Identifier: MIT */
/* What is said of the calls and ticks of a case, up to where it went wrong. */
#include "features.h"

#include <string.h>

#include "conformance/judge/judged_test.h"
#include "reference/unit_test.h"

static const char *const names[FEATURES] = {
#define FEATURE(id, words) #id,
#include "features.def"
#undef FEATURE
};

/* Lines of a case, and the features that it has, and that it has not: "TICKS
 * !BURST". */
struct row {
    enum dialect dialect;
    const char *lines, *features;
};

/* Up to an operation, of what the model leads to. */
static void check_features(const struct row *row, size_t last)
{
    struct bench bench = begin(row->dialect);
    const char *at = row->features;
    struct feature_set set;
    char text[256], name[32];

    snprintf(text, sizeof text, "case a\n%s", row->lines);
    show(&bench, text);
    set = features_of(&bench.shown[0].cases->script, last,
                      &bench.seen[0].outcome);
    for (int n; sscanf(at, "%31s%n", name, &n) == 1; at += n) {
        bool lacks = *name == '!';
        unsigned k = 0;

        while (k < FEATURES && strcmp(names[k], name + lacks) != 0)
            k++;
        if (k == FEATURES || feature_has(&set, k) == lacks)
            fail_msg("%s: %s", text, name);
    }
    end(&bench);
}

#define SETUP "buffer b 16\nprofil b 16 0x1000 "
#define ON    SETUP "0x8000\n"
#define OFF   "profil b 16 0x1000 0\n"
#define AGAIN "profil b 16 0x1000 0x8000\n"
#define BAD   "profil bad 16 0x1000 0x8000\n"
#define LISTS                                                                  \
    "buffer b 256\nbuffer c 262144\nsprofil [ b 256 0x400000 0x8000 ; "        \
    "c 262144 0x800000 0x8000 ] 2 null ushort\n"

TEST(a_feature_is_of_the_calls_and_ticks)
{
    static const struct row rows[] = {
        {DIALECT_FREEBSD,
         "buffer b 16\nprofil b 15 0x1000 0x8000\ntick 0x1004\n",
         "SIZE_ODD !OFFSET_ODD"},
        {DIALECT_FREEBSD,
         "buffer b 16\nprofil b 16 0x1001 0x8000\ntick 0x1004\n",
         "OFFSET_ODD !SIZE_ODD"},
        {DIALECT_FREEBSD, ON "tick 0x1003\n", "SCALE_SIGN !SCALE_HIGH"},
        {DIALECT_FREEBSD, SETUP "0x18000\ntick 0x1003\n",
         "SCALE_WIDE !SCALE_FULL"},
        {DIALECT_FREEBSD, SETUP "0xffffffff\ntick 0x1003\n",
         "SCALE_ABOVE SCALE_HIGH !SCALE_COMPUTED"},
        {DIALECT_AIX,
         "buffer b 64\nprofil [ 0x1000 0x1040 b 64 -1 ] -1 0 0\ntick 0x1004\n",
         "SCALE_COMPUTED !SCALE_ABOVE"},
        {DIALECT_FREEBSD, SETUP "0xc000\ntick 0x1003\n",
         "SCALE_NO_POWER !SCALE_ODD"},
        {DIALECT_FREEBSD, SETUP "3\ntick 0x1003\n", "SCALE_ODD !SCALE_HIGH"},
        {DIALECT_FREEBSD, ON "tick 0xfff\n", "PC_BELOW !PC_PAST"},
        {DIALECT_FREEBSD, ON "tick 0x101c\n", "PC_LAST_COUNTER !PC_AT_END"},
        {DIALECT_FREEBSD, ON "tick 0x1020\n", "PC_AT_END !PC_LAST_COUNTER"},
        {DIALECT_FREEBSD, ON "tick 0x1002\n", "FIRST_COUNTER !BURST"},
        {DIALECT_FREEBSD, ON "tick 0x1008 x2\n", "BURST !FIRST_COUNTER"},
        {DIALECT_FREEBSD, ON AGAIN "tick 0x1008\n", "ON_WHILE_ON !AFTER_OFF"},
        {DIALECT_FREEBSD, ON OFF AGAIN "tick 0x1008\n",
         "AFTER_OFF !ON_WHILE_ON"},
        {DIALECT_FREEBSD, ON OFF BAD, "CALL_AFTER_OFF !AFTER_OFF"},
        {DIALECT_FREEBSD, SETUP "0\n", "OFF_WHILE_OFF !TICKS"},
        {DIALECT_FREEBSD, "buffer b 16\n" BAD, "ERROR_EFAULT !ERROR_EINVAL"},
        {DIALECT_IRIX,
         "buffer b 16\nsprofil [ b 16 0x1000 0x8000 ] 1 null ushort\n",
         "SHORT !WIDE !NO_WIDTH"},
        {DIALECT_IRIX,
         "buffer b 16\nsprofil [ b 16 0x1000 0x8000 ] 1 null uint\n",
         "WIDE !SHORT"},
        {DIALECT_IRIX, "buffer b 16\nsprofil [ b 16 0x1000 0x8000 ] 1 null 0\n",
         "NO_WIDTH !SHORT"},
        /* E2BIG is expected, or that the call succeeds: a call that is to fail
         * turns nothing on */
        {DIALECT_IRIX,
         "buffer b 16\nsprofil [ b 16 0x1000 0x8000 ] -1 null ushort\n"
         "sprofil [ b 16 0x1000 0x8000 ] 1 null ushort\n",
         "ERROR COUNT_NEGATIVE TWO_CALLS !ON_AGAIN"},
        /* how far a pc is, of the region of a list that begins next below it;
         * and where it counts that far */
        {DIALECT_IRIX, LISTS "tick 0x800004\n", "!PC_64K !PC_64K_COUNTED"},
        {DIALECT_IRIX, LISTS "tick 0x700000\n", "PC_64K !PC_64K_COUNTED"},
        {DIALECT_IRIX, LISTS "tick 0x820000\n", "PC_64K PC_64K_COUNTED"},
        /* p_scale of monitor is none: its list turns on */
        {DIALECT_AIX_MONITOR,
         "buffer b 64\nmonitor 1 0 [ 0x1000 0x1040 b 64 0 ] -1 0\n"
         "sweep 0x1000 0x1040 1 b 64\n",
         "MONITOR_LIST !OFF"},
        {DIALECT_AIX_MONITOR,
         "buffer b 64\nmonitor 0x20000 0x20400 b 32 2\n"
         "calls 0x20000 x65536 0x20040\n",
         "FUNCTIONS MANY_CALLS"},
        {DIALECT_AIX_MONITOR,
         "buffer b 64\nmonitor 0x20000 0x20400 b 32 2\n"
         "calls 0x20000 x65535 0x20040\n",
         "FUNCTIONS !MANY_CALLS"},
        {DIALECT_GMON,
         "monstartup 0x20000 0x31000\narcs 0x20000 0x20000 16 4000\n",
         "FUNCTIONS MANY_ARCS"},
        /* what goes wrong with all calls of functions is not put down to what
         * only those in a signal, or of threads, are */
        {DIALECT_GMON,
         "monstartup 0x20000 0x21000\nnested 0x20100 0x20400 0x20800 256\n",
         "FUNCTIONS CALLS_NESTED"},
        {DIALECT_GMON,
         "monstartup 0x20000 0x21000\nthreads 0x20100 0x20400 0x20800 256\n",
         "FUNCTIONS CALLS_OF_THREADS"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        check_features(&rows[k], 99);
}

TEST(what_comes_after_the_last_operation_is_no_feature)
{
    static const char lines[] = ON "tick 0x1004\n" AGAIN;

    check_features(&(struct row){DIALECT_FREEBSD, lines, "TICKS ON_AGAIN"}, 99);
    check_features(
        &(struct row){DIALECT_FREEBSD, lines, "PROFIL !TICKS !ON_AGAIN"}, 1);
}

TEST(each_feature_has_words_of_its_own)
{
    for (unsigned k = 0; k < FEATURES; k++) {
        assert_non_null(strchr(feature_words(k), ' '));
        for (unsigned i = 0; i < k; i++)
            assert_string_not_equal(feature_words(k), feature_words(i));
    }
}

TESTS(NULL, NULL)
