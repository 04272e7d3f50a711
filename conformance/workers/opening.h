/* SPDX-License-Identifier: MIT */
/*
 * By which prototypes an implementation is to be called, when nobody says.
 * Those of the dialects differ in the layout of lists, in the flags' values
 * and in whether anything is returned; a few harmless calls tell.
 */
#ifndef CONFORMANCE_OPENING_H
#define CONFORMANCE_OPENING_H

#include "conformance/delivery/observation.h"
#include "reference/rules.h"

/* An implementation that cases can be put to. */
struct opening {
    struct observe_options options;
    struct impl_constants constants;
    enum dialect dialect; /* whose prototypes */
    unsigned capabilities;
    bool returns; /* its calls return something */
};

/* By these prototypes.  False: why. */
bool opening_as(struct opening *opening, const struct impl_class *impl,
                const char *name, enum dialect dialect, char *why,
                size_t why_size);

/* By those that suit a shared object, or the host's libc. */
bool opening_find(struct opening *opening, const struct impl_class *impl,
                  const char *name, char *why, size_t why_size);

/* Put a case to it; an identify_ask. */
bool opening_ask(void *opening, const struct test_case *c,
                 struct observation *observation);

/* Whether a call returned what only a void function leaves behind: neither 0
 * nor -1 nor an error's number. */
bool opening_is_void(const struct observation *observation);

#endif
