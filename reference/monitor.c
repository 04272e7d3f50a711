/* SPDX-License-Identifier: MIT */
#include "monitor.h"

#include <string.h>

#include "counter_bytes.h"
#include "counters.h"
#include "files/mon_out.h"
#include "forms.h"
#include "open.h"
#include "request.h"

/* The scale as 4.2BSD computes it.  The page has no formula: only what it
 * forbids depends on it. */
static uint64_t scale_of(const struct region *region)
{
    uint64_t range = region->high - region->mapping.offset;
    uint64_t scale = region->mapping.size * 65536 / range;

    return scale < 65536 ? scale : 65536;
}

/* Whether the number of a pc's counter, of halves as Version 7 has it, is odd
 * and the last of the buffer. */
static bool is_rounded_out(const struct region *region, uint64_t distance)
{
    uint64_t number = (distance / 2 * (scale_of(region) / 2)) >> 14;

    return number + 1 >= region->mapping.size;
}

/* A counter of 32 bits whose number is taken for one of bytes. */
static enum monitor_place wide_place(const struct model *m,
                                     const struct region *region,
                                     uint64_t distance, int64_t *at)
{
    uint64_t number = distance * scale_of(region) >> 16;

    *at = (int64_t)number * 4;
    if (!counters_writable(m->process, &region->base, *at, 4))
        return MONITOR_FAULT;
    return number * 4 + 2 <= region->mapping.size ? MONITOR_COUNTED
                                                  : MONITOR_DOUBTFUL;
}

/* Whether so many bytes have a counter for the pc where each is for two. */
static enum monitor_place unscaled_place(uint64_t distance, uint64_t size)
{
    return distance / 2 < size / 2 ? MONITOR_COUNTED : MONITOR_DOUBTFUL;
}

/* A scale that is too fine is at most four times what fits, and that is a
 * counter for two bytes at most. */
static enum monitor_place fine_place(uint64_t distance, uint64_t range,
                                     uint64_t size)
{
    return distance < range / 4 || distance < size / 4 ? MONITOR_COUNTED
                                                       : MONITOR_DOUBTFUL;
}

/* Bytes of text, far more than those of a page of wide counters, past what a
 * buffer by sbrk (aix-monitor.8) has room for: no memory is there. */
enum { FAR_PAST = 0x20000 };

/* Of monstartup's own buffer the size is not known. */
static enum monitor_place own_place(struct model *m,
                                    const struct region *region, uint64_t pc)
{
    uint64_t distance = pc - region->mapping.offset;
    uint64_t range = region->high - region->mapping.offset;

    if (pc >= region->high &&
        (range % 2 == 0 || chose(m, MON_RANGE_TO_BUFFER_END)))
        return MONITOR_DOUBTFUL; /* an odd range has half a short to spare */
    switch (choose(m->choices, RULE_MON_FIT)) {
    case MON_FIT_FITS: return MONITOR_COUNTED; /* aix-monitor.2 */
    case MON_FIT_UNSCALED: return unscaled_place(distance, range);
    case MON_FIT_ROUNDED_OUT:
        return distance < range / 2 ? MONITOR_COUNTED : MONITOR_DOUBTFUL;
    case MON_FIT_WIDE_COUNTERS:
        if (distance < range / 4)
            return MONITOR_COUNTED;
        return distance - range / 4 < FAR_PAST ? MONITOR_DOUBTFUL
                                               : MONITOR_FAULT;
    default: return fine_place(distance, range, 0); /* MON_FIT_TOO_FINE */
    }
}

enum monitor_place monitor_place(struct model *m, const struct region *region,
                                 uint64_t pc, int64_t *at)
{
    uint64_t distance = pc - region->mapping.offset;

    *at = -1;
    if (pc <= region->mapping.offset) /* its counter is the first */
        return MONITOR_COUNTED;
    if (region->base.kind != POINTER_GIVEN)
        return own_place(m, region, pc);
    if (pc >= region->high && distance >= region->mapping.size)
        return MONITOR_DOUBTFUL; /* there may be no counter for highpc */
    switch (choose(m->choices, RULE_MON_FIT)) {
    case MON_FIT_FITS: return MONITOR_COUNTED; /* aix-monitor.2 */
    case MON_FIT_ROUNDED_OUT:
        return is_rounded_out(region, distance) ? MONITOR_DOUBTFUL
                                                : MONITOR_COUNTED;
    case MON_FIT_WIDE_COUNTERS: return wide_place(m, region, distance, at);
    case MON_FIT_UNSCALED:
        return unscaled_place(distance, region->mapping.size);
    default: /* MON_FIT_TOO_FINE */
        return fine_place(distance, region->high - region->mapping.offset,
                          region->mapping.size);
    }
}

