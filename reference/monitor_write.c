/* SPDX-License-Identifier: MIT */
#include "monitor_write.h"

#include <string.h>

#include "open.h"

/* The functions as a file lists them: by address. */
static void list_functions(const struct monitor *monitor,
                           struct file_contents *file)
{
    file->functions = monitor->functions;
    if (monitor->any_functions) { /* aix-monitor.5: a maximum */
        file->functions = FILE_UNSEEN;
        file->at_most = monitor->limit;
        return;
    }
    for (uint32_t i = 0; i < monitor->functions; i++) {
        uint32_t k = i;

        for (;
             k > 0 && file->called[k - 1].address > monitor->called[i].address;
             k--)
            file->called[k] = file->called[k - 1];
        file->called[k].address = monitor->called[i].address;
        file->called[k].calls = monitor->called[i].calls;
    }
}

/* A histogram without a counter tells no range. */
static bool has_counters(const struct profile *profile)
{
    return profile->regions[0].base.kind != POINTER_GIVEN ||
           profile->regions[0].mapping.size >= 2;
}

void monitor_write(struct model *m)
{
    struct monitor *monitor = &m->process->monitor;
    struct file_contents *file = &m->written.file;

    memset(file, 0, sizeof *file);
    file->layout = FILE_UNSEEN; /* of several ranges it may be another */
    if (monitor->low != FILE_UNSEEN)
        file->layout = choose(m->choices, RULE_MON_LAYOUT);
    file->low = file->high = FILE_UNSEEN;
    if (open_answer(m, RULE_MON_LAYOUT))
        file->layout = FILE_UNSEEN; /* nor is a range in it */
    else if (has_counters(&m->process->profile)) {
        file->low = monitor->low;
        file->high = monitor->high;
    }
    file->ticks = monitor->ticks > MONITOR_TICKS ? FILE_UNSEEN : monitor->ticks;
    file->doubtful = monitor->doubtful;
    list_functions(monitor, file);
    m->written.state = FILE_WRITTEN;
}
