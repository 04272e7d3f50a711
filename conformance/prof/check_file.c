/* SPDX-License-Identifier: MIT */
/* What a file says by itself, beside the first, and beside its program; and why
 * there is none. */
#include <dirent.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "conformance/base/memory.h"
#include "conformance/base/plural.h"
#include "reference/files/gmon_out.h"

/* Where Linux loads programs that can be moved: from there on. */
#define CHECK_LOADED UINT64_C(0x500000000000)

/* That a counter holds. */
static uint64_t most_of(const struct histogram *h)
{
    return h->width >= 8 ? UINT64_MAX : (UINT64_C(1) << 8 * h->width) - 1;
}

static void look_at_counters(struct prof_check_file *f,
                             const struct histogram *h, uint64_t *largest)
{
    for (uint64_t k = 0; k < h->count; k++) {
        uint64_t ticks = histogram_counter(h, k);

        f->ticks += ticks;
        *largest = ticks > *largest ? ticks : *largest;
        if (ticks == most_of(h) && f->full++ == 0)
            f->full_at = k;
    }
}

/* Whether a second histogram has addresses of one before it. */
static bool overlaps(struct profile_file *file, const struct record *one)
{
    struct profile_file other = *file;
    struct record r;

    profile_file_rewind(&other);
    while (profile_file_next(&other, &r) && r.offset < one->offset)
        if (r.kind == RECORD_HISTOGRAM &&
            r.histogram.low < one->histogram.high &&
            one->histogram.low < r.histogram.high &&
            (r.histogram.low != one->histogram.low ||
             r.histogram.high != one->histogram.high ||
             r.histogram.count != one->histogram.count))
            return true;
    return false;
}

static bool counted_somewhere(struct profile_file *file, uint64_t address)
{
    struct profile_file other = *file;
    struct record r;

    profile_file_rewind(&other);
    while (profile_file_next(&other, &r))
        if (r.kind == RECORD_HISTOGRAM && address >= r.histogram.low &&
            address < r.histogram.high)
            return true;
    return false;
}

static void look_at_calls(struct prof_check_file *f, const struct record *r)
{
    bool within = f->histograms == 1 ? r->address >= f->histogram.low &&
                                           r->address < f->histogram.high
                                     : counted_somewhere(&f->file, r->address);

    f->arcs++;
    f->calls += r->count;
    if (within)
        return;
    if (f->outside++ == 0)
        f->lowest = f->highest = r->address;
    f->lowest = r->address < f->lowest ? r->address : f->lowest;
    f->highest = r->address > f->highest ? r->address : f->highest;
}

/* Histograms first: calls may come before them. */
static uint64_t look_at_records(struct prof_check_file *f)
{
    uint64_t largest = 0;
    struct record r;

    profile_file_rewind(&f->file);
    while (profile_file_next(&f->file, &r)) {
        if (r.kind != RECORD_HISTOGRAM)
            continue;
        if (f->histograms < 64 && overlaps(&f->file, &r))
            f->facts |= F(OVERLAP);
        if (f->histograms++ == 0)
            f->histogram = r.histogram;
        look_at_counters(f, &r.histogram, &largest);
    }
    profile_file_rewind(&f->file);
    while (profile_file_next(&f->file, &r))
        if (r.kind == RECORD_CALLS || r.kind == RECORD_ARC)
            look_at_calls(f, &r);
    return largest;
}

/* With how many arcs a table of 4.4BSD's, or ours, is full.  Where glibc's
 * would hold no more it writes no file. */
static bool table_is_full(const struct prof_check_file *f)
{
    enum { LEAST = 50, PERCENT = 2, PERCENT_LATER = 3, MOST_44 = 65534 };
    uint64_t text = f->histogram.high - f->histogram.low;

    for (unsigned percent = PERCENT;
         percent <= PERCENT_LATER && f->file.layout != LAYOUT_GMON_TAGGED;
         percent++) {
        uint64_t limit = text / 100 * percent + text % 100 * percent / 100;

        limit = limit < LEAST ? LEAST : limit;
        if (f->arcs + 1 == limit || f->arcs + 1 == MOST_44)
            return true;
    }
    return f->arcs == text / 32 + 512;
}

