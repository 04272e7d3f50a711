/* SPDX-License-Identifier: MIT */
#include "written.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conformance/language/ops.h"
#include "reference/files/gmon_out.h"
#include "reference/files/profile_file.h"
#include "reference/rules.h"

#define SAID "said"

enum { SIZE_MOST = 256 << 20 }; /* bytes that are read of a file */

bool written_used(const struct script *script)
{
    bool used = script_needs(script) &
                (NEED_COUNT | NEED_FILE | NEED_RATE | NEED_RUNTIME);

    for (size_t k = 0; k < script->count; k++)
        used = used || (script->ops[k].kind == OP_CALL &&
                        script->ops[k].call.kind >= CALL_MONITOR);
    return used;
}

void written_keep_message(void)
{
    int fd = open(SAID, O_CREAT | O_WRONLY | O_APPEND, 0600);

    if (fd >= 0) {
        dup2(fd, STDERR_FILENO);
        close(fd);
    }
    unsetenv("GMON_OUT_PREFIX");
}

bool written_lead_to(const char *place)
{
    return (unlink("gmon.out") == 0 || errno == ENOENT) &&
           symlink(place, "gmon.out") == 0;
}

static int find_program(struct dl_phdr_info *info, size_t size, void *found)
{
    struct written_program *program = found;

    (void)size;
    program->base = info->dlpi_addr;
    for (unsigned k = 0; k < info->dlpi_phnum; k++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[k];

        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X))
            continue;
        program->low = program->base + part->p_vaddr;
        program->high = program->low + part->p_memsz;
    }
    return 1; /* the program comes first */
}

struct written_program written_program(void)
{
    struct written_program program = {0, 0, 0};

    dl_iterate_phdr(find_program, &program);
    return program;
}

/* A file that was written, as it was read. */
struct written_file {
    char name[SCRATCH_NAME];
    unsigned char *bytes; /* to be freed; null: there is none */
    size_t size;
    struct profile_file file;
    struct file_error error;
};

/* A regular file's bytes; null where there is none. */
static unsigned char *read_all(const char *directory, const char *name,
                               size_t *size)
{
    char path[2 * SCRATCH_NAME];
    unsigned char *bytes = NULL;
    struct stat status;
    ssize_t n = 1;
    int fd;

    snprintf(path, sizeof path, "%s/%s", directory, name);
    fd = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    *size = 0;
    if (fd < 0)
        return NULL;
    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_size <= SIZE_MOST)
        bytes = malloc((size_t)status.st_size + 1);
    while (bytes && n > 0 && *size < (size_t)status.st_size) {
        n = read(fd, bytes + *size, (size_t)status.st_size - *size);
        *size += n > 0 ? (size_t)n : 0;
    }
    close(fd);
    return bytes;
}

bool written_has_message(const char *directory)
{
    size_t size = 0;

    free(read_all(directory, SAID, &size));
    return size > 0;
}

static enum file_state open_named(const char *directory, const char *name,
                                  struct written_file *written)
{
    *written = (struct written_file){.bytes = NULL};
    snprintf(written->name, sizeof written->name, "%s", name);
    if (*name)
        written->bytes = read_all(directory, name, &written->size);
    if (!written->bytes)
        return FILE_ABSENT;
    if (written->size == 0)
        return FILE_EMPTY;
    return profile_file_open(&written->file, written->bytes, written->size,
                             LAYOUT_ANY, ENCODING_HERE, &written->error)
               ? FILE_WRITTEN
               : FILE_UNREADABLE;
}

/* The addresses that all histograms have together. */
static void widen(uint64_t *low, uint64_t *high, const struct histogram *h,
                  bool first)
{
    if (first || h->low < *low)
        *low = h->low;
    if (first || h->high > *high)
        *high = h->high;
}

/* What monitor leaves. */

/* A gmon.out in its place that can't be read is no mon.out, either. */
static enum file_state open_monitors(const char *directory,
                                     struct written_file *written)
{
    enum file_state state = open_named(directory, "mon.out", written);

    if (state != FILE_ABSENT)
        return state;
    state = open_named(directory, "gmon.out", written);
    return state == FILE_WRITTEN ? FILE_OTHER_NAME : FILE_ABSENT;
}

