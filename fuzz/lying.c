/* SPDX-License-Identifier: MIT */
/*
 * A process that lies: the first byte says who.  Either it changes bytes of the
 * notes of a case that fails, with the key of their seals or without, which a
 * warden then reads; or it is what writes to the pipe in the warden's place.
 * Whatever comes is an observation that can be one of the case, or is not
 * believed; that prints and reads the same; and is judged.
 */
#include <fcntl.h>
#include <unistd.h>

#include "conformance/judge/judge.h"
#include "conformance/language/observed.h"
#include "conformance/machine/sandbox.h"
#include "conformance/observe/journal.h"
#include "conformance/observe/record.h"
#include "fuzz.h"
#include "impls/impl.h"

enum { CASES = 2, ANSWER_MOST = 1 << 16, WRITTEN_MOST = 1 << 15 };

static const char text[] =
    "case first\nbuffer b 16\nprofil b 16 0x1000 0x8000\ntick 0x1008 x3\n"
    "fork\ntick 0x1008\nend\ncaller set\nprofil b 16 0x1000 0\n"
    "caller check\nexec\n"
    "case second\nbuffer c 8\nprofil c 8 0x1000 0x8000\nsleep 0x1000 20\n";

static const struct test_case *const *all_cases(void)
{
    static const struct test_case *cases[CASES];
    static struct case_list list;
    struct case_error error;

    if (list.count == 0 &&
        !case_list_parse(&list, "lying", text, strlen(text), &error))
        fuzz_broken(error.text);
    for (size_t k = 0; k < CASES; k++)
        cases[k] = &list.cases[k];
    return cases;
}

/* By itself; what comes twice in a row is judged once. */
static unsigned verdict_of(const struct test_case *c,
                           const struct observation *observation)
{
    static const struct test_case *last_case;
    static char *last;
    static struct judgement judgement;
    char *text = memory_got(observed_text(observation));

    if (!last || c != last_case || strcmp(last, text) != 0)
        judge_alone(DIALECT_FREEBSD, c, observation, &judgement);
    free(last);
    last = text;
    last_case = c;
    return judgement.verdict;
}

/* A record that was not written with the key is one that fails. */
static void judge_lie(const struct test_case *c,
                      const struct observation *observation, bool has_key)
{
    unsigned verdict = verdict_of(c, observation);
    const char *name = verdict_names[verdict];

    fuzz_must(observation->ended != ENDED_FORGED || verdict == VERDICT_CRASH,
              "forged, and no crash", name);
    fuzz_must(has_key || verdict == VERDICT_FAIL || verdict == VERDICT_CRASH,
              "changed, and no failure", name);
}

/* What is believed, and of how many cases. */
static void take_answer(const struct sandbox_end *end, bool has_key)
{
    const struct observe_options options = {.impl = &impl_so};
    const struct test_case *const *cases = all_cases();
    struct observation observations[CASES];
    size_t count = record_read(&options, cases, CASES, end, observations);

    fuzz_must(count > 0 && count <= CASES, "more cases than there are", "");
    for (size_t k = 0; k < count; k++) {
        const struct observation *o = &observations[k];

        fuzz_must(!end->mark || o->ended != ENDED_UNSUPPORTED,
                  "an excuse is believed", o->note);
        fuzz_must(o->ended == ENDED_FORGED ||
                      !(record_wrong(cases[k], o) || o->unseen),
                  "what can't be is believed", o->note);
        again_observation(o);
        judge_lie(cases[k], o, has_key);
        observation_free(&observations[k]);
    }
}

