/* SPDX-License-Identifier: MIT */
/*
 * Situations in which people ask why their gmon.out is missing, empty or
 * wrong, each made here by the programs of programs.sh, and what must be
 * reported of each: situations.txt.  What --fix writes is given to gprof, which
 * must say of it what it says of the file that was not spoilt.
 *
 * A situation is a line that says what it is, and, indented, what is done, in
 * that order:
 *
 *     make: COMMAND          a shell's, in a directory of its own
 *     write: LAYOUT WORD ORDER CHANGE...    whole.out as gmon.out; see changes
 *     with: NAME=VALUE       in the environment, or "no rights" to write
 *     check: FILE... PROGRAM what prof --check is asked
 *     finds: N               so many findings, not one; or "any", by chance; or
 *                            "unopened"
 *     says: TEXT             is said
 *     fixed: HOW             of what --fix writes: gprof says the "same" as of
 *                            whole.out, or can "read" it, or it is "large"; or
 *                            it is "tried" and gprof is not asked
 */
#include <limits.h>
#include <sys/stat.h>

#include "check.h"
#include "conformance/base/memory.h"
#include "conformance/base/whole_file.h"
#include "conformance/command/command_test.h"
#include "reference/files/gmon_out.h"
#include "reference/files/mon_out.h"

static char scratch[] = "/tmp/profilcheck-corpus-XXXXXX";

/* All that was printed, for what the table has and no situation reaches. */
static struct memory_stream all;

static char *in_scratch(const char *name)
{
    static char paths[4][4096];
    static unsigned used;
    char *path = paths[used++ % 4];

    snprintf(path, sizeof *paths, "%s/%s", scratch, name);
    return path;
}

/* The output of a shell's command there; *status is its exit status. */
static char *shell(int *status, const char *format, ...)
{
    char command[8192];
    struct memory_stream said;
    size_t n;
    va_list arguments;
    FILE *in, *out = memory_stream(&said);
    int used = snprintf(command, sizeof command,
                        "{ cd %s && export LC_ALL=C; ulimit -c 0; ", scratch);

    va_start(arguments, format);
    vsnprintf(command + used, sizeof command - (size_t)used - 16, format,
              arguments);
    va_end(arguments);
    strcat(command, "; } 2>&1");
    in = popen(command, "r");
    assert_non_null(in);
    while ((n = fread(command, 1, sizeof command, in)) > 0)
        fwrite(command, 1, n, out);
    *status = pclose(in);
    *status = WIFEXITED(*status) ? WEXITSTATUS(*status) : -1;
    return memory_stream_end(&said);
}

static void must(const char *command)
{
    int status;
    char *said = shell(&status, "%s", command);

    if (status != 0)
        fail_msg("%s: exit status %d: %s", command, status, said);
    free(said);
}

