/* SPDX-License-Identifier: MIT */
/*
 * The state of reading cases, shared by the files that read parts of them.
 * Each parse_ function looks at the current word and goes past what it reads.
 * False: the error has been written.
 */
#ifndef CONFORMANCE_CASE_PARSE_H
#define CONFORMANCE_CASE_PARSE_H

#include "case.h"
#include "ops.h"

struct case_parser {
    struct lexer lexer;
    struct word verb;   /* the first word of the line */
    struct word field;  /* the last one read of it that is a field */
    struct test_case c; /* the case being read */
    struct op *ops;     /* its operations, still to be written */
    unsigned named;     /* the dialects that it names; 0: none */
    unsigned lacking;   /* those that do not have all operations so far */
    bool has_address;
    uint32_t sizes[SCRIPT_BUFFERS];
    unsigned buffers;                      /* declared so far */
    unsigned forks;                        /* open, one within the other */
    unsigned fork_lines[SCRIPT_PROCESSES]; /* theirs */
    bool gone[SCRIPT_PROCESSES]; /* a process is past its exec, or exit */
    bool caller_set;
    uint64_t function[SCRIPT_FUNCTIONS]; /* those called so far */
    unsigned functions;
    /* Of traces, where NULL and 0 are null pointers: takes an address, which is
     * the current word, as a pointer into a buffer; the size that follows is in
     * units of so many bytes.  Null: there are no addresses. */
    bool (*at_address)(struct case_parser *p, uint64_t address, unsigned bytes,
                       struct pointer *pointer);
};

/* "FILE:LINE: read WORD, expected ...", of a word or of the current one. */
#define parse_wrong(p, word, ...) lexer_wrong(&(p)->lexer, word, __VA_ARGS__)
#define parse_expected(p, ...)    lexer_expected(&(p)->lexer, __VA_ARGS__)

/* A number no greater than limit; what names it in the message. */
bool parse_number(struct case_parser *p, uint64_t limit, const char *what,
                  uint64_t *value);
bool parse_word(struct case_parser *p, const char *text);
bool parse_line_end(struct case_parser *p);
/* A declared buffer. */
bool parse_buffer_name(struct case_parser *p, uint8_t *buffer);
/* A dialect, by one of the names, which are filled in; -1: it is none. */
int parse_dialect(struct case_parser *p, const char *names[DIALECTS]);

/* A line that is an operation, which begins with the verb; and a new operation,
 * zeroed, that the case owns already. */
bool parse_operation(struct case_parser *p);
struct op *parse_add_op(struct case_parser *p);

/* A case line by line, for a text that has other lines between.  The first word
 * of each line is the current one; for parse_case_line it is the verb, too.
 * The list's cases from first on are those of the same text. */
bool parse_begin_case(struct case_parser *p, const struct case_list *list,
                      size_t first);
bool parse_case_line(struct case_parser *p);
/* The list takes it over. */
bool parse_finish_case(struct case_parser *p, struct case_list *list);

#endif
