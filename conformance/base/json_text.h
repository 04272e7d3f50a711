/* SPDX-License-Identifier: MIT */
/* JSON that is written: strings, and a writer that keeps count of commas. */
#ifndef CONFORMANCE_JSON_TEXT_H
#define CONFORMANCE_JSON_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* A JSON string, quotes included.  Each byte that is no UTF-8 becomes a
 * character of its own, of which json_bytes makes it again. */
void json_text(const char *text, FILE *out);

/* In place: the bytes of which json_text made what is in a JSON string. */
char *json_bytes(char *text);

/* ["one", "two"] */
void json_list(const char *const *texts, size_t count, FILE *out);

/*
 * A writer: members of an object, where name is not null, and items of an
 * array, where it is, with what separates them.  The caller opens and closes
 * what it writes.
 */
enum { JSON_DEPTH = 12 };

struct json {
    FILE *out;
    unsigned depth;
    struct {
        const char *separator; /* ", ", or with a line's end in it */
        bool begun;            /* something is there that it comes after */
    } levels[JSON_DEPTH];
};

/* The separator, where something is before, and the name. */
void json_next(struct json *json, const char *name);

/* Begin an object, "{", or an array, "[", whose members or items have that
 * separator between them; one that indents a line, ",\n  ", does so before the
 * first, too.  End it with that text: "}", "\n]". */
void json_open(struct json *json, const char *name, const char *bracket,
               const char *separator);
void json_close(struct json *json, const char *bracket);

/* Members; a null text is left out. */
void json_put(struct json *json, const char *name, const char *text);
void json_number(struct json *json, const char *name, uint64_t number);
void json_flag(struct json *json, const char *name, bool flag);

#endif
