/* SPDX-License-Identifier: MIT */
/*
 * Defects of lists that are no choice of a rule: what holds of the first
 * element does not of a later one.  -DDEFECT=ONE_SCALE plants one.
 */
#ifndef MUTANTS_ELEMENTS_H
#define MUTANTS_ELEMENTS_H

enum defect {
    NO_DEFECT,
    ONLY_FIRST,      /* the first element alone is used */
    ONLY_16,         /* the first 16 are */
    ONLY_32,         /* the first 32 are */
    LAST_LOST,       /* the last is not */
    ONE_SCALE,       /* that of the first is every element's */
    ONE_SIZE,        /* so is its size */
    NOT_MASKED,      /* a later scale is taken whole */
    ONE_IS_ON,       /* a later scale of 1 is a scale */
    TWO_IS_FIRST,    /* 2 means the first counter in lists alone */
    WRAPS,           /* a later element's counter goes from 65535 to 0 */
    ORDER_OF_PAIR,   /* p_high is compared in the first two alone */
    FAULT_OF_FIRST,  /* a bad p_buff is an error in the first alone */
    BIN_BETWEEN,     /* an overflow bin is refused at the beginning alone */
    NARROW_BIN,      /* an overflow bin counts in 16 bits */
    NO_TIME_OFF,     /* tvp is not set by a call that turns off */
    HIGH_SAMPLED,    /* a later p_high is sampled itself */
    RANGE_TAKEN,     /* lowpc and highpc are the first element's range */
    CALLS_UNBOUNDED, /* nfunc bounds nothing where there is a list */
    CALLS_LOST,      /* no call is counted where there is a list */
};

#ifndef DEFECT
#define DEFECT NO_DEFECT
#endif

/* Whether element `number`, from 0, is a later one and has that defect. */
static inline bool is_spoilt(enum defect defect, unsigned number)
{
    return DEFECT == defect && number > 0;
}

/* The elements that are used, of so many. */
static inline unsigned used_elements(unsigned count)
{
    unsigned most = DEFECT == ONLY_FIRST  ? 1
                    : DEFECT == ONLY_16   ? 16
                    : DEFECT == ONLY_32   ? 32
                    : DEFECT == LAST_LOST ? count - (count > 1)
                                          : count;

    return count < most ? count : most;
}

/* What the defect makes of a later element that was passed with that scale. */
static inline void spoil_element(struct area *a, const struct area *first,
                                 uint64_t scale, unsigned number)
{
    if (is_spoilt(ONE_SCALE, number) && !a->overflow)
        a->scale = first->scale;
    if (is_spoilt(ONE_SIZE, number) && a->size > 0)
        a->size = first->size;
    if ((is_spoilt(NOT_MASKED, number) && scale > 0xffff &&
         scale < 0xffffffff) ||
        (is_spoilt(ONE_IS_ON, number) && scale == 1)) {
        a->scale = scale;
        a->disabled = a->size == 0;
    }
}

#endif
