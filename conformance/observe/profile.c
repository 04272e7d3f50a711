/* SPDX-License-Identifier: MIT */
#include "profile.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reference/files/gmon_out.h"
#include "reference/files/profile_file.h"
#include "written.h"

#define SAID "said"

/* A file that was written, as it was read. */
struct profile_seen {
    char name[SCRATCH_NAME];
    unsigned char *bytes;
    size_t size;
    struct profile_file file;
    struct file_error error;
    uint64_t moved; /* what its addresses lack */
};

void profile_keep_message(void)
{
    int fd = open(SAID, O_CREAT | O_WRONLY | O_APPEND, 0600);

    if (fd >= 0) {
        dup2(fd, STDERR_FILENO);
        close(fd);
    }
    unsetenv("GMON_OUT_PREFIX");
}

bool profile_has_message(const char *directory)
{
    size_t size = 0;

    free(written_read_all(directory, SAID, &size));
    return size > 0;
}

bool profile_lead_to(const char *place)
{
    return (unlink("gmon.out") == 0 || errno == ENOENT) &&
           symlink(place, "gmon.out") == 0;
}

/* How likely a name is that of the process's file: none, or the more the
 * likelier. */
static unsigned likely(const char *name, int process)
{
    char number[16];
    const char *at;

    snprintf(number, sizeof number, "%d", process);
    at = process > 0 ? strstr(name, number) : NULL;
    if (*name == '.' || strcmp(name, SAID) == 0)
        return 0;
    if (at && (at == name || at[-1] == '.'))
        return 3;
    return strcmp(name, "gmon.out") == 0 ? 2 : 1;
}

static void find_file(const char *directory, int process, char *name)
{
    DIR *list = opendir(directory);
    const struct dirent *entry;
    unsigned best = 0;

    *name = '\0';
    while (list && (entry = readdir(list))) {
        unsigned now = likely(entry->d_name, process);

        if (now > best && strlen(entry->d_name) < SCRATCH_NAME) {
            best = now;
            strcpy(name, entry->d_name);
        }
    }
    if (list)
        closedir(list);
}

/* glibc's addresses are those of the program's file: less where it was loaded.
 * Those of scripts are all below that, but for those of the program itself. */
static uint64_t moved_back(struct profile_file *file)
{
    uint64_t base = written_load_address();
    struct record record;
    bool loaded = false;

    while (profile_file_next(file, &record))
        loaded = loaded || (record.kind == RECORD_HISTOGRAM && base != 0 &&
                            record.histogram.low >= base);
    profile_file_rewind(file);
    return loaded ? base : 0;
}

static enum file_state open_file(const char *directory, int process,
                                 struct profile_seen *seen)
{
    *seen = (struct profile_seen){.bytes = NULL};
    find_file(directory, process, seen->name);
    if (*seen->name)
        seen->bytes = written_read_all(directory, seen->name, &seen->size);
    if (!seen->bytes)
        return FILE_ABSENT;
    if (seen->size == 0)
        return FILE_EMPTY;
    if (!profile_file_open(&seen->file, seen->bytes, seen->size, LAYOUT_ANY,
                           encoding_here(), &seen->error) ||
        seen->file.layout == LAYOUT_MON)
        return FILE_UNREADABLE;
    seen->moved = moved_back(&seen->file);
    return strncmp(seen->name, PROFILE_PREFIX, strlen(PROFILE_PREFIX)) == 0
               ? FILE_OTHER_NAME
               : FILE_WRITTEN;
}

/* Where the share of counter k begins, from the histogram's low on. */
static uint64_t share(const struct histogram *h, uint64_t k)
{
    uint64_t span = h->high - h->low;

    return span / h->count * k + span % h->count * k / h->count;
}

static void note_ticks(struct gmon_counts *counts, const struct histogram *h,
                       uint64_t moved)
{
    for (uint64_t k = 0; k < h->count; k++) {
        struct gmon_place place = {.ticks = histogram_counter(h, k)};

        if (place.ticks == 0)
            continue;
        place.low = h->low + moved + share(h, k);
        place.high = h->low + moved + share(h, k + 1);
        if (!gmon_add_ticks(counts, place))
            counts->more_ticks += place.ticks;
    }
}

/* Whether a call comes from there, but for where in a few bytes. */
static bool is_from(uint64_t from, uint64_t there)
{
    return from <= there && there - from < GMON_CELL;
}