void monitor_maybe(struct model *m, uint64_t pc)
{
    const struct profile *profile = &m->process->profile;

    for (uint32_t i = 0; i < profile->count; i++) {
        const struct region *region = &profile->regions[i];

        if (!region->open_end || region->high != pc)
            continue;
        if (m->probe.active) {
            m->probe.unknown = true;
            return;
        }
        m->process->memory[region->base.buffer].monitored = true;
        m->process->monitor.ticks++;
        m->process->monitor.doubtful++;
        return;
    }
}

/* Functions as a file lists them: by address. */
static void list_by_address(const struct called *called, uint32_t count,
                            struct file_contents *file)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = i;

        for (; k > 0 && file->called[k - 1].address > called[i].address; k--)
            file->called[k] = file->called[k - 1];
        file->called[k].address = called[i].address;
        file->called[k].calls = called[i].calls;
    }
}

/* List those that were counted; or, where any of them may be, all that were
 * called, none with more calls than were made (aix-monitor.1). */
static void list_functions(const struct monitor *monitor,
                           struct file_contents *file)
{
    file->functions = monitor->functions;
    if (!monitor->any_functions) {
        list_by_address(monitor->called, monitor->functions, file);
        return;
    }
    file->functions = FILE_UNSEEN;
    file->at_most = monitor->limit; /* aix-monitor.5: a maximum */
    list_by_address(monitor->all, monitor->made, file);
}

/* A histogram without a counter has no range. */
static bool has_counters(const struct profile *profile)
{
    return profile->regions[0].base.kind != POINTER_GIVEN ||
           profile->regions[0].mapping.size >= 2;
}

/* Whether the file may have another lowpc than was given. */
static bool is_rounded_low(struct model *m)
{
    return m->process->monitor.low % MONITOR_LOW_STEP != 0 &&
           chose(m, MON_LOW_ROUNDED_DOWN);
}

/* The same of highpc. */
static bool is_rounded_high(struct model *m)
{
    return m->process->monitor.high % MONITOR_HIGH_STEP != 0 &&
           chose(m, MON_RANGE_ROUNDED_DOWN);
}

/* The results as they are now, into m->written. */
static void monitor_write(struct model *m)
{
    struct monitor *monitor = &m->process->monitor;
    struct file_contents *file = &m->written.file;

    if (monitor->misplaced) {
        if (choices_either(m->choices, RULE_MON_LIST_FORM))
            machine_crash(m); /* there is not so much memory */
        m->written.unknown = true;
        return;
    }
    memset(file, 0, sizeof *file);
    m->written.state = FILE_WRITTEN;
    if (monitor->reused) { /* nothing says what is made of these */
        file->layout = file->low = file->high = FILE_UNSEEN;
        file->ticks = file->functions = file->called[0].address = FILE_UNSEEN;
        file->at_most = monitor->limit;
        return;
    }
    file->layout = FILE_UNSEEN; /* of several ranges it may be another */
    if (monitor->low != FILE_UNSEEN)
        file->layout = choose(m->choices, RULE_MON_LAYOUT);
    file->low = file->high = FILE_UNSEEN;
    if (open_answer(m, RULE_MON_LAYOUT))
        file->layout = FILE_UNSEEN; /* nor is a range in it */
    else if (has_counters(&m->process->profile)) {
        file->low = is_rounded_low(m) ? FILE_UNSEEN : monitor->low;
        file->high = is_rounded_high(m) ? FILE_UNSEEN : monitor->high;
    }
    file->ticks = monitor->ticks > MONITOR_TICKS ? FILE_UNSEEN : monitor->ticks;
    file->doubtful = monitor->doubtful;
    list_functions(monitor, file);
}

/* A stop or an exit while it is off: aix-monitor.3 and .9 have no condition. */
static void stop_while_off(struct model *m)
{
    if (chose(m, MON_FILE_OFF_WRITTEN))
        m->written.unknown = true;
}

