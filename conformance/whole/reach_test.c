/* SPDX-License-Identifier: MIT */
/* What a case asks of the machine and cannot have is no fault of whoever is
 * judged, from a shared object or not. */
#include "command_test.h"
#include "reference/unit_test.h"

TEST(a_sleep_where_no_code_can_be_is_unsupported)
{
    static const char text[] = "case near\nbuffer b 16\n"
                               "profil b 16 0x1000 0x8000\ntick 0x1008\n"
                               "case far\nbuffer b 16\n"
                               "profil b 16 0x1000 0x8000\n"
                               "sleep 0xffffffffffff0000 10\n";
    const char *of[] = {"signal", built("mutants/freebsd.so")};

    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        struct command command = command_with(
            text, WORDS("run", "--dialect", "freebsd", "--cases", "-", of[k]));

        assert_has(command.out,
                   "unsupported: 1 case: the sleep's pc is "
                   "0xffffffffffff0000: its page cannot be mapped");
        assert_has(command.out, "\n2 cases: 1 pass, 1 unsupported\n");
        assert_int_equal(command.status, 0);
        command_free(&command);
    }
}

TESTS(NULL, NULL)
