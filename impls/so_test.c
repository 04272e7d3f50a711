/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "impl.h"
#include "reference/unit_test.h"

/* The implementations that the build makes beside this program. */
static void beside(char *path, size_t size, const char *name)
{
    ssize_t length = readlink("/proc/self/exe", path, size - 1);

    assert_true(length > 0);
    path[length] = '\0';
    *strrchr(path, '/') = '\0';
    *strrchr(path, '/') = '\0';
    assert_true(strlen(path) + strlen(name) + 10 < size);
    strcat(path, "/mutants/");
    strcat(path, name);
}

static struct impl *open_as(const char *path, const char *dialect, char *why,
                            size_t size)
{
    struct impl_options options = {.path = path, .dialect = dialect};

    why[0] = '\0';
    return impl_so.open(&options, why, size);
}

TEST(each_dialect_is_opened_and_called)
{
    static const struct {
        const char *file, *dialect;
        unsigned can;
    } rows[] = {
        {"aix.so", "aix", IMPL_CAN_PROFIL | IMPL_CAN_LIST},
        {"irix.so", "irix", IMPL_CAN_PROFIL | IMPL_CAN_SPROFIL},
        {"hpux.so", "hpux", IMPL_CAN_PROFIL},
        {"freebsd.so", "freebsd",
         IMPL_CAN_PROFIL | IMPL_CAN_MONSTARTUP | IMPL_CAN_MCLEANUP},
        {"glibc.so", "glibc", IMPL_CAN_PROFIL | IMPL_CAN_SPROFIL},
    };
    char path[4096], why[300];

    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        unsigned short buffer[4] = {0};
        struct impl_call on = {
            .entry = IMPL_PROFIL,
            .region = {.base = buffer, .size = sizeof buffer, .scale = 0x8000},
        };
        struct impl_call off = {.entry = IMPL_PROFIL};
        struct impl_result r;
        struct impl *impl;

        beside(path, sizeof path, rows[k].file);
        impl = open_as(path, rows[k].dialect, why, sizeof why);
        if (!impl)
            fail_msg("%s: %s", path, why);
        assert_int_equal(impl->class->capabilities(impl), rows[k].can);
        impl->class->call(impl, &on, &r);
        assert_int_equal(r.error, 0);
        assert_int_equal(r.value, 0);
        impl->class->call(impl, &off, &r);
        assert_int_equal(r.error, 0);
        impl->class->close(impl);
    }
}

/* libcmocka needs libc, where dlsym finds a profil for it. */
TEST(a_profil_of_a_dependency_is_not_its_own)
{
    char path[4096], why[300];
    FILE *maps = fopen("/proc/self/maps", "r");
    bool found = false;

    assert_non_null(maps);
    while (!found && fgets(path, sizeof path, maps))
        found = strchr(path, '/') && strstr(path, "libcmocka");
    fclose(maps);
    assert_true(found);
    path[strcspn(path, "\n")] = '\0';
    assert_null(open_as(strchr(path, '/'), "glibc", why, sizeof why));
    assert_non_null(strstr(why, "does not itself define"));
    assert_non_null(strstr(why, "libcmocka"));
}

TEST(a_missing_file_is_named)
{
    char why[300];

    assert_null(open_as("./no-such-file.so", "aix", why, sizeof why));
    assert_non_null(strstr(why, "no-such-file.so"));
    assert_null(open_as("no-such-file.so", "aix", why, sizeof why));
    assert_non_null(strstr(why, "./no-such-file.so"));
}

static void refuse(const void *bytes, size_t size, const char *words)
{
    char name[] = "/tmp/so_test-XXXXXX", why[400];
    const struct impl_options options = {.path = name, .dialect = "freebsd"};
    int file = mkstemp(name);

    assert_true(file >= 0);
    assert_int_equal(write(file, bytes, size), size);
    close(file);
    assert_null(impl_so.open(&options, why, sizeof why));
    unlink(name);
    if (!strstr(why, words))
        fail_msg("%s", why);
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

TEST(a_name_that_is_too_long_is_refused)
{
    char name[5000], why[300];

    memset(name, 'x', sizeof name);
    memcpy(name + sizeof name - 4, ".so", 4);
    assert_null(open_as(name, "aix", why, sizeof why));
    assert_non_null(strstr(why, "too long"));
}

TEST(no_path_and_no_dialect_are_refused)
{
    char why[300];

    assert_null(open_as(NULL, "aix", why, sizeof why));
    assert_non_null(strstr(why, "path"));
    assert_null(open_as("./x.so", "vms", why, sizeof why));
    assert_non_null(strstr(why, "vms"));
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