/* The file of a stop, or of an exit. */
static void write_by_choice(struct model *m, bool at_exit)
{
    switch (choose(m->choices, RULE_MON_FILE)) {
    case MON_FILE_WRITTEN: monitor_write(m); break; /* aix-monitor.3, .9 */
    case MON_FILE_MISSING: break;
    case MON_FILE_UNLESS_PAUSED:
        if (!at_exit || !m->process->monitor.paused)
            monitor_write(m);
        break;
    case MON_FILE_BY_STOP:
        if (!at_exit)
            monitor_write(m);
        break;
    case MON_FILE_AT_EXIT:
        if (at_exit)
            monitor_write(m);
        break;
    case MON_FILE_EMPTY: m->written.state = FILE_EMPTY; break;
    case MON_FILE_NO_TICKS:
        monitor_write(m);
        m->written.file.ticks = m->written.file.doubtful = 0;
        break;
    default: monitor_write(m); m->written.state = FILE_OTHER_NAME;
    }
}

/* Monitoring ends, by a stop or at exit. */
static void stop_monitor(struct model *m, bool at_exit)
{
    struct monitor *monitor = &m->process->monitor;

    if (!monitor->on) {
        stop_while_off(m);
        return;
    }
    monitor->on = m->process->on = false;
    m->written.unknown = false;
    if (at_exit && m->process->number != 0 &&
        open_answer(m, RULE_MON_CHILD_EXIT)) {
        m->written.unknown = true;
        return;
    }
    if (at_exit && m->process->number != 0 && chose(m, MON_CHILD_EXIT_IGNORED))
        return;
    write_by_choice(m, at_exit);
    monitor->paused = false;
}

/* The sum of the counts that a buffer begins with.  From here on it is not
 * known what the buffer holds. */
static uint64_t counts_in(struct model *m, const struct region *region)
{
    struct memory *memory = &m->process->memory[region->base.buffer];
    uint64_t sum = 0;

    if (region->disabled ||
        !counters_writable(m->process, &region->base, 0, region->mapping.size))
        return 0;
    memory->undetermined = true;
    if (memory->monitored || memory->shared)
        return MONITOR_TICKS + 1;
    for (uint64_t at = 0; at + 2 <= region->mapping.size; at += 2) {
        sum += counter_read(memory->bytes + SCRIPT_ZONE + region->base.at + at,
                            2, m->script->swapped);
    }
    return sum;
}

static void begin_monitor(struct model *m, const struct request *request,
                          const struct monitor *anew)
{
    struct process *process = m->process;
    struct monitor *monitor = &process->monitor;

    counters_start(m, &request->profile);
    profile_copy(&process->profile, &request->profile);
    profile_use(m->choices, &process->profile);
    process->unticked = false;
    process->on = process->was_on = true;
    monitor->on = true;
    monitor->paused = monitor->misplaced = monitor->reused = false;
    monitor->low = anew->low;
    monitor->high = anew->high;
    monitor->limit = anew->limit;
    monitor->functions = monitor->made = 0;
    monitor->any_functions = false;
    monitor->ticks = monitor->doubtful = 0;
    for (uint32_t i = 0; i < request->profile.count; i++)
        monitor->ticks += counts_in(m, &request->profile.regions[i]);
}

/* A call to begin.  It returns nothing that could show an error. */
static void turn_monitor_on(struct model *m, const struct request *request,
                            const struct monitor *anew)
{
    if (!m->process->monitor.on) {
        begin_monitor(m, request, anew);
        return;
    }
    if (open_answer(m, RULE_ON_WHILE_ON)) {
        machine_anything(m);
        return;
    }
    switch (choose(m->choices, RULE_ON_WHILE_ON)) {
    case ON_WHILE_ON_REPLACES: begin_monitor(m, request, anew); break;
    case ON_WHILE_ON_IGNORED: break;
    default: m->process->monitor.on = m->process->on = false;
    }
}

/* One range and its buffer, of `size` bytes. */
static void add_range(struct model *m, struct request *request,
                      const struct region_arguments *arguments, bool computed)
{
    struct region_arguments range = *arguments;
    struct region *region = &request->profile.regions[request->profile.count];

    if (computed)
        range.scale = 65534; /* on, whatever it will be */
    request->monitors = true;
    request_region(m, request, &range, 2);
    region->bounded = region->monitored = true;
    region->computed = computed;
}