/* Whether a header has bytes that are not used, and are not 0.  gprof's own, of
 * -s, has: nothing reads those of that layout. */
static bool has_junk(const struct prof_check_file *f, unsigned *at)
{
    unsigned from = 2u * f->file.encoding.word + 12, to = from + 12;

    switch (f->file.layout) {
    case LAYOUT_GMON_44: break;
    case LAYOUT_GMON_FREEBSD: from += 4; break;
    default: return false;
    }
    for (*at = from; *at < to; ++*at)
        if (f->bytes[*at])
            return true;
    return false;
}

static void encoding_facts(const struct prof_check *check,
                           struct prof_check_file *f)
{
    struct encoding is = f->file.encoding, wanted = check->encoding;

    if (is.word != wanted.word || is.order != wanted.order)
        f->facts |= F(ENCODING);
    prof_value(f, "word", "%u", is.word);
    prof_value(f, "end", "%s", is.order == ORDER_BIG ? "big" : "little");
    prof_value(f, "other-word", "%u", wanted.word);
    prof_value(f, "other-end", "%s",
               wanted.order == ORDER_BIG ? "big" : "little");
}

static void histogram_facts(const struct prof_check *check,
                            struct prof_check_file *f, uint64_t largest)
{
    enum { FASTEST = 500000000 }; /* calls a second; no mcount is so fast */
    const struct histogram *h = &f->histogram;
    uint64_t most = most_of(h);

    f->facts |= h->count ? F(HISTOGRAM) : 0;
    if (h->rate && !(f->facts & F(BAD_RATE))) {
        f->facts |= F(RATE) | (f->calls > FASTEST / h->rate ? F(BUSY) : 0);
        prof_value(f, "rate", "%" PRIu32, h->rate);
        prof_value(f, "tick", "%g s", 1.0 / h->rate);
        prof_value(f, "seconds", "%.2f", (double)most / h->rate);
    }
    if (!check->symbols && h->low >= CHECK_LOADED)
        f->facts |= F(LOADED);
    if (h->width > 2 && largest > UINT16_MAX)
        f->facts |= F(BEYOND);
    prof_value(f, "low", "0x%" PRIx64, h->low);
    prof_value(f, "high", "0x%" PRIx64, h->high);
    prof_value(f, "counters", "%" PRIu64, h->count);
    prof_value(f, "full", "%" PRIu64, f->full);
    prof_value(f, "most", "%" PRIu64, most);
    prof_value(f, "width", "%u", h->width);
    prof_value(f, "largest", "%" PRIu64, largest);
    prof_value(f, "times-more", "%" PRIu64, largest & UINT16_MAX);
    if (f->full)
        prof_value(f, "full-at", "0x%" PRIx64, share_bound(h, f->full_at));
}

static void own_facts(struct prof_check_file *f)
{
    unsigned junk = 0;

    f->facts |= (f->ticks ? F(TICKS) : 0) | (f->calls ? F(CALLS) : 0) |
                (f->full ? F(FULL) : 0) | (f->outside ? F(ARCS_OUTSIDE) : 0) |
                (f->file.layout == LAYOUT_MON ? F(MON) : 0) |
                (f->file.layout == LAYOUT_GMON_42 ? F(LAYOUT_42) : 0) |
                (has_junk(f, &junk) ? F(JUNK) : 0) |
                (f->arcs && table_is_full(f) ? F(ARCS_FULL) : 0);
    prof_value(f, "junk-at", "%u", junk);
    prof_value(f, "ticks", "%" PRIu64, f->ticks);
    prof_value(f, "calls", "%" PRIu64, f->calls);
    prof_value(f, "arcs", "%" PRIu64, f->arcs);
    prof_value(f, "outside", "%" PRIu64, f->outside);
    if (f->lowest == f->highest)
        prof_value(f, "outside-at", "0x%" PRIx64, f->lowest);
    else
        prof_value(f, "outside-at", "0x%" PRIx64 " to 0x%" PRIx64, f->lowest,
                   f->highest);
}

