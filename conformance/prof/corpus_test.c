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
 *                            it is "tried" and gprof is not asked; or the same,
 *                            nothing is wrong in it, and of that is said HOW
 */
#include <limits.h>

#include "check.h"
#include "conformance/base/memory.h"
#include "conformance/base/whole_file.h"
#include "conformance/command/command_test.h"
#include "conformance/machine/scratch_test.h"
#include "reference/files/gmon_out.h"
#include "reference/files/mon_out.h"

/* All that was printed, for what the table has and no situation reaches. */
static struct memory_stream all;

/* The output of a shell's command there; *status is its exit status. */
static char *shell(int *status, const char *format, ...)
{
    char command[8192];
    struct memory_stream said;
    size_t n;
    va_list arguments;
    FILE *in, *out = memory_stream(&said);
    int used = snprintf(command, sizeof command,
                        "{ cd %s && export LC_ALL=C; ulimit -c 0; ", directory);

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
    FILE *in = fopen(path_of("whole.out"), "rb");
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

/* What is written: whole.out, changed; value is what is behind "=". */

static void change_rate(uint64_t value)
{
    whole.contents.rate = (uint32_t)value;
}

static void change_idle(uint64_t value)
{
    (void)value;
    memset(whole.counters, 0, sizeof whole.counters);
}

/* Half as many counters, and no call. */
static void change_half(uint64_t value)
{
    (void)value;
    whole.contents.counter_count /= 2;
    whole.contents.arc_count = 0;
}

/* Of the counters alone. */
static void change_move(uint64_t value)
{
    whole.contents.low += value;
    whole.contents.high += value;
}

/* As a runtime that does not look where its program was loaded. */
static void change_shift(uint64_t value)
{
    change_move(value);
    for (size_t k = 0; k < whole.contents.arc_count; k++) {
        whole.arcs[k].from += value;
        whole.arcs[k].self += value;
    }
}

static void change_outside(uint64_t value)
{
    whole.arcs[whole.contents.arc_count++] =
        (struct gmon_arc){whole.contents.low, whole.contents.high + value, 3};
}

/* As many calls as glibc's table has room for. */
static void change_table(uint64_t value)
{
    uint64_t limit = (whole.contents.high - whole.contents.low) * 2 / 100;

    limit = limit < value ? value : limit;
    assert_true(limit < ARCS);
    for (size_t k = 1; k + 1 < limit; k++)
        whole.arcs[k] = whole.arcs[0];
    whole.contents.arc_count = limit - 1;
}

/* Each called from so many bytes before a function. */
static void change_begins(uint64_t value)
{
    for (size_t k = 0; k < whole.contents.arc_count; k++)
        whole.arcs[k].from = whole.arcs[k].self - value;
}

/* The range is a multiple of 4 bytes. */
static void change_even(uint64_t value)
{
    whole.contents.high -= (whole.contents.high - whole.contents.low) % value;
}

/* A counter for so many bytes of text. */
static void change_coarse(uint64_t value)
{
    uint64_t span = whole.contents.high - whole.contents.low;
    uint64_t count = whole.contents.counter_count;
    uint16_t counters[COUNTERS];

    memcpy(counters, whole.counters, sizeof counters);
    change_idle(0);
    for (uint64_t k = 0; k < count; k++)
        whole.counters[k * span / count / value] += counters[k];
    whole.contents.counter_count = (span + value - 1) / value;
}

/* Of the program of Windows, p.exe, which that loads where it likes. */
#define PE_TEXT   UINT64_C(0x140001000)
#define PE_SELF   (PE_TEXT + 0x15) /* behind its call of what counts */
#define PE_CALLER (PE_TEXT + 0x5)  /* behind the call of it */

static void change_pe(uint64_t value)
{
    change_idle(0);
    whole.counters[1] = 3;
    whole.arcs[0] = (struct gmon_arc){PE_CALLER, PE_SELF, 7};
    whole.contents = (struct gmon_contents){
        PE_TEXT, PE_TEXT + value, 100, whole.counters, 8, whole.arcs, 1};
}

/* A range that is nowhere in it. */
static void change_beside(uint64_t value)
{
    whole.contents.low = value;
    whole.contents.high = value + 16;
    whole.contents.arc_count = 0;
}

static const struct {
    const char *name;
    void (*make)(uint64_t value);
    uint64_t value; /* where none is said */
} changes[] = {
    {"rate", change_rate, 0},          {"idle", change_idle, 0},
    {"half", change_half, 0},          {"shift", change_shift, 0},
    {"move", change_move, 0},          {"outside", change_outside, 64},
    {"table", change_table, 50},       {"even", change_even, 4},
    {"coarse", change_coarse, 0},      {"pe", change_pe, 0x1000},
    {"beside", change_beside, 0x1000}, {"begins", change_begins, 16},
};
enum { CHANGES = sizeof changes / sizeof *changes };

static void make_change(const char *word)
{
    const char *value = strchr(word, '=');
    size_t length = strcspn(word, "="), k = 0;

    while (k < CHANGES && (strlen(changes[k].name) != length ||
                           strncmp(changes[k].name, word, length) != 0))
        k++;
    if (k == CHANGES)
        fail_msg("no change: %s", word);
    changes[k].make(value ? strtoull(value + 1, NULL, 0) : changes[k].value);
}

/* What is done to the bytes that were written: AT:HEX, from the end where AT is
 * negative; or, of PS2SDK, the largest counter is above 65535. */
static void change_bytes(unsigned char *bytes, size_t size, const char *text)
{
    long at = strtol(text, NULL, 10) + (*text == '-' ? (long)size : 0);
    size_t largest = 0;

    for (const char *hex = text + strcspn(text, ":"); hex[0] && hex[1];
         hex += 2)
        bytes[at++] =
            (unsigned char)strtoul((char[]){hex[1], hex[2], '\0'}, NULL, 16);
    if (strcmp(text, "large") != 0)
        return;
    for (size_t k = 0; k < whole.contents.counter_count; k++)
        largest = whole.counters[k] > whole.counters[largest] ? k : largest;
    bytes[32 + 4 * largest + 2] = 1;
}

/* LAYOUT WORD ORDER CHANGE... */
static void write_changed(char *line)
{
    static unsigned char bytes[2 << 20];
    char *layout_name = strtok(line, " "), *word;
    unsigned char width = (unsigned char)atoi(strtok(NULL, " "));
    bool big = strcmp(strtok(NULL, " "), "big") == 0;
    struct encoding encoding = {big ? ORDER_BIG : ORDER_LITTLE, width};
    const char *later[8];
    size_t count = 0, size;
    unsigned layout = 0;

    read_whole();
    while (layout < LAYOUTS &&
           strcmp(file_layout_name((enum file_layout)layout), layout_name) != 0)
        layout++;
    assert_in_range(layout, 0, LAYOUTS - 1);
    while ((word = strtok(NULL, " ")) != NULL)
        if (strncmp(word, "bytes=", 6) == 0)
            later[count++] = word + 6;
        else
            make_change(word);
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
    while (count > 0)
        change_bytes(bytes, size, later[--count]);
    write_file("gmon.out", bytes, size);
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
    write_file(kept, whole.bytes, whole.size);
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
    bool large = strcmp(how, "large") == 0, tried = strcmp(how, "tried") == 0;
    bool read = strcmp(how, "read") == 0, same = strcmp(how, "same") == 0;
    bool right = !large && !tried && !read && !same;
    char *said, *was, *is;
    int status;

    program = strncmp(now.asked, "p ", 2) == 0 ? "p"
              : program                        ? program + 1
                                               : "";
    said = shell(&status, "%s prof --check %s --fix right.out",
                 built("profilcheck"), now.asked);
    if (!strstr(said, tried ? "right.out is written" : "was run, and reads it"))
        bad("%s: %s", now.what, said);
    free(said);
    if (tried || read)
        return;
    said = shell(&status, "%s prof --check right.out %s", built("profilcheck"),
                 program);
    if (right && (!strstr(said, "nothing is wrong") || !strstr(said, how)))
        bad("%s: of what is fixed is said %s", now.what, said);
    free(said);
    was = gprof_of(program, "whole.out");
    is = gprof_of(program, "right.out");
    if (large ? !strstr(is, " 655.43 ") : strcmp(is, was) != 0)
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

static int make_programs(void **state)
{
    char programs[PATH_MAX], *said;
    int status;

    memory_stream(&all);
    if (set_up(state) != 0)
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

static int remove_programs(void **state)
{
    free(memory_stream_end(&all));
    return tear_down(state);
}

TESTS(make_programs, remove_programs)