/* An element of a list, whose p_bufsize may be in shorts.  False: it is one
 * byte, of which nothing is said. */
static bool add_element(struct model *m, struct request *request,
                        const struct region_arguments *element, bool computed)
{
    struct region_arguments range = *element;

    if (chose(m, LIST_SIZE_SHORTS))
        range.size *= 2;
    if (range.size < 2) {
        machine_anything(m);
        return false;
    }
    add_range(m, request, &range, computed);
    request->profile.regions[request->profile.count - 1].open_end = true;
    return true;
}

/* Bytes for a longer header than is known, and for longer records; no page has
 * either (aix-monitor.8). */
enum { MON_BUFFER_ROOM = 64 };

/* Whether the range's buffer holds anything but zeros. */
static bool is_filled(const struct model *m,
                      const struct region_arguments *range)
{
    const unsigned char *bytes = m->process->memory[range->base.buffer].bytes +
                                 SCRIPT_ZONE + range->base.at;

    for (uint64_t i = 0; i < range->size; i++)
        if (bytes[i] != 0)
            return true;
    return false;
}

/* Whether monitor has put more than counts in the range's buffer before, which
 * no sentence says that it clears. */
static bool is_recorded(const struct model *m,
                        const struct region_arguments *range)
{
    return m->process->memory[range->base.buffer].recorded;
}

/* Reduce the range's buffer to where its counters are.  False: there is no room
 * for one, or may be none, if a header has another size.  *filled: the buffer
 * held something, and it is not known what of it was a count. */
static bool place_counters(struct model *m, struct region_arguments *range,
                           uint32_t nfunc, bool *filled)
{
    unsigned word = m->script->address_bits / 8;
    uint64_t before =
        mon_out_header_size(word) + (uint64_t)nfunc * mon_out_call_size(word);
    bool small = range->size < before + MON_BUFFER_ROOM;

    *filled = is_filled(m, range);
    if ((small || *filled) && open_answer(m, RULE_MON_BUFFER))
        return *filled && choices_either(m->choices, RULE_MON_BUFFER);
    *filled = false;
    if (chose(m, MON_BUFFER_COUNTERS))
        return true; /* aix-monitor.4 */
    if (range->size < before + 2)
        return false;
    range->base.at += (uint32_t)before; /* aix-monitor.8 */
    range->size -= before;
    m->process->memory[range->base.buffer].recorded = true;
    return true;
}

/* Whether the manual speaks of such a range: it is not empty, and its buffer
 * has range->size units of so many bytes. */
static bool range_is_spoken_of(const struct model *m,
                               const struct region_arguments *range,
                               uint64_t bytes)
{
    return range->offset < range->high && range->size > 0 &&
           counters_writable(m->process, &range->base, 0, range->size * bytes);
}

/* monitor(lowpc, highpc, buffer, bufsize, nfunc) */
static void one_range(struct model *m, const struct call *call)
{
    struct request request;
    struct region_arguments range = call->region;
    bool filled, reused;

    if (call->region.offset == 0) { /* aix-monitor.3 */
        stop_monitor(m, false);
        return;
    }
    if (!range_is_spoken_of(m, &range, 2)) {
        machine_anything(m);
        return;
    }
    if (chose(m, MON_BUFSIZE_UNIT_BYTES))
        range.size &= ~UINT64_C(1);
    else
        range.size *= 2; /* aix-monitor.4 */
    request_begin(&request, FORM_AIX_LIST);
    reused = is_recorded(m, &range);
    if (!place_counters(m, &range, (uint32_t)call->count, &filled))
        return;
    add_range(m, &request, &range, true);
    turn_monitor_on(m, &request,
                    &(struct monitor){.low = call->region.offset,
                                      .high = call->region.high,
                                      .limit = (uint64_t)call->count});
    if (filled)
        m->process->monitor.ticks = MONITOR_TICKS + 1;
    if (reused)
        m->process->monitor.reused = true;
}

/* What a list with lowpc 0 does: the note against the example. */
static bool list_stops(struct model *m)
{
    switch (choose(m->choices, RULE_MON_LIST_LOW_ZERO)) {
    case MON_LIST_LOW_ZERO_STOPS: return true;
    case MON_LIST_LOW_ZERO_STARTS_OR_STOPS: return m->process->monitor.on;
    default: return false;
    }
}

