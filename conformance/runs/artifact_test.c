/* SPDX-License-Identifier: MIT */
#include "conformance/command/command_test.h"

#include "artifact.h"
#include "reference/unit_test.h"

static const char *value(const struct artifact *artifact, const char *name)
{
    for (size_t k = 0; k < artifact->count; k++)
        if (strcmp(artifact->rows[k].name, name) == 0)
            return artifact->rows[k].value;
    return "";
}

TEST(a_library_has_a_soname_an_id_and_a_digest)
{
    struct artifact artifact;

    artifact_of(&artifact, &impl_libc, "libc");
    assert_has(value(&artifact, "path"), "/libc");
    assert_has(value(&artifact, "soname"), "libc.");
    assert_int_equal(strlen(value(&artifact, "sha256")), 64);
}

TEST(what_is_no_library_has_a_digest_alone)
{
    struct artifact artifact;
    char path[64];

    snprintf(path, sizeof path, "/proc/self/fd/%d", file_holding("abc"));
    artifact_read(&artifact, path);
    assert_int_equal(artifact.count, 2);
    assert_string_equal(value(&artifact, "sha256"),
                        "ba7816bf8f01cfea414140de5dae2223"
                        "b00361a396177a9cb410ff61f20015ad");
    artifact_read(&artifact, "/none");
    assert_int_equal(artifact.count, 1);
}

TEST(a_library_names_its_compiler)
{
    struct artifact artifact;

    artifact_read(&artifact, built("mutants/aix.so"));
#ifdef __clang__
    assert_has(value(&artifact, "compiler"), "clang");
#else
    assert_has(value(&artifact, "compiler"), "GCC: (");
#endif
}

/* Each byte of the tables that are read, at its worst. */
TEST(a_damaged_library_is_read_within_its_bounds)
{
    char name[64];
    unsigned char image[4096], damaged[sizeof image];
    int from = open(built("mutants/aix.so"), O_RDONLY | O_CLOEXEC);
    int to = memfd_create("damaged", 0);
    ssize_t length = read(from, image, sizeof image);
    struct artifact artifact;

    close(from);
    assert_int_equal(length, sizeof image);
    snprintf(name, sizeof name, "/proc/self/fd/%d", to);
    for (size_t k = 0; k < 64 + 56 * 11; k++) {
        memcpy(damaged, image, sizeof image);
        damaged[k] = 0xff;
        assert_int_equal(pwrite(to, damaged, sizeof damaged, 0),
                         sizeof damaged);
        artifact_read(&artifact, name);
        assert_in_range(artifact.count, 2, ARTIFACT_ROWS);
    }
    close(to);
}

static bool compiled(const char *options, const char *library)
{
    char command[512];

    snprintf(command, sizeof command,
             "printf '\\n\\nint profil(void) { return 0; }\\n' >%1$s.c && "
             "cc %2$s -shared -fPIC -o %1$s %1$s.c",
             library, options);
    return system(command) == 0;
}

TEST(a_function_has_its_source_line)
{
    char library[64], source[128], expected[128];

    snprintf(library, sizeof library, "/tmp/artifact-%d.so", (int)getpid());
    snprintf(expected, sizeof expected, "%s.c:3", library);
    assert_true(compiled("-g", library));
    assert_true(artifact_source(library, "profil", source, sizeof source));
    assert_string_equal(source, expected);
    assert_false(artifact_source(library, "profil", source, strlen(expected)));
    assert_false(artifact_source(library, "sprofil", source, sizeof source));
    assert_int_equal(chdir("/tmp"), 0);
    assert_true(artifact_source(library, "profil", source, sizeof source));
    assert_string_equal(source, expected + strlen("/tmp/"));
    assert_true(compiled("-g0", library));
    assert_false(artifact_source(library, "profil", source, sizeof source));
    unlink(library);
    expected[strlen(library) + 2] = '\0';
    unlink(expected);
}

TESTS(NULL, NULL)
