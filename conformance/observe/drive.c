/* SPDX-License-Identifier: MIT */
/*
 * A case put to a program (impls/exec/exec.h) in the words of a trace: each
 * operation is written to it, and what it answers is the trace, which is read
 * as one that came from elsewhere (EXEC.md).
 *
 * Where the program ends, the process of the case ends in the same way, in the
 * operation that was not answered.  What is no answer is a fault of the
 * adapter: the case is an error, and says which answer to what.
 */
#include "execute.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/base/memory.h"
#include "conformance/language/ops.h"
#include "conformance/language/trace.h"
#include "conformance/machine/contain.h"
#include "impls/exec/exec.h"

/* How a request was answered. */
enum answered {
    ANSWERED,
    ANSWERED_NO,    /* it can't: the case is unsupported */
    ANSWERED_ENDED, /* it reported that the process ended */
    ANSWERED_WRONG, /* with what is no answer */
    ANSWERED_GONE,  /* the program has ended */
};

struct driving {
    struct exec_impl *program;
    const struct test_case *c;
    struct journal_writer *writer;
    struct memory_stream trace;
    struct memory_stream counters, rest; /* lines of an answer: about buffers;
                                            others */
    size_t heard, most;                  /* bytes */
    bool called;                         /* one call was answered */
    char result[200];                    /* of a call, from = on */
    uint8_t ended;                       /* as the trace has it, with its */
    int status;                          /* status, when it was noted last */
};

/* One request, and its answer to the end.  What is no answer ends the case as
 * an error. */

enum { PCS = 64 /* in a line, at most */ };

static void drop_answer(struct driving *d)
{
    if (d->rest.out) {
        free(memory_stream_end(&d->counters));
        free(memory_stream_end(&d->rest));
    }
    d->rest.out = NULL;
}

/* Begin to keep the lines of answers, none at first. */
static void begin_answer(struct driving *d)
{
    drop_answer(d);
    memory_stream(&d->counters);
    memory_stream(&d->rest);
}

/* Whether the line's first word is that. */
static bool begins(const char *line, const char *word)
{
    size_t length = strlen(word);

    return strncmp(line, word, length) == 0 &&
           (line[length] == ' ' || line[length] == '\0');
}

enum { QUOTED = 80 };

/* What it wrote, in so few words that equal ones are reported once; null: what
 * is no line of text. */
static const char *quote(const struct driving *d, const char *line,
                         char text[QUOTED])
{
    if (line)
        snprintf(text, QUOTED, "\"%.50s%s\"", line,
                 strlen(line) > 50 ? "..." : "");
    else
        exec_no_line(d->program, text, QUOTED);
    return text;
}

/* It answered what is no answer: a fault of the adapter. */
static enum answered wrong(struct driving *d, const char *line,
                           const char *request, const char *expected)
{
    bool call = begins(request, "call");
    size_t verb = strcspn(request, " ");
    char text[QUOTED];

    journal_end(d->writer, ENDED_HARNESS,
                "the adapter answered %s to %.*s, expected %.60s",
                quote(d, line, text), call ? 6 : (int)verb,
                call ? "a call" : request, expected);
    return ANSWERED_WRONG;
}

/* A line of an answer that is not its last. */
static bool keep_line(struct driving *d, const char *line)
{
    static const char *const buffers[] = {"counter", "counters", "before",
                                          "after"};

    for (unsigned k = 0; k < 4; k++)
        if (begins(line, buffers[k]))
            return fprintf(d->counters.out, "%s\n", line) > 0;
    return (begins(line, "seen") || begins(line, "ended")) &&
           fprintf(d->rest.out, "%s\n", line) > 0;
}

/* Hear an answer to its end: ok, = ..., or no REASON. */
static enum answered hear(struct driving *d, const char *request, bool call)
{
    bool ended = false, begun = begins(request, "case");
    const char *expected = call    ? "= and what was returned"
                           : begun ? "ended, no or ok"
                                   : "counter, counters, before, after, seen, "
                                     "ended, no or ok";
    const char *line;

    while ((line = exec_next_line(d->program))) {
        d->heard += strlen(line) + 1;
        if (d->heard > d->most)
            return wrong(d, line, request, "an answer that ends");
        if (begins(line, "no")) {
            journal_end(d->writer, ENDED_UNSUPPORTED, "%s",
                        line[2] ? line + 3 : "the program can't do it");
            return ANSWERED_NO;
        }
        if (call && begins(line, "=")) {
            snprintf(d->result, sizeof d->result, "%s", line);
            return ANSWERED;
        }
        if (strcmp(line, "ok") == 0 && (!call || ended))
            return ended ? ANSWERED_ENDED : ANSWERED;
        ended = ended || begins(line, "ended");
        if (strcmp(line, "ok") == 0 || (begun && !ended) || !keep_line(d, line))
            return wrong(d, line, request, expected);
    }
    return d->program->ended ? ANSWERED_GONE
                             : wrong(d, NULL, request, "a line of text");
}