static void compare_with_first(const struct prof_check_file *first,
                               struct prof_check_file *f)
{
    const struct histogram *a = &first->histogram, *b = &f->histogram;

    if (f == first || !f->histograms || !first->histograms)
        return;
    if (a->rate != b->rate)
        f->facts |= F(OTHER_RATE);
    if (a->low - first->base != b->low - f->base ||
        a->high - first->base != b->high - f->base || a->count != b->count)
        f->facts |= F(OTHER_COUNTERS);
    prof_value(f, "first", "%s", first->name);
    prof_value(f, "first-rate", "%" PRIu32, a->rate);
    prof_value(f, "rate", "%" PRIu32, b->rate);
    prof_value(f, "first-counters", "%" PRIu64, a->count);
    prof_value(f, "first-low", "0x%" PRIx64, a->low);
    prof_value(f, "first-high", "0x%" PRIx64, a->high);
}

enum { WIDE_SHOWN = 3, WIDE_NAMES = 4 };

/* A counter of several functions. */
struct wide_number {
    uint64_t ticks, number;
    size_t first, end; /* the functions */
};

static void place_facts(const struct prof_check *check,
                        struct prof_check_file *f)
{
    const struct symbols *s = check->symbols;
    const struct histogram *h = &f->histogram;

    prof_value(f, "code", "0x%" PRIx64, s->low);
    prof_value(f, "code-end", "0x%" PRIx64, s->high);
    if (!f->has_base && !symbols_base(s, h->low, h->high, &f->base)) {
        f->base = 0;
        f->facts |= F(BESIDE);
    } else if (f->base) {
        f->facts |= F(SHIFTED);
        prof_value(f, "base", "0x%" PRIx64, f->base);
    }
}

/* Whether some tick may be of a function. */
static bool any_in_function(const struct prof_check *check,
                            const struct prof_check_file *f)
{
    const struct symbols *s = check->symbols;
    const struct histogram *h = &f->histogram;

    for (uint64_t k = 0; k < h->count; k++) {
        uint64_t from = share_bound(h, k) - f->base;
        size_t after = function_after(s->list, s->count, from);

        if (histogram_counter(h, k) && after < s->count &&
            s->list[after].start < share_bound(h, k + 1) - f->base)
            return true;
    }
    return false;
}

/* Whether one of the functions of a counter is nowhere else: then nothing
 * distinguishes it from the others. */
static bool wide_at(const struct prof_check *check,
                    const struct prof_check_file *f, uint64_t k,
                    struct wide_number *wide)
{
    const struct symbols *s = check->symbols;
    uint64_t from = share_bound(&f->histogram, k) - f->base;
    uint64_t to = share_bound(&f->histogram, k + 1) - f->base;
    bool whole = false;

    *wide = (struct wide_number){histogram_counter(&f->histogram, k), k,
                                 function_after(s->list, s->count, from), 0};
    for (wide->end = wide->first;
         wide->end < s->count && s->list[wide->end].start < to; wide->end++)
        whole |=
            s->list[wide->end].start >= from && s->list[wide->end].end <= to;
    return whole && wide->end - wide->first > 1;
}

static void name_functions(const struct prof_check *check,
                           const struct wide_number *wide, FILE *out)
{
    size_t shown = wide->end - wide->first;

    if (shown > WIDE_NAMES)
        shown = WIDE_NAMES;
    for (size_t k = 0; k < shown; k++)
        fprintf(out, "%s%s",
                k == 0                                             ? ""
                : k + 1 < shown || wide->first + shown < wide->end ? ", "
                                                                   : " and ",
                check->symbols->list[wide->first + k].name);
    if (wide->first + shown < wide->end)
        fprintf(out, " and %zu others", wide->end - wide->first - shown);
    fprintf(out, " (%" PRIu64 " tick%s)", wide->ticks, plural(wide->ticks));
}