static void store(const char *name, const void *bytes, size_t size)
{
    FILE *file = fopen(in_scratch(name), "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

/* The profile of a run that had nothing wrong, as it can be written again. */
enum { COUNTERS = 1 << 16, ARCS = 600 };
static struct {
    unsigned char bytes[1 << 20];
    size_t size;
    uint16_t counters[COUNTERS];
    struct gmon_arc arcs[ARCS];
    struct gmon_contents contents;
} whole;

static void read_whole(void)
{
    FILE *in = fopen(in_scratch("whole.out"), "rb");
    struct profile_file file;
    struct file_error error;
    struct record r;

    assert_non_null(in);
    whole.size = fread(whole.bytes, 1, sizeof whole.bytes, in);
    fclose(in);
    assert_true(profile_file_open(&file, whole.bytes, whole.size, LAYOUT_ANY,
                                  (struct encoding){0}, &error));
    whole.contents =
        (struct gmon_contents){.counters = whole.counters, .arcs = whole.arcs};
    while (profile_file_next(&file, &r)) {
        if (r.kind == RECORD_ARC) {
            whole.arcs[whole.contents.arc_count++] =
                (struct gmon_arc){r.from, r.address, r.count};
            continue;
        }
        whole.contents.low = r.histogram.low;
        whole.contents.high = r.histogram.high;
        whole.contents.rate = r.histogram.rate;
        whole.contents.counter_count = r.histogram.count;
        for (uint64_t k = 0; k < r.histogram.count; k++)
            whole.counters[k] = (uint16_t)histogram_counter(&r.histogram, k);
    }
    assert_in_range(whole.contents.arc_count, 2, 63);
}

/* What is written: whole.out, changed. */
struct change {
    struct gmon_contents *contents;
    struct gmon_arc *arcs;
    uint16_t *counters;
    uint64_t value; /* behind = */
    unsigned char *bytes;
    size_t *size; /* 0: not written yet */
};

static void change_rate(struct change *c)
{
    c->contents->rate = (uint32_t)c->value;
}

static void change_idle(struct change *c)
{
    memset(c->counters, 0, c->contents->counter_count * sizeof *c->counters);
}

/* Half as many counters, and no call. */
static void change_half(struct change *c)
{
    c->contents->counter_count /= 2;
    c->contents->arc_count = 0;
}

/* As a runtime that does not look where its program was loaded. */
static void change_shift(struct change *c)
{
    c->contents->low += c->value;
    c->contents->high += c->value;
    for (size_t k = 0; k < c->contents->arc_count; k++) {
        c->arcs[k].from += c->value;
        c->arcs[k].self += c->value;
    }
}

/* Of the counters alone. */
static void change_move(struct change *c)
{
    c->contents->low += c->value;
    c->contents->high += c->value;
}

static void change_outside(struct change *c)
{
    c->arcs[c->contents->arc_count++] =
        (struct gmon_arc){c->contents->low, c->contents->high + 64, 3};
}

/* As many calls as glibc's table has room for. */
static void change_table(struct change *c)
{
    uint64_t limit = (c->contents->high - c->contents->low) * 2 / 100;

    limit = limit < 50 ? 50 : limit;
    assert_true(limit < ARCS);
    for (size_t k = 1; k + 1 < limit; k++)
        c->arcs[k] = c->arcs[0];
    c->contents->arc_count = limit - 1;
}

/* The range is a multiple of 4 bytes. */
static void change_even(struct change *c)
{
    c->contents->high -= (c->contents->high - c->contents->low) % 4;
}

/* Each called from where a function begins. */
static void change_begins(struct change *c)
{
    for (size_t k = 0; k < c->contents->arc_count; k++)
        c->arcs[k].from = c->arcs[k].self - 16;
}

/* A counter for so many bytes of text. */
static void change_coarse(struct change *c)
{
    uint64_t span = c->contents->high - c->contents->low;
    uint64_t count = c->contents->counter_count;
    static uint16_t fewer[COUNTERS];

    memset(fewer, 0, sizeof fewer);
    for (uint64_t k = 0; k < count; k++)
        fewer[k * span / count / c->value] += c->counters[k];
    memcpy(c->counters, fewer, sizeof fewer);
    c->contents->counter_count = (span + c->value - 1) / c->value;
}

/* Of the program of Windows, p.exe, which that loads where it likes. */
#define PE_TEXT     UINT64_C(0x140001000)
#define PE_SELF     (PE_TEXT + 0x15) /* behind its call of what counts */
#define PE_CALLER   (PE_TEXT + 0x5)  /* behind the call of it */
#define PE_TEXT_END (PE_TEXT + 0x1000)

static void change_pe(struct change *c)
{
    change_idle(c);
    c->counters[1] = 3;
    c->arcs[0] = (struct gmon_arc){PE_CALLER, PE_SELF, 7};
    *c->contents = (struct gmon_contents){
        PE_TEXT, PE_TEXT_END, 100, c->counters, 8, c->arcs, 1};
}

/* A range that is nowhere in it. */
static void change_beside(struct change *c)
{
    c->contents->low = 0x1000;
    c->contents->high = 0x1010;
    c->contents->arc_count = 0;
}

/* What is done to the bytes that were written. */

/* Of PS2SDK: the largest counter is above 65535. */
static void change_large(struct change *c)
{
    size_t largest = 0;

    for (size_t k = 0; k < c->contents->counter_count; k++)
        largest = c->counters[k] > c->counters[largest] ? k : largest;
    c->bytes[32 + 4 * largest + 2] = 1;
}

static const struct {
    const char *name;
    void (*make)(struct change *c);
    bool of_bytes;
} changes[] = {
    {"rate", change_rate, false},     {"idle", change_idle, false},
    {"half", change_half, false},     {"shift", change_shift, false},
    {"move", change_move, false},     {"outside", change_outside, false},
    {"table", change_table, false},   {"even", change_even, false},
    {"coarse", change_coarse, false}, {"pe", change_pe, false},
    {"beside", change_beside, false}, {"begins", change_begins, false},
    {"large", change_large, true},
};
enum { CHANGES = sizeof changes / sizeof *changes };

/* bytes=AT:HEX, from the end where AT is negative. */
static void change_bytes(struct change *c, const char *text)
{
    long at = strtol(text, NULL, 10);
    const char *hex = strchr(text, ':') + 1;

    at += at < 0 ? (long)*c->size : 0;
    for (; *hex; hex += 2) {
        char digits[] = {hex[0], hex[1], '\0'};

        c->bytes[at++] = (unsigned char)strtoul(digits, NULL, 16);
    }
}

static void make_change(struct change *c, const char *word, bool of_bytes)
{
    const char *value = strchr(word, '=');
    size_t length = strcspn(word, "="), k = 0;

    if (strncmp(word, "bytes=", 6) == 0) {
        if (of_bytes)
            change_bytes(c, word + 6);
        return;
    }
    while (k < CHANGES && (strlen(changes[k].name) != length ||
                           strncmp(changes[k].name, word, length) != 0))
        k++;
    if (k == CHANGES)
        fail_msg("no change: %s", word);
    c->value = value ? strtoull(value + 1, NULL, 0) : 0;
    if (changes[k].of_bytes == of_bytes)
        changes[k].make(c);
}

/* LAYOUT WORD ORDER CHANGE... */
static void write_changed(char *line)
{
    static unsigned char bytes[2 << 20];
    char *layout_name = strtok(line, " "), *words[8];
    unsigned char word = (unsigned char)atoi(strtok(NULL, " "));
    bool big = strcmp(strtok(NULL, " "), "big") == 0;
    struct encoding encoding = {big ? ORDER_BIG : ORDER_LITTLE, word};
    size_t count = 0, size = 0;
    unsigned layout = 0;
    struct change change = {&whole.contents, whole.arcs, whole.counters, 0,
                            bytes,           &size};

    read_whole();
    while (layout < LAYOUTS &&
           strcmp(file_layout_name((enum file_layout)layout), layout_name) != 0)
        layout++;
    assert_in_range(layout, 0, LAYOUTS - 1);
    while ((words[count] = strtok(NULL, " ")) != NULL)
        make_change(&change, words[count++], false);
    if (layout == LAYOUT_MON) {
        struct mon_contents mon = {whole.contents.low,
                                   whole.contents.high,
                                   NULL,
                                   0,
                                   whole.counters,
                                   8};

        size = mon_out_write(&mon, encoding, bytes, sizeof bytes);
    } else {
        size = gmon_out_write(&whole.contents, (enum file_layout)layout,
                              encoding, bytes, sizeof bytes);
    }
    assert_true(size > 0);
    for (size_t k = 0; k < count; k++)
        make_change(&change, words[k], true);
    store("gmon.out", bytes, size);
}

/* Where a run's ticks fall is chance: here they are in both functions. */
static void keep_whole(const char *run, const char *kept)
{
    char command[128];
    uint64_t span;

    snprintf(command, sizeof command,
             "rm -f gmon.out; %s && mv gmon.out whole.out", run);
    must(command);
    read_whole();
    span = whole.contents.high - whole.contents.low;
    memset(whole.counters, 0, sizeof whole.counters);
    for (size_t k = 0; k < whole.contents.arc_count; k++)
        whole.counters[(whole.arcs[k].self - whole.contents.low) *
                       whole.contents.counter_count / span] = 7;
    whole.size = gmon_out_write(&whole.contents, LAYOUT_GMON_TAGGED,
                                (struct encoding){ORDER_LITTLE, 8}, whole.bytes,
                                sizeof whole.bytes);
    store(kept, whole.bytes, whole.size);
}

/* All that is wrong is shown, and fails in the end. */
static unsigned wrong;

__attribute__((format(printf, 1, 2))) static void bad(const char *format, ...)
{
    va_list arguments;

    wrong++;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    putc(10, stderr);
}

static unsigned count_findings(const char *said)
{
    unsigned count = 0;

    for (const char *line = said; *line; line = strchr(line, '\n') + 1)
        count += strncmp(line, "  ", 2) != 0 &&
                 !strstr(line, ": nothing is wrong: ");
    return count;
}

/* What gprof shows of a file, its complaints too. */
static char *gprof_of(const char *program, const char *file)
{
    int status;

    return shell(&status, "gprof -b -p -q %s %s", program, file);
}

/* The one that is being tried. */
static struct situation {
    const char *what, *asked, *with, *finds;
    char *said;
    int status;
} now;

static void try_fix(const char *how)
{
    const char *program = strrchr(now.asked, ' ');
    bool same = strcmp(how, "same") == 0, large = strcmp(how, "large") == 0;
    char *said, *was, *is;
    int status;

    program = strncmp(now.asked, "p ", 2) == 0 ? "p"
              : program                        ? program + 1
                                               : "";
    said = shell(&status, "%s prof --check %s --fix right.out",
                 built("profilcheck"), now.asked);
    if (!strstr(said, strcmp(how, "tried") == 0 ? "right.out is written"
                                                : "was run, and reads it"))
        bad("%s: %s", now.what, said);
    free(said);
    if (!same && !large)
        return;
    was = gprof_of(program, "whole.out");
    is = gprof_of(program, "right.out");
    if (same ? strcmp(is, was) != 0 : !strstr(is, " 655.43 "))
        bad("%s: gprof said\n%s\nand says\n%s", now.what, was, is);
    if (!strstr(is, "leaf"))
        bad("%s: gprof says\n%s", now.what, is);
    free(was);
    free(is);
}

/* Root writes where it likes; without that capability it may not. */
static const char *bounded = "";

static bool can_be_kept_out(void)
{
    int status;

    if (geteuid() != 0)
        return true;
    bounded = "setpriv --bounding-set -dac_override";
    free(shell(&status, "%s true", bounded));
    return status == 0;
}

static void try_check(const char *asked)
{
    now.asked = asked;
    if (strcmp(now.with, "no rights") == 0)
        now.with = can_be_kept_out() ? bounded : NULL;
    if (!now.with)
        return;
    now.said = shell(&now.status, "%s %s prof --check %s", now.with,
                     built("profilcheck"), asked);
    fputs(now.said, all.out);
}

static void check_finds(void)
{
    bool unopened = strcmp(now.finds, "unopened") == 0;
    bool any = strcmp(now.finds, "any") == 0;
    unsigned expected = any ? 1 : (unsigned)atoi(now.finds);

    if (now.status != (unopened ? 2 : expected > 0))
        bad("%s: exit status %d: %s", now.what, now.status, now.said);
    if (!unopened && !any && count_findings(now.said) != expected)
        bad("%s: %u findings: %s", now.what, count_findings(now.said),
            now.said);
}

static void try_end(void)
{
    if (now.said)
        check_finds();
    free(now.said);
}

static void try_begin(const char *what)
{
    try_end();
    now = (struct situation){.what = what, .with = "", .finds = "1"};
    must("rm -f gmon.out right.out whole.out && cp kept.out whole.out");
}

/* Where root can't be kept from writing nothing was checked, and so nothing is
 * compared. */
static void try_step(char *key, char *text)
{
    int status;

    if (strcmp(key, "make") == 0)
        free(shell(&status, "%s", text));
    else if (strcmp(key, "write") == 0)
        write_changed(text);
    else if (strcmp(key, "with") == 0)
        now.with = text;
    else if (strcmp(key, "check") == 0)
        try_check(text);
    else if (!now.said)
        return;
    else if (strcmp(key, "finds") == 0)
        now.finds = text;
    else if (strcmp(key, "fixed") == 0)
        try_fix(text);
    else if (strcmp(key, "says") != 0)
        fail_msg("%s: no such step: %s", now.what, key);
    else if (!strstr(now.said, text))
        bad("%s: nowhere is said: %s, but: %s", now.what, text, now.said);
}

TEST(each_situation_is_answered)
{
    struct whole_file file;
    unsigned steps = 0;

    if (!symbols_can_be_read)
        skip();
    assert_true(whole_file_read(&file, "conformance/prof/situations.txt"));
    for (char *rest = file.text, *line; (line = strsep(&rest, "\n"));)
        if (strncmp(line, "    ", 4) == 0) {
            char *text = strstr(line, ": ");

            assert_non_null(text);
            *text = '\0';
            try_step(line + 4, text + 2);
            steps++;
        } else if (*line) {
            try_begin(line);
        }
    try_end();
    free(file.text);
    assert_true(steps > 300);
    assert_int_equal(wrong, 0);
}

/* Its longest piece without a value. */
static void piece_of(const char *text, char *piece)
{
    size_t best = 0;

    while (*text) {
        size_t length = strcspn(text, "{");

        if (length > best) {
            best = length;
            memcpy(piece, text, length);
            piece[length] = '\0';
        }
        text += length;
        text += strcspn(text, "}");
        text += *text == '}';
    }
}

/* Said to who may not write there. */
static bool is_kept_from(const char *text)
{
    return strstr(text, "No file can be made in") != NULL && !can_be_kept_out();
}

TEST(each_sentence_is_reached)
{
    static const char *const texts[] = {
#define FINDING(kind, with, without, text) text,
#define TRY(kind, with, without, text)     text,
#include "findings.def"
    };
    char piece[512];

    if (!symbols_can_be_read)
        skip();
    fflush(all.out);
    assert_null(strchr(all.text, '{')); /* a value that is not there */
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        piece_of(texts[k], piece);
        if (!strstr(all.text, piece) && !is_kept_from(texts[k]))
            bad("no situation leads to: %s", texts[k]);
    }
    assert_int_equal(wrong, 0);
}

static int set_up(void **state)
{
    char programs[PATH_MAX], *said;
    int status;

    (void)state;
    memory_stream(&all);
    if (!mkdtemp(scratch))
        return -1;
    assert_non_null(realpath("conformance/prof/programs.sh", programs));
    said = shell(&status, "sh %s", programs);
    if (status != 0)
        fprintf(stderr, "%s", said);
    if (status == 0) {
        keep_whole("./p-pie", "kept-pie.out");
        keep_whole("./dotted", "kept-dotted.out");
        keep_whole("./p", "kept.out");
    }
    free(said);
    return status;
}

static int tear_down(void **state)
{
    int status;

    (void)state;
    free(memory_stream_end(&all));
    free(shell(&status, "cd / && rm -rf %s", scratch));
    return status;
}

TESTS(set_up, tear_down)
