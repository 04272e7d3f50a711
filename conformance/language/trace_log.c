/* SPDX-License-Identifier: MIT */
#include "trace.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"

/* A line, and what its beginning says. */
struct log_line {
    const char *at, *end;
    const char *pc; /* hexadecimal digits, or null */
    size_t pc_length;
    unsigned long process; /* or thread; 0: it does not say which */
};

/* A call that was not finished yet, in the text of the log. */
struct log_pending {
    unsigned long process;
    const char *name;
    const char *arguments;
    size_t length;
};

/* Of each process that left one, the last. */
struct log_pendings {
    struct log_pending *of;
    size_t count;
};

static const char *const functions[] = {"profil", "sprofil", "monitor",
                                        "monstartup", "moncontrol"};

/* What a line of a trace begins with. */
static const char *const own_words[] = {
    "trace", "machine", "dialect", "case",     "buffer", "call",
    "pc",    "tick",    "counter", "counters", "seen",   "ended"};

static bool begins_with(const struct log_line *l, const char *word)
{
    size_t length = strlen(word);

    return (size_t)(l->end - l->at) >= length &&
           memcmp(l->at, word, length) == 0;
}

static void skip_blanks(struct log_line *l)
{
    while (l->at < l->end && isspace((unsigned char)*l->at))
        l->at++;
}

/* "[pid 12] ", "12:34:56.7 ", "123 ", "[00007f...] ", "(+ 0.1) ". */
static bool skip_one(struct log_line *l)
{
    const char *at = l->at;
    bool bracket = at < l->end && (*at == '[' || *at == '(');
    const char *close =
        bracket ? memchr(at, *at == '[' ? ']' : ')', (size_t)(l->end - at))
                : NULL;
    size_t digits = strspn(at, "0123456789.:");

    if (close) {
        size_t hex = strspn(at + 1, "0123456789abcdefx");

        /* shorter ones without 0x are numbers of processes */
        if (*at == '[' && at + 1 + hex == close &&
            (hex >= 8 || (hex > 2 && at[2] == 'x'))) {
            l->pc = at + 1;
            l->pc_length = hex;
        } else if (*at == '[') {
            l->process =
                strtoul(at + (strncmp(at, "[pid", 4) == 0 ? 4 : 1), NULL, 10);
        }
        l->at = close + 1;
    } else if (digits && at + digits < l->end &&
               isspace((unsigned char)at[digits])) {
        if (strspn(at, "0123456789") == digits && l->process == 0)
            l->process = strtoul(at, NULL, 10);
        l->at += digits;
    } else {
        return false;
    }
    skip_blanks(l);
    return true;
}

/* "program->profil(": the object of ltrace's. */
static void skip_object(struct log_line *l)
{
    const char *arrow = memmem(l->at, (size_t)(l->end - l->at), "->", 2);
    const char *paren = memchr(l->at, '(', (size_t)(l->end - l->at));

    if (arrow && paren && arrow < paren)
        l->at = arrow + 2;
}

/* The function that a line calls, or null; at is then behind its "(". */
static const char *function_of(struct log_line *l)
{
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
        size_t length = strlen(functions[k]);

        if (begins_with(l, functions[k]) && l->at + length < l->end &&
            l->at[length] == '(') {
            l->at += length + 1;
            return functions[k];
        }
    }
    return NULL;
}

static bool is_own(const struct log_line *l)
{
    for (size_t k = 0; k < sizeof own_words / sizeof *own_words; k++) {
        size_t length = strlen(own_words[k]);

        if (begins_with(l, own_words[k]) &&
            (l->at + length == l->end || isspace((unsigned char)l->at[length])))
            return true;
    }
    return false;
}

/* Up to the time at its end: "= 0 <0.000012>". */
static const char *without_time(const struct log_line *l)
{
    const char *end = l->end;

    while (end > l->at && isspace((unsigned char)end[-1]))
        end--;
    if (end > l->at && end[-1] == '>') {
        const char *open = memrchr(l->at, '<', (size_t)(end - l->at));

        if (open && open + 1 < end && isdigit((unsigned char)open[1]))
            end = open;
    }
    return end;
}

