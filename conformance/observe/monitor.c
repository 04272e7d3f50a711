/* SPDX-License-Identifier: MIT */
/* The operations of monitor: functions that are called, the file, an exit. */
#include <stdio.h>
#include <stdlib.h>

#include "conformance/machine/stub.h"
#include "execute.h"
#include "written.h"

void execute_functions(struct run *run, const struct op *op)
{
    void (*count)(void) = run->impl->mcount;

    if (!count) {
        journal_end(run->writer, ENDED_UNSUPPORTED,
                    "the implementation counts no calls: it has no mcount");
        return;
    }
    for (size_t k = 0; k < op->tick_count; k++) {
        uint64_t address = op->ticks[k].pc;

        if (!stub_function(address, count)) {
            journal_end(run->writer, ENDED_UNSUPPORTED,
                        "a function at %#llx: %s", (unsigned long long)address,
                        stub_function_refusal(address));
            return;
        }
        for (uint32_t n = 0; n < op->ticks[k].count; n++)
            ((void (*)(void))(uintptr_t)address)();
    }
}

void execute_file(struct run *run)
{
    struct journal *journal = &run->writer->journal;
    struct file_contents contents;
    struct event event = {.kind = EVENT_FILE,
                          .value = written_look(".", &run->c->script, &contents,
                                                journal->note,
                                                sizeof journal->note)};

    if (file_has_contents(event.value)) {
        event.bytes = journal_bytes(
            run->writer, (const unsigned char *)&contents, sizeof contents);
        event.size = sizeof contents;
    }
    execute_event(run, event);
}

void execute_rate(struct run *run)
{
    int64_t found = written_rate(".", run->period);

    execute_event(run, (struct event){.kind = EVENT_RATE, .value = found});
}

/* What is left is seen by the process that waits for this one. */
void execute_exit(struct run *run)
{
    execute_buffers(run);
    if (execute_ended(run))
        return;
    execute_seal(run, JOURNAL_EXITED);
    clock_release(&run->clock);
    exit(0);
}
