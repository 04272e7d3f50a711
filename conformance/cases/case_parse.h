/* SPDX-License-Identifier: MIT */
/*
 * The state of reading cases, shared by the files that read parts of them.
 * Each parse_ function looks at the current word and goes past what it reads.
 * False: the error has been written.
 */
#ifndef CONFORMANCE_CASE_PARSE_H
#define CONFORMANCE_CASE_PARSE_H

#include "case_lex.h"
#include "case_text.h"

enum {
    CASE_BUFFER_LIMIT = 16 << 20, /* bytes in a buffer */
    CASE_TICK_LIMIT = 1 << 24,    /* ticks in a stream or a sweep */
    CASE_SLEEP_LIMIT = 10000,     /* milliseconds */
    CASE_OP_LIMIT = 65535,        /* operations in a case */
    CASE_FUNCTION_SIZE = 64,      /* bytes for the code of a function */
};

struct case_parser {
    struct lexer lexer;
    struct case_error *error;
    struct word verb;   /* the first word of the line */
    struct test_case c; /* the case being read */
    struct op *ops;     /* its operations, still to be written */
    size_t op_capacity, stream_capacity;
    unsigned named; /* the dialects that it names; 0: none */
    bool has_address;
    uint32_t sizes[SCRIPT_BUFFERS];
    unsigned buffers;                      /* declared so far */
    unsigned forks;                        /* open, one within the other */
    unsigned fork_lines[SCRIPT_PROCESSES]; /* theirs */
    bool gone[SCRIPT_PROCESSES]; /* a process has come to its exec, or exit */
    bool caller_set;
    uint64_t function[SCRIPT_FUNCTIONS]; /* those called so far */
    unsigned functions;
};

/* "FILE:LINE: read WORD, expected ...", of a word or of the current one. */
bool parse_wrong(struct case_parser *p, struct word word, const char *format,
                 ...) __attribute__((format(printf, 3, 4)));
#define parse_expected(p, ...) parse_wrong(p, (p)->lexer.word, __VA_ARGS__)
bool parse_no_memory(struct case_parser *p);

/* A number no greater than limit; what names it in the message. */
bool parse_number(struct case_parser *p, uint64_t limit, const char *what,
                  uint64_t *value);
/* One that the machine's addresses can express. */
bool parse_address(struct case_parser *p, const char *what, uint64_t *value);
bool parse_word(struct case_parser *p, const char *text);
bool parse_line_end(struct case_parser *p);

/* A declared buffer; one and perhaps a distance; a pointer of any kind. */
bool parse_buffer_name(struct case_parser *p, uint8_t *buffer);
bool parse_into_buffer(struct case_parser *p, struct pointer *pointer);
bool parse_pointer(struct case_parser *p, struct pointer *pointer);
/* Bytes from there on: within the buffer; or, in a call, so far past it that
 * they end where nothing is mapped. */
bool parse_watched_size(struct case_parser *p, struct pointer pointer,
                        uint32_t *size);
bool parse_size(struct case_parser *p, struct pointer pointer, uint64_t *size);

/* Whether the dialects of the case so far are among these; have this call. */
bool parse_of_dialects(struct case_parser *p, unsigned with);
bool parse_call_dialects(struct case_parser *p, enum call_kind kind);
/* [ LOW HIGH PTR SIZE SCALE ; ... ], null or bad. */
bool parse_elements(struct case_parser *p, struct call *call);
/* Whether the word after the current one is that. */
bool parse_next_is(const struct case_parser *p, const char *text);

/* A line's rest, for the line's first word. */
bool parse_profil(struct case_parser *p, struct op *op);
bool parse_sprofil(struct case_parser *p, struct op *op);
bool parse_times(struct case_parser *p, uint32_t *count);
bool parse_tick(struct case_parser *p, struct op *op);
bool parse_stream(struct case_parser *p, struct op *op);
bool parse_monitor(struct case_parser *p, struct op *op);
bool parse_monstartup(struct case_parser *p, struct op *op);
bool parse_moncontrol(struct case_parser *p, struct op *op);
bool parse_mcleanup(struct case_parser *p, struct op *op);
bool parse_rate(struct case_parser *p, struct op *op);
bool parse_calls(struct case_parser *p, struct op *op);
bool parse_file(struct case_parser *p, struct op *op);
bool parse_exit(struct case_parser *p, struct op *op);

/* Lines of the runtime behind -pg. */
bool parse_arc(struct case_parser *p, struct op *op);
bool parse_row(struct case_parser *p, struct op *op);
bool parse_profile(struct case_parser *p, struct op *op);
bool parse_header(struct case_parser *p, struct op *op);
bool parse_said(struct case_parser *p, struct op *op);
bool parse_prefix(struct case_parser *p, struct op *op);
bool parse_no_room(struct case_parser *p, struct op *op);
bool parse_unwritable(struct case_parser *p, struct op *op);
bool parse_nested(struct case_parser *p, struct op *op);
bool parse_threads(struct case_parser *p, struct op *op);
/* A line that is an operation. */
bool parse_operation(struct case_parser *p);

/* A case line by line, for a text in which other things stand between.  The
 * first word of each line is the current one, and for the last verb too.  The
 * list's cases from first on are those of the same text. */
bool parse_begin_case(struct case_parser *p, const struct case_list *list,
                      size_t first);
bool parse_case_line(struct case_parser *p);
/* The list takes it over, also where it can't be added. */
bool parse_finish_case(struct case_parser *p, struct case_list *list);

#endif
