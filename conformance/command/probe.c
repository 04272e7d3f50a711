/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/host/host.h"
#include "probe.h"

struct answer {
    unsigned capabilities;
    char why[400];
};

static _Noreturn void child(const struct observe_options *options, int out)
{
    struct answer answer = {0};
    int nowhere = open("/dev/null", O_RDWR);
    struct impl *impl;

    if (nowhere >= 0) {
        dup2(nowhere, STDIN_FILENO);
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
    }
    impl = options->impl->open(&options->open, answer.why, sizeof answer.why);
    if (impl) {
        answer.capabilities = options->impl->capabilities(impl);
        if (!answer.capabilities)
            strcpy(answer.why, "it has none of this dialect's calls");
    }
    /* An exit that is the implementation's own writes nothing. */
    _exit(write(out, &answer, sizeof answer) != sizeof answer);
}

static bool read_answer(int in, int timeout_ms, struct answer *answer)
{
    struct pollfd ready = {.fd = in, .events = POLLIN};
    int count;

    do
        count = poll(&ready, 1, timeout_ms);
    while (count < 0 && errno == EINTR);
    return count == 1 && read(in, answer, sizeof *answer) == sizeof *answer;
}

static unsigned ask_capabilities(const struct observe_options *options,
                                 char *why, size_t why_size)
{
    int timeout = options->timeout_ms ? (int)options->timeout_ms : 5000;
    struct answer answer = {.why = "opening it ended the process or hung"};
    int ends[2];
    pid_t pid;

    if (pipe2(ends, O_CLOEXEC) != 0) {
        snprintf(why, why_size, "pipe: %s", strerror(errno));
        return 0;
    }
    pid = fork();
    if (pid == 0) {
        close(ends[0]);
        child(options, ends[1]);
    }
    close(ends[1]);
    if (pid < 0) {
        snprintf(answer.why, sizeof answer.why, "fork: %s", strerror(errno));
    } else {
        struct answer read;

        if (read_answer(ends[0], timeout, &read))
            answer = read;
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
    }
    close(ends[0]);
    snprintf(why, why_size, "%s", answer.why);
    return answer.capabilities;
}

unsigned probe_capabilities(struct observe_options *options, char *why,
                            size_t why_size)
{
    unsigned capabilities = ask_capabilities(options, why, why_size);

    if (!capabilities)
        return 0;
    observe_learn(options);
    options->learnt.tick_time = host_tick_time();
    return capabilities;
}

static void needs(const struct call *call, enum dialect dialect,
                  unsigned capabilities,
                  const struct impl_constants *constants, const char **what)
{
    static const unsigned needed[] = {
        [CALL_PROFIL] = IMPL_CAN_PROFIL,
        [CALL_PROFIL_LIST] = IMPL_CAN_LIST,
        [CALL_SPROFIL] = IMPL_CAN_SPROFIL,
        [CALL_MONITOR] = IMPL_CAN_MONITOR,
        [CALL_MONITOR_LIST] = IMPL_CAN_MONITOR,
        [CALL_MONITOR_STOP] = IMPL_CAN_STOP,
        [CALL_MONSTARTUP] = IMPL_CAN_MONSTARTUP,
        [CALL_MONCONTROL] = IMPL_CAN_MONCONTROL,
        [CALL_MCLEANUP] = IMPL_CAN_MCLEANUP,
    };
    static const char *const names[] = {
        [CALL_PROFIL] = "needs profil, which is absent",
        [CALL_PROFIL_LIST] = "needs profil's list form, which is absent",
        [CALL_SPROFIL] = "needs sprofil, which is absent",
        [CALL_MONITOR] = "needs monitor, which is absent",
        [CALL_MONITOR_LIST] = "needs monitor, which is absent",
        [CALL_MONITOR_STOP] = "needs monitor, which is absent",
        [CALL_MONSTARTUP] = "needs monstartup, which is absent",
        [CALL_MONCONTROL] = "needs moncontrol, which is absent",
        [CALL_MCLEANUP] = "needs _mcleanup, which is absent",
    };

    if (!(capabilities & needed[call->kind])) {
        *what = names[call->kind];
        return;
    }
    if (call->kind == CALL_SPROFIL &&
        !(call->flags & (FLAG_USHORT | FLAG_UINT)) &&
        dialect_has_rule(dialect, RULE_NO_WIDTH_FLAG) &&
        (!constants->prof_ushort || !constants->prof_uint))
        *what = "needs flags without a width, and one of them is 0 here";
}

bool probe_case(const struct test_case *c, enum dialect dialect,
                unsigned capabilities, const struct impl_constants *constants,
                char *why, size_t why_size)
{
    const char *what = NULL;

    if (c->script.address_bits != sizeof(void *) * 8) {
        snprintf(why, why_size, "needs a %u-bit machine",
                 c->script.address_bits);
        return false;
    }
    for (size_t k = 0; k < c->script.count && !what; k++) {
        const struct op *op = &c->script.ops[k];

        if (op->kind == OP_CALL)
            needs(&op->call, dialect, capabilities, constants, &what);
        else if (op->kind == OP_FUNCTIONS && !(capabilities & IMPL_CAN_COUNT))
            what = "needs mcount, which is absent";
    }
    if (what)
        snprintf(why, why_size, "%s", what);
    return what == NULL;
}
