/* SPDX-License-Identifier: MIT */
/* Files that are made with one thing wrong in each, and what is found there. */
#ifndef CONFORMANCE_CHECK_PLANTED_TEST_H
#define CONFORMANCE_CHECK_PLANTED_TEST_H

#include "reference/unit_test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "reference/files/gmon_out.h"

enum { LOW = 0x1000, COUNTERS = 32, HIGH = LOW + 4 * COUNTERS, ROOM = 4096 };

#define HERE                                                                   \
    ((struct encoding){*(const unsigned char *)&(const uint16_t){1}            \
                           ? ORDER_LITTLE                                      \
                           : ORDER_BIG,                                        \
                       sizeof(void *)})

static struct function functions[] = {
    {LOW, LOW + 64, "one"},
    {LOW + 64, LOW + 68, "two"},
    {LOW + 68, HIGH, "three"},
};
static const struct symbols symbols = {
    .list = functions, .count = 3, .low = LOW, .high = 0x2000, .movable = true};

/* A file that is to be made. */
struct planted {
    uint16_t counters[COUNTERS];
    struct gmon_arc arcs[1100];
    struct gmon_contents contents;
    enum file_layout layout;
    struct encoding encoding;
    unsigned char bytes[64 + 2 * COUNTERS + 24 * 1100];
    uint64_t size;
};

static struct planted planted;

static inline struct planted *good_file(enum file_layout layout)
{
    struct planted *p = &planted;

    memset(p, 0, sizeof *p);
    p->counters[3] = 7;
    p->counters[20] = 9;
    p->arcs[0] = (struct gmon_arc){LOW + 16, LOW + 68, 3};
    p->contents = (struct gmon_contents){LOW,      HIGH,    100, p->counters,
                                         COUNTERS, p->arcs, 1};
    p->layout = layout;
    p->encoding = HERE;
    return p;
}

static inline void write_it(struct planted *p)
{
    p->size = gmon_out_write(&p->contents, p->layout, p->encoding, p->bytes,
                             sizeof p->bytes);
    assert_true(p->size > 0);
}

static char path[] = "/tmp/profilcheck-check-XXXXXX";

static inline void store(const char *name, const void *bytes, size_t size)
{
    FILE *file = fopen(name, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

/* What is found in files: a bit for each kind. */
static inline unsigned ills_of(const char *const *names, size_t count,
                               const struct symbols *of,
                               struct prof_check *check)
{
    static const struct flat_request request = {0};
    unsigned ills = 0;

    prof_check_begin(check, NULL, of);
    check->whose = "program";
    for (size_t k = 0; k < count; k++)
        prof_check_add(check, &request, names[k]);
    prof_check_all(check);
    for (size_t k = 0; k < check->finding_count; k++) {
        ills |= 1u << check->findings[k].kind;
        if (k > 0)
            assert_true(check->findings[k - 1].kind <= check->findings[k].kind);
        assert_null(strchr(check->findings[k].what, '{'));
        assert_null(strchr(check->findings[k].todo, '{'));
    }
    return ills;
}

static inline void assert_ills(const struct planted *p,
                               const struct symbols *of, unsigned ills,
                               const char *words)
{
    const char *name = path;
    struct prof_check check;
    bool said = !words;

    store(path, p->bytes, p->size);
    assert_int_equal(ills_of(&name, 1, of, &check), ills);
    for (size_t k = 0; k < check.finding_count; k++)
        said = said || strstr(check.findings[k].what, words);
    if (!said)
        fail_msg("nowhere is said: %s, but: %s", words,
                 check.finding_count ? check.findings->what : "nothing");
    prof_check_end(&check);
}

#define ILL(kind) (1u << ILL_##kind)

static const enum file_layout layouts[] = {LAYOUT_GMON_44, LAYOUT_GMON_FREEBSD,
                                           LAYOUT_GMON_TAGGED};
enum { EACH = sizeof layouts / sizeof *layouts };
/* As a program that was loaded elsewhere has them. */
static inline void shift(struct planted *p, uint64_t by)
{
    p->contents.low += by;
    p->contents.high += by;
    p->arcs[0].from += by;
    p->arcs[0].self += by;
}

static inline int set_up(void **state)
{
    int file = mkstemp(path);

    (void)state;
    return file < 0 ? -1 : close(file);
}

static inline int tear_down(void **state)
{
    (void)state;
    return unlink(path);
}

#endif
