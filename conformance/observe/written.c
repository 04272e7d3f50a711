/* SPDX-License-Identifier: MIT */
#include "written.h"

#include <fcntl.h>
#include <inttypes.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conformance/language/ops.h"
#include "reference/files/profile_file.h"
#include "reference/rules.h"

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

unsigned char *written_read_all(const char *directory, const char *name,
                                size_t *size)
{
    char path[SCRATCH_NAME + 16];
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
static void written_add_calls(struct file_contents *contents, uint64_t address,
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

static void written_add_histogram(struct file_contents *contents,
                                  const struct histogram *histogram, bool first)
{
    if (first || histogram->low < contents->low)
        contents->low = histogram->low;
    if (first || histogram->high > contents->high)
        contents->high = histogram->high;
    for (uint64_t k = 0; k < histogram->count; k++)
        contents->ticks += histogram_counter(histogram, k);
}

static uint64_t written_layout_of(const struct profile_file *file)
{
    switch (file->layout) {
    case LAYOUT_MON: return MON_LAYOUT_MON;
    case LAYOUT_GMON_TAGGED: return MON_LAYOUT_GMON_TAGGED;
    default: return MON_LAYOUT_GMON_44;
    }
}

static int load_address(struct dl_phdr_info *info, size_t size, void *address)
{
    (void)size;
    *(uint64_t *)address = info->dlpi_addr;
    return 1; /* the program comes first */
}

uint64_t written_load_address(void)
{
    uint64_t address = 0;

    dl_iterate_phdr(load_address, &address);
    return address;
}

static int find_code(struct dl_phdr_info *info, size_t size, void *range)
{
    uint64_t *address = range;

    (void)size;
    for (unsigned k = 0; k < info->dlpi_phnum; k++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[k];

        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X))
            continue;
        address[0] = info->dlpi_addr + part->p_vaddr;
        address[1] = address[0] + part->p_memsz;
    }
    return 1; /* the program comes first */
}

bool written_own_text(uint64_t *low, uint64_t *high)
{
    uint64_t range[2] = {0, 0};

    dl_iterate_phdr(find_code, range);
    *low = range[0];
    *high = range[1];
    return written_load_address() != 0 && range[0] < range[1];
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

/* What is to be added to the addresses of a file: glibc subtracts the address
 * at which the program was loaded, so that they are those of its symbols. */
static uint64_t moved_by(struct profile_file *file, const struct script *script)
{
    struct record record;
    uint64_t address = 0;

    while (file->layout == LAYOUT_GMON_TAGGED &&
           profile_file_next(file, &record))
        if (record.kind == RECORD_HISTOGRAM) {
            address = written_load_address();
            if (!begins_at(script, record.histogram.low + address))
                address = 0;
            break;
        }
    profile_file_rewind(file);
    return address;
}

static void read_records(struct profile_file *file, const struct script *script,
                         struct file_contents *contents)
{
    uint64_t moved = moved_by(file, script);
    struct record record;
    bool first = true;

    contents->layout = written_layout_of(file);
    while (profile_file_next(file, &record)) {
        bool called = record.kind == RECORD_CALLS || record.kind == RECORD_ARC;

        if (record.kind == RECORD_HISTOGRAM)
            written_add_histogram(contents, &record.histogram, first);
        else if (called && record.count > 0)
            written_add_calls(contents,
                              function_of(script, record.address + moved),
                              record.count);
        first = first && record.kind != RECORD_HISTOGRAM;
    }
    contents->low += moved;
    contents->high += moved;
}

struct encoding encoding_here(void)
{
    const uint16_t one = 1;
    unsigned char first;

    memcpy(&first, &one, 1);
    return (struct encoding){first ? ORDER_LITTLE : ORDER_BIG, sizeof(void *)};
}

enum file_state written_look(const char *directory, const struct script *script,
                             struct file_contents *contents, char *why,
                             size_t why_size)
{
    enum file_state state = FILE_WRITTEN;
    const char *name = "mon.out";
    struct profile_file file;
    struct file_error error;
    unsigned char *bytes;
    size_t size;

    memset(contents, 0, sizeof *contents);
    bytes = written_read_all(directory, name, &size);
    if (!bytes) {
        state = FILE_OTHER_NAME;
        name = "gmon.out";
        bytes = written_read_all(directory, name, &size);
    }
    if (!bytes)
        return FILE_ABSENT;
    if (size == 0) {
        state = FILE_EMPTY;
    } else if (profile_file_open(&file, bytes, size, LAYOUT_ANY,
                                 encoding_here(), &error)) {
        read_records(&file, script, contents);
    } else {
        state = FILE_UNREADABLE;
        snprintf(why, why_size, "%s: offset %" PRIu64 ": %s", name,
                 error.offset,
                 profile_fault_text((enum profile_fault)error.fault));
    }
    free(bytes);
    return state;
}

/* Whether that many ticks a second are that many microseconds apart, either
 * being rounded to a whole number. */
static bool same_clock(uint64_t rate, uint64_t period)
{
    uint64_t ticks = 1000000 / period, apart = 1000000 / rate;

    return rate == ticks || rate == ticks + (1000000 % period != 0) ||
           period == apart || period == apart + (1000000 % rate != 0);
}

static int64_t written_compare(uint32_t rate, uint64_t period)
{
    if (rate == 0)
        return RATE_ZERO;
    if (period == 0)
        return VALUE_UNSEEN;
    return same_clock(rate, period) ? RATE_CLOCK : RATE_WRONG;
}

int64_t written_rate(const char *directory, uint64_t period)
{
    struct profile_file file;
    struct file_error error;
    struct record record;
    int64_t found = RATE_NONE;
    size_t size;
    unsigned char *bytes = written_read_all(directory, "gmon.out", &size);
    bool readable = bytes && profile_file_open(&file, bytes, size, LAYOUT_ANY,
                                               encoding_here(), &error);

    while (readable && file.layout != LAYOUT_MON && found == RATE_NONE &&
           profile_file_next(&file, &record))
        if (record.kind == RECORD_HISTOGRAM)
            found = written_compare(record.histogram.rate, period);
    free(bytes);
    return found;
}
