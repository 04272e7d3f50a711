/* SPDX-License-Identifier: MIT */
/*
 * A process that lies: the first byte says who.  Either it writes over the
 * notes of a case, which a warden then reads; or it is what writes to the pipe
 * in the warden's place.  Whatever comes is an observation that can be one of
 * the case, or is not believed; that prints and reads the same; and is judged.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "conformance/contain/hearing.h"
#include "conformance/delivery/journal.h"
#include "conformance/delivery/observed.h"
#include "conformance/delivery/told.h"
#include "conformance/judge/judge.h"
#include "fuzz.h"
#include "impls/impl.h"
#include "text.h"

enum { CASES = 2, TOLD_MOST = 1 << 16, WRITTEN_MOST = 1 << 15 };

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

static void judge_lie(const struct test_case *c,
                      const struct observation *observation)
{
    struct judgement judgement;

    judge_alone(DIALECT_FREEBSD, c, observation, &judgement);
    if (observation->ended == ENDED_FORGED &&
        judgement.verdict != VERDICT_CRASH)
        text_finding("forged, and no crash", "", 0);
}

static void print_again(const struct observation *observation)
{
    struct observation again;
    struct observed_error error = {""};
    char *first = observed_text(observation), *second;

    if (!first)
        fuzz_broken("out of memory");
    if (!observed_parse(first, strlen(first), &again, &error))
        text_finding(error.text, first, strlen(first));
    second = observed_text(&again);
    if (!second || strcmp(first, second) != 0)
        text_finding("other text when read again", first, strlen(first));
    free(first);
    free(second);
    observation_free(&again);
}

/* What is believed, and of how many cases. */
static void hear_out(const struct sandbox_end *end)
{
    const struct observe_options options = {.impl = &impl_so};
    const struct test_case *const *cases = all_cases();
    struct observation observations[CASES];
    size_t count = told_read(&options, cases, CASES, end, observations);

    if (count == 0 || count > CASES)
        text_finding("more cases than there are", "", 0);
    for (size_t k = 0; k < count; k++) {
        const struct observation *o = &observations[k];

        if (end->marked && o->ended == ENDED_UNSUPPORTED)
            text_finding("an excuse is believed", o->note, strlen(o->note));
        if (o->ended != ENDED_FORGED && told_wrong(cases[k], o))
            text_finding("what can't be is believed", o->note, strlen(o->note));
        print_again(o);
        judge_lie(cases[k], o);
        observation_free(&observations[k]);
    }
}

/* Where events point is made to be near what they may point to. */
static void aim(struct journal_writer *writer)
{
    for (size_t k = 0; k < writer->capacity; k++) {
        struct event *event = &writer->events[k];
        uintptr_t wanted = (uintptr_t)event->bytes;

        if (wanted)
            event->bytes =
                (const unsigned char *)((uintptr_t)writer->arena +
                                        wanted % (writer->arena_size + 64) -
                                        32);
    }
}

static void scribble(const uint8_t *data, size_t size)
{
    const struct test_case *c = all_cases()[0];
    size_t room = journal_size(c);
    void *memory = calloc(1, room);
    struct sandbox_end end = {.marked = true};
    struct journal_writer writer;
    struct observation observation;

    if (!memory)
        fuzz_broken("out of memory");
    memcpy(memory, data, size < room ? size : room);
    journal_begin(&writer, c, memory);
    aim(&writer);
    if (!journal_read(&writer, &observation))
        fuzz_broken("out of memory");
    end.told = observed_text(&observation);
    if (!end.told)
        fuzz_broken("out of memory");
    end.told_size = strlen(end.told);
    end.told[end.told_size++] = '\n'; /* in place of the null */
    hear_out(&end);
    free(end.told);
    observation_free(&observation);
    free(memory);
}

static void write_in_its_place(const uint8_t *data, size_t size)
{
    const struct sandbox_task task = {.most = 1, .told_most = TOLD_MOST};
    struct sandbox_end end;
    int ends[2];

    size = size < WRITTEN_MOST ? size : WRITTEN_MOST;
    if (pipe2(ends, O_CLOEXEC) != 0 ||
        write(ends[1], data, size) != (ssize_t)size)
        fuzz_broken("a pipe");
    close(ends[1]);
    if (sandbox_hear(&task, ends[0], UINT64_MAX / 2, &end)) {
        if (end.told_size > TOLD_MOST || (end.told_size && !end.told))
            text_finding("more is told than there may be", "", 0);
        hear_out(&end);
        free(end.told);
    }
    close(ends[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    if (*data % 2)
        scribble(data + 1, size - 1);
    else
        write_in_its_place(data + 1, size - 1);
    return 0;
}