/* The function of the script in whose code an address lies; or itself. */
static uint64_t function_of(const struct script *script, uint64_t address)
{
    for (size_t k = 0; k < script->count; k++) {
        const struct op *op = &script->ops[k];

        for (size_t i = 0; op->kind == OP_FUNCTIONS && i < op->tick_count; i++)
            if (address - op->ticks[i].pc < CASE_FUNCTION_SIZE)
                return op->ticks[i].pc;
    }
    return address;
}

/* In the place that its address gives it.  More than there is room for are
 * none of the script's, and those that are found show that already. */
static void add_calls(struct file_contents *contents, uint64_t address,
                      uint64_t calls)
{
    uint64_t k = 0, count = contents->functions;

    while (k < count && contents->called[k].address < address)
        k++;
    if (k < count && contents->called[k].address == address) {
        contents->called[k].calls += calls;
    } else if (count < SCRIPT_FUNCTIONS) {
        memmove(&contents->called[k + 1], &contents->called[k],
                (count - k) * sizeof contents->called[0]);
        contents->called[k].address = address;
        contents->called[k].calls = calls;
        contents->functions++;
    }
}

static uint64_t layout_of(const struct profile_file *file)
{
    switch (file->layout) {
    case LAYOUT_MON: return MON_LAYOUT_MON;
    case LAYOUT_GMON_TAGGED: return MON_LAYOUT_GMON_TAGGED;
    default: return MON_LAYOUT_GMON_44;
    }
}

/* Whether a call of the script begins there. */
static bool begins_at(const struct script *script, uint64_t low)
{
    for (size_t k = 0; k < script->count; k++)
        if (script->ops[k].kind == OP_CALL &&
            script->ops[k].call.region.offset == low)
            return true;
    return false;
}

/* Whether a call has a list of several ranges; whether one without a list, or
 * with a list of one, has that range. */
static bool has_ranges(const struct call *call)
{
    unsigned ranges = 0;

    for (uint32_t k = 0; call->kind == CALL_MONITOR_LIST && k < call->listed;
         k++)
        ranges += call->list[k].high != 0;
    return ranges > 1;
}

static bool has_range(const struct call *call, const struct histogram *h)
{
    const struct region_arguments *region = &call->region;

    if (call->kind == CALL_MONITOR_LIST) {
        if (call->listed == 0 || has_ranges(call))
            return false;
        region = &call->list[0];
    } else if (call->kind != CALL_MONITOR && call->kind != CALL_MONSTARTUP) {
        return false;
    }
    return region->offset == h->low && region->high == h->high;
}

/* Whether the file has the one range of System V's layout, where a list has
 * several: no page says how these are laid out (aix-monitor.3), and what
 * follows the first may be another header. */
static bool lacks_ranges(struct profile_file *file, const struct script *script)
{
    struct record record;
    bool listed = false, known = false;

    while (file->layout == LAYOUT_MON && profile_file_next(file, &record))
        for (size_t k = 0; record.kind == RECORD_HISTOGRAM && k < script->count;
             k++) {
            const struct op *op = &script->ops[k];

            if (op->kind != OP_CALL)
                continue;
            listed = listed || has_ranges(&op->call);
            known = known || has_range(&op->call, &record.histogram);
        }
    profile_file_rewind(file);
    return listed && !known;
}

/* What is to be added to the addresses of a file: glibc subtracts the address
 * at which the program was loaded, so that they are those of its symbols.
 * Those of scripts are below that, so that they wrap around. */
static uint64_t moved_by(struct profile_file *file, const struct script *script)
{
    struct record record;
    uint64_t address = 0;

    while (file->layout == LAYOUT_GMON_TAGGED &&
           profile_file_next(file, &record))
        if (record.kind == RECORD_HISTOGRAM) {
            address = written_program().base;
            if (begins_at(script, record.histogram.low) ||
                record.histogram.low + address >= record.histogram.low)
                address = 0;
            break;
        }
    profile_file_rewind(file);
    return address;
}

static void read_monitors(struct profile_file *file,
                          const struct script *script,
                          struct file_contents *contents)
{
    uint64_t moved = moved_by(file, script);
    struct record record;
    bool first = true;

    contents->layout = layout_of(file);
    if (file->layout != LAYOUT_GMON_TAGGED) { /* even without a counter */
        widen(&contents->low, &contents->high, &file->histogram, true);
        first = false;
    }
    while (profile_file_next(file, &record)) {
        const struct histogram *h = &record.histogram;
        bool called = record.kind == RECORD_CALLS || record.kind == RECORD_ARC;

        if (called && record.count > 0)
            add_calls(contents, function_of(script, record.address + moved),
                      record.count);
        if (record.kind != RECORD_HISTOGRAM)
            continue;
        widen(&contents->low, &contents->high, h, first);
        first = false;
        for (uint64_t k = 0; k < h->count; k++)
            contents->ticks += histogram_counter(h, k);
    }
    contents->low += moved;
    contents->high += moved;
}

