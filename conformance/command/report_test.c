/* SPDX-License-Identifier: MIT */
/* Verbs that read results run nothing: they make no process, and never open the
 * file that the results are of. */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "command_test.h"
#include "conformance/base/json_value.h"
#include "conformance/base/whole_file.h"
#include "conformance/machine/scratch_test.h"

/* In a directory of the test's own. */
static const char subject[] = "./subject.so", results[] = "results",
                  pages[] = "pages";

/* Wrong of a library that rounds down, in a dialect that rounds up. */
static const char odd[] = "case odd\nbuffer b 16\n"
                          "profil b 16 0x1000 0x8000\ntick 0x1002\n";

#define KILLS(call)                                                            \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1),                         \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)

/* From here on a process that makes another is killed. */
static void make_no_process(void)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#ifdef SYS_fork
        KILLS(SYS_fork),
        KILLS(SYS_vfork),
#endif
        KILLS(SYS_clone),
        KILLS(SYS_clone3),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {sizeof filter / sizeof *filter, filter};

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        _exit(125);
}

static struct command run_alone(const char *const *words)
{
    struct command command;

    before_program = make_no_process;
    command = command_with("", words);
    before_program = NULL;
    return command;
}

static int watch_subject(void)
{
    int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);

    assert_true(inotify_add_watch(watch, subject, IN_OPEN) >= 0);
    return watch;
}

/* Whether anybody opened it. */
static bool was_opened(int watch)
{
    char events[4096];
    bool opened = read(watch, events, sizeof events) > 0;

    close(watch);
    return opened;
}

TEST(verbs_that_read_results_run_nothing)
{
    const char *const *verbs[] = {
        WORDS("report", results),
        WORDS("report", "--format", "json", results),
        WORDS("report", "--report", pages, results),
        WORDS("compare", results, results),
        WORDS("verify", results),
    };

    if (!json_value_can_be_read)
        skip();
    for (size_t k = 0; k < sizeof verbs / sizeof *verbs; k++) {
        int watch = watch_subject();
        struct command command = run_alone(verbs[k]);

        if (command.status != 0 && command.status != 1)
            fail_msg("%s: status %d: %s", verbs[k][1], command.status,
                     command.err);
        if (was_opened(watch))
            fail_msg("%s opened what the results are of", verbs[k][1]);
        command_free(&command);
    }
}

TEST(a_run_is_noticed_by_both)
{
    const char *const *words =
        WORDS("run", "--dialect", "aix", "--cases", case_file(odd), subject);
    int watch = watch_subject();
    struct command opens = command_with("", words), killed = run_alone(words);

    assert_true(was_opened(watch));
    assert_int_equal(opens.status, 1);
    assert_int_equal(killed.status, -1);
    command_free(&opens);
    command_free(&killed);
}

/* A run that fails, of which a report has most to say; of a library that nobody
 * else opens meanwhile. */
static int run_first(void **state)
{
    struct command command;
    struct whole_file library;

    if (set_up(state) != 0 || chdir(directory) != 0)
        return -1;
    assert_true(whole_file_read(&library, built("mutants/freebsd.so")));
    write_file(subject, library.text, library.length);
    free(library.text);
    command = command_with(
        "", WORDS("run", "--dialect", "aix", "--results", results, subject));
    assert_int_equal(command.status, 1);
    command_free(&command);
    return 0;
}

TESTS(run_first, tear_down)
