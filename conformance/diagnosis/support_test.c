/* SPDX-License-Identifier: MIT */
/* When a departure stands, by how many cases say so; what cases say is in
 * scenes.txt. */
#include "reference/unit_test.h"
#include "support.h"

TEST(it_stands_by_how_many_cases_say_so)
{
    static const struct {
        struct support s;
        bool stands;
    } rows[] = {
        {{1, 0, 0, false, false, false, false}, true},
        {{1, 0, 0, true, false, false, false}, false},
        {{0, 0, 0, false, false, false, false}, false},
        {{4, 1, 0, false, false, false, false}, false},
        {{5, 1, 0, false, false, false, false}, true},
        {{3, 0, 1, false, false, false, false}, false},
        {{8, 0, 1, false, false, false, false}, true},
        {{7, 0, 1, false, false, false, false}, false},
        {{16, 0, 2, false, false, false, false}, true},
        {{15, 0, 2, false, false, false, false}, false},
        {{32, 1, 1, false, false, false, false}, true},
        {{31, 1, 1, false, false, false, false}, false},
        {{32, 0, 1, false, true, false, false}, true},
        {{31, 0, 1, false, true, false, false}, false},
        {{16, 5, 0, false, false, false, false}, true},
        {{15, 5, 0, false, false, false, false}, false},
        {{10, 3, 0, false, false, false, false}, true},
        {{9, 3, 0, false, false, false, false}, false},
        {{9, 2, 0, false, false, false, false}, true},
        {{8, 2, 0, false, false, false, false}, false},
        {{32, 9, 1, false, false, false, false}, false},
        {{35, 0, 7, false, true, false, false}, true},
        {{34, 0, 7, false, true, false, false}, false},
        {{31, 0, 5, false, false, false, false}, false},
        {{48, 1, 3, false, false, false, false}, true},
        {{47, 1, 3, false, false, false, false}, false},
        {{95, 1, 3, false, true, false, false}, false},
        {{63, 1, 2, false, false, false, true}, false},
        {{32, 15, 0, false, false, false, false}, true},
        {{32, 16, 0, false, false, false, false}, false},
        {{32, 11, 0, false, false, false, true}, false},
        {{40, 0, 5, false, false, false, true}, true},
        {{39, 0, 5, false, false, false, true}, false},
        {{40, 0, 5, false, true, false, true}, false},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        assert_int_equal(support_suffices(&rows[k].s), rows[k].stands);
    assert_true(support_is_weaker(&rows[3].s, &rows[4].s));
    assert_true(support_is_weaker(&rows[4].s, &rows[6].s));
    assert_true(support_is_weaker(&rows[5].s, &rows[3].s));
    assert_false(support_is_weaker(&rows[0].s, &rows[0].s));
}

TESTS(NULL, NULL)
