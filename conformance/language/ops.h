/* SPDX-License-Identifier: MIT */
/*
 * The operations of a case as a table, ops.def, and what is made of its rows:
 * reading (case_parse.h), the canonical text, JSON, a sentence, the dialects
 * that have an operation, the events it can cause, and what it needs.
 */
#ifndef CONFORMANCE_OPS_H
#define CONFORMANCE_OPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "case.h"
#include "impls/impl.h"

enum {
    CASE_BUFFER_LIMIT = 16 << 20, /* bytes in a buffer */
    CASE_TICK_LIMIT = 1 << 24,    /* ticks in a stream or a sweep */
    CASE_SLEEP_LIMIT = 10000,     /* milliseconds */
    CASE_OP_LIMIT = 65535,        /* operations in a case */
    CASE_FUNCTION_SIZE = 64,      /* bytes for the code of a function */
    CASE_ROW_LIMIT = 65536,       /* arcs in a row */
    CASE_BESIDE_LIMIT = 4096,     /* calls made beside others */
    OP_FIELDS = 8,
    OP_FLAGS = 3,
};

/* What an operation takes, of a host and of an implementation. */
enum op_need {
    NEED_TICKS = 1,
    NEED_SWEEP = 2,
    NEED_FORK = 4,
    NEED_EXEC = 8,
    NEED_UNMAP = 16,
    NEED_PROTECT = 32,
    NEED_SLEEP = 64,
    NEED_CALLER = 128, /* signals, timers and a mask of the caller's */
    NEED_COUNT = 256,  /* calls of functions that are counted, by mcount */
    NEED_FILE = 512,
    NEED_RATE = 1024,
    NEED_STEP = 2048,    /* a signal after each instruction */
    NEED_THREAD = 4096,  /* another thread after each */
    NEED_RUNTIME = 8192, /* the runtime behind -pg in the process itself */
    NEED_HERE = 16384,   /* to be carried out by this program alone */
};

enum op_field_type {
    FIELD_END,
    FIELD_NUMBER,
    FIELD_ADDRESS,  /* a number in hexadecimal, as wide as addresses are */
    FIELD_SCALE,    /* a number in hexadecimal */
    FIELD_DECLARED, /* a new buffer */
    FIELD_NAMED,    /* a buffer */
    FIELD_INTO,     /* a place in a buffer */
    FIELD_WATCHED,  /* bytes from there on, within it */
    FIELD_FILL,     /* fill16=N or fill32=N, or nothing */
    FIELD_SHARED,   /* shared, or nothing */
    FIELD_POINTER,  /* a call's: null, bad, or a place in a buffer */
    FIELD_SIZE,     /* bytes from there on, in it or far past it */
    FIELD_SHORTS,   /* shorts from there on, within it */
    FIELD_WORD,     /* the word that is its name */
    FIELD_ONLY,     /* nothing; and the argument before it is 0 */
    FIELD_ELEMENTS, /* a list of regions with bounds */
    FIELD_MEMBERS,  /* a list of regions without */
    FIELD_PROFCNT,
    FIELD_TVP,
    FIELD_FLAGS,
    FIELD_PCS,    /* ticks, or functions called: PC [xN], once or more */
    FIELD_STREAM, /* seed=N n=N over=KIND */
    FIELD_ARCS,   /* FROM SELF [xN], once or more */
    FIELD_TICK,   /* the pc of a certain tick */
    FIELD_TIMES,  /* how often each tick comes */
    FIELD_CHECK,  /* no word, but what its type can't say */
};

/* What the type of a field can't say is checked after the words before it. */
struct case_parser;
typedef bool op_check(struct case_parser *p, struct op *op);
op_check op_check_buffer, op_check_sweep_end, op_check_sweep_step,
    op_check_fork, op_check_end, op_check_gone, op_check_caller_set,
    op_check_caller_check, op_check_functions, op_check_row,
    op_check_nested_calls, op_check_arcs;

struct op_field {
    uint8_t type;
    uint8_t size;     /* bytes of the member of struct op; of a tick, which */
    uint16_t at;      /* where that begins */
    const char *name; /* in JSON, and in the sentence; null: in neither */
    const char *what; /* in messages */
    uint64_t most;
    op_check *check;
};

struct op_row {
    uint8_t kind, call; /* enum op_kind; enum call_kind, CALL_KINDS: none */
    uint8_t event;      /* what it causes; EVENT_BUFFER: nothing by itself */
    uint16_t events; /* that and all else that may be recorded for it, or-ed */
    unsigned needs;  /* enum op_need, or-ed */
    uint8_t entry;   /* a call: enum impl_entry */
    unsigned capability;         /* enum impl_capability */
    const char *word;            /* its line's first word, or two */
    const char *name, *sentence; /* in JSON; plain words, with $names */
    const char *phrase;          /* a call in messages: "profil of a list" */
    uint32_t dialects;           /* see op_row_dialects */
    struct op_field fields[OP_FIELDS];
};

extern const struct op_row op_rows[];
extern const size_t op_row_count;

/* "ushort", "uint" and "fast": by bit of enum call_flag. */
extern const char *const op_flag_words[OP_FLAGS];

/* The row of an operation of a case: of ticks that are drawn, that of streams;
 * of an operation by itself; of a kind of call. */
const struct op_row *op_row_at(const struct test_case *c, size_t op);
const struct op_row *op_row_of(const struct op *op);
const struct op_row *call_row(enum call_kind kind);

/* What an implementation lacks, in words, if it can't make such a call. */
const char *call_lacking(enum call_kind kind);

/* The dialects that have it, one bit each. */
unsigned op_row_dialects(const struct op_row *row);

/* Whether such an event may be recorded for this operation; one past the
 * script's last is the end of its process. */
bool op_may_lead_to(const struct script *script, size_t op, uint8_t event);

/* Whether a call, recorded as from there, is one of those that an operation
 * makes and that only their number is looked at of: in a row, or beside others.
 */
bool op_counts_together(const struct op *op, uint64_t from, uint64_t self);

/* What all operations of a script need, or-ed. */
unsigned script_needs(const struct script *script);

/* The number that such a field has of an operation. */
uint64_t op_number(const struct op *op, const struct op_field *field);

/* An operation as its line, without newline; its fields as members of an object
 * of JSON, "op" first; and the same as a sentence. */
void op_put_line(const struct test_case *c, size_t op, FILE *out);
void op_put_json(const struct test_case *c, size_t op, FILE *out);
void op_put_sentence(const struct test_case *c, size_t op, FILE *out);

#endif