/* name(arguments) = result; where the ")" is the last before a "=". */
static void put_call(FILE *out, const char *name, const char *arguments,
                     size_t length, const struct log_line *rest)
{
    fprintf(out, "call %s(%.*s%.*s", name, (int)length, arguments,
            (int)(without_time(rest) - rest->at), rest->at);
}

/* Whether a line ends with such words; then it is without them. */
static bool ends_with(struct log_line *l, const char *words)
{
    const char *at =
        memmem(l->at, (size_t)(l->end - l->at), words, strlen(words));

    if (at)
        l->end = at;
    return at != NULL;
}

/* The call that a line is the rest of, at is then behind its words; or null.
 * Where one process is left, the line does not say that it is of it. */
static struct log_pending *resumed(struct log_line *l,
                                   const struct log_pendings *pendings)
{
    for (size_t k = 0; k < pendings->count; k++) {
        struct log_pending *pending = &pendings->of[k];
        char words[64];
        const char *at;

        if (pending->process && l->process && pending->process != l->process)
            continue;
        snprintf(words, sizeof words, "<... %s resumed>", pending->name);
        at = memmem(l->at, (size_t)(l->end - l->at), words, strlen(words));
        if (at) {
            l->at = at + strlen(words);
            return pending;
        }
    }
    return NULL;
}

static void note_pending(struct log_pendings *pendings,
                         struct log_pending pending)
{
    size_t k = 0;

    while (k < pendings->count && pendings->of[k].process != pending.process)
        k++;
    if (k == pendings->count) {
        pendings->of = memory_grow(pendings->of, k, sizeof *pendings->of);
        pendings->count++;
    }
    pendings->of[k] = pending;
}

static void put_tick(const struct log_line *l, struct trace_log *log, FILE *out)
{
    const char *digits = l->pc;
    size_t length = l->pc_length;

    if (!digits) {
        log->signals++;
        return;
    }
    if (length > 2 && digits[1] == 'x') {
        digits += 2;
        length -= 2;
    }
    fprintf(out, "pc 0x%.*s", (int)length, digits);
    log->ticks++;
}

static void convert_line(struct log_line l, struct log_pendings *pendings,
                         struct trace_log *log, FILE *out)
{
    struct log_pending *pending;
    const char *name;

    skip_blanks(&l);
    if (is_own(&l)) {
        fprintf(out, "%.*s", (int)(l.end - l.at), l.at);
        return;
    }
    while (skip_one(&l))
        ;
    if (begins_with(&l, "--- SIGPROF")) {
        put_tick(&l, log, out);
        return;
    }
    pending = resumed(&l, pendings);
    if (pending) {
        put_call(out, pending->name, pending->arguments, pending->length, &l);
        *pending = pendings->of[--pendings->count];
        log->calls++;
        return;
    }
    skip_object(&l);
    name = function_of(&l);
    if (!name)
        return;
    if (ends_with(&l, "<unfinished ...>")) {
        note_pending(pendings, (struct log_pending){l.process, name, l.at,
                                                    (size_t)(l.end - l.at)});
        return;
    }
    put_call(out, name, "", 0, &l);
    log->calls++;
}

struct trace_log trace_log_convert(const char *text, size_t length)
{
    struct trace_log log = {.text = NULL};
    struct log_pendings pendings = {NULL, 0};
    const char *at = text, *end = text + length;
    struct memory_stream made;
    FILE *out = memory_stream(&made);

    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end;

        convert_line((struct log_line){.at = at, .end = stop}, &pendings, &log,
                     out);
        putc('\n', out);
        at = stop + (newline != NULL);
    }
    free(pendings.of);
    log.text = memory_stream_end(&made);
    log.length = made.length;
    return log;
}
