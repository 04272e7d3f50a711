/* SPDX-License-Identifier: MIT */
/*
 * Situations in which people ask why their gmon.out is missing, empty or
 * wrong, each made here by programs of our own, and what each must be told.
 * What --fix writes is given to gprof, which must say of it what it says of the
 * file that was not spoilt.
 */
#include <sys/stat.h>

#include "check.h"
#include "conformance/whole/command_test.h"
#include "pe_test.h"
#include "reference/files/gmon_out.h"
#include "reference/files/mon_out.h"

/* It works for a while, and ends or goes astray as its argument says. */
static const char work_c[] =
    "#include <stdio.h>\n"
    "#include <signal.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "#include <sys/time.h>\n"
    "#include <sys/wait.h>\n"
    "#include <time.h>\n"
    "#include <unistd.h>\n"
    "volatile unsigned long turns;\n"

    "__attribute__((noinline)) void leaf(void) { turns++; }\n"
    "__attribute__((noinline)) void inner(int n) { while (n--) leaf(); }\n"
    "static void work(void) {\n"
    "    clock_t end = clock() + CLOCKS_PER_SEC / 20;\n"
    "    while (clock() < end) inner(200000);\n"
    "}\n"
    "int main(int argc, char **argv) {\n"
    "    const char *way = argc > 1 ? argv[1] : \"\";\n"
    "    if (strcmp(way, \"short\") == 0) { leaf(); return 0; }\n"
    "#ifdef LIBRARY\n"
    "    { static char bytes[1 << 20];\n"
    "      for (int k = 0; k < 2000; k++) memset(bytes, turns, sizeof bytes);\n"
    "      return 0; }\n"
    "#endif\n"
    "#ifdef BLOCKED\n"
    "    { sigset_t s; sigemptyset(&s); sigaddset(&s, SIGPROF);\n"
    "      sigprocmask(SIG_BLOCK, &s, 0); work(); return 0; }\n"
    "#endif\n"
    "#ifdef TIMER\n"
    "    { struct itimerval never = {0}; setitimer(ITIMER_PROF, &never, 0);\n"
    "      work(); return 0; }\n"
    "#endif\n"
    "#ifdef FORKED\n"
    "    if (fork() == 0) { work(); exit(0); }\n"
    "    wait(0); return 0;\n"
    "#endif\n"
    "#ifdef ENDS\n"
    "    work();\n"
    "    if (strcmp(way, \"exec\") == 0) execl(\"/bin/true\", \"true\", (char "
    "*)0);\n"
    "    if (strcmp(way, \"_exit\") == 0) _exit(0);\n"
    "    if (strcmp(way, \"abort\") == 0) abort();\n"
    "    if (strcmp(way, \"chdir\") == 0) return chdir(\"elsewhere\");\n"
    "#endif\n"
    "    if (strcmp(way, \"kill\") == 0) raise(SIGTERM);\n"
    "    work();\n"
    "    return 0;\n"
    "}\n";

/* No system is under it: it has mcount and what starts a profile itself. */
static const char bare_c[] = "void mcount(void) {}\n"
                             "void monstartup(void) {}\n"
                             "void leaf(void) {}\n"
                             "int main(void) { leaf(); return 0; }\n";

static char scratch[] = "/tmp/profilcheck-corpus-XXXXXX";

/* All that was printed, for what the table has and no situation reaches. */
static char *all_said;
static size_t all_length;
static FILE *all;

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
    char command[8192], *text = NULL;
    size_t length, n;
    va_list arguments;
    FILE *in, *out = open_memstream(&text, &length);
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
    fclose(out);
    return text;
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
static struct {
    unsigned char bytes[1 << 20];
    size_t size;
    uint16_t counters[1 << 16];
    struct gmon_arc arcs[64];
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

static unsigned char spoilt[1 << 20];

/* Of a layout, with words of so many bytes, as gmon.out. */
static size_t write_layout(enum file_layout layout, unsigned char word,
                           enum byte_order order)
{
    size_t size =
        gmon_out_write(&whole.contents, layout, (struct encoding){order, word},
                       spoilt, sizeof spoilt);

