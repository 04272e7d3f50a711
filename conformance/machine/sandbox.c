/* SPDX-License-Identifier: MIT */
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "confine.h"
#include "contain.h"
#include "proc.h"
#include "scratch.h"

uint64_t sandbox_time(void)
{
    return clock_time(CLOCK_MONOTONIC);
}

bool sandbox_factor(double *factor)
{
    const char *text = getenv("PROFILCHECK_TIMEOUT_FACTOR");
    char *end;

    *factor = 1;
    if (!text)
        return true;
    *factor = strtod(text, &end);
    if (end != text && !*end && *factor >= 1 && *factor <= 1000)
        return true;
    *factor = 1;
    return false;
}

uint64_t sandbox_limit(unsigned milliseconds)
{
    double factor;

    sandbox_factor(&factor);
    return (uint64_t)(milliseconds * 1e6 * factor);
}

void sandbox_mark(uint32_t mark)
{
    while (write(CONFINED_KEPT, &mark, sizeof mark) < 0 && errno == EINTR)
        ;
    close(CONFINED_KEPT);
}

/* The supervisor. */

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
    struct contain_time then;
    uint64_t begun;
    uint64_t dead_since; /* it is dead, and not to be reaped: somebody traces
                            it */
};

static bool send(int out, const void *bytes, size_t size)
{
    for (const char *at = bytes; size > 0;) {
        ssize_t n = write(out, at, size);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

static bool send_note(int out, struct sandbox_note note)
{
    return send(out, &note, sizeof note);
}

static _Noreturn void supervisor_fail(int out, enum sandbox_ended how)
{
    send_note(out, (struct sandbox_note){.what = NOTE_FAILED,
                                         .how = how,
                                         .status = (uint32_t)errno});
    _exit(1);
}

/* Whether nobody is left to report to. */
static bool is_deserted(int out)
{
    struct pollfd reader = {.fd = out};

    return poll(&reader, 1, 0) > 0 && reader.revents & POLLERR;
}

/* Whoever died.  An orphan comes to this process, which sees to its end. */
static void reap(struct watch *watch)
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
    char path[64], text[PROC_STAT];
    const char *state;

    snprintf(path, sizeof path, "/proc/%d/stat", (int)watch->pid);
    state = proc_stat(path, text);
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

static void follow_stage(struct watch *watch, uint64_t now)
{
    uint64_t stage =
        watch->task->stage ? watch->task->stage(watch->task->context) : 0;

    if (stage <= watch->stage)
        return;
    send_note(watch->out, (struct sandbox_note){.what = NOTE_STAGE});
    watch->stage = stage;
    watch->since = now;
    watch->then = contain_time();
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
    uint64_t limit =
        task->limit ? task->limit(task->context, watch->stage) : task->most;
    uint64_t passed = now - watch->since;
    struct contain_time time;

    if (passed >= limit * STARVED_MOST ||
        now - watch->begun >= task->most * STARVED_MOST)
        return true;
    if (passed < limit)
        return false;
    time = contain_time();
    if (time.ready ? since(time.ran, watch->then.ran) >= limit
                   : passed >= limit + since(time.waited, watch->then.waited))
        return true;
    send_note(watch->out, (struct sandbox_note){.what = NOTE_WAITS});
    return false;
}

static bool is_too_large(const struct sandbox_task *task)
{
    return contain_too_large() ||
           (task->directory && scratch_too_large(task->directory));
}

/* SIGCHLD, which is blocked, only wakes: whoever else sends it achieves
 * nothing. */
static enum sandbox_ended wait_for_end(struct watch *watch)
{
    const struct timespec nap = {0, (long)nap_most};
    bool first = true;
    sigset_t child;

    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    for (;; first = false) {
        uint64_t now = sandbox_time();

        reap(watch);
        if (watch->ended)
            return WIFSIGNALED(watch->status) &&
                           WTERMSIG(watch->status) == SIGKILL &&
                           contain_was_large()
                       ? SANDBOX_TOO_LARGE
                       : SANDBOX_ENDED;
        follow_stage(watch, now);
        if (is_over(watch, now))
            return SANDBOX_TIMED_OUT;
        if (!first && is_too_large(watch->task))
            return SANDBOX_TOO_LARGE;
        if (!first && is_held(watch, now))
            return SANDBOX_ENDED;
        if (is_deserted(watch->out))
            return SANDBOX_LOST;
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
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
}

/* What the one above holds, as a lock, ends with it.  The pipes were made
 * before, so that none has the number of what a handler of fork closes. */
static void keep_only(int out, const int mark[2])
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

static bool share_memory(const struct sandbox_task *task)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t size = (task->shared_size + page - 1) / page * page;
    char *start;

    if (!task->shared)
        return true;
    start = mmap(NULL, size + 2 * page, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED)
        return false;
    mprotect(start, page, PROT_NONE);
    mprotect(start + page + size, page, PROT_NONE);
    *task->shared = start + page;
    return true;
}

static char *answer_of(const struct sandbox_task *task,
                       const struct sandbox_end *end, size_t *size)
{
    char *copy;

    if (task->answer)
        return task->answer(task->context, end, size);
    copy = task->shared ? malloc(task->shared_size) : NULL;
    if (copy)
        memcpy(copy, *task->shared, *size = task->shared_size);
    return copy;
}

/* All others are dead. */
static _Noreturn void report_end(const struct watch *watch,
                                 struct sandbox_end *end)
{
    end->answer = answer_of(watch->task, end, &end->answer_size);
    if (!end->answer)
        end->answer_size = 0;
    if (watch->task->directory)
        scratch_remove(watch->task->directory);
    _exit(!send_note(watch->out,
                     (struct sandbox_note){.what = NOTE_END,
                                           .how = end->how,
                                           .status = (uint32_t)end->status,
                                           .mark = end->mark,
                                           .size = end->answer_size}) ||
          !send(watch->out, end->answer, end->answer_size));
}

static _Noreturn void be_body(const struct sandbox_task *task, pid_t supervisor,
                              int mark)
{
    die_with_parent(supervisor);
    confine(mark, task->directory, task->writes);
    task->body(task->context);
    _exit(0);
}

static _Noreturn void supervise(const struct sandbox_task *task,
                                struct container *container, int out)
{
    struct watch watch = {.task = task, .out = out};
    struct sandbox_end end = {.how = SANDBOX_ENDED};
    pid_t self = getpid();
    int mark[2];

    /* Where there is something to be cleaned up it outlives who asked for it:
     * see is_deserted. */
    if (container->kind == CONTAINMENT_NAMESPACE && containment_has_files())
        prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    expect_children();
    if (is_deserted(out))
        _exit(0);
    if (pipe2(mark, O_CLOEXEC) != 0)
        supervisor_fail(out, SANDBOX_LOST);
    keep_only(out, mark);
    /* Not to be looked into by those it watches. */
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    if (!share_memory(task))
        supervisor_fail(out, SANDBOX_LOST);
    if (task->begin)
        task->begin(task->context);
    if (task->directory && !scratch_enter(task->directory))
        supervisor_fail(out, SANDBOX_NO_PLACE);
    if (!task->writes)
        contain_keep_files();
    watch.begun = watch.since = sandbox_time();
    watch.pid = contain_fork_body(container);
    if (watch.pid == 0)
        be_body(task, self, mark[1]);
    if (watch.pid < 0)
        supervisor_fail(out, SANDBOX_LOST);
    close(mark[1]);
    end.how = wait_for_end(&watch);
    contain_sweep(container, watch.pid, &watch.status);
    end.status = watch.status;
    fcntl(mark[0], F_SETFL, O_NONBLOCK);
    if (read(mark[0], &end.mark, sizeof end.mark) != sizeof end.mark)
        end.mark = 0;
    report_end(&watch, &end);
}

/* The one above it. */

enum { RESULT_GRACE = 10 }; /* times SANDBOX_GRACE, once the result comes */

static uint64_t longest_stage(const struct sandbox_task *task)
{
    return task->longest ? task->longest : task->most;
}

/* False where the time has come. */
static bool readable(int in, uint64_t until)
{
    for (;;) {
        uint64_t now = sandbox_time();
        struct pollfd ready = {.fd = in, .events = POLLIN};
        int n =
            now >= until
                ? 0
                : poll(&ready, 1, (int)((until - now) / 1000000 % 100000) + 1);

        if (n > 0)
            return true;
        if (sandbox_time() >= until)
            return false;
    }
}

/* Whether a supervisor may have written that; of an END, what there is to
 * be. */
static bool is_note(const struct sandbox_task *task,
                    const struct sandbox_note *note, struct sandbox_end *end)
{
    size_t most = task->answer ? task->answer_most : task->shared_size;

    if (note->what != NOTE_END)
        return note->what < NOTES;
    if (note->how > SANDBOX_TOO_LARGE || note->status > 0xffff ||
        note->size > most)
        return false;
    *end = (struct sandbox_end){.how = (enum sandbox_ended)note->how,
                                .status = (int)note->status,
                                .mark = note->mark,
                                .answer = calloc(1, (size_t)note->size + 1),
                                .answer_size = (size_t)note->size};
    return end->answer != NULL;
}

bool sandbox_read(const struct sandbox_task *task, int in, uint64_t until,
                  struct sandbox_end *end)
{
    uint64_t last = until + 11 * task->most;
    struct sandbox_note note;
    size_t have = 0; /* bytes of the note; then of the answer */
    bool whole = false, late = false;

    *end = (struct sandbox_end){.how = SANDBOX_LOST};
    for (;;) {
        ssize_t n;

        late = !readable(in, until < last ? until : last);
        if (late)
            break;
        n = whole ? read(in, end->answer + have, end->answer_size + 1 - have)
                  : read(in, (char *)&note + have, sizeof note - have);
        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0 && whole && have == end->answer_size)
            return true;
        have += n > 0 ? (size_t)n : 0;
        if (n <= 0 || (whole && have > end->answer_size))
            break;
        if (whole || have < sizeof note)
            continue;
        have = 0;
        if (!is_note(task, &note, end))
            break;
        if (note.what == NOTE_FAILED) {
            if (note.how == SANDBOX_NO_PLACE)
                end->how = SANDBOX_NO_PLACE;
            errno = note.status % 4096 ? (int)(note.status % 4096) : EINVAL;
            return false;
        }
        whole = note.what == NOTE_END;
        until = sandbox_time() +
                (note.what == NOTE_STAGE ? longest_stage(task) : 0) +
                (whole ? RESULT_GRACE : 2) * (uint64_t)SANDBOX_GRACE;
    }
    free(end->answer);
    *end = (struct sandbox_end){.how = late && !whole ? SANDBOX_TIMED_OUT
                                                      : SANDBOX_LOST,
                                .status = SIGKILL};
    return true;
}

static bool run_in_container(const struct sandbox_task *task,
                             struct sandbox_end *end)
{
    struct container container;
    uint64_t until;
    int ends[2], error;
    pid_t pid;
    bool good;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    fflush(NULL); /* or an exit in there writes what is buffered here */
    until = sandbox_time() + longest_stage(task) + SANDBOX_GRACE;
    pid = contain_fork(&container);
    if (pid == 0) {
        close(ends[0]);
        supervise(task, &container, ends[1]);
    }
    error = errno;
    close(ends[1]);
    good = pid > 0 && sandbox_read(task, ends[0], until, end);
    error = pid > 0 ? errno : error;
    close(ends[0]);
    if (pid > 0)
        contain_end(&container, pid);
    errno = error;
    return good;
}

bool sandbox_run(const struct sandbox_task *task, struct sandbox_end *end)
{
    bool good;
    int error;

    *end = (struct sandbox_end){.how = SANDBOX_LOST};
    if (task->directory)
        scratch_choose(task->directory);
    good = run_in_container(task, end);
    error = errno;
    if (task->directory)
        scratch_remove(task->directory);
    if (!good && task->directory && end->how == SANDBOX_NO_PLACE)
        *task->directory = '\0';
    errno = error;
    return good;
}
