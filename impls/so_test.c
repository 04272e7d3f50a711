/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "impl.h"
#include "reference/unit_test.h"

static void refuse_path(const char *path, const char *dialect,
                        const char *words)
{
    struct impl_options options = {.path = path, .dialect = dialect};
    char why[400] = "";

    assert_null(impl_so.open(&options, why, sizeof why));
    if (!strstr(why, words))
        fail_msg("%s", why);
}

/* libcmocka needs libc, where dlsym finds a profil for it. */
TEST(a_profil_of_a_dependency_is_not_its_own)
{
    char path[4096];
    FILE *maps = fopen("/proc/self/maps", "r");
    bool found = false;

    assert_non_null(maps);
    while (!found && fgets(path, sizeof path, maps))
        found = strchr(path, '/') && strstr(path, "libcmocka");
    fclose(maps);
    assert_true(found);
    path[strcspn(path, "\n")] = '\0';
    refuse_path(strchr(path, '/'), "glibc", "does not itself define");
    refuse_path(strchr(path, '/'), "glibc", "libcmocka");
}

TEST(what_can_t_be_opened_is_refused_with_a_reason)
{
    char name[5000];

    refuse_path("./no-such-file.so", "aix", "no-such-file.so");
    refuse_path("no-such-file.so", "aix", "./no-such-file.so");
    refuse_path(NULL, "aix", "path");
    refuse_path("./x.so", "vms", "vms");
    memset(name, 'x', sizeof name);
    memcpy(name + sizeof name - 4, ".so", 4);
    refuse_path(name, "aix", "too long");
}

static void refuse(const void *bytes, size_t size, const char *words)
{
    char name[] = "/tmp/so_test-XXXXXX";
    int file = mkstemp(name);

    assert_true(file >= 0);
    assert_int_equal(write(file, bytes, size), size);
    close(file);
    refuse_path(name, "freebsd", words);
    unlink(name);
}

TEST(what_is_not_linked_is_to_be_linked)
{
    unsigned char object[64] = "\177ELF\2\1\1";

    object[16] = 1;
    refuse(object, sizeof object, "cc -shared -o mine.so /tmp/so_test-");
    object[16] = 0, object[17] = 1;
    refuse(object, sizeof object, "cc -shared -o mine.so /tmp/so_test-");
    refuse("!<arch>\n", 8, "cc -shared -o mine.so -Wl,--whole-archive /tmp/");
    object[16] = 3;
    refuse(object, sizeof object, "cannot load it: /tmp/so_test-");
    refuse(object, 16, "cannot load it: /tmp/so_test-");
    refuse("!<arch>", 7, "cannot load it: /tmp/so_test-");
}

TEST(names_are_found_in_the_table_and_paths_are_objects)
{
    assert_ptr_equal(impl_find("signal"), &impl_signal);
    assert_ptr_equal(impl_find("libc"), &impl_libc);
    assert_ptr_equal(impl_find("./mine"), &impl_so);
    assert_ptr_equal(impl_find("mine.so"), &impl_so);
    assert_null(impl_find("mine"));
    assert_null(impl_find(".so"));
    assert_null(impl_find(""));
}

TESTS(NULL, NULL)
