/* SPDX-License-Identifier: MIT */
/*
 * GNU gprof reads what we write, and we read what glibc writes, and both
 * say the same of it, function by function, to the tick.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/built_test.h"
#include "conformance/machine/scratch_test.h"
#include "flat.h"
#include "reference/files/gmon_out.h"
#include "reference/unit_test.h"

enum { LINE = 4096, COUNTERS = 256, ARCS = 3 };

static void need_libelf(void)
{
    if (!symbols_can_be_read)
        skip();
}

/* A program that profiles itself, for that many hundredths of a second of its
 * CPU time, as text. */
static void run_busy(const char *program, const char *hundredths)
{
    pid_t child = fork();
    int status;

    assert_true(child >= 0);
    if (child == 0) {
        close(STDOUT_FILENO);
        if (chdir(directory) == 0)
            execl(program, "busy", hundredths, (char *)NULL);
        _exit(126);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* The profile as we read it. */
struct reading {
    struct symbols symbols;
    struct flat flat;
};

static void reading_begin(struct reading *r, const char *program)
{
    static const struct flat_request request = {0};
    const char *problem;

    *r = (struct reading){.flat.symbols = &r->symbols};
    assert_null(symbols_load(&r->symbols, program));
    problem = flat_add(&r->flat, &request, path_of("gmon.out"));
    if (problem || (problem = flat_sum(&r->flat, &request)))
        fail_msg("%s", problem);
    assert_int_equal(r->flat.rate, 100);
}

static void reading_end(struct reading *r)
{
    flat_free(&r->flat);
    symbols_free(&r->symbols);
}

/* Of a program that was run for a while. */
static void reading_of_run(struct reading *r, const char *program)
{
    run_busy(program, "30");
    reading_begin(r, program);
    assert_true(r->flat.total > 0);
}

static const struct flat_row *row_of(const struct flat *flat, const char *name)
{
    for (size_t k = 0; k < flat->row_count; k++)
        if (strcmp(flat->rows[k].function->name, name) == 0)
            return flat->rows + k;
    fail_msg("gprof alone has %s", name);
    return NULL;
}

/* A line of gprof's flat profile: "%time cumulative self [calls self/call
 * total/call] name". */
static bool gprof_line(char *line, const char **name, double *seconds,
                       uint64_t *calls)
{
    const char *words[8];
    size_t count = 0;

    for (char *w = strtok(line, " \n"); w && count < 8; w = strtok(NULL, " \n"))
        words[count++] = w;
    if (count < 4 || strspn(words[0], "0123456789.") != strlen(words[0]))
        return false;
    *seconds = strtod(words[2], NULL);
    *calls = count > 4 ? strtoull(words[3], NULL, 10) : 0;
    *name = words[count - 1];
    return true;
}

/* gprof leaves out what counts calls, by its name. */
static bool is_shown(const struct flat_row *row)
{
    const char *name = row->function->name;

    return strcmp(name, "mcount") != 0 && strcmp(name, "_mcount") != 0;
}

/* gprof's table has the same functions, ticks and calls. */
static void assert_gprof_agrees(const struct flat *flat, const char *program,
                                const char *format)
{
    char line[LINE], command[3 * LINE];
    size_t lines = 0, shown = 0;
    FILE *gprof;

    snprintf(command, sizeof command, "LC_ALL=C gprof -b -p -O %s %s %s",
             format, program, path_of("gmon.out"));
    gprof = popen(command, "r");
    assert_non_null(gprof);
    while (fgets(line, sizeof line, gprof)) {
        const struct flat_row *row;
        const char *name;
        double seconds;
        uint64_t calls;

        if (!gprof_line(line, &name, &seconds, &calls))
            continue;
        row = row_of(flat, name);
        lines++;
        if ((double)(long)(100 * seconds + 0.5) != ticks_value(row->ticks) ||
            calls != row->calls)
            fail_msg("%s: gprof %.2f s, %d calls; here %.3f ticks, %d calls",
                     name, seconds, (int)calls, ticks_value(row->ticks),
                     (int)row->calls);
    }
    assert_int_equal(pclose(gprof), 0);
    for (size_t k = 0; k < flat->row_count; k++)
        shown += is_shown(flat->rows + k);
    assert_int_equal(lines, shown);
}

static uint64_t address_of(const struct symbols *symbols, const char *name)
{
    for (size_t k = 0; k < symbols->count; k++)
        if (strcmp(symbols->list[k].name, name) == 0)
            return symbols->list[k].start;
    fail_msg("there is no %s", name);
    return 0;
}

/*
 * Counters of four bytes from two bytes after the start of a function on, so
 * that each function's first counter is half another's; of even counts, so
 * that halves are ticks.
 */
static void write_ours(enum file_layout layout, const char *program)
{
    unsigned char bytes[4096];
    uint16_t counters[COUNTERS];
    struct gmon_arc arcs[ARCS];
    struct symbols symbols;
    struct gmon_contents contents = {0, 0, 100, counters, COUNTERS, arcs, ARCS};
    uint64_t size;

    assert_null(symbols_load(&symbols, program));
    for (size_t k = 0; k < COUNTERS; k++)
        counters[k] = (uint16_t)(k * 7919 % 23 * 2);
    contents.low = address_of(&symbols, "next_random") + 2;
    contents.high = contents.low + 4 * COUNTERS;
    arcs[0] = (struct gmon_arc){address_of(&symbols, "main") + 9,
                                address_of(&symbols, "make_text") + 4, 70001};
    arcs[1] = (struct gmon_arc){address_of(&symbols, "make_text") + 20,
                                address_of(&symbols, "next_random") + 4, 3};
    arcs[2] = (struct gmon_arc){address_of(&symbols, "main") + 30,
                                address_of(&symbols, "next_random") + 4, 5};
    symbols_free(&symbols);
    size =
        gmon_out_write(&contents, layout, ENCODING_HERE, bytes, sizeof bytes);
    assert_in_range(size, 1, sizeof bytes);
    write_file("gmon.out", bytes, size);
}

TEST(gprof_reads_what_we_write)
{
    static const struct {
        enum file_layout layout;
        const char *format;
    } rows[] = {
        {LAYOUT_GMON_44, "4.4bsd"},   {LAYOUT_GMON_FREEBSD, "4.4bsd"},
        {LAYOUT_GMON_44, "auto"},     {LAYOUT_GMON_TAGGED, "magic"},
        {LAYOUT_GMON_TAGGED, "auto"},
    };
    const char *program = built("busy-pg");

    need_libelf();
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct reading r;

        write_ours(rows[k].layout, program);
        reading_begin(&r, program);
        assert_true(r.flat.total > 1000 && r.flat.row_count > 5);
        assert_int_equal(row_of(&r.flat, "next_random")->calls, 8);
        assert_true(ticks_value(r.flat.elsewhere) == 0);
        assert_gprof_agrees(&r.flat, program, rows[k].format);
        reading_end(&r);
    }
}

/* Of glibc, and of our own FreeBSD, which tells its rate. */
TEST(we_read_what_programs_write_as_gprof_does)
{
    static const struct {
        const char *program;
        enum file_layout layout;
        const char *format;
    } rows[] = {{"busy-pg", LAYOUT_GMON_TAGGED, "auto"},
                {"busy-pg-freebsd", LAYOUT_GMON_FREEBSD, "4.4bsd"}};

    need_libelf();
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const char *program = built("%s", rows[k].program);
        struct reading r;

        reading_of_run(&r, program);
        assert_int_equal(r.flat.files[0].file.layout, rows[k].layout);
        assert_int_equal(r.flat.files[0].file.encoding.word, sizeof(void *));
        assert_gprof_agrees(&r.flat, program, rows[k].format);
        assert_int_equal(row_of(&r.flat, "hash_text")->calls,
                         3 * row_of(&r.flat, "make_text")->calls);
        reading_end(&r);
    }
}

/* Its counters do not cover whole addresses, which gprof rounds; here
 * each tick still belongs to one place, and calls are gprof's. */
TEST(a_program_that_can_be_moved_is_read_where_it_is)
{
    const char *program = built("busy-pg-pie");
    struct ticks sum;
    struct reading r;

    need_libelf();
    reading_of_run(&r, program);
    assert_int_equal(r.flat.files[0].base, 0);
    assert_int_equal(row_of(&r.flat, "hash_text")->calls,
                     3 * row_of(&r.flat, "make_text")->calls);
    sum = r.flat.elsewhere;
    for (size_t k = 0; k < r.flat.row_count; k++)
        assert_true(ticks_add(&sum, r.flat.rows[k].ticks));
    assert_true(ticks_value(sum) > (double)r.flat.total - 1e-9);
    assert_true(ticks_value(sum) < (double)r.flat.total + 1e-9);
    reading_end(&r);
}

TESTS(set_up, tear_down)
