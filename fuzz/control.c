/* SPDX-License-Identifier: MIT */
/*
 * Calls in any order: an input is the text of cases, which is changed row by
 * row and checked by scripts.h.
 */
#include "conformance/language/case.h"
#include "scripts/scripts.h"

bool fuzz_rows(const char *text, size_t size, bool check)
{
    struct case_list list = {0};
    struct case_error error;
    bool good = case_list_parse(&list, "input", text, size, &error);

    good = good && list.count > 0;
    case_list_free(&list);
    if (check)
        script_check(text, size);
    return good;
}
