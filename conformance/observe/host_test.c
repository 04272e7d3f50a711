/* SPDX-License-Identifier: MIT */
/* What a host does, and that a case is not asked for what it breaks. */
#include <stdlib.h>
#include <string.h>

#include "conformance/language/suite.h"
#include "conformance/machine/arch.h"
#include "conformance/machine/stub.h"
#include "host.h"
#include "impls/own/process_fixture.h"
#include "observe.h"
#include "reference/unit_test.h"

/* One that has a case of these two ask for what is broken. */
static int asked_where_exec_is_denied(void)
{
    static const char text[] = "case a\nbuffer b 16\nexec\n"
                               "case b\nbuffer b 16\nfork\nend\n";
    struct case_list list = {0};
    struct case_error error;
    const char *first, *second;

    if (!forbid(SYS_execve, EACCES))
        return CANNOT;
    if (!case_list_parse(&list, "host", text, strlen(text), &error))
        return 1;
    first = host_breaks(&list.cases[0], BACKEND_SIGNAL);
    second = host_breaks(&list.cases[1], BACKEND_SIGNAL);
    case_list_free(&list);
    return !(first && !second &&
             strcmp(first, "this host breaks what the case needs: this "
                           "program can't exec itself") == 0);
}

/* Before anything is measured in this process. */
TEST(a_case_is_not_asked_for_what_the_host_breaks)
{
    assert_child_can(asked_where_exec_is_denied);
}

/* Those that no load of the machine changes, on the kernel that this is
 * written for. */
TEST(on_linux_it_is_right)
{
    static const enum host_name names[] = {
        HOST_SIGNAL_STUB, HOST_SIGNAL_RETURN, HOST_SIGNAL_MASK,
        HOST_WAIT,        HOST_FORK_TIMER,    HOST_FORK_PENDING,
        HOST_EXEC,        HOST_EXEC_PENDING,  HOST_EXEC_TIMER};
    static const enum host_name steps[] = {HOST_STEP, HOST_STEP_THREAD};

    if (!ARCH_DELIVERS)
        skip();
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (host_fact(names[k])->state != HOST_RIGHT)
            fail_msg("%s: %s", host_name_of(names[k]),
                     host_fact(names[k])->text);
    for (size_t k = 0; k < 2; k++)
        assert_int_equal(host_fact(steps[k])->state,
                         ARC_COUNTS ? HOST_RIGHT : HOST_ABSENT);
    assert_true(host_tick_time() > 0);
}

TEST(every_fact_is_reported_in_words)
{
    for (unsigned f = 0; f < HOST_FACTS; f++) {
        const struct host_fact *fact = host_fact((enum host_name)f);

        assert_in_range(fact->state, 0, HOST_STATES - 1);
        assert_true(strlen(fact->text) > 10);
        assert_non_null(host_name_of((enum host_name)f));
        assert_ptr_equal(host_fact((enum host_name)f), fact);
    }
}

int main(int argc, char **argv)
{
    observe_after_exec(argc, argv);
    return RUN_TESTS(NULL, NULL);
}