/* Whether the manual speaks of such a list: it ascends, and has buffers.  One
 * that goes on past a p_high of 0 has nothing to sample there. */
static bool list_is_spoken_of(const struct model *m, const struct call *call,
                              uint32_t length)
{
    uint64_t before = 0;

    for (uint32_t i = 0; i < length; i++) {
        const struct region_arguments *element = &call->list[i];

        if (element->high == 0)
            continue;
        if (!range_is_spoken_of(m, element, 1) || element->high <= before)
            return false;
        before = element->high;
    }
    return length > 0;
}

/* Whether the scale of an element is computed (aix-monitor.7). */
static bool is_computed(struct model *m, uint64_t scale)
{
    if (scale == SCALE_COMPUTED)
        return true;
    switch (choose(m->choices, RULE_MON_SCALE)) {
    case MON_SCALE_TAKEN: return false;
    case MON_SCALE_ZERO_OFF: return scale != 0;
    case MON_SCALE_TAKEN_IF_GIVEN: return scale == 0;
    default: return true; /* MON_SCALE_COMPUTED */
    }
}

/* monitor(lowpc, highpc, list, -1, nfunc) */
static void list_of_ranges(struct model *m, const struct call *call)
{
    struct request request;
    uint32_t length;

    if (call->region.offset == 0 && open_answer(m, RULE_MON_LIST_LOW_ZERO)) {
        machine_anything(m);
        return;
    }
    if (call->region.offset == 0 && list_stops(m)) {
        stop_monitor(m, false);
        return;
    }
    switch (choose(m->choices, RULE_MON_LIST_FORM)) {
    case MON_LIST_FORM_TAKEN: break; /* aix-monitor.6 */
    case MON_LIST_FORM_REFUSED:
        if (call->region.offset < call->region.high)
            machine_anything(m); /* the list is taken for a buffer */
        return;
    default: /* MON_LIST_FORM_AS_BUFFER */
        m->process->monitor.on = m->process->monitor.misplaced = true;
        return;
    }
    length = call->list_kind == POINTER_GIVEN ? forms_list_length(m, call) : 0;
    if (!list_is_spoken_of(m, call, length)) {
        machine_anything(m);
        return;
    }
    request_begin(&request, FORM_AIX_LIST);
    for (uint32_t i = 0; i < length; i++) {
        const struct region_arguments *element = &call->list[i];

        if (element->high != 0 &&
            !add_element(m, &request, element, is_computed(m, element->scale)))
            return;
    }
    turn_monitor_on(m, &request,
                    &(struct monitor){.low = FILE_UNSEEN,
                                      .high = FILE_UNSEEN,
                                      .limit = (uint64_t)call->count});
    for (uint32_t i = 0; i < length; i++)
        if (call->list[i].high != 0 && is_recorded(m, &call->list[i]))
            m->process->monitor.reused = true;
}

/* Its buffer is its own, large enough (aix-monitor.8).  It passes lowpc on to
 * monitor, which can't begin with 0 (aix-monitor.3). */
static void startup(struct model *m, const struct call *call)
{
    struct request request;

    if (call->region.offset == 0 || call->region.offset >= call->region.high) {
        machine_anything(m);
        return;
    }
    request_begin(&request, FORM_AIX_LIST);
    request.profile.count = 1;
    request.profile.regions[0] = (struct region){
        .mapping = {.offset = call->region.offset},
        .high = call->region.high,
        .bounded = true,
        .monitored = true,
        .computed = true,
    };
    turn_monitor_on(m, &request,
                    &(struct monitor){.low = call->region.offset,
                                      .high = call->region.high,
                                      .limit = SCRIPT_FUNCTIONS});
}

/* aix-monitor.9 gives no mode a meaning. */
static void pause(struct model *m, int32_t mode)
{
    bool inverted;

    m->process->monitor.maybe_paused = open_answer(m, RULE_MON_PAUSE);
    if (m->process->monitor.maybe_paused)
        return;
    inverted = chose(m, MON_PAUSE_INVERTED);
    m->process->monitor.paused = inverted ? mode != 0 : mode == 0;
}