/* Whether an arc is that of the calls made beside others. */
static bool is_nested_call(const struct op *op, uint64_t from, uint64_t self)
{
    return (op->kind == OP_NESTED || op->kind == OP_THREADS) &&
           self == op->ticks[2].pc && is_from(from, op->ticks[0].pc);
}

/* Whether an arc is one of a row. */
static bool is_of_row(const struct op *op, uint64_t from, uint64_t self)
{
    uint64_t k = op->step ? (self - op->end) / op->step : 0;

    return op->kind == OP_ROW && self == op->end + k * op->step &&
           k < op->size && is_from(from, op->pc + k * op->step);
}

static void note_calls(struct gmon_counts *counts, const struct script *script,
                       const struct record *record, uint64_t moved)
{
    struct gmon_call call = {record->from, record->address + moved,
                             record->count};
    uint64_t arcs = counts->arcs;

    if (call.from != 0)
        call.from += moved;
    if (call.calls == 0)
        return;
    for (size_t k = 0; k < script->count; k++) {
        if (is_nested_call(&script->ops[k], call.from, call.self)) {
            counts->beside += call.calls;
            return;
        }
        if (is_of_row(&script->ops[k], call.from, call.self)) {
            counts->row++;
            counts->more_calls += call.calls - 1;
            return;
        }
    }
    if (!gmon_add_calls(counts, call))
        counts->more_calls += call.calls;
    else if (counts->arcs == arcs)
        counts->several = 1;
}

static void note_records(struct profile_seen *seen, const struct script *script,
                         struct gmon_counts *counts)
{
    struct record record;
    bool first = true;

    while (profile_file_next(&seen->file, &record)) {
        const struct histogram *h = &record.histogram;

        if (record.kind == RECORD_ARC)
            note_calls(counts, script, &record, seen->moved);
        if (record.kind != RECORD_HISTOGRAM)
            continue;
        if (first || h->low < counts->low)
            counts->low = h->low;
        if (first || h->high > counts->high)
            counts->high = h->high;
        first = false;
        note_ticks(counts, h, seen->moved);
    }
    counts->low += seen->moved;
    counts->high += seen->moved;
}

static enum file_state profile_look(const char *directory, int process,
                                    const struct script *script,
                                    struct gmon_counts *counts, char *why,
                                    size_t why_size)
{
    struct profile_seen seen;
    enum file_state state = open_file(directory, process, &seen);

    memset(counts, 0, sizeof *counts);
    if (file_has_contents(state))
        note_records(&seen, script, counts);
    else if (state == FILE_UNREADABLE)
        snprintf(why, why_size, "%s: offset %" PRIu64 ": %s", seen.name,
                 seen.error.offset,
                 profile_fault_text((enum profile_fault)seen.error.fault));
    free(seen.bytes);
    return state;
}

struct event profile_event(const char *directory, bool runtime, int process,
                           const struct script *script, union file_left *left,
                           char *why, size_t why_size)
{
    struct event event = {.kind = EVENT_FILE};

    if (runtime) {
        event.kind = EVENT_PROFILE;
        event.value = profile_look(directory, process, script, &left->profile,
                                   why, why_size);
    } else {
        event.value =
            written_look(directory, script, &left->file, why, why_size);
    }
    if (file_has_contents(event.value)) {
        event.bytes = (const unsigned char *)left;
        event.size = runtime ? sizeof left->profile : sizeof left->file;
    }
    return event;
}

/* Where spare bytes are: 4.4BSD's three, FreeBSD's second and third, all of
 * glibc's. */
static bool has_junk(const struct profile_seen *seen)
{
    size_t end = GMON_TAGGED_HEADER, at = 8;

    if (seen->file.layout != LAYOUT_GMON_TAGGED) {
        end = gmon_bsd_header_size((enum file_layout)seen->file.layout,
                                   seen->file.encoding.word);
        at = end - (seen->file.layout == LAYOUT_GMON_FREEBSD ? 8 : 12);
    }
    while (at < end && seen->bytes[at] == 0)
        at++;
    return at < end;
}

enum header_found profile_header(const char *directory, int process, bool own)
{
    struct profile_seen seen;
    enum header_found found = HEADER_NONE;

    if (file_has_contents(open_file(directory, process, &seen)))
        found = (has_junk(&seen) ? HEADER_JUNK : HEADER_PLAIN) +
                ((seen.moved != 0) != own ? HEADER_LOADED : 0);
    free(seen.bytes);
    return found;
}
