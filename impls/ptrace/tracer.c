/* SPDX-License-Identifier: MIT */
#include "tracer.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bell.h"
#include "impls/counting/faults.h"
#include "row.h"

enum {
    LEAVE = 2,   /* seconds to be permitted to trace */
    SETTLE = 20, /* milliseconds, at most, to let go those asked to stop */
};

static struct tracer *own; /* in the tracer: what its handler rings */

static void on_signal(int number)
{
    int error = errno;

    (void)number;
    bell_ring(&own->bell);
    errno = error;
}

static void close_files(void)
{
    struct rlimit files;

    getrlimit(RLIMIT_NOFILE, &files);
    if (syscall(SYS_close_range, 0u, ~0u, 0u) != 0)
        for (rlim_t i = 0; i < files.rlim_cur; i++)
            close((int)i);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
}

/* What the program does with signals is not for here, nor are its files. */
static void settle_in(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigset_t open;

    prctl(PR_SET_NAME, "profil");
    setsid();
    close_files();
    sigaction(SIGCHLD, &action, NULL);
    sigaction(SIGALRM, &action, NULL);
    signal(SIGSEGV, SIG_DFL);
    signal(SIGBUS, SIG_DFL);
    faults_catch();
    sigemptyset(&open);
    sigaddset(&open, SIGCHLD);
    sigaddset(&open, SIGALRM);
    sigprocmask(SIG_UNBLOCK, &open, NULL);
}

static void answer_order(struct tracer *tracer, int error)
{
    tracer->error = error;
    atomic_store(&tracer->answered, tracer->served);
    bell_ring(&tracer->news);
}

static bool is_order_there(const struct tracer *tracer)
{
    return atomic_load(&tracer->asked) != tracer->served;
}

static void resume_thread(pid_t thread, int signal)
{
    ptrace(PTRACE_CONT, thread, NULL, (void *)(intptr_t)signal);
}

static uint64_t tracer_period(const struct tracer *tracer)
{
    return tracer->current.microseconds * UINT64_C(1000);
}

/* It stopped by no signal: because it was asked to, or as it began. */
static void look_at(struct tracer *tracer, struct tracee *tracee)
{
    uint32_t periods = tracee_periods(tracee, tracer_period(tracer));
    registers now;

    if (!row_count(tracee->id, &tracer->current.table,
                   tracer->current.held ? 0 : periods, &now))
        return;
    if (registers_fails_by_stop(&now))
        registers_restart(tracee->id);
}

static void give_row(struct tracer *tracer, struct tracee *tracee)
{
    tracee->asks = false;
    answer_order(tracer,
                 row_give(tracer->row, tracee->id, &tracer->current.table));
}

/* PTRACE_EVENT_STOP, by SIGTRAP or by the signal that its group stops by. */
static void interrupted(struct tracer *tracer, struct tracee *tracee,
                        int signal)
{
    look_at(tracer, tracee);
    tracee->interrupted = false;
    if (tracee->asks)
        give_row(tracer, tracee);
    if (signal == SIGTRAP)
        resume_thread(tracee->id, 0);
    else
        ptrace(PTRACE_LISTEN, tracee->id, NULL, NULL);
}

/* False where there is another program now. */
static bool stopped(struct tracer *tracer, pid_t id, int status)
{
    struct tracee *tracee = tracees_add(&tracer->tracees, id);

    if (!tracee) { /* a process of its own, made by clone */
        ptrace(PTRACE_DETACH, id, NULL, NULL);
        return true;
    }
    switch (status >> 16) {
    case 0: resume_thread(id, WSTOPSIG(status)); return true;
    case PTRACE_EVENT_EXEC: return false;
    case PTRACE_EVENT_STOP:
        interrupted(tracer, tracee, WSTOPSIG(status));
        return true;
    default: resume_thread(id, 0); return true;
    }
}

/* False where nobody is left to trace. */
static bool take_stops(struct tracer *tracer)
{
    int status;
    pid_t id;

    while ((id = waitpid(-1, &status, __WALL | WNOHANG)) != 0) {
        if (id < 0 && errno == EINTR)
            continue;
        if (id < 0)
            return false;
        if (!WIFSTOPPED(status))
            tracees_remove(&tracer->tracees, id);
        else if (!stopped(tracer, id, status))
            return false;
    }
    return true;
}

/* True if it will stop. */
static bool interrupt(struct tracee *tracee)
{
    if (!tracee->interrupted)
        tracee->interrupted =
            ptrace(PTRACE_INTERRUPT, tracee->id, NULL, NULL) == 0;
    return tracee->interrupted;
}

/* One that sleeps is left alone, and costs little: it still does if it has
 * not come to run since. */
