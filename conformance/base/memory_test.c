/* SPDX-License-Identifier: MIT */
#include "memory.h"

#include "reference/unit_test.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "output.h"

static void without_words(void)
{
    _exit(7);
}

/* How a process ends that asks for more than there is, and what it says. */
static int ends(void (*at_end)(void), char *words, size_t size)
{
    int streams[2], status;
    ssize_t length;
    pid_t pid;

    assert_int_equal(pipe(streams), 0);
    pid = fork();
    if (pid == 0) {
        dup2(streams[1], STDERR_FILENO);
        memory_at_end = at_end;
        memory_new(SIZE_MAX / 2, 3);
        _exit(0);
    }
    close(streams[1]);
    length = read(streams[0], words, size - 1);
    words[length < 0 ? 0 : length] = '\0';
    close(streams[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

TEST(where_memory_runs_out_the_process_says_so_and_ends)
{
    char words[100];

    assert_int_equal(ends(NULL, words, sizeof words), STATUS_HARNESS);
    assert_string_equal(words, "profilcheck: out of memory\n");
    assert_int_equal(ends(without_words, words, sizeof words), 7);
}

TEST(a_list_grows_and_keeps_its_items)
{
    struct arena arena = {NULL};
    size_t *list = NULL, *other = NULL;

    for (size_t k = 0; k < 1000; k++) {
        list = memory_grow(list, k, sizeof *list);
        other = arena_grow(&arena, other, k, sizeof *other);
        list[k] = other[k] = k;
    }
    for (size_t k = 0; k < 1000; k++) {
        assert_int_equal(list[k], k);
        assert_int_equal(other[k], k);
    }
    free(list);
    arena_free(&arena);
}

TEST(what_an_arena_gives_is_zeroed_aligned_and_apart)
{
    struct arena arena = {NULL};
    char *items[200];

    for (size_t k = 0; k < 200; k++) {
        items[k] = arena_new(&arena, k * k, 1);
        assert_int_equal((uintptr_t)items[k] % _Alignof(max_align_t), 0);
        for (size_t n = 0; n < k * k; n++)
            assert_int_equal(items[k][n], 0);
        memset(items[k], (int)k, k * k);
    }
    for (size_t k = 0; k < 200; k++)
        for (size_t n = 0; n < k * k; n++)
            assert_int_equal((unsigned char)items[k][n], k);
    arena_free(&arena);
    assert_null(arena.blocks);
}

TEST(texts_are_copied_and_made)
{
    struct arena arena = {NULL};
    struct memory_stream stream;
    char *text = memory_text("one"), *made = memory_format("%d of %s", 2, text);

    assert_string_equal(text, "one");
    assert_string_equal(made, "2 of one");
    assert_string_equal(arena_text(&arena, made), made);
    assert_null(memory_text(NULL));
    assert_null(arena_text(&arena, NULL));
    free(text);
    free(made);
    fputs("gathered", memory_stream(&stream));
    text = memory_stream_end(&stream);
    assert_string_equal(text, "gathered");
    assert_int_equal(stream.length, 8);
    free(text);
    arena_free(&arena);
}

TESTS(NULL, NULL)
