/* SPDX-License-Identifier: MIT */
/* Strings as JSON has them. */
#ifndef CONFORMANCE_JSON_TEXT_H
#define CONFORMANCE_JSON_TEXT_H

#include <stdio.h>

/* A JSON string, quotes included.  Bytes that are no UTF-8 become U+FFFD,
 * one for each. */
void json_text(const char *text, FILE *out);

/* "name": "value" */
void json_member(const char *name, const char *value, FILE *out);

/* ["one", "two"] */
void json_list(const char *const *texts, size_t count, FILE *out);

#endif