/* What the runtime behind -pg leaves. */

/* How likely a name is that of the process's file; 0: it is not, as monitor's,
 * which is by neither the program nor the process (gmon.11). */
static unsigned likely(const char *name, int process)
{
    char number[16];
    const char *at;

    snprintf(number, sizeof number, "%d", process);
    at = process > 0 ? strstr(name, number) : NULL;
    if (*name == '.' || strcmp(name, SAID) == 0 || strcmp(name, "mon.out") == 0)
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

static enum file_state open_runtimes(const char *directory, int process,
                                     struct written_file *written)
{
    char name[SCRATCH_NAME];
    enum file_state state;

    find_file(directory, process, name);
    state = open_named(directory, name, written);
    if (state != FILE_WRITTEN)
        return state;
    if (written->file.layout == LAYOUT_MON)
        return FILE_UNREADABLE;
    return strncmp(name, WRITTEN_PREFIX, strlen(WRITTEN_PREFIX)) == 0
               ? FILE_OTHER_NAME
               : FILE_WRITTEN;
}

/* What is to be added to its addresses: glibc's are those of the program's
 * file, less where it was loaded.  Those of scripts are all below that, but for
 * those of the program itself. */
static uint64_t moved_back(struct profile_file *file)
{
    uint64_t base = written_program().base;
    struct record record;
    bool loaded = false;

    while (profile_file_next(file, &record))
        loaded = loaded || (record.kind == RECORD_HISTOGRAM && base != 0 &&
                            record.histogram.low >= base);
    profile_file_rewind(file);
    return loaded ? base : 0;
}

/* Where the share of counter k begins, from the histogram's low on, and whether
 * within a byte, which is the share's before it, as share_bound has it. */
static uint64_t share(const struct histogram *h, uint64_t k, bool *within)
{
    uint64_t span = h->high - h->low, rest = span % h->count * k;

    *within = rest % h->count != 0;
    return span / h->count * k + rest / h->count;
}

/* The addresses of counter k.  No manual says where the byte is counted within
 * which a share begins, and many a profil looks at pairs of bytes: these belong
 * to the counters on both sides. */
static struct gmon_place place_of(const struct histogram *h, uint64_t k)
{
    bool within;
    uint64_t low = share(h, k, &within), high = share(h, k + 1, &within);

    high += within;
    high += high % 2;
    if (high > h->high - h->low)
        high = h->high - h->low;
    return (struct gmon_place){h->low + low, h->low + high, 0};
}

static void note_ticks(struct gmon_counts *counts, const struct histogram *h,
                       uint64_t moved)
{
    for (uint64_t k = 0; k < h->count; k++) {
        uint64_t ticks = histogram_counter(h, k);
        struct gmon_place place;

        if (ticks == 0)
            continue;
        place = place_of(h, k);
        place.low += moved;
        place.high += moved;
        place.ticks = ticks;
        if (!gmon_add_ticks(counts, place))
            counts->more_ticks += ticks;
    }
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
        if (!op_counts_together(&script->ops[k], call.from, call.self))
            continue;
        if (script->ops[k].kind == OP_ROW) {
            counts->row++;
            counts->more_calls += call.calls - 1;
        } else {
            counts->beside += call.calls;
        }
        return;
    }
    if (!gmon_add_calls(counts, call))
        counts->more_calls += call.calls;
    else if (counts->arcs == arcs)
        counts->several = 1;
}

static void read_runtimes(struct profile_file *file,
                          const struct script *script,
                          struct gmon_counts *counts)
{
    uint64_t moved = moved_back(file);
    struct record record;
    bool first = true;

    while (profile_file_next(file, &record)) {
        if (record.kind == RECORD_ARC)
            note_calls(counts, script, &record, moved);
        if (record.kind != RECORD_HISTOGRAM)
            continue;
        widen(&counts->low, &counts->high, &record.histogram, first);
        first = false;
        note_ticks(counts, &record.histogram, moved);
    }
    counts->low += moved;
    counts->high += moved;
}