/* What our own code leaves of the first case, in which a counter is wrong. */
static void write_notes(struct journal_writer *writer)
{
    static const char seen[] =
        "1 call 0; 5 in-child buffer 0 16 [ 0*2 3 0*5 ]; 5 child ended; "
        "7 call 0; 8 caller restored; 9 buffer 0 16 [ 0*8 ]; "
        "ended normally at 9";
    struct observed_error error;
    struct observation o;

    if (!observed_parse(seen, strlen(seen), &o, &error))
        fuzz_broken(error.text);
    for (size_t k = 0; k < o.outcome.count; k++) {
        struct event event = o.outcome.events[k];

        if (event.bytes)
            event.bytes = journal_bytes(writer, event.bytes, event.size);
        journal_event(writer, &event);
    }
    writer->journal.op = o.op;
    writer->journal.state = JOURNAL_FINISHED;
    journal_seal(writer);
    observation_free(&o);
}

/* Whether the arena has the bytes of an event. */
static bool is_inside(const struct journal_writer *writer,
                      const struct event *event)
{
    uintptr_t at = (uintptr_t)event->bytes - (uintptr_t)writer->arena;

    return event->bytes && at <= writer->arena_size &&
           event->size <= writer->arena_size - at;
}

/* By whoever found the key. */
static void seal_again(struct journal_writer *writer)
{
    for (unsigned k = 0; k < 2; k++)
        writer->shared[k].seal =
            seal_of(&writer->key, 0, &writer->shared[k].journal,
                    sizeof(struct journal));
    for (size_t k = 0; k < writer->capacity; k++) {
        const struct event *event = &writer->events[k];
        uint64_t seal = seal_of(&writer->key, 1 + k, event, sizeof *event);

        writer->seals[k] =
            is_inside(writer, event)
                ? seal_of(&writer->key, seal, event->bytes, event->size)
                : seal;
    }
}

/* Of the input each three bytes are a place and what is written there; an event
 * whose bytes are then elsewhere has them near the arena. */
static void change_notes(struct journal_writer *writer, size_t room,
                         const uint8_t *data, size_t size)
{
    for (; size >= 3; data += 3, size -= 3)
        ((uint8_t *)writer->shared)[(data[0] | data[1] << 8) % room] = data[2];
    for (size_t k = 0; k < writer->capacity; k++) {
        struct event *event = &writer->events[k];
        uintptr_t wanted = (uintptr_t)event->bytes;

        if (event->bytes && !is_inside(writer, event))
            event->bytes =
                (const unsigned char *)((uintptr_t)writer->arena +
                                        wanted % (writer->arena_size + 64) -
                                        32);
    }
}

static void scribble(bool has_key, const uint8_t *data, size_t size)
{
    const struct test_case *c = all_cases()[0];
    size_t room = journal_size(c);
    void *memory = memory_new(room, 1);
    struct sandbox_end end = {.mark = 1};
    struct journal_writer writer;
    struct observation observation;

    journal_begin(&writer, c, memory);
    write_notes(&writer);
    change_notes(&writer, room, data, size);
    if (has_key)
        seal_again(&writer);
    journal_take(&writer);
    journal_read(&writer, &observation);
    end.answer = memory_got(observed_text(&observation));
    end.answer_size = strlen(end.answer);
    end.answer[end.answer_size++] = '\n'; /* in place of the null */
    take_answer(&end, has_key);
    free(end.answer);
    observation_free(&observation);
    free(memory);
}

static void write_in_its_place(const uint8_t *data, size_t size)
{
    const struct sandbox_task task = {.most = 1, .shared_size = ANSWER_MOST};
    struct sandbox_end end;
    int ends[2];

    size = size < WRITTEN_MOST ? size : WRITTEN_MOST;
    if (pipe2(ends, O_CLOEXEC) != 0 ||
        write(ends[1], data, size) != (ssize_t)size)
        fuzz_broken("a pipe");
    close(ends[1]);
    if (sandbox_read(&task, ends[0], UINT64_MAX / 2, &end)) {
        fuzz_must(end.answer_size <= ANSWER_MOST &&
                      (!end.answer_size || end.answer),
                  "more was written than is allowed", "");
        take_answer(&end, true);
        free(end.answer);
    }
    close(ends[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    if (*data % 2)
        scribble(*data / 2 % 2, data + 1, size - 1);
    else
        write_in_its_place(data + 1, size - 1);
    return 0;
}
