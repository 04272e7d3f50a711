/* SPDX-License-Identifier: MIT */
/*
 * What this implementation does: for every rule one choice.  Compiled
 * plainly it is a conforming one of its DIALECT.  With
 *
 *     -DTAKEN_RULE=RULE_UNIT -DTAKEN_CHOICE=UNIT_INDEX
 *
 * it takes that choice, permitted or not, and is like the plain one in all
 * else; with -DTAKEN_SYSTEM=SYSTEM_HURD, those of a known system (system.h).
 * With -DTAKEN_BY_NAME the choice is written into the compiled file, by
 * take.sh.  Of the reference only the tables' data are used.
 */
#ifndef MUTANTS_CHOICES_H
#define MUTANTS_CHOICES_H

#include "reference/rules.h"

/* -DDIALECT=irix */
#define aix         1
#define irix        2
#define hpux        3
#define freebsd     4
#define glibc       5
#define aix_monitor 6

#ifndef DIALECT
#define DIALECT aix
#endif
#ifndef TAKEN_RULE
#define TAKEN_RULE   RULES
#define TAKEN_CHOICE NO_CHOICE
#endif
#ifndef ALSO_TAKEN
#define ALSO_TAKEN
#endif

#define AIX     (DIALECT == aix)
#define IRIX    (DIALECT == irix)
#define HPUX    (DIALECT == hpux)
#define FREEBSD (DIALECT == freebsd)
#define GLIBC   (DIALECT == glibc)

#ifdef TAKEN_SYSTEM
#include "system.h"
#else

static const uint16_t plain[RULES] = {
    [RULE_ROUNDING] = AIX ? ROUNDING_UP : ROUNDING_DOWN,
    [RULE_WIDE_UP] = WIDE_UP_HALF_WORD,
    [RULE_UNIT] = UNIT_BYTE_OFFSET,
    [RULE_COUNTER_STEP] = COUNTER_STEP_BY_WIDTH,
    [RULE_BELOW_OFFSET] = BELOW_OFFSET_IGNORED,
    [RULE_ADDRESS] = ADDRESS_WHOLE,
    [RULE_SCALE_RANGE] = AIX ? SCALE_RANGE_LOW_16 : SCALE_RANGE_WHOLE,
    [RULE_SCALE_ABOVE] = AIX ? SCALE_ABOVE_LOW_16 : SCALE_ABOVE_WHOLE,
    [RULE_SCALE_OFF] =
        FREEBSD || GLIBC ? SCALE_OFF_ZERO : SCALE_OFF_ZERO_AND_ONE,
    [RULE_SCALE_TWO] = SCALE_TWO_ARITHMETIC,
    [RULE_COUNTER_FULL] = COUNTER_FULL_SATURATE,
    [RULE_COUNTER_BITS] = COUNTER_BITS_ALL,
    [RULE_ODD_TAIL] = ODD_TAIL_WHOLE_COUNTERS,
    [RULE_EXTENT] = EXTENT_BY_COUNTER,
    [RULE_PRODUCT] = PRODUCT_EXACT,
    [RULE_BUFFER_START] = BUFFER_START_KEPT,
    [RULE_REGION_SEARCH] = REGION_SEARCH_EACH_TIME,
    [RULE_REGION_START] = REGION_START_AT_OR_BELOW,
    [RULE_REGION_TIE] = REGION_TIE_FIRST_LISTED,
    [RULE_REGION_OVERLAP] = REGION_OVERLAP_LARGEST_OFFSET,
    [RULE_REGION_END] = REGION_END_OVERFLOW_BIN,
    [RULE_OVERFLOW_BIN] = OVERFLOW_BIN_FIRST_COUNTER,
    [RULE_OVERFLOW_ORDER] =
        GLIBC ? OVERFLOW_ORDER_ANYWHERE : OVERFLOW_ORDER_LAST_OR_EINVAL,
    [RULE_DISABLED_REGION] = DISABLED_REGION_ABSENT,
    [RULE_COUNTER_WIDTH] = COUNTER_WIDTH_BY_FLAG,
    [RULE_BOTH_WIDTHS] = BOTH_WIDTHS_EINVAL,
    [RULE_LIST_SIZE] = LIST_SIZE_BYTES,
    [RULE_LIST_ORDER] = LIST_ORDER_STRICT,
    [RULE_LIST_END] = LIST_END_HIGH_ZERO,
    [RULE_LIST_BOUNDS] = LIST_BOUNDS_LOW_TO_HIGH,
    [RULE_COMPUTED_SCALE] = COMPUTED_SCALE_SOME_SCALE,
    [RULE_DISABLED_LIST] = DISABLED_LIST_ON,
    [RULE_LIST_CONTIGUITY] = LIST_CONTIGUITY_ACCEPTED,
    [RULE_PROFIL_MEMBER] = IRIX ? PROFIL_MEMBER_ONE_MEMBER : PROFIL_MEMBER_OWN,
    [RULE_ON_WHILE_ON] = AIX ? ON_WHILE_ON_IGNORED : ON_WHILE_ON_REPLACES,
    [RULE_SETTINGS] = SETTINGS_GIVEN,
    [RULE_OFF_WHILE_OFF] = OFF_WHILE_OFF_HARMLESS,
    [RULE_OTHER_FORM] = OTHER_FORM_IGNORED,
    [RULE_INEFFECTIVE_CALL] = INEFFECTIVE_CALL_CHECKED,
    [RULE_SIZE_ZERO] = SIZE_ZERO_ON_BUT_IDLE,
    [RULE_NULL_BUFFER] = GLIBC ? NULL_BUFFER_OFF : NULL_BUFFER_BAD,
    [RULE_OFF_ADDRESS] = OFF_ADDRESS_UNCHECKED,
    [RULE_RETURN_ON_SUCCESS] = RETURN_ON_SUCCESS_ZERO,
    [RULE_RETURN_ON_ERROR] = RETURN_ON_ERROR_MINUS_ONE,
    [RULE_ERROR_PRECEDENCE] = ERROR_PRECEDENCE_E2BIG,
    [RULE_BAD_ADDRESS] = BAD_ADDRESS_EFAULT,
    [RULE_BAD_BUFFER] =
        AIX || FREEBSD ? BAD_BUFFER_EFAULT : BAD_BUFFER_ACCEPTED,
    [RULE_POOR_BUFFER] =
        AIX || FREEBSD ? POOR_BUFFER_EFAULT : POOR_BUFFER_ACCEPTED,
    [RULE_COUNT_RANGE] = COUNT_RANGE_E2BIG,
    [RULE_COUNT_LIMIT] = GLIBC ? COUNT_LIMIT_ACCEPTED : COUNT_LIMIT_E2BIG,
    [RULE_NO_WIDTH_FLAG] =
        GLIBC ? NO_WIDTH_FLAG_ACCEPTED : NO_WIDTH_FLAG_EINVAL,
    [RULE_FAST] = GLIBC ? FAST_ORDINARY : FAST_ONE_MS,
    [RULE_TICK_TIME] = TICK_TIME_PERIOD,
    [RULE_AFTER_ERROR] = AFTER_ERROR_KEPT,
    [RULE_BUFFER_FAULT] = HPUX ? BUFFER_FAULT_STOPS_ALL : BUFFER_FAULT_STOPS,
    [RULE_TICKS] = TICKS_COUNTED,
    [RULE_FORK] = FORK_BOTH,
    [RULE_EXEC] = EXEC_OFF,
    [RULE_SLEEPING] = SLEEPING_CPU_TIME,
    [RULE_CALLER_STATE] = CALLER_STATE_RESTORED,
    [RULE_MON_RANGE] = MON_RANGE_BELOW_HIGH,
    [RULE_MON_BUFSIZE_UNIT] = MON_BUFSIZE_UNIT_SHORTS,
    [RULE_MON_FIT] = MON_FIT_FITS,
    [RULE_MON_BUFFER] = MON_BUFFER_COUNTERS,
    [RULE_MON_LIST_LOW_ZERO] = MON_LIST_LOW_ZERO_STARTS,
    [RULE_MON_SCALE] = MON_SCALE_COMPUTED,
    [RULE_MON_CALL_RANGE] = MON_CALL_RANGE_COUNTED,
    [RULE_MON_CALL_LIMIT] = MON_CALL_LIMIT_FIRST_CALLED,
    [RULE_MON_PAUSE] = MON_PAUSE_STOPS,
    [RULE_MON_PAUSED_CALLS] = MON_PAUSED_CALLS_IGNORED,
    [RULE_MON_FILE] = MON_FILE_WRITTEN,
    [RULE_MON_FILE_OFF] = MON_FILE_OFF_UNTOUCHED,
    [RULE_MON_UNDEFINED] = MON_UNDEFINED_ANYTHING,
    [RULE_MON_CHILD_EXIT] = MON_CHILD_EXIT_WRITTEN,
    [RULE_MON_LAYOUT] = MON_LAYOUT_MON,
    [RULE_GMON_RATE] = GMON_RATE_CLOCK,
};