static void say_why_unreadable(const struct written_file *written,
                               int64_t state, char *why, size_t why_size)
{
    struct profile_file other;
    struct file_error error;
    bool readable;

    if (state != FILE_UNREADABLE)
        return;
    readable = profile_file_open(&other, written->bytes, written->size,
                                 LAYOUT_ANY, (struct encoding){0}, &error);
    if (readable && other.layout == LAYOUT_MON &&
        strcmp(written->name, "mon.out") != 0)
        snprintf(why, why_size, "%s: it is in the format of mon.out",
                 written->name);
    else if (readable)
        snprintf(why, why_size,
                 "%s: it is of a %s-endian machine with %u-byte addresses",
                 written->name,
                 other.encoding.order == ORDER_BIG ? "big" : "little",
                 other.encoding.word);
    else
        snprintf(why, why_size, "%s: offset %" PRIu64 ": %s", written->name,
                 written->error.offset,
                 profile_fault_text((enum profile_fault)written->error.fault));
}

struct event written_event(const char *directory, bool runtime, int process,
                           const struct script *script, union file_left *left,
                           char *why, size_t why_size)
{
    struct event event = {.kind = runtime ? EVENT_PROFILE : EVENT_FILE};
    struct written_file written;

    memset(left, 0, sizeof *left);
    event.value = runtime ? open_runtimes(directory, process, &written)
                          : open_monitors(directory, &written);
    say_why_unreadable(&written, event.value, why, why_size);
    if (!runtime && file_has_contents(event.value) &&
        lacks_ranges(&written.file, script)) {
        if (event.value == FILE_WRITTEN)
            snprintf(why, why_size,
                     "%s: it has one range, and the list several",
                     written.name);
        event.value =
            event.value == FILE_WRITTEN ? FILE_UNREADABLE : FILE_ABSENT;
    }
    if (file_has_contents(event.value)) {
        event.bytes = (const unsigned char *)left;
        event.size = runtime ? sizeof left->profile : sizeof left->file;
        if (runtime)
            read_runtimes(&written.file, script, &left->profile);
        else
            read_monitors(&written.file, script, &left->file);
    }
    free(written.bytes);
    return event;
}

/* Where spare bytes are: 4.4BSD's three, FreeBSD's second and third, all of
 * glibc's. */
static bool has_junk(const struct written_file *written)
{
    size_t end = GMON_TAGGED_HEADER, at = 8;

    if (written->file.layout != LAYOUT_GMON_TAGGED) {
        end = gmon_bsd_header_size((enum file_layout)written->file.layout,
                                   written->file.encoding.word);
        at = end - (written->file.layout == LAYOUT_GMON_FREEBSD ? 8 : 12);
    }
    while (at < end && written->bytes[at] == 0)
        at++;
    return at < end;
}

enum header_found written_header(const char *directory, int process, bool own,
                                 char *why, size_t why_size)
{
    struct written_file written;
    enum header_found found = HEADER_NONE;
    int64_t state = open_runtimes(directory, process, &written);

    say_why_unreadable(&written, state, why, why_size);
    if (file_has_contents(state))
        found = (has_junk(&written) ? HEADER_JUNK : HEADER_PLAIN) +
                ((moved_back(&written.file) != 0) != own ? HEADER_LOADED : 0);
    free(written.bytes);
    return found;
}

/* Whether that many ticks a second are that many microseconds apart, either
 * being rounded to a whole number. */
static bool same_clock(uint64_t rate, uint64_t period)
{
    uint64_t ticks = 1000000 / period, apart = 1000000 / rate;

    return rate == ticks || rate == ticks + (1000000 % period != 0) ||
           period == apart || period == apart + (1000000 % rate != 0);
}

static int64_t compare_rate(uint32_t rate, uint64_t period)
{
    if (rate == 0)
        return RATE_ZERO;
    if (period == 0)
        return VALUE_UNSEEN;
    return same_clock(rate, period) ? RATE_CLOCK : RATE_WRONG;
}

int64_t written_rate(const char *directory, uint64_t period)
{
    struct written_file written;
    struct record record;
    int64_t found = RATE_NONE;
    bool readable =
        open_named(directory, "gmon.out", &written) == FILE_WRITTEN &&
        written.file.layout != LAYOUT_MON;

    while (readable && found == RATE_NONE &&
           profile_file_next(&written.file, &record))
        if (record.kind == RECORD_HISTOGRAM)
            found = compare_rate(record.histogram.rate, period);
    free(written.bytes);
    return found;
}