/* What it writes without being asked would be taken for its next answer.  One
 * that writes a line more to each call does so to the first, and one that
 * writes its counters behind ok when it is first done: these are waited for. */
static bool is_out_of_step(struct driving *d, bool call, bool done)
{
    enum { SOON = 2, LINES = 1 << 16 /* bytes of them in a millisecond */ };
    int wait = call && !d->called          ? SOON
               : done && !d->program->done ? SOON + (int)(d->most / LINES)
                                           : 0;
    const char *line;
    char text[QUOTED];

    d->called |= call;
    d->program->done |= done;
    if (!exec_has_line(d->program, wait))
        return false;
    line = exec_next_line(d->program);
    if (!line && d->program->ended)
        return false;
    journal_end(d->writer, ENDED_HARNESS,
                "the adapter wrote %s after its answer%s", quote(d, line, text),
                call ? " to a call, which is one line" : "");
    return true;
}

/* If it does not answer a request in which nothing is judged, it says so. */
static void note_silence(struct driving *d, const char *text)
{
    char *note = d->writer->journal.note;

    if (!begins(text, "case") && !begins(text, "buffer"))
        return;
    snprintf(note, sizeof d->writer->journal.note,
             OBSERVED_UNANSWERED " \"%.80s\"", text);
    journal_seal(d->writer);
    *note = '\0'; /* with the next seal */
}

/* Send it a line; call: it is answered with what was returned. */
static enum answered ask(struct driving *d, const char *text, bool call)
{
    enum answered answered;

    note_silence(d, text);
    *d->result = '\0';
    if (!exec_say(d->program, text, strlen(text)) ||
        !exec_say(d->program, "\n", 1))
        return ANSWERED_GONE;
    answered = hear(d, text, call);
    fflush(d->counters.out);
    fflush(d->rest.out);
    if (answered == ANSWERED && is_out_of_step(d, call, begins(text, "done")))
        return ANSWERED_WRONG;
    return answered;
}

/* Ticks in lines that are not too long, streams as what they are of. */
static enum answered ask_ticks(struct driving *d, const struct op *op)
{
    enum answered answered = ANSWERED;

    for (size_t k = 0; answered == ANSWERED && k < op->tick_count; k += PCS) {
        char text[PCS * 40 + 8] = "tick";
        size_t used = 4;

        for (size_t i = k; i < op->tick_count && i < k + PCS; i++) {
            const struct tick *tick = &op->ticks[i];

            used += (size_t)snprintf(
                text + used, sizeof text - used,
                tick->pc < 10 ? " %" PRIu64 : " 0x%" PRIx64, tick->pc);
            if (tick->count > 1)
                used += (size_t)snprintf(text + used, sizeof text - used,
                                         " x%" PRIu32, tick->count);
        }
        answered = ask(d, text, false);
    }
    return answered;
}

/* A case. */

enum { ANSWER_LEAST = 1 << 20 /* bytes that a case may be answered with */ };

/* The skills that operations take. */
static const struct {
    unsigned need, skill;
    const char *name;
} skills[] = {
    {NEED_FORK, EXEC_FORK, "fork"},    {NEED_EXEC, EXEC_EXEC, "exec"},
    {NEED_UNMAP, EXEC_UNMAP, "unmap"}, {NEED_PROTECT, EXEC_PROTECT, "protect"},
    {NEED_SLEEP, EXEC_SLEEP, "sleep"}, {NEED_CALLER, EXEC_CALLER, "caller"},
    {NEED_SWEEP, EXEC_SWEEP, "sweep"}, {NEED_FILE, EXEC_FILE, "file"},
    {NEED_RATE, EXEC_RATE, "rate"},
};

/* The skill that it takes and the program has not; null: none. */
static const char *skill_lacking(const struct driving *d, const struct op *op)
{
    unsigned needs = op_row_of(op)->needs;

    for (size_t k = 0; k < sizeof skills / sizeof *skills; k++)
        if (needs & skills[k].need && skills[k].skill & ~d->program->skills)
            return skills[k].name;
    return NULL;
}

