/* SPDX-License-Identifier: MIT */
#include "guard.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "conformance/built_test.h"
#include "impls/own/process_fixture.h"
#include "reference/unit_test.h"

#if defined __linux__ && defined __x86_64__ && !defined __ILP32__ &&           \
    defined __GLIBC__
#define GUARDS true
#else
#define GUARDS false
#endif

typedef void *allocates(void *old, size_t size);

static void *object;

static allocates *entry(const char *name)
{
    void *address = dlsym(object, name);
    allocates *found;

    assert_non_null(address);
    memcpy(&found, &address, sizeof found);
    return found;
}

/* In a child that may end of it. */
static bool can_be_written(char *at)
{
    pid_t pid = fork();

    if (pid == 0) {
        signal(SIGSEGV, SIG_DFL);
        *(volatile char *)at = 1;
        _exit(0);
    }
    return end_of(pid) >= 0;
}

static char *allocated(const char *name, void *old, size_t size)
{
    char *block;

    guard_begin();
    block = entry(name)(old, size);
    guard_end();
    assert_non_null(block);
    return block;
}

TEST(a_block_ends_where_it_ends)
{
    static const char *const ways[] = {"by_malloc", "by_calloc", "by_realloc",
                                       "by_sbrk"};
    static const size_t sizes[] = {8, 16, 104, 4096, 4104, 70000};

    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            char *block = allocated(ways[w], NULL, sizes[s]);

            assert_int_equal((uintptr_t)block % GUARD_ALIGNED, 0);
            assert_true(can_be_written(block));
            assert_true(can_be_written(block + sizes[s] - 1));
            assert_false(can_be_written(block + sizes[s]));
        }
}

TEST(a_mapping_ends_with_its_last_page)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *mapped = allocated("by_mmap", NULL, page + 1);

    assert_true(can_be_written(mapped + 2 * page - 1));
    assert_false(can_be_written(mapped + 2 * page));
}

TEST(what_is_made_larger_keeps_what_it_holds)
{
    char *block = allocated("by_malloc", NULL, 16), *larger;

    memcpy(block, "fifteen letters", 16);
    larger = allocated("by_realloc", block, 6000);
    assert_string_equal(larger, "fifteen letters");
    assert_false(can_be_written(larger + 6000));
    assert_false(can_be_written(block));
    assert_memory_equal(allocated("by_realloc", larger, 8), "fifteen ", 8);
}

TEST(what_is_given_back_is_not_touched_again)
{
    char *block = allocated("by_malloc", NULL, 16);

    entry("by_free")(block, 0);
    assert_false(can_be_written(block));
    entry("by_free")(NULL, 0);
}

TEST(what_was_allocated_before_is_given_back_as_ever)
{
    char *block = entry("by_malloc")(NULL, 24);

    assert_true(can_be_written(block + 24));
    guard_begin();
    block = entry("by_realloc")(block, 48);
    entry("by_free")(block, 0);
    guard_end();
}

TEST(beyond_the_most_blocks_are_as_ever)
{
    char *blocks[GUARD_BLOCKS + 1];

    for (unsigned k = 0; k < GUARD_BLOCKS + 1; k++)
        *(blocks[k] = allocated("by_calloc", NULL, 8)) = 1;
    for (unsigned k = 0; k < GUARD_BLOCKS + 1; k++)
        entry("by_free")(blocks[k], 0);
}

TEST(more_than_there_is_is_refused)
{
    guard_begin();
    assert_null(entry("by_malloc")(NULL, SIZE_MAX));
    guard_end();
}

TEST(no_function_guards_nothing)
{
    guard_install(NULL);
    guard_install((void (*)(void))guard_end); /* this program's own */
    guard_begin();
    free(malloc(8));
    guard_end();
}

int main(void)
{
    void *address;
    void (*function)(void);

    if (!GUARDS)
        return 0;
    object = dlopen(built("mutants/allocates.so"), RTLD_NOW | RTLD_LOCAL);
    address = object ? dlsym(object, "by_malloc") : NULL;
    if (!address)
        return 1;
    memcpy(&function, &address, sizeof function);
    guard_install(function);
    return RUN_TESTS(NULL, NULL);
}
