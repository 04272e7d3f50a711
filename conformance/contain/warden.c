/* SPDX-License-Identifier: MIT */
#include "warden.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "crowd.h"
#include "enter.h"
#include "sandbox_time.h"
#include "task_stat.h"

enum { STARVED_MOST = 10 }; /* times a limit, if the machine is so busy */

static const uint64_t nap_most = 20000000; /* nanoseconds */
static const uint64_t held_most = 100000000;

struct watch {
    const struct sandbox_task *task;
    int out;
    pid_t pid;
    bool ended; /* and was reaped */
    int status;
    uint64_t stage;
    uint64_t since; /* the stage began, as far as is seen */
    struct crowd_time then;
    uint64_t begun;
    uint64_t dead_since; /* it is dead, and not to be reaped: somebody traces
                            it */
};

static bool send(int out, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t n = write(out, bytes, size);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        bytes += n;
        size -= (size_t)n;
    }
    return true;
}

static _Noreturn void warden_fail(int out, int error)
{
    char line[WARDEN_LINE];

    snprintf(line, sizeof line, "failed %d\n", error);
    send(out, line, strlen(line));
    _exit(1);
}

/* Whoever died.  An orphan comes to this process, which sees to its end. */
static void warden_reap(struct watch *watch)
{
    int status;
    pid_t pid;

    while ((pid = waitpid(-1, &status, WNOHANG | __WALL)) > 0)
        if (pid == watch->pid && !watch->ended) {
            watch->ended = true;
            watch->status = status;
        }
}

/* A zombie that a tracer holds can be signalled, and not be reaped. */
static bool is_held(struct watch *watch, uint64_t now)
{
    char path[64], text[TASK_STAT];
    const char *state;

    snprintf(path, sizeof path, "/proc/%d/stat", (int)watch->pid);
    state = task_stat(path, text);
    if (!state)
        return false;
    if (strncmp(state, " Z", 2) != 0) {
        watch->dead_since = 0;
        return false;
    }
    if (!watch->dead_since)
        watch->dead_since = now;
    return now - watch->dead_since >= held_most;
}

static void warden_follow(struct watch *watch, uint64_t now)
{
    uint64_t stage =
        watch->task->stage ? watch->task->stage(watch->task->context) : 0;

    if (stage <= watch->stage)
        return;
    send(watch->out, (const char[]){WARDEN_STAGE}, 1);
    watch->stage = stage;
    watch->since = now;
    watch->then = crowd_time();
}

static uint64_t since(uint64_t now, uint64_t then)
{
    return now > then ? now - then : 0;
}

/* What the machine kept from it is no time of its own: who would run has had
 * its time when it ran so long; who sleeps, when so much passed and was not
 * spent in waiting for a processor. */
static bool is_over(struct watch *watch, uint64_t now)
{
    const struct sandbox_task *task = watch->task;
    uint64_t limit = task->limit(task->context, watch->stage);
    uint64_t passed = now - watch->since;
    struct crowd_time time;

    if (passed >= limit * STARVED_MOST ||
        now - watch->begun >= task->most * STARVED_MOST)
        return true;
    if (passed < limit)
        return false;
    time = crowd_time();
    if (time.ready ? since(time.ran, watch->then.ran) >= limit
                   : passed >= limit + since(time.waited, watch->then.waited))
        return true;
    send(watch->out, (const char[]){WARDEN_WAITS}, 1);
    return false;
}

/* SIGCHLD, which is blocked, only wakes: whoever else sends it achieves
 * nothing. */
static enum sandbox_ended warden_wait_for_end(struct watch *watch)
{
    const struct timespec nap = {0, (long)nap_most};
    bool first = true;
    sigset_t child;

    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    for (;; first = false) {
        uint64_t now = sandbox_time();

        warden_reap(watch);
        if (watch->ended)
            return SANDBOX_ENDED;
        warden_follow(watch, now);
        if (is_over(watch, now))
            return SANDBOX_TIMED_OUT;
        if (!first && crowd_too_large())
            return SANDBOX_CROWDED;
        if (!first && is_held(watch, now))
            return SANDBOX_ENDED;
        sigtimedwait(&child, NULL, &nap);
    }
}

static void expect_children(void)
{
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigset_t child;

    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, NULL);
    sigaction(SIGCHLD, &action, NULL);
}

static _Noreturn void warden_tell(const struct sandbox_task *task,
                                  struct sandbox_end *end, int out)
{
    char line[WARDEN_LINE];

    if (task->tell)
        end->told = task->tell(task->context, end, &end->told_size);
    if (!end->told)
        end->told_size = 0;
    snprintf(line, sizeof line, "end %d %d %d %zu\n", (int)end->how,
             end->status, (int)end->marked, end->told_size);
    _exit(!send(out, line, strlen(line)) ||
          !send(out, end->told, end->told_size));
}

/* What the one above holds, as a lock, ends with it.  The pipes were made
 * before, so that none has the number of what a handler of fork closes. */
static void warden_close_others(int out, const int mark[2])
{
    int last = out > mark[0] ? out : mark[0];

    last = last > mark[1] ? last : mark[1];
    for (int file = 3; file < last; file++)
        if (file != out && file != mark[0] && file != mark[1])
            close(file);
#ifdef SYS_close_range
    syscall(SYS_close_range, last + 1u, ~0u, 0u);
#endif
}

_Noreturn void warden_run(const struct sandbox_task *task,
                          struct container *container, pid_t parent, int out)
{
    struct watch watch = {.task = task, .out = out};
    struct sandbox_end end = {.how = SANDBOX_ENDED};
    pid_t self = getpid();
    int mark[2];
    char byte;

    contain_tie(container, parent, out);
    if (pipe2(mark, O_CLOEXEC) != 0)
        warden_fail(out, errno);
    warden_close_others(out, mark);
    /* Not to be looked into by those it watches. */
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    expect_children();
    if (task->begin && !task->begin(task->context))
        warden_fail(out, errno);
    watch.begun = watch.since = sandbox_time();
    watch.pid = fork();
    if (watch.pid == 0) {
        enter_sandbox(self, mark[1]);
        task->body(task->context);
        _exit(0);
    }
    if (watch.pid < 0)
        warden_fail(out, errno);
    close(mark[1]);
    end.how = warden_wait_for_end(&watch);
    contain_sweep(container, watch.pid, &watch.status);
    end.status = watch.status;
    fcntl(mark[0], F_SETFL, O_NONBLOCK);
    end.marked = read(mark[0], &byte, 1) == 1;
    warden_tell(task, &end, out);
}
