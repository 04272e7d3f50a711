/* SPDX-License-Identifier: MIT */
/*
 * A profil judged in a test of its author's:
 *
 *     cc -o test cmocka.c $(pkg-config --cflags --libs libprofilcheck) -lcmocka
 *
 * -DROUND=1 makes it a wrong one.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <profilcheck.h>

#include "subject.h"

#ifndef ROUND
#define ROUND 0
#endif

PROFIL(my_profil, ROUND)

static void my_profil_is_what_the_manual_says(void **state)
{
    struct profilcheck_subject subject = {
        .profil = PROFILCHECK_FUNCTION(my_profil), .name = "my_profil"};
    struct profilcheck_report *report;

    (void)state;
    if (profilcheck_judge(&subject, "freebsd", "quick", &report))
        fail_msg("%s", profilcheck_text(report));
    profilcheck_free(report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(my_profil_is_what_the_manual_says),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
