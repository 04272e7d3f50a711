/* SPDX-License-Identifier: MIT */
#include "mon_file.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "replace.h"

static const char name[] = "mon.out";

static struct iovec counters_of(const struct mon_range *range)
{
    return (struct iovec){range->counters,
                          range->count * sizeof *range->counters};
}

static int write_one(const struct mon_range *range,
                     const struct calls_record *calls, size_t functions)
{
    uintptr_t header[] = {(uintptr_t)range->low, (uintptr_t)range->high,
                          functions};
    struct iovec parts[] = {
        {header, sizeof header},
        {(void *)(uintptr_t)calls, functions * sizeof *calls},
        counters_of(range),
    };

    return replace_file(name, parts, 3);
}

/* glibc's records, without padding. */
struct tagged_range {
    unsigned char tag; /* 0 */
    uintptr_t low, high;
    uint32_t count, rate;
    char dimension[15], abbreviation;
} __attribute__((packed));

struct tagged_arc {
    unsigned char tag; /* 1 */
    uintptr_t from, self;
    uint32_t calls;
} __attribute__((packed));

/* Memory in which the parts of the file are gathered. */
struct mon_draft {
    struct iovec *parts; /* a header, two for each range, the arcs */
    struct tagged_range *ranges;
    struct tagged_arc *arcs;
    size_t bytes;
};

static bool draft_make(struct mon_draft *draft, size_t ranges, size_t arcs)
{
    size_t parts = (2 * ranges + 2) * sizeof(struct iovec);
    void *memory;

    draft->bytes = parts + ranges * sizeof(struct tagged_range) +
                   arcs * sizeof(struct tagged_arc);
    memory = mmap(NULL, draft->bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    draft->parts = memory;
    draft->ranges = (void *)((char *)memory + parts);
    draft->arcs = (void *)(draft->ranges + ranges);
    return true;
}

/* A function's calls are an arc from nowhere: who called is not counted. */
static void draft_arcs(const struct mon_draft *draft,
                       const struct calls_record *calls, size_t functions)
{
    for (size_t k = 0; k < functions; k++)
        draft->arcs[k] = (struct tagged_arc){
            1, 0, calls[k].address,
            calls[k].calls > INT32_MAX ? INT32_MAX : (uint32_t)calls[k].calls};
}

static int write_list(const struct mon_range *ranges, size_t count, int rate,
                      const struct calls_record *calls, size_t functions)
{
    static const struct {
        char mark[4];
        uint32_t version;
        char spare[12];
    } header = {{'g', 'm', 'o', 'n'}, 1, {0}};
    struct mon_draft draft;
    size_t n = 0;
    int error;

    if (!draft_make(&draft, count, functions))
        return ENOMEM;
    draft.parts[n++] =
        (struct iovec){(void *)(uintptr_t)&header, sizeof header};
    for (size_t k = 0; k < count; k++) {
        draft.ranges[k] = (struct tagged_range){0,
                                                (uintptr_t)ranges[k].low,
                                                (uintptr_t)ranges[k].high,
                                                (uint32_t)ranges[k].count,
                                                (uint32_t)rate,
                                                "seconds",
                                                's'};
        draft.parts[n++] =
            (struct iovec){&draft.ranges[k], sizeof draft.ranges[k]};
        draft.parts[n++] = counters_of(&ranges[k]);
    }
    draft_arcs(&draft, calls, functions);
    draft.parts[n++] =
        (struct iovec){draft.arcs, functions * sizeof *draft.arcs};
    error = replace_file(name, draft.parts, n);
    munmap(draft.parts, draft.bytes);
    return error;
}

int mon_file_write(const struct mon_range *ranges, size_t count, bool by_list,
                   int rate, const struct calls_record *calls, size_t functions)
{
    return by_list ? write_list(ranges, count, rate, calls, functions)
                   : write_one(&ranges[0], calls, functions);
}