static void wide_keep(struct wide_number worst[WIDE_SHOWN],
                      struct wide_number wide)
{
    for (unsigned k = 0; k < WIDE_SHOWN; k++)
        if (wide.ticks > worst[k].ticks) {
            struct wide_number before = worst[k];

            worst[k] = wide;
            wide = before;
        }
}

static void name_worst(const struct prof_check *check,
                       struct prof_check_file *f,
                       const struct wide_number worst[WIDE_SHOWN],
                       const char *value)
{
    struct memory_stream names;
    FILE *out = memory_stream(&names);

    for (unsigned k = 0; k < WIDE_SHOWN && worst[k].ticks; k++) {
        fputs(k ? "; " : "", out);
        name_functions(check, worst + k, out);
    }
    prof_value(f, value, "%s", memory_stream_end(&names));
    free(names.text);
}

static void width_facts(const struct prof_check *check,
                        struct prof_check_file *f)
{
    const struct histogram *h = &f->histogram;
    struct wide_number worst[WIDE_SHOWN] = {0}, wide;
    uint64_t ticks = 0;

    for (uint64_t k = 0; k < h->count; k++)
        if (histogram_counter(h, k) && wide_at(check, f, k, &wide)) {
            ticks += wide.ticks;
            wide_keep(worst, wide);
        }
    if (!ticks)
        return;
    f->facts |= F(WIDE);
    prof_value(f, "wide", "%" PRIu64, ticks);
    name_worst(check, f, worst, "wide-names");
}

/* gprof takes a local name for no function's that has a "$", or a "." and
 * behind it more than a number: of copies, "f.constprop.0", it depends on what
 * is behind the name in the file. */
static bool is_passed_over(const char *name)
{
    static const char copies[] = ".constprop.";
    const char *at = name;

    while ((at = strchr(at, '.')) != NULL) {
        bool copy = strncmp(at, copies, sizeof copies - 1) == 0;

        at += copy ? sizeof copies - 1 : 1;
        at += strspn(at, "0123456789");
        if (*at && *at != '.')
            return true;
    }
    return strchr(name, '$') != NULL;
}

/* Only where it changes what gprof shows: of so many ticks one. */
static void passed_facts(const struct prof_check *check,
                         struct prof_check_file *f)
{
    enum { MUCH = 20 };
    struct wide_number worst[WIDE_SHOWN] = {0};
    const char *passes = "may pass";
    uint64_t sum = 0;

    for (size_t k = 0; k < check->symbols->count; k++) {
        const struct function *function = check->symbols->list + k;
        struct wide_number one = {.first = k, .end = k + 1};
        struct ticks ticks;

        if (!function->local || !strpbrk(function->name, ".$") ||
            !share_of(&f->histogram, function->start + f->base,
                      function->end + f->base, &ticks))
            continue;
        one.ticks = (uint64_t)(ticks_value(ticks) + 0.5);
        sum += one.ticks;
        wide_keep(worst, one);
        if (one.ticks && is_passed_over(function->name))
            passes = "passes";
    }
    if (sum <= f->ticks / MUCH)
        return;
    f->facts |= F(PASSED);
    prof_value(f, "passed", "%" PRIu64, sum);
    prof_value(f, "passes", "%s", passes);
    name_worst(check, f, worst, "passed-names");
}

/* A caller is known to so many bytes: tables of calls keep no more of it. */
enum { GRAIN = 16 };

static bool calls_near(const struct program *program, uint64_t from)
{
    for (unsigned k = 0; k < GRAIN; k++)
        if (program_follows_call(program, from + k))
            return true;
    return false;
}

/* Whether a function begins there. */
static bool is_entry(const struct symbols *s, uint64_t address)
{
    const struct function *function = symbols_at(s, address);

    return function && function->start == address;
}

/* Whether a function begins near there: what the kernel and makecontext return
 * to has no call before it, and in a static program it is in the text. */
