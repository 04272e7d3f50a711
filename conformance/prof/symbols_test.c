/* SPDX-License-Identifier: MIT */
/* What names functions have is in transcripts/symbols.txt. */
#include "reference/unit_test.h"
#include "symbols.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void need_libelf(void)
{
    if (!symbols_can_be_read)
        skip();
}

/* This program's file, to be damaged. */
static unsigned char *own_file(int *file, size_t *size)
{
    int own = open("/proc/self/exe", O_RDONLY);
    unsigned char *bytes;

    *size = (size_t)lseek(own, 0, SEEK_END);
    *file = memfd_create("elf", 0);
    assert_int_equal(ftruncate(*file, (off_t)*size), 0);
    bytes = mmap(NULL, *size, PROT_READ | PROT_WRITE, MAP_SHARED, *file, 0);
    assert_true(bytes != MAP_FAILED);
    assert_int_equal(pread(own, bytes, *size, 0), *size);
    close(own);
    return bytes;
}

static void load_whatever(int file)
{
    char path[64];
    struct symbols symbols;
    size_t letters = 0;

    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (symbols_load(&symbols, path))
        return;
    for (size_t k = 0; k < symbols.count; k++) {
        assert_true(symbols.list[k].start < symbols.list[k].end);
        letters += strlen(symbols.list[k].name);
    }
    assert_true(letters >= symbols.count);
    symbols_free(&symbols);
}

TEST(a_damaged_program_is_survived)
{
    static const unsigned char values[] = {0x00, 0x01, 0x7f, 0xff};
    size_t size, sections;
    unsigned char *bytes;
    int file;

    need_libelf();
    bytes = own_file(&file, &size);
    memcpy(&sections, bytes + 40, 8); /* e_shoff of 64 bits */
    assert_true(sections < size);
    for (size_t at = 4; at < size; at = at + 1 == 64 ? sections : at + 1)
        for (size_t v = 0; v < 4; v += at < 64 ? 1 : 3) {
            unsigned char before = bytes[at];

            bytes[at] = values[v];
            load_whatever(file);
            bytes[at] = before;
        }
    for (size_t less = 1; less < size; less *= 3) {
        assert_int_equal(ftruncate(file, (off_t)(size - less)), 0);
        load_whatever(file);
    }
    munmap(bytes, size);
    close(file);
}

static void where_a_program_was_loaded_is_found_where_one_page_fits(void **s)
{
    static const struct {
        uint64_t low, high;
        bool movable;
        uint64_t own_low, own_high; /* of the program */
        bool found;
        uint64_t base;
    } rows[] = {
        /* it can't be moved, or needn't be */
        {0x401000, 0x402000, false, 0x400000, 0x403000, true, 0},
        {0x501000, 0x502000, false, 0x400000, 0x403000, false, 0},
        {0x1000, 0x2000, true, 0, 0x3000, true, 0},
        {0x0, 0x10000, true, 0, 0x3000, true, 0},
        /* all of it, or all but less than a page */
        {0x555555554000, 0x555555556100, true, 0, 0x2100, true, 0x555555554000},
        {0x555555554040, 0x555555556008, true, 0, 0x2100, true, 0x555555554000},
        /* it may be at several places */
        {0x555555555040, 0x555555556008, true, 0, 0x2100, false, 0},
        /* it does not fit */
        {0x555555554000, 0x555555557000, true, 0, 0x2100, false, 0},
        {0x555555554000, UINT64_MAX, true, 0, 0x2100, false, 0},
        {0xffffffffffffe000, UINT64_MAX, true, 0, 0x2100, true,
         0xffffffffffffe000},
    };

    (void)s;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct symbols symbols = {.low = rows[k].own_low,
                                  .high = rows[k].own_high,
                                  .movable = rows[k].movable};
        uint64_t base;

        assert_int_equal(
            symbols_base(&symbols, rows[k].low, rows[k].high, &base),
            rows[k].found);
        if (rows[k].found)
            assert_int_equal(base, rows[k].base);
    }
}

ENLIST(where_a_program_was_loaded_is_found_where_one_page_fits, NULL, NULL)

TESTS(NULL, NULL)