    assert_true(size > 0);
    store("gmon.out", spoilt, size);
    return size;
}

/* Where a run's ticks fall is chance: here they are in both functions. */
static void keep_whole(const char *run, const char *kept)
{
    uint64_t span;
    char command[128];

    snprintf(command, sizeof command,
             "rm -f gmon.out; %s && mv gmon.out whole.out", run);
    must(command);
    read_whole();
    span = whole.contents.high - whole.contents.low;
    memset(whole.counters, 0, sizeof whole.counters);
    for (size_t k = 0; k < whole.contents.arc_count; k++)
        whole.counters[(whole.arcs[k].self - whole.contents.low) *
                       whole.contents.counter_count / span] = 7;
    write_layout(LAYOUT_GMON_TAGGED, 8, ORDER_LITTLE);
    snprintf(command, sizeof command, "mv gmon.out %s", kept);
    must(command);
}

static void spoil_42(void)
{
    write_layout(LAYOUT_GMON_42, 8, ORDER_LITTLE);
}

static void spoil_djgpp(void)
{
    write_layout(LAYOUT_GMON_42, 4, ORDER_LITTLE);
}

static void spoil_44(void)
{
    write_layout(LAYOUT_GMON_44, 8, ORDER_LITTLE);
}

static void spoil_big(void)
{
    write_layout(LAYOUT_GMON_44, 4, ORDER_BIG);
}

/* Calls of 4 bytes, and 4 of whatever was there. */
static void spoil_mingw(void)
{
    size_t size = write_layout(LAYOUT_GMON_MINGW64, 8, ORDER_LITTLE);

    for (size_t k = 0; k < whole.contents.arc_count; k++)
        memcpy(spoilt + size - 4 - 24 * k, "\x7f\x00\x00\x00", 4);
    store("gmon.out", spoilt, size);
}

/* A counter of 4 bytes for each 4 bytes of text, one above 65535. */
static void spoil_wide(void)
{
    struct gmon_contents before = whole.contents;
    static uint16_t fewer[1 << 16];
    uint64_t span = before.high - before.low;
    size_t size, largest = 0;

    memset(fewer, 0, sizeof fewer);
    for (uint64_t k = 0; k < before.counter_count; k++)
        fewer[k * span / before.counter_count / 4] += before.counters[k];
    whole.contents.high = before.low + span / 4 * 4;
    whole.contents.counter_count = span / 4;
    whole.contents.counters = fewer;
    size = write_layout(LAYOUT_GMON_PS2SDK, 4, ORDER_LITTLE);
    for (size_t k = 0; k < span / 4; k++)
        largest = fewer[k] > fewer[largest] ? k : largest;
    spoilt[32 + 4 * largest + 2] = 1;
    store("gmon.out", spoilt, size);
    whole.contents = before;
}

/* As a runtime that does not look where its program was loaded. */
static void spoil_shift(void)
{
    struct gmon_contents before;

    must("cp kept-pie.out whole.out");
    read_whole();
    before = whole.contents;
    whole.contents.low += UINT64_C(0x555555554000);
    whole.contents.high += UINT64_C(0x555555554000);
    for (size_t k = 0; k < before.arc_count; k++) {
        whole.arcs[k].from += UINT64_C(0x555555554000);
        whole.arcs[k].self += UINT64_C(0x555555554000);
    }
    write_layout(LAYOUT_GMON_44, 8, ORDER_LITTLE);
    for (size_t k = 0; k < before.arc_count; k++) {
        whole.arcs[k].from -= UINT64_C(0x555555554000);
        whole.arcs[k].self -= UINT64_C(0x555555554000);
    }
    whole.contents = before;
}

static void spoil_feeds(void)
{
    size_t size = 0, feeds = 0;

    write_layout(LAYOUT_GMON_TAGGED, 8, ORDER_LITTLE);
    /* one is there for certain */
    whole.arcs[0].count = whole.arcs[0].count / 256 * 256 + 10;
    write_layout(LAYOUT_GMON_TAGGED, 8, ORDER_LITTLE);
    must("cp gmon.out whole.out");
    read_whole();
    for (size_t k = 0; k < whole.size; k++) {
        if (whole.bytes[k] == '\n') {
            spoilt[size++] = '\r';
            feeds++;
        }
        spoilt[size++] = whole.bytes[k];
    }
    assert_true(feeds > 0);
    store("gmon.out", spoilt, size);
}

static void spoil_no_ticks(void)
{
    static const uint16_t none[1 << 16];
    struct gmon_contents before = whole.contents;

    whole.contents.counters = none;
    write_layout(LAYOUT_GMON_44, 8, ORDER_LITTLE);
    whole.contents = before;
}

static void spoil_no_clock(void)
{
    struct gmon_contents before = whole.contents;

    whole.contents.rate = 0;
    spoil_no_ticks();
    whole.contents = before;
}

static void spoil_no_rate(void)
{
    struct gmon_contents before = whole.contents;

    whole.contents.rate = 0;
    write_layout(LAYOUT_GMON_44, 8, ORDER_LITTLE);
    whole.contents = before;
}

static void spoil_bad_rate(void)
{
    size_t size = write_layout(LAYOUT_GMON_44, 8, ORDER_LITTLE);

    memset(spoilt + 24, 0xff, 4);
    store("gmon.out", spoilt, size);
}

static void spoil_junk(void)
{
    size_t size = write_layout(LAYOUT_GMON_44, 8, ORDER_LITTLE);

    spoilt[33] = 0x5a;
    store("gmon.out", spoilt, size);
}

static void spoil_full(void)
{
    uint16_t before = whole.counters[5];

    whole.counters[5] = 65535;
    write_layout(LAYOUT_GMON_44, 8, ORDER_LITTLE);
    spoil_no_rate();
    must("mv gmon.out no-rate.out");
    write_layout(LAYOUT_GMON_44, 8, ORDER_LITTLE);
    whole.counters[5] = before;
}

static void spoil_outside(void)
{
    struct gmon_contents before = whole.contents;

    whole.arcs[whole.contents.arc_count++] =
        (struct gmon_arc){whole.contents.low, whole.contents.high + 64, 3};
    write_layout(LAYOUT_GMON_44, 8, ORDER_LITTLE);
    whole.contents = before;
}

static void spoil_table(void)
{
    static struct gmon_arc many[600];
    struct gmon_contents before = whole.contents;
    uint64_t limit = (before.high - before.low) * 2 / 100;

    limit = limit < 50 ? 50 : limit;
    assert_true(limit < 600);
    for (size_t k = 0; k + 1 < limit; k++)
        many[k] = whole.arcs[0];
    whole.contents.arcs = many;
    whole.contents.arc_count = limit - 1;
    write_layout(LAYOUT_GMON_44, 8, ORDER_LITTLE);
    whole.contents = before;
}

/* Beside a profile, as files: half as many counters, another rate.  As
 * gmon.out: a histogram of half as many behind the whole. */
static void spoil_clash(void)
{
    struct gmon_contents before = whole.contents;
    size_t size;

    whole.contents.counter_count /= 2;
    whole.contents.arc_count = 0;
    size = write_layout(LAYOUT_GMON_TAGGED, 8, ORDER_LITTLE);
    must("mv gmon.out half.out");
    memmove(spoilt + whole.size, spoilt + GMON_TAGGED_HEADER,
            size - GMON_TAGGED_HEADER);
    memcpy(spoilt, whole.bytes, whole.size);
    store("both.out", spoilt, whole.size + size - GMON_TAGGED_HEADER);
    whole.contents = before;
    whole.contents.rate = 50;
    write_layout(LAYOUT_GMON_44, 8, ORDER_LITTLE);
    must("mv gmon.out slow.out; mv both.out gmon.out");
    whole.contents = before;
}

/* Only records of calls. */
static void spoil_no_histogram(void)
{
    size_t arcs = whole.contents.arc_count * (1 + GMON_TAGGED_ARC(8));

    memcpy(spoilt, whole.bytes, GMON_TAGGED_HEADER);
    memcpy(spoilt + GMON_TAGGED_HEADER, whole.bytes + whole.size - arcs, arcs);
    store("gmon.out", spoilt, GMON_TAGGED_HEADER + arcs);
}

/* A byte for each 16 of text: each has several functions. */
static void spoil_coarse(void)
{
    static uint16_t fewer[1 << 16];
    struct gmon_contents before = whole.contents;
    uint64_t span = before.high - before.low;

    memset(fewer, 0, sizeof fewer);
    for (uint64_t k = 0; k < before.counter_count; k++)
        fewer[k * span / before.counter_count / 256] += before.counters[k];
    whole.contents.counters = fewer;
    whole.contents.counter_count = (span + 255) / 256;
    write_layout(LAYOUT_GMON_44, 8, ORDER_LITTLE);
    whole.contents = before;
}

static void spoil_apple(void)
{
    store("gmon.out", "\xbf\xba\xef\xbe\x01\x00\x00\x00\x40\x00\x00\x00", 12);
}

static void spoil_sprof(void)
{
    store("gmon.out", "gmon\xff\xff\x01\x00\0\0\0\0\0\0\0\0\0\0\0\0", 20);
}

/* As Windows loads it: where it likes. */
static void spoil_pe(void)
{
    struct pe_program pe = {.movable = true, .stripped = false};
    unsigned char bytes[PE_ROOM];
    uint64_t base = UINT64_C(0x7ff6a0000000) - PE_BASE;
    uint16_t counters[8] = {0, 3};
    struct gmon_arc arc = {PE_CALLER + base, PE_SELF + base, 7};
    struct gmon_contents contents = {
        PE_TEXT + base, PE_TEXT_END + base, 100, counters, 8, &arc, 1};
    size_t size;

    store("p.exe", bytes, pe_write(&pe, bytes));
    size = gmon_out_write(&contents, LAYOUT_GMON_MINGW64,
                          (struct encoding){ORDER_LITTLE, 8}, spoilt,
                          sizeof spoilt);
    store("gmon.out", spoilt, size);
}

static void spoil_pe_missing(void)
{
    spoil_pe();
    must("rm gmon.out");
}

/* And one whose range is nowhere in it. */
static void spoil_pe_beside(void)
{
    uint16_t counters[8] = {0, 3};
    struct gmon_contents contents = {0x1000, 0x1010, 100, counters, 8, NULL, 0};

    spoil_pe();
    store("gmon.out", spoilt,
          gmon_out_write(&contents, LAYOUT_GMON_44,
                         (struct encoding){ORDER_LITTLE, 8}, spoilt,
                         sizeof spoilt));
}

static void spoil_pe_no_ticks(void)
{
    uint16_t counters[8] = {0};
    struct gmon_arc arc = {PE_CALLER, PE_SELF, 7};
    struct gmon_contents contents = {PE_TEXT, PE_TEXT_END, 100, counters,
                                     8,       &arc,        1};

    spoil_pe();
    store("gmon.out", spoilt,
          gmon_out_write(&contents, LAYOUT_GMON_44,
                         (struct encoding){ORDER_LITTLE, 8}, spoilt,
                         sizeof spoilt));
}

static void spoil_mon(void)
{
    uint16_t none[8] = {0};
    struct mon_contents contents = {
        whole.contents.low, whole.contents.high, NULL, 0, none, 8};

    store("gmon.out", spoilt,
          mon_out_write(&contents, (struct encoding){ORDER_LITTLE, 8}, spoilt,
                        sizeof spoilt));
}

enum fixed {
    NOT_FIXED,
    SAME,  /* gprof says of it what it says of whole.out */
    READ,  /* gprof reads it */
    LARGE, /* and shows a counter of 65543 ticks */
    TRIED, /* it is written, and gprof can't be tried with it */
};

/* As it was left by a run. */
#define RUN "cp kept.out gmon.out"

/* See corpus.def. */
static const struct situation {
    const char *what, *make;
    void (*spoil)(void);
    const char *asked;
    int findings; /* -1: it can't be read, and the exit status is 2 */
    const char *says[3];
    enum fixed fixed;
} situations[] = {
#define SITUATION(what, make, spoil, asked, findings, fixed, ...)              \
    {what, make, spoil, asked, findings, {__VA_ARGS__}, fixed},
#include "corpus.def"
};
enum { SITUATIONS = sizeof situations / sizeof *situations };

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

static int count_findings(const char *said)
{
    int count = 0;

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

static void try_fix(const struct situation *s)
{
    const char *program = strrchr(s->asked, ' ');
    char *said, *was, *is;
    int status;

    program = strncmp(s->asked, "p ", 2) == 0 ? "p"
              : program                       ? program + 1
                                              : "";
    said = shell(&status, "%s prof --check %s --fix right.out",
                 built("profilcheck"), s->asked);
    if (!strstr(said, s->fixed == TRIED ? "right.out is written"
                                        : "was run, and reads it"))
        bad("%s: %s", s->what, said);
    free(said);
    if (s->fixed == LARGE) {
        is = gprof_of(program, "right.out");
        if (!strstr(is, " 655.43 "))
            bad("%s: gprof says\n%s", s->what, is);
        free(is);
    }
    if (s->fixed != SAME)
        return;
    was = gprof_of(program, "whole.out");
    is = gprof_of(program, "right.out");
    if (strcmp(is, was) != 0)
        bad("%s: gprof said\n%s\nand says\n%s", s->what, was, is);
    assert_non_null(strstr(is, "leaf"));
    free(was);
    free(is);
}

static void try_situation(const struct situation *s)
{
    const char *program = built("profilcheck");
    bool prefix = strstr(s->what, "still set") != NULL;
    char *said;
    int status, expected = s->findings < 0 ? 2 : s->findings > 0;

    must("rm -f gmon.out right.out whole.out && cp kept.out whole.out");
    read_whole();
    free(shell(&status, "%s", *s->make ? s->make : "true"));
    if (s->spoil)
        s->spoil();
    said = shell(&status, "%s%s prof --check %s",
                 prefix ? "GMON_OUT_PREFIX=out " : "", program, s->asked);
    fputs(said, all);
    if (status != expected)
        bad("%s: exit status %d: %s", s->what, status, said);
    for (size_t k = 0; k < 3 && s->says[k]; k++)
        if (!strstr(said, s->says[k]))
            bad("%s: nowhere is said: %s, but: %s", s->what, s->says[k], said);
    if (s->findings >= 0 && count_findings(said) != s->findings)
        bad("%s: %d findings: %s", s->what, count_findings(said), said);
    free(said);
    if (s->fixed)
        try_fix(s);
}

TEST(each_situation_is_answered)
{
    if (!symbols_can_be_read)
        skip();
    for (size_t k = 0; k < SITUATIONS; k++)
        try_situation(situations + k);
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

/* Said where root is not who asks: to it any directory can be written. */
static bool needs_another_user(const char *text)
{
    return strstr(text, "No file can be made in") != NULL;
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
    fflush(all);
    assert_null(strchr(all_said, '{')); /* a value that is not there */
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        piece_of(texts[k], piece);
        if (!strstr(all_said, piece) && !needs_another_user(texts[k]))
            bad("no situation leads to: %s", texts[k]);
    }
    assert_int_equal(wrong, 0);
}

static int set_up(void **state)
{
    int status;
    char *said;

    (void)state;
    all = open_memstream(&all_said, &all_length);
    if (!all || !mkdtemp(scratch))
        return -1;
    store("work.c", work_c, strlen(work_c));
    store("bare.c", bare_c, strlen(bare_c));
    said = shell(
        &status,
        "cc() { command ${CC:-cc} -w -O1 \"$@\"; }; set -e;"
        "cc -pg -c work.c -o pg.o; cc -c work.c -o no.o;"
        "cc -pg -no-pie pg.o -o p -lm; cc -pg -pie -fPIE work.c -o p-pie -lm;"
        "cc no.o -o none -lm; cc pg.o -o unlinked -lm;"
        "cc -pg no.o -o uncompiled -lm;"
        "cc -O0 -DENDS -c work.c -o no0.o; cc -pg no0.o -o uncompiled0 -lm;"
        "cc -pg -no-pie -O0 -DENDS -DFORKED work.c -o other -lm;"
        "cc -pg -no-pie -Wl,-Ttext-segment=0x10000000 work.c -o high -lm;"
        "for w in LIBRARY BLOCKED TIMER FORKED ENDS; do"
        " cc -pg -D$w work.c -o $(echo $w | tr A-Z a-z) -lm; done;"
        "command ${CC:-cc} -static -no-pie -fno-pie -nostdlib -nostartfiles "
        "-e main "
        "-Wl,--build-id=none bare.c -o bare;"
        "objcopy -R .note.gnu.property bare");
    if (status != 0)
        fprintf(stderr, "%s", said);
    if (status == 0) {
        keep_whole("./p-pie", "kept-pie.out");
        keep_whole("./p", "kept.out");
    }
    free(said);
    return status;
}

static int tear_down(void **state)
{
    int status;

    (void)state;
    fclose(all);
    free(all_said);
    free(shell(&status, "cd / && rm -rf %s", scratch));
    return status;
}

TESTS(set_up, tear_down)
