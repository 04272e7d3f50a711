/* SPDX-License-Identifier: MIT */
/* What results say of a file is in transcripts/artifact.txt. */
#include "artifact.h"

#include <fcntl.h>
#include <sys/mman.h>

#include "conformance/built_test.h"

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

TESTS(NULL, NULL)
