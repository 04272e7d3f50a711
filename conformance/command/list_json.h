/* SPDX-License-Identifier: MIT */
/* The tables of `list` as elements of a JSON array; of cases one by one. */
#ifndef CONFORMANCE_LIST_JSON_H
#define CONFORMANCE_LIST_JSON_H

#include <stdbool.h>
#include <stdio.h>

void list_json_clauses(FILE *out);
void list_json_sentences(FILE *out);
void list_json_rules(FILE *out);
void list_json_dialects(FILE *out);
void list_json_impls(FILE *out);
void list_json_systems(FILE *out);

/* dialects: a bit each. */
void list_json_case(const char *id, unsigned dialects, bool first, FILE *out);

#endif