void monitor_call(struct model *m, const struct call *call)
{
    struct event event = {
        .kind = EVENT_CALL, .value = VALUE_NONE, .error = ERROR_UNSEEN};

    switch (call->kind) {
    case CALL_MONITOR: one_range(m, call); break;
    case CALL_MONITOR_LIST: list_of_ranges(m, call); break;
    case CALL_MONITOR_STOP: stop_monitor(m, false); break; /* aix-monitor.11 */
    case CALL_MONSTARTUP:
        startup(m, call);
        event.value = VALUE_UNSEEN; /* an int, of which nothing is reported */
        break;
    case CALL_MCLEANUP:
        m->written.recorded |= m->process->monitor.on;
        m->process->monitor.on = m->process->on = false;
        break;
    default: /* CALL_MONCONTROL */ pause(m, call->count);
    }
    if (!m->anything && !m->process->dead)
        machine_event(m, event);
}

/* Where a function that is called for the first time is to be counted, or
 * null. */
static struct called *new_function(struct model *m)
{
    struct monitor *monitor = &m->process->monitor;
    bool room = monitor->functions < SCRIPT_FUNCTIONS;

    if (room && monitor->functions < monitor->limit)
        return &monitor->called[monitor->functions++];
    switch (choose(m->choices, RULE_MON_CALL_LIMIT)) {
    case MON_CALL_LIMIT_FIRST_CALLED: return NULL; /* aix-monitor.5 */
    case MON_CALL_LIMIT_LAST_CALLED:
        if (monitor->functions == 0)
            return NULL;
        memmove(&monitor->called[0], &monitor->called[1],
                (monitor->functions - 1) * sizeof monitor->called[0]);
        return &monitor->called[monitor->functions - 1];
    case MON_CALL_LIMIT_AT_MOST: monitor->any_functions = true; return NULL;
    case MON_CALL_LIMIT_UNBOUNDED: break;
    default: room = room && monitor->functions == monitor->limit;
    }
    return room ? &monitor->called[monitor->functions++] : NULL;
}

static void function_called(struct model *m, uint64_t address, uint32_t calls)
{
    struct monitor *monitor = &m->process->monitor;
    struct called *called = NULL;

    for (uint32_t i = 0; i < monitor->functions; i++)
        if (monitor->called[i].address == address)
            called = &monitor->called[i];
    if (called == NULL) {
        called = new_function(m);
        if (called == NULL)
            return;
        *called = (struct called){address, 0};
    }
    called->calls += calls;
}

/* Note calls, whether or not they are counted. */
static void note_calls(struct monitor *monitor, const struct tick *called)
{
    uint32_t k = 0;

    while (k < monitor->made && monitor->all[k].address != called->pc)
        k++;
    if (k == SCRIPT_FUNCTIONS)
        return;
    if (k == monitor->made)
        monitor->all[monitor->made++] = (struct called){called->pc, 0};
    monitor->all[k].calls += called->count;
}

/* Whether a function at that address is one of those whose calls are counted:
 * "certain" ones (aix-monitor.1). */
static bool is_counted(struct model *m, uint64_t address)
{
    const struct profile *profile = &m->process->profile;

    for (uint32_t i = 0; i < profile->count; i++)
        if (address >= profile->regions[i].mapping.offset &&
            address < profile->regions[i].high)
            return true;
    if (open_answer(m, RULE_MON_CALL_RANGE)) {
        m->process->monitor.any_functions = true;
        return false;
    }
    return chose(m, MON_CALL_RANGE_COUNTED);
}

void monitor_functions(struct model *m, const struct op *op)
{
    struct monitor *monitor = &m->process->monitor;

    if (!monitor->on)
        return;
    for (size_t i = 0; i < op->tick_count; i++)
        note_calls(monitor, &op->ticks[i]);
    if (monitor->maybe_paused ||
        (monitor->paused && open_answer(m, RULE_MON_PAUSED_CALLS))) {
        monitor->any_functions = true;
        return;
    }
    if (monitor->paused && chose(m, MON_PAUSED_CALLS_IGNORED))
        return;
    for (size_t i = 0; i < op->tick_count; i++)
        if (is_counted(m, op->ticks[i].pc))
            function_called(m, op->ticks[i].pc, op->ticks[i].count);
}

void monitor_exit(struct model *m)
{
    stop_monitor(m, true);
}