static bool begins_near(const struct symbols *s, uint64_t from)
{
    for (unsigned k = 0; k < GRAIN; k++)
        if (is_entry(s, from + k))
            return true;
    return false;
}

/* Counts of calls are of places where a call returns to: the function's, to
 * which the one that counts returns, and near the caller's; gprof -s writes
 * where both functions begin.  Of a caller that is not in the code, or where a
 * function begins, nothing is known; and one in so many is of a hand-written
 * piece that jumps. */
static void call_facts(const struct prof_check *check,
                       struct prof_check_file *f)
{
    enum { JUMPS = 8 };
    const struct program *program = check->program;
    uint64_t tested = 0, selves = 0, callers = 0;
    struct record r;

    profile_file_rewind(&f->file);
    while (profile_file_next(&f->file, &r)) {
        uint64_t self = r.address - f->base, from = r.from - f->base;

        if (r.kind != RECORD_ARC || r.address < f->histogram.low ||
            r.address >= f->histogram.high)
            continue;
        tested++;
        if (is_entry(check->symbols, self) &&
            (is_entry(check->symbols, from) ||
             !program_code(program, from, from)))
            continue;
        if (!program_follows_call(program, self))
            selves++;
        else if (program_code(program, from, from) &&
                 !calls_near(program, from) &&
                 !begins_near(check->symbols, from))
            callers++;
    }
    if (!tested)
        return;
    f->facts |= selves || callers > tested / JUMPS ? F(STRAYS) : F(FITS);
    prof_value(f, "strays", "%" PRIu64, selves + callers);
    prof_value(f, "tested", "%" PRIu64, tested);
}

static void age_of(char text[32], int64_t seconds)
{
    static const struct {
        int64_t seconds;
        const char *name;
    } units[] = {{86400, "day"}, {3600, "hour"}, {60, "minute"}, {1, "second"}};
    size_t k = 0;

    while (k < 3 && seconds < units[k].seconds)
        k++;
    seconds /= units[k].seconds;
    snprintf(text, 32, "%" PRId64 " %s%s", seconds, units[k].name,
             plural((size_t)seconds));
}

/* Whether the program was made after its profile, and whether its range is
 * that of -pg, but for the end. */
static void build_facts(const struct program *program,
                        struct prof_check_file *f)
{
    enum { ROUNDED = 64, NEW = 2 };
    uint64_t low = f->histogram.low - f->base;
    uint64_t high = f->histogram.high - f->base;
    struct stat status;
    char age[32];

    if (stat(f->name, &status) == 0 && S_ISREG(status.st_mode) &&
        program->made - status.st_mtime >= NEW) {
        age_of(age, program->made - status.st_mtime);
        f->facts |= F(NEWER);
        prof_value(f, "age", "%s", age);
    }
    if (program->has_start && program->etext &&
        low + ROUNDED > program->start && low < program->start + ROUNDED &&
        (high < program->etext || high > program->etext + ROUNDED)) {
        f->facts |= F(OTHER_END);
        prof_value(f, "etext", "0x%" PRIx64, program->etext);
    }
}

static void program_facts(const struct prof_check *check,
                          struct prof_check_file *f)
{
    enum { ENOUGH = 8 }; /* of fewer ticks all may be between functions */
    const struct program *program = check->program;

    if (check->symbols) {
        place_facts(check, f);
        width_facts(check, f);
        passed_facts(check, f);
        if (f->ticks >= ENOUGH && f->histograms == 1 &&
            !any_in_function(check, f))
            f->facts |= F(NOWHERE);
    }
    if (!program)
        return;
    prof_value(f, "libraries", "%s", program->libraries);
    prof_value(f, "forks", "%s", program->forks);
    prof_value(f, "execs", "%s", program->execs);
    prof_value(f, "runs", "%s", program->runs);
    prof_value(f, "times", "%s", program->times);
    prof_value(f, "loads", "%s", program->loads);
    prof_value(f, "blocks", "%s", program->blocks);
    prof_value(f, "image", "0x%" PRIx64, program->base);
    if (!(f->facts & F(BESIDE)))
        build_facts(program, f);
    if (program->calls_are_known && !(f->facts & F(BESIDE)))
        call_facts(check, f);
}

