/* SPDX-License-Identifier: MIT */
/* Identifying an implementation, by profil's calls and by sprofil's. */
#ifndef CONFORMANCE_IDENTIFY_IMPL_H
#define CONFORMANCE_IDENTIFY_IMPL_H

#include <stdio.h>

#include "conformance/language/case.h"
#include "impls/impl.h"

struct identify_request {
    const struct impl_class *impl;
    const char *name;
    int dialect; /* -1: to be found out */
    unsigned timeout_ms;
    int json;         /* 0: text, 1: JSON */
    unsigned written; /* identities, so far */
    struct case_list list;
    const struct test_case **cases; /* room for those of the list */
};

/* Open it, find out what it does and write that.  Returns the exit status,
 * after a complaint where it is not STATUS_PASS.  list and cases are the
 * caller's to free. */
int identify_impl(struct identify_request *request, FILE *out);

#endif
