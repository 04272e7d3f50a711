/* SPDX-License-Identifier: MIT */
/*
 * A file that was looked at, as text and back: "absent", "empty", ..., or
 *
 *     written layout mon low 4096 high 8192 ticks 3 calls [ 4096 2 4160 1 ]
 *
 * where a number, or what stands after calls, may be "unseen".
 */
#include <inttypes.h>
#include <string.h>

#include "observed_read.h"
#include "reference/rules.h"

static void observed_file_put_number(const char *name, uint64_t number,
                                     FILE *out)
{
    if (number == FILE_UNSEEN)
        fprintf(out, " %s unseen", name);
    else
        fprintf(out, " %s %" PRIu64, name, number);
}

static bool is_layout(uint64_t layout)
{
    return layout < CHOICES && choice_table[layout].rule == RULE_MON_LAYOUT;
}

void observed_put_file(const struct event *event, FILE *out)
{
    struct file_contents file;

    if (!file_has_contents(event->value) || event->bytes == NULL ||
        event->size != sizeof file)
        return;
    memcpy(&file, event->bytes, sizeof file);
    fprintf(out, " layout %s",
            is_layout(file.layout) ? choice_table[file.layout].name : "unseen");
    observed_file_put_number("low", file.low, out);
    observed_file_put_number("high", file.high, out);
    observed_file_put_number("ticks", file.ticks, out);
    if (file.functions == FILE_UNSEEN) {
        fputs(" calls unseen", out);
        return;
    }
    fputs(" calls [", out);
    for (uint64_t k = 0; k < file.functions && k < SCRIPT_FUNCTIONS; k++)
        fprintf(out, " %" PRIu64 " %" PRIu64, file.called[k].address,
                file.called[k].calls);
    fputs(" ]", out);
}

static bool named_number(struct observed_reader *r, const char *name,
                         uint64_t *number)
{
    if (!observed_accept(r, name))
        return observed_expected(r, name);
    *number = FILE_UNSEEN;
    return observed_accept(r, "unseen") ||
           observed_number(r, UINT64_MAX - 1, "a number, or unseen", number);
}

static bool layout(struct observed_reader *r, uint64_t *layout)
{
    if (!observed_accept(r, "layout"))
        return observed_expected(r, "layout");
    *layout = FILE_UNSEEN;
    if (observed_accept(r, "unseen"))
        return true;
    for (unsigned k = 0; k < rule_table[RULE_MON_LAYOUT].count; k++)
        if (observed_accept(
                r, choice_table[rule_table[RULE_MON_LAYOUT].first + k].name)) {
            *layout = rule_table[RULE_MON_LAYOUT].first + k;
            return true;
        }
    return observed_expected(r, "a layout, or unseen");
}

static bool observed_file_calls(struct observed_reader *r,
                                struct file_contents *file)
{
    if (!observed_accept(r, "calls"))
        return observed_expected(r, "calls");
    if (observed_accept(r, "unseen")) {
        file->functions = FILE_UNSEEN;
        return true;
    }
    if (!observed_accept(r, "["))
        return observed_expected(r, "[, or unseen");
    while (!observed_accept(r, "]")) {
        if (file->functions == SCRIPT_FUNCTIONS)
            return observed_expected(r, "], after so many functions");
        if (!observed_number(r, UINT64_MAX, "a function's address",
                             &file->called[file->functions].address) ||
            !observed_number(r, UINT64_MAX, "a number of calls",
                             &file->called[file->functions].calls))
            return false;
        file->functions++;
    }
    return true;
}

bool observed_file(struct observed_reader *r, struct event *event)
{
    struct file_contents file = {0};
    unsigned char *bytes;

    if (!file_has_contents(event->value))
        return true;
    if (!layout(r, &file.layout) || !named_number(r, "low", &file.low) ||
        !named_number(r, "high", &file.high) ||
        !named_number(r, "ticks", &file.ticks) ||
        !observed_file_calls(r, &file))
        return false;
    bytes = observed_allocate(r, sizeof file);
    if (!bytes)
        return observed_no_memory(r);
    memcpy(bytes, &file, sizeof file);
    event->size = (size_t)(bytes - r->observation->arena);
    return true;
}