/* Whether it says that it can do all of the case. */
static bool is_skilled(struct run *run, struct driving *d)
{
    for (size_t k = 0; k < d->c->script.count; k++) {
        const struct op *op = &d->c->script.ops[k];
        const char *lacking = skill_lacking(d, op);

        if (op->kind == OP_CALL && !execute_has(run, &op->call))
            return false;
        if (op_row_of(op)->needs & (NEED_RUNTIME | NEED_HERE)) {
            journal_end(d->writer, ENDED_UNSUPPORTED,
                        op_row_of(op)->needs & NEED_HERE
                            ? "a program that answers line by line can't do "
                              "what profilcheck does in the case's own process"
                            : "a program that answers line by line has no "
                              "runtime behind -pg");
            return false;
        }
        if (lacking) {
            journal_end(d->writer, ENDED_UNSUPPORTED,
                        "needs %s, which the program's can line does not have",
                        lacking);
            return false;
        }
    }
    return true;
}

/* An operation, and what was answered, as lines of the trace.  A child's
 * counters come before its end. */
static void put_driven_op(struct driving *d, const char *text, bool call,
                          bool end)
{
    if (end)
        fputs(d->counters.text, d->trace.out);
    fprintf(d->trace.out, "%s%s%s%s\n", call ? "call " : "", text,
            *d->result ? " " : "", d->result);
    if (!end)
        fputs(d->counters.text, d->trace.out);
    fputs(d->rest.text, d->trace.out);
}

/* One operation, of that text. */
static enum answered drive_op(struct driving *d, size_t k, const char *text)
{
    const struct op *op = &d->c->script.ops[k];
    bool call = op->kind == OP_CALL;
    char *line = memory_format("%s%s", call ? "call " : "", text);
    enum answered answered;

    d->writer->journal.op = (uint16_t)k;
    journal_seal(d->writer);
    begin_answer(d);
    *d->result = '\0';
    answered = op->kind == OP_TICKS ? ask_ticks(d, op) : ask(d, line, call);
    free(line);
    put_driven_op(d, text, call, op->kind == OP_END);
    return answered;
}

/* Which line of the trace is wrong: what was answered, and not what it was
 * asked. */
static void describe_wrong_line(const struct driving *d, const char *error,
                                char *why, size_t size)
{
    unsigned number = (unsigned)strtoul(error + 1, NULL, 10);
    const char *words = strchr(error + 1, ':');
    size_t length = 0;
    const char *text =
        trace_line(d->trace.text, d->trace.length, number, &length);
    char *line = memory_format("%.*s", (int)length, text ? text : "");
    bool call = begins(line, "call");
    const char *quoted = call ? strstr(line, " = ") : NULL;

    quoted = quoted ? quoted + 1 : line;
    snprintf(why, size, "the adapter%s \"%.60s%s\"%s:%.100s",
             call ? " answered" : "'s line", quoted,
             strlen(quoted) > 60 ? "..." : "", call ? " to a call" : "",
             words ? words + 1 : "");
    free(line);
}

/* Put the trace so far into the journal, as an observation; a last crash is
 * left out.  False: a line of it is wrong; why says which. */
static bool note_trace(struct driving *d, char *why, size_t size)
{
    struct case_error error = {""};
    const struct observation *o = NULL;
    struct trace trace;
    bool good;

    fflush(d->trace.out);
    good = trace_read_answers(&trace, d->trace.text, d->trace.length, &error) &&
           trace.count == 1;
    if (good)
        o = &trace.cases[0].observation;
    for (size_t k = 0; good && k < o->outcome.count; k++) {
        struct event event = o->outcome.events[k];

        if (event.kind == EVENT_CRASH && event.process == 0)
            break;
        if (event.bytes)
            event.bytes = journal_bytes(d->writer, event.bytes, event.size);
        journal_event(d->writer, &event);
    }
    if (good) {
        struct journal *journal = &d->writer->journal;

        d->ended = o->ended;
        d->status = o->status;
        journal->op = o->op;
        journal->disturbed = o->disturbed;
        journal->stray = o->stray;
        memcpy(journal->note, o->note, sizeof journal->note);
        if (trace.cases[0].unsupported)
            journal_end(d->writer, ENDED_UNSUPPORTED, "%s",
                        trace.cases[0].unsupported);
    } else {
        describe_wrong_line(d, error.text, why, size);
    }
    trace_free(&trace);
    return good;
}

/* This process ends in the same way, in that operation, which whoever waits for
 * it sees. */