/* What is to be seen only in the company of another choice: whoever takes a
 * choice of the first rule has that one of the second. */
static const struct {
    enum rule taken, rule;
    uint16_t choice;
} company[] = {
    {RULE_WIDE_UP, RULE_ROUNDING, ROUNDING_UP},
    {RULE_INEFFECTIVE_CALL, RULE_ON_WHILE_ON, ON_WHILE_ON_IGNORED},
    {RULE_SIZE_ZERO, RULE_ON_WHILE_ON, ON_WHILE_ON_IGNORED},
    {RULE_OFF_ADDRESS, RULE_ON_WHILE_ON, ON_WHILE_ON_IGNORED},
    {RULE_NULL_BUFFER, RULE_ON_WHILE_ON, ON_WHILE_ON_IGNORED},
    {RULE_AFTER_ERROR, RULE_OFF_ADDRESS,
     AIX || FREEBSD ? OFF_ADDRESS_CHECKED : OFF_ADDRESS_UNCHECKED},
};

/* What is done of a rule, where one rule takes that choice. */
static inline enum choice with(enum rule rule, enum rule one,
                               enum choice choice)
{
    if (rule == one)
        return choice;
    for (unsigned k = 0; k < sizeof company / sizeof *company; k++)
        if (company[k].taken == one && company[k].rule == rule)
            return (enum choice)company[k].choice;
    return (enum choice)plain[rule];
}

#ifdef TAKEN_BY_NAME
#include "by_name.h"
#else

static const uint16_t also_taken[][2] = {ALSO_TAKEN{RULES, NO_CHOICE}};

static inline enum choice taken(enum rule rule)
{
    for (unsigned k = 0; also_taken[k][0] != RULES; k++)
        if (also_taken[k][0] == rule)
            return (enum choice)also_taken[k][1];
    return with(rule, TAKEN_RULE, TAKEN_CHOICE);
}

#endif

#endif

/* takes(ROUNDING, UP): is that what it does? */
#define takes(rule, choice) (taken(RULE_##rule) == rule##_##choice)

#endif
