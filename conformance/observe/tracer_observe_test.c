/* SPDX-License-Identifier: MIT */
/* Implementations that misbehave while they are traced. */

#include <stdio.h>
#include <sys/stat.h>

#include "impls/own/process_fixture.h"
#include "observe_test.h"

TEST(every_tick_is_counted_and_none_after_off)
{
    assert_ordinary_with("");
}

TEST(harmless_habits_change_nothing)
{
    static const char *const habits[] = {
        "posix-clock",    "wall-clock",  "no-clock",        "small-mask",
        "closes-all",     "writes-junk", "blocks-all",      "leaves-child",
        "leaves-handler", "late-tick",   "tick-opens-mask", "signals-group"};

    for (size_t k = 0; k < COUNT(habits); k++)
        assert_ordinary_with(habits[k]);
}

TEST(a_timers_own_tick_is_swallowed)
{
    assert_ordinary_with("tick-pends");
    assert_ordinary_with("tick-pends-here");
}

TEST(a_tick_that_it_sends_itself_is_its_own)
{
    struct observation observation = see("tick-raises", &ordinary_case);

    assert_counters(&observation, "raises", (unsigned[]){2, 2, 0, 3});
    assert_false(observation.disturbed);
    observation_free(&observation);
}

TEST(a_timers_tick_while_it_sleeps_gets_through)
{
    static const struct op ops[] = {
        BUFFER(0, 16),
        PROFIL(0, 16, ONE_TO_ONE),
        {.kind = OP_SLEEP, .pc = TEXT_START + 4, .milliseconds = 100}};
    const struct test_case c = CASE(ops);
    struct observation observation = see("wall-clock", &c);

    assert_int_equal(observation.ended, ENDED_NORMALLY);
    assert_int_equal(observation.outcome.events[1].kind, EVENT_SLEEP);
    assert_int_equal(observation.outcome.events[1].value, 1);
    observation_free(&observation);
}

TEST(who_uses_ptrace_itself_is_refused_by_the_system)
{
    assert_ordinary_with("asks-to-be-traced");
    assert_ordinary_with("traces-its-parent");
    assert_ordinary_with("tick-traces");
}

TEST(a_death_costs_the_case_and_nothing_else)
{
    assert_death("crashes", ENDED_SIGNAL, SIGSEGV, ORDINARY_ON);
    assert_death("recurses", ENDED_SIGNAL, SIGSEGV, ORDINARY_ON);
    assert_death("kills-itself", ENDED_SIGNAL, SIGKILL, ORDINARY_ON);
    assert_death("traps", ENDED_SIGNAL, SIGTRAP, ORDINARY_ON);
}

TEST(a_death_in_a_tick_costs_the_case_too)
{
    assert_death("tick-crashes", ENDED_SIGNAL, SIGSEGV, ORDINARY_TICK);
    assert_death("tick-exits", ENDED_EXIT, 0, ORDINARY_TICK);
    assert_death("tick-kills", ENDED_SIGNAL, SIGKILL, ORDINARY_TICK);
    assert_death("tick-traps", ENDED_SIGNAL, SIGTRAP, ORDINARY_TICK);
    assert_death("tick-kills-parent", ENDED_SIGNAL, SIGKILL, ORDINARY_TICK);
}

TEST(what_never_ends_is_ended)
{
    assert_late("hangs", ORDINARY_ON);
    assert_late("stops", ORDINARY_ON);
    assert_late("tick-hangs", ORDINARY_TICK);
    assert_late("tick-stops", ORDINARY_TICK);
}

TEST(a_death_in_a_batch_costs_one_case)
{
    assert_deaths_in_batch("tick-crashes");
}

/* In a process of its own: there is no way back. */
TEST(where_ptrace_is_forbidden_it_is_unsupported)
{
    struct observe_options options = options_of("");
    struct observation observation;
    pid_t pid = fork();

    if (pid == 0) {
        if (!forbid(SYS_ptrace, EPERM))
            _exit(1);
        observe(&options, &ordinary_case, &observation);
        _exit(observation.ended == ENDED_UNSUPPORTED &&
                      strstr(observation.note, "not permitted") != NULL
                  ? 0
                  : 2);
    }
    assert_int_equal(end_of(pid), 0);
}

enum victim { HARNESS, SUPERVISOR, TRACER, TRACED, VICTIMS };

/* Numbers in the container are not those out here. */
static pid_t child_of(pid_t parent)
{
    char path[64];
    FILE *file;
    int child = 0;

    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)parent,
             (int)parent);
    file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%d", &child), 1);
    fclose(file);
    return child;
}

/* A harness that holds on to a file; returns its process. */
static pid_t start_holding(void)
{
    struct observe_options options = options_of("holds-on");
    struct observation observation;
    pid_t harness = fork();

    if (harness != 0)
        return harness;
    observe(&options, &ordinary_case, &observation);
    _exit(observation.ended == ENDED_SIGNAL && observation.status == SIGKILL &&
                  waitpid(-1, NULL, WNOHANG) == -1
              ? 0
              : 1);
}

/* The file has an end when the last process that holds it is gone. */
static void kill_while_holding(enum victim victim, const char *name)
{
    pid_t harness = start_holding(), pid = harness;
    int file = open(name, O_RDONLY), status;
    char more;

    assert_int_equal(read(file, &more, 1), 1);
    for (int k = HARNESS; k < (int)victim; k++)
        pid = child_of(pid);
    assert_int_equal(kill(pid, SIGKILL), 0);
    assert_int_equal(read(file, &more, 1), 0);
    close(file);
    assert_int_equal(waitpid(harness, &status, 0), harness);
    if (victim == HARNESS)
        assert_true(WIFSIGNALED(status));
    else
        assert_int_equal(status, 0);
    while (waitpid(-1, NULL, 0) > 0) /* orphans of the harness */
        assert_int_equal(victim, HARNESS);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

TEST(whoever_dies_first_none_is_left)
{
    char directory[] = "/tmp/tracer-XXXXXX", name[64];

    assert_non_null(mkdtemp(directory));
    snprintf(name, sizeof name, "%s/held", directory);
    assert_int_equal(mkfifo(name, 0600), 0);
    held_file = name;
    alarm(60);
    for (int times = 0; times < VICTIMS * 10; times++)
        kill_while_holding((enum victim)(times % VICTIMS), name);
    alarm(0);
    unlink(name);
    rmdir(directory);
}

int main(int argc, char **argv)
{
    observe_after_exec(argc, argv);
    test_backend = BACKEND_PTRACE;
    return RUN_TESTS(NULL, NULL);
}