static _Noreturn void end_in_the_same_way(struct driving *d, uint16_t op,
                                          int status)
{
    d->writer->journal.op = op;
    exec_error(d->program, d->writer->journal.note,
               sizeof d->writer->journal.note);
    journal_seal(d->writer);
    end_as(status);
}

/* The program has ended. */
static _Noreturn void end_as_gone(struct driving *d)
{
    int status = exec_end(d->program);
    uint16_t op = d->writer->journal.op;
    char why[200];

    fprintf(d->trace.out,
            WIFSIGNALED(status) ? "ended signal %d\n" : "ended exit %d\n",
            WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    note_trace(d, why, sizeof why);
    end_in_the_same_way(d, op, status);
}

/* It reported an end, which the trace has; false: that is wrong. */
static bool end_as_reported(struct driving *d)
{
    uint16_t op = d->writer->journal.op;
    char why[200];

    if (!note_trace(d, why, sizeof why)) {
        journal_end(d->writer, ENDED_HARNESS, "%s", why);
        return false;
    }
    while (d->ended == ENDED_TIMEOUT) /* as is seen soon */
        pause();
    end_in_the_same_way(d, op,
                        d->ended == ENDED_SIGNAL ? d->status : d->status << 8);
}

/* What follows from an answer.  True: go on. */
static bool go_on(struct driving *d, enum answered answered, unsigned depth)
{
    if (answered == ANSWERED_GONE)
        end_as_gone(d);
    if (answered == ANSWERED_ENDED && depth == 0 &&
        !strstr(d->rest.text, "ended normally"))
        return end_as_reported(d);
    return answered == ANSWERED || answered == ANSWERED_ENDED;
}

/* Line by line of the case's text. */
static enum answered drive_ops(struct driving *d, char *text)
{
    enum answered answered = ANSWERED;
    unsigned depth = 0;
    char *rest, *line = strtok_r(text, "\n", &rest);
    size_t k = 0;

    for (; line; line = strtok_r(NULL, "\n", &rest)) {
        if (begins(line, "case") || begins(line, "dialect") ||
            begins(line, "address"))
            continue;
        answered = drive_op(d, k, line);
        depth += d->c->script.ops[k].kind == OP_FORK;
        depth -= d->c->script.ops[k++].kind == OP_END;
        if (!go_on(d, answered, depth))
            return answered;
    }
    d->writer->journal.op = (uint16_t)d->c->script.count;
    journal_seal(d->writer);
    begin_answer(d);
    answered = ask(d, "done", false);
    fprintf(d->trace.out, "%s%s", d->counters.text, d->rest.text);
    go_on(d, answered, depth);
    return answered;
}

/* From its beginning.  False: what was answered is out of step. */
static bool drive_all(struct driving *d)
{
    char *text = test_case_text(d->c), line[CASE_ID + 8], why[200];
    enum answered answered = ANSWERED_WRONG;

    snprintf(line, sizeof line, "case %s", d->c->id);
    begin_answer(d);
    fprintf(memory_stream(&d->trace), "trace 1\nmachine %s 64\ncase %s\n",
            d->program->big ? "big" : "little", d->c->slug);
    answered = ask(d, line, false);
    fprintf(d->trace.out, "%s%s", d->counters.text, d->rest.text);
    if (go_on(d, answered, 0))
        answered = drive_ops(d, text);
    if (answered == ANSWERED && !note_trace(d, why, sizeof why))
        journal_end(d->writer, ENDED_HARNESS, "%s", why);
    drop_answer(d);
    free(memory_stream_end(&d->trace));
    free(text);
    return answered != ANSWERED_WRONG;
}

bool drive_case(struct run *run, const struct test_case *c,
                struct journal_writer *writer)
{
    struct driving d = {.program = (struct exec_impl *)run->impl,
                        .c = c,
                        .writer = writer,
                        .most = ANSWER_LEAST + 32 * journal_size(c)};
    bool good = true;

    run->writer = writer;
    writer->journal.state = JOURNAL_RUNNING;
    writer->journal.delivered = DELIVERED_OWN;
    journal_seal(writer);
    if (c->script.address_bits != 64)
        journal_end(writer, ENDED_UNSUPPORTED, "needs a %u-bit machine",
                    c->script.address_bits);
    else if (run->options->backend != BACKEND_SIGNAL)
        journal_end(writer, ENDED_UNSUPPORTED,
                    "--backend does not apply to exec: programs");
    else if (is_skilled(run, &d))
        good = drive_all(&d);
    writer->journal.state = JOURNAL_FINISHED;
    journal_seal(writer);
    return good;
}
