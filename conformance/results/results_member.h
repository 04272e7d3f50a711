/* SPDX-License-Identifier: MIT */
/*
 * Members of a line of results.  Each function gives null, or the problem: a
 * text that is constant or lasts until the next one.
 */
#ifndef CONFORMANCE_RESULTS_MEMBER_H
#define CONFORMANCE_RESULTS_MEMBER_H

#include <jansson.h>

#include "results.h"

#define OUT_OF_MEMORY "out of memory"

/* "MEMBER": expected ... */
const char *member_wrong(const char *member, const char *expected);

/* Null where it is not there, or no string. */
const char *member_text(json_t *line, const char *member);

const char *member_string(json_t *line, const char *member, const char **value);

/* The same, null where it is left out. */
const char *member_optional(json_t *line, const char *member,
                            const char **value);

/* Lists are the caller's to free; their strings are the line's. */
const char *member_strings(json_t *line, const char *member,
                           const char *const **list, size_t *count);
const char *member_pairs(json_t *line, const char *member,
                         const struct named **list, size_t *count);

const char *member_verdict(json_t *line, const char *member, uint8_t *verdict);

const char *member_number(json_t *line, const char *member, uint64_t *value);

/* 64 bits, as text. */
const char *member_wide(json_t *line, const char *member, uint64_t *value);

/* The line of a case; in_shard: with its index. */
const char *results_case_take(struct result *result, json_t *line,
                              bool in_shard);

/* The line of a cause, the last of the run's; its cases were read. */
const char *results_cause_take(struct results *run, struct cause *cause,
                               json_t *line);

#endif