static void look_for(struct tracee *tracee)
{
    struct tracee_times times;

    if (tracee->interrupted || !tracee_times(tracee, &times) ||
        (tracee->asleep && times.turns == tracee->turns))
        return;
    tracee->turns = times.turns;
    tracee->asleep = !tracee_runs(tracee);
    if (!tracee->asleep)
        interrupt(tracee);
}

static void look_for_all(struct tracer *tracer)
{
    for (size_t i = 0; i < tracer->tracees.count; i++)
        look_for(&tracer->tracees.list[i]);
}

/* CPU time before this order makes no ticks of it. */
static void obey(struct tracer *tracer)
{
    bool anew = tracer->current.held ||
                tracer->current.microseconds != tracer->order.microseconds;

    tracer->current = tracer->order;
    for (size_t i = 0; anew && i < tracer->tracees.count; i++)
        tracee_begin(&tracer->tracees.list[i]);
}

static void begin_row(struct tracer *tracer)
{
    struct tracee *tracee = tracees_find(&tracer->tracees, tracer->asker);

    if (tracee && interrupt(tracee))
        tracee->asks = true;
    else
        answer_order(tracer, ESRCH);
}

/* False: quit. */
static bool serve(struct tracer *tracer)
{
    tracer->served = atomic_load(&tracer->asked);
    switch (tracer->request) {
    case TRACER_ROW: begin_row(tracer); return true;
    case TRACER_OBEY: obey(tracer); break;
    case TRACER_SEIZE: break;
    case TRACER_QUIT: return false;
    }
    answer_order(tracer, 0);
    return true;
}

static bool any_interrupted(const struct tracees *tracees)
{
    for (size_t i = 0; i < tracees->count; i++)
        if (tracees->list[i].interrupted)
            return true;
    return false;
}

/* A stop that is under way is taken, so that no system call fails by it.
 * But a thread may be where it can't stop. */
static void let_go(struct tracer *tracer)
{
    const struct timespec moment = {.tv_nsec = 1000000};

    tracer->current.held = true;
    for (int i = 0; i < SETTLE; i++) {
        uint32_t heard = atomic_load(&tracer->bell);

        if (!take_stops(tracer) || !any_interrupted(&tracer->tracees))
            return;
        bell_wait(&tracer->bell, heard, &moment);
    }
}

static void trace(struct tracer *tracer)
{
    for (;;) {
        uint32_t heard = atomic_load(&tracer->bell);
        struct timespec sleep;
        bool sleeps = false;

        if (!take_stops(tracer))
            return;
        if (is_order_there(tracer) && !serve(tracer)) {
            let_go(tracer);
            return;
        }
        if (!tracer->current.held &&
            pace_due(&tracer->pace, tracer_period(tracer), &sleep, &sleeps))
            look_for_all(tracer);
        bell_wait(&tracer->bell, heard, sleeps ? &sleep : NULL);
    }
}

static int seize(struct tracer *tracer)
{
    if (!REGISTERS_KNOWN)
        return ENOSYS;
    return tracees_seize(&tracer->tracees, tracer->spared);
}

/* Where it is not permitted, the process may permit it. */
static int seize_again(struct tracer *tracer)
{
    const struct timespec most = {.tv_sec = LEAVE};
    uint32_t heard = atomic_load(&tracer->bell);

    answer_order(tracer, EPERM);
    if (!is_order_there(tracer))
        bell_wait(&tracer->bell, heard, &most);
    if (!is_order_there(tracer))
        return EPERM;
    tracer->served = atomic_load(&tracer->asked);
    return tracer->request == TRACER_SEIZE ? seize(tracer) : EPERM;
}

void tracer_live(struct tracer *tracer)
{
    int error;

    own = tracer;
    settle_in();
    tracer->served = 1;
    tracer->current = tracer->order;
    pace_begin(&tracer->pace, tracer->process, SIGALRM);
    error = tracees_open(&tracer->tracees, tracer->process);
    if (error == 0)
        error = seize(tracer);
    if (error == EPERM)
        error = seize_again(tracer);
    answer_order(tracer, error);
    if (error == 0)
        trace(tracer);
}

static int wait_for_answer(struct tracer *tracer, uint32_t number)
{
    for (;;) {
        uint32_t heard = atomic_load(&tracer->news);

        if (atomic_load(&tracer->answered) == number)
            return tracer->error;
        if (atomic_load(&tracer->ended))
            return ESRCH;
        bell_wait(&tracer->news, heard, NULL);
    }
}

int tracer_born(struct tracer *tracer)
{
    return wait_for_answer(tracer, 1);
}

int tracer_ask(struct tracer *tracer, enum tracer_request request)
{
    uint32_t number = atomic_load(&tracer->asked) + 1;

    tracer->request = request;
    tracer->asker = (pid_t)syscall(SYS_gettid);
    atomic_store(&tracer->asked, number);
    bell_ring(&tracer->bell);
    return wait_for_answer(tracer, number);
}