void prof_check_file(struct prof_check *check, size_t k)
{
    struct prof_check_file *f = check->files + k;
    uint64_t largest = look_at_records(f);

    encoding_facts(check, f);
    own_facts(f);
    if (f->histograms)
        histogram_facts(check, f, largest);
    if (f->histograms && (check->symbols || check->program))
        program_facts(check, f);
    compare_with_first(check->files, f);
}

/* Whether a file is newer than the one found last; of one age, the first by its
 * name. */
static bool is_newer(const struct timespec *time, const char *path,
                     const struct timespec *newest, const char *found)
{
    if (time->tv_sec != newest->tv_sec)
        return time->tv_sec > newest->tv_sec;
    if (time->tv_nsec != newest->tv_nsec)
        return time->tv_nsec > newest->tv_nsec;
    return strcmp(path, found) < 0;
}

/* Whether it may be a file of GMON_OUT_PREFIX: PREFIX.PID, and it begins as
 * glibc's files do. */
static bool is_of_prefix(const char *path)
{
    const char *end = strrchr(path, '.');
    char magic[4] = "";
    FILE *file;

    if (!end || !end[1] || end[1 + strspn(end + 1, "0123456789")])
        return false;
    file = fopen(path, "r");
    if (file) {
        (void)!fread(magic, 1, sizeof magic, file);
        fclose(file);
    }
    return memcmp(magic, "gmon", sizeof magic) == 0;
}

/* The newest file in its directory that is called as profiles are, or begins
 * so. */
static void look_around(struct prof_check_file *f, const char *directory)
{
    DIR *list = opendir(directory);
    const struct dirent *entry;
    struct timespec newest = {0};
    char found[4096 + NAME_MAX + 1] = "";

    while (list && (entry = readdir(list)) != NULL) {
        const char *name = entry->d_name, *end = strrchr(name, '.');
        char path[sizeof found];
        struct stat status;
        bool named =
            strncmp(name, "gmon", 4) == 0 || (end && strcmp(end, ".gmon") == 0);

        snprintf(path, sizeof path, "%s%s%s", directory,
                 strcmp(directory, "/") == 0 ? "" : "/", name);
        if (strcmp(path, f->name) == 0 || stat(path, &status) != 0 ||
            !S_ISREG(status.st_mode) || (!named && !is_of_prefix(path)) ||
            (*found && !is_newer(&status.st_mtim, path, &newest, found)))
            continue;
        newest = status.st_mtim;
        memcpy(found, path, sizeof found);
        f->facts |= F(NEIGHBOUR);
        prof_value(f, "neighbour", "%s",
                   strncmp(path, "./", 2) == 0 ? path + 2 : path);
    }
    if (list)
        closedir(list);
}

void prof_check_missing(struct prof_check *check, struct prof_check_file *f)
{
    const struct program *program = check->program;
    const char *slash = strrchr(f->name, '/'), *prefix;
    char directory[4096] = ".";

    if (slash)
        snprintf(directory, sizeof directory, "%.*s",
                 slash == f->name ? 1 : (int)(slash - f->name), f->name);
    prefix = getenv("GMON_OUT_PREFIX");
    if (prefix && *prefix) {
        f->facts |= F(PREFIX);
        prof_value(f, "prefix", "%s", prefix);
    }
    prof_value(f, "directory", "%s", directory);
    if (access(directory, F_OK) != 0)
        f->facts |= F(NO_DIRECTORY);
    else if (access(directory, W_OK) != 0)
        f->facts |= F(UNWRITABLE);
    look_around(f, directory);
    if (!program)
        return;
    prof_value(f, "moves", "%s", program->moves);
    prof_value(f, "ends", "%s", program->ends);
    prof_value(f, "execs", "%s", program->execs);
}
