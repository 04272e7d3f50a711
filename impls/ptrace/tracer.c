/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "impls/counting/faults.h"
#include "registers.h"
#include "tracer.h"

enum {
    FIRST_ROOM = 64,
    LEAVE = 2,   /* seconds to be permitted to trace */
    SETTLE = 20, /* milliseconds, at most, to let go those asked to stop */
};

static const uint64_t second = 1000000000;

static const long options = PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC;

/* A thread that is traced. */
struct tracee {
    pid_t id;
    int times, state; /* files of /proc; negative: it is never looked at */
    uint64_t counted; /* nanoseconds of its CPU time, made ticks of */
    uint64_t turns;   /* how often it had come to run, when looked at last */
    bool asleep;      /* and whether it slept then */
    bool interrupted; /* asked to stop, and has not yet */
    bool fresh;       /* its CPU time is to count from its next stop on */
    bool asks;        /* for ticks, at its next stop */
};

struct tracer tracer;

/* The tracer's own, in the memory of the process that it traces. */
static struct {
    struct tracer_order order; /* the one that it obeys */
    uint32_t served;

    /* Pages of its own: a tracer that is killed must leave no lock of the
   * program's allocator taken.  A child of fork has not got them. */
    struct tracee *list;
    size_t count, room;
    int tasks; /* the directory of threads */

    clockid_t clock; /* CPU time of the process */
    timer_t timer;   /* on it */
    bool has_timer, idle;
    uint64_t spent; /* nanoseconds of it, when looked at last */
    uint64_t next;  /* look, by the monotonic clock */
} own;

static uint64_t now_by(clockid_t clock)
{
    struct timespec now = {0};

    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * second + (uint64_t)now.tv_nsec;
}

static struct timespec time_of(uint64_t nanoseconds)
{
    return (struct timespec){(time_t)(nanoseconds / second),
                             (long)(nanoseconds % second)};
}

/* In nanoseconds. */
static uint64_t period(void)
{
    return own.order.microseconds * UINT64_C(1000);
}

/*
 * When to look at the process: once in a period of real time while it uses a
 * processor, and not at all while it does not.  How many ticks there are is
 * another matter: they are periods of CPU time of a thread.
 */

static void begin_pace(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGALRM};

    if (clock_getcpuclockid(tracer.process, &own.clock) == 0)
        own.has_timer = timer_create(own.clock, &event, &own.timer) == 0;
}

/* The signal is to come when it has spent a period. */
static void become_idle(void)
{
    struct itimerspec at = {.it_value = time_of(own.spent + period())};

    if (own.has_timer && !own.idle)
        own.idle = timer_settime(own.timer, TIMER_ABSTIME, &at, NULL) == 0;
}

/* Is it time to look?  And how long to sleep then; false in *sleeps: until
 * something happens. */
static bool is_due(struct timespec *sleep, bool *sleeps)
{
    uint64_t now = now_by(CLOCK_MONOTONIC), spent;
    bool due = false;

    if (own.idle || now >= own.next) {
        spent = now_by(own.clock);
        due = spent != own.spent;
        own.spent = spent;
        if (due)
            own.idle = false;
        else
            become_idle();
        own.next = !own.idle && own.next + period() > now ? own.next + period()
                                                          : now + period();
    }
    *sleeps = !own.idle;
    *sleep = time_of(own.next - now);
    return due;
}

static void close_file(int file)
{
    if (file >= 0)
        close(file);
}

static size_t read_at(int file, char *text, size_t size)
{
    ssize_t length = pread(file, text, size - 1, 0);

    text[length > 0 ? length : 0] = '\0';
    return length > 0 ? (size_t)length : 0;
}

static int open_of(pid_t id, const char *name)
{
    char path[64];

    snprintf(path, sizeof path, "%d/%s", (int)id, name);
    return openat(own.tasks, path, O_RDONLY | O_CLOEXEC);
}

/* 0 or an errno; ENOTSUP where the kernel has no CPU times. */
static int open_tasks(pid_t process)
{
    char path[64], text[128];
    int self = open("/proc/self/schedstat", O_RDONLY | O_CLOEXEC);
    bool known = self >= 0 && read_at(self, text, sizeof text) > 0 &&
                 strtoull(text, NULL, 10) > 0;

    close_file(self);
    snprintf(path, sizeof path, "/proc/%d/task", (int)process);
    own.tasks = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (own.tasks < 0)
        return errno;
    return known ? 0 : ENOTSUP;
}

/* By the stat of a thread: behind its name, which may hold anything. */
static char state_of(int file)
{
    char text[512], *after;

    if (file < 0 || read_at(file, text, sizeof text) == 0)
        return 'X';
    after = strrchr(text, ')');
    return after && after[1] == ' ' ? after[2] : 'X';
}

/* Does it run, or wait for a processor? */
static bool is_running(const struct tracee *tracee)
{
    return state_of(tracee->state) == 'R';
}

struct times {
    uint64_t spent; /* nanoseconds of CPU time; of late, while it runs */
    uint64_t turns; /* how often it came to run */
};

static bool read_times(const struct tracee *tracee, struct times *times)
{
    char text[128], *at;

    if (read_at(tracee->times, text, sizeof text) == 0)
        return false;
    times->spent = strtoull(text, &at, 10);
    strtoull(at, &at, 10);
    times->turns = strtoull(at, &at, 10);
    return true;
}

/* Ticks come from its CPU time from now on.  What /proc says of one that runs
 * is some milliseconds old. */
static void begin_counting(struct tracee *tracee)
{
    struct times times;

    tracee->fresh = true;
    if (is_running(tracee) || !read_times(tracee, &times))
        return;
    tracee->fresh = false;
    tracee->counted = times.spent;
}

/* How many whole periods it spent since it was asked last.  It must be
 * stopped. */
static uint32_t take_periods(struct tracee *tracee)
{
    struct times times;
    uint64_t periods;

    if (!read_times(tracee, &times))
        return 0;
    if (tracee->fresh || times.spent < tracee->counted)
        tracee->counted = times.spent;
    tracee->fresh = false;
    periods = (times.spent - tracee->counted) / period();
    tracee->counted += periods * period();
    return periods < UINT32_MAX ? (uint32_t)periods : UINT32_MAX;
}

static struct tracee *find(pid_t id)
{
    for (size_t i = 0; i < own.count; i++)
        if (own.list[i].id == id)
            return &own.list[i];
    return NULL;
}

static bool make_room(void)
{
    size_t room = own.room ? 2 * own.room : FIRST_ROOM;
    struct tracee *list;

    if (own.count < own.room)
        return true;
    list = pages_make(room * sizeof *list);
    if (!list)
        return false;
    madvise(list, room * sizeof *list, MADV_DONTFORK);
    if (own.count > 0)
        memcpy(list, own.list, own.count * sizeof *list);
    tracer_free();
    own.list = list;
    own.room = room;
    return true;
}

void tracer_free(void)
{
    if (own.list)
        munmap(own.list, own.room * sizeof *own.list);
    own.list = NULL;
    own.room = 0;
}

/* One that is traced; null where it is not of the process, or there is no
 * memory. */
static struct tracee *add(pid_t id)
{
    struct tracee *tracee = find(id);
    char name[16];

    if (tracee)
        return tracee;
    snprintf(name, sizeof name, "%d", (int)id);
    if (faccessat(own.tasks, name, F_OK, 0) != 0 || !make_room())
        return NULL;
    tracee = &own.list[own.count++];
    *tracee = (struct tracee){
        .id = id,
        .times = open_of(id, "schedstat"),
        .state = open_of(id, "stat"),
    };
    begin_counting(tracee);
    return tracee;
}

static void forget(pid_t id)
{
    struct tracee *tracee = find(id);

    if (!tracee)
        return;
    close_file(tracee->times);
    close_file(tracee->state);
    *tracee = own.list[--own.count];
}

/* One that was made since by another that is traced already. */
static bool is_ours(pid_t id)
{
    siginfo_t info;

    return waitid(P_PID, (id_t)id, &info,
                  WEXITED | WSTOPPED | WNOHANG | WNOWAIT | __WALL) == 0;
}

static int seize_one(pid_t id)
{
    int error = 0, file;
    char state;

    if (ptrace(PTRACE_SEIZE, id, NULL, (void *)options) != 0)
        error = errno;
    if (error == EPERM && is_ours(id))
        error = 0;
    if (error == 0)
        return add(id) ? 0 : ENOMEM;
    file = open_of(id, "stat");
    state = state_of(file);
    close_file(file);
    return state == 'Z' || state == 'X' ? 0 : error;
}

/* As the kernel gives it; readdir would allocate. */
struct entry {
    uint64_t inode;
    int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[];
};

static int seize_new(void)
{
    _Alignas(struct entry) char entries[2048];
    long length;
    int error = 0;

    lseek(own.tasks, 0, SEEK_SET);
    while (error == 0 && (length = syscall(SYS_getdents64, own.tasks, entries,
                                           sizeof entries)) > 0)
        for (long at = 0; error == 0 && at < length;) {
            const struct entry *entry = (const void *)(entries + at);
            pid_t id = (pid_t)atoi(entry->name);

            if (id > 0 && id != tracer.spared && !find(id))
                error = seize_one(id);
            at += entry->length;
        }
    return error;
}

/* Until no thread is there that was not seen before. */
static int seize(void)
{
    size_t before;
    int error;

    if (!REGISTERS_KNOWN)
        return ENOSYS;
    do {
        before = own.count;
        error = seize_new();
    } while (error == 0 && own.count > before);
    return error == 0 && own.count == 0 ? ESRCH : error;
}

static void on_signal(int number)
{
    int error = errno;

    (void)number;
    bell_ring(&tracer.bell);
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

static void answer_order(int error)
{
    tracer.error = error;
    atomic_store(&tracer.answered, own.served);
    bell_ring(&tracer.news);
}

static bool is_order_there(void)
{
    return atomic_load(&tracer.asked) != own.served;
}

static void resume_thread(pid_t thread, int signal)
{
    ptrace(PTRACE_CONT, thread, NULL, (void *)(intptr_t)signal);
}

/* Count periods where a stopped thread is.  False where it was killed. */
static bool count_where(pid_t thread, uint32_t periods, registers *now)
{
    if (!registers_read(thread, now))
        return false;
    if (periods > 0)
        count_tick(&own.order.table, registers_pc(now), periods);
    return true;
}

/* It stopped by no signal: because it was asked to, or as it began. */
static void look_at(struct tracee *tracee)
{
    uint32_t periods = take_periods(tracee);
    registers now;

    if (count_where(tracee->id, own.order.held ? 0 : periods, &now) &&
        registers_fails_by_stop(&now))
        registers_restart(tracee->id);
}

/* A tick at each pc, which is set and read back, and nothing is executed. */
static int give_each(pid_t thread)
{
    registers now;

    for (size_t i = 0; i < tracer.tick_count; i++)
        for (uint32_t n = 0; n < tracer.ticks[i].count; n++) {
            uint64_t pc = tracer.ticks[i].pc;

            if (!registers_poke(thread, offsetof(registers, REGISTERS_PC),
                                pc) ||
                !count_where(thread, 1, &now))
                return ESRCH;
            if (registers_pc(&now) != (uintptr_t)pc)
                return EIO;
        }
    return 0;
}

/* Out of its system call first, or the kernel takes its pc and its result for
 * those of the call. */
static int give_row(pid_t thread)
{
    registers home;
    int error;

    if (!registers_read(thread, &home) ||
        !registers_poke(thread, offsetof(registers, REGISTERS_CALL),
                        UINT64_MAX))
        return ESRCH;
    error = give_each(thread);
    return registers_write(thread, &home) ? error : ESRCH;
}

/* PTRACE_EVENT_STOP, by SIGTRAP or by the signal that its group stops by. */
static void interrupted(struct tracee *tracee, int signal)
{
    look_at(tracee);
    tracee->interrupted = false;
    if (tracee->asks)
        answer_order(give_row(tracee->id));
    tracee->asks = false;
    if (signal == SIGTRAP)
        resume_thread(tracee->id, 0);
    else
        ptrace(PTRACE_LISTEN, tracee->id, NULL, NULL);
}

/* False where there is another program now. */
static bool stopped(pid_t id, int status)
{
    struct tracee *tracee = add(id);

    if (!tracee) { /* a process of its own, made by clone */
        ptrace(PTRACE_DETACH, id, NULL, NULL);
        return true;
    }
    switch (status >> 16) {
    case 0: resume_thread(id, WSTOPSIG(status)); return true;
    case PTRACE_EVENT_EXEC: return false;
    case PTRACE_EVENT_STOP: interrupted(tracee, WSTOPSIG(status)); return true;
    default: resume_thread(id, 0); return true;
    }
}

/* False where nobody is left to trace. */
static bool take_stops(void)
{
    int status;
    pid_t id;

    while ((id = waitpid(-1, &status, __WALL | WNOHANG)) != 0) {
        if (id < 0 && errno == EINTR)
            continue;
        if (id < 0)
            return false;
        if (!WIFSTOPPED(status))
            forget(id);
        else if (!stopped(id, status))
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
    struct times times;

    if (tracee->interrupted || !read_times(tracee, &times) ||
        (tracee->asleep && times.turns == tracee->turns))
        return;
    tracee->turns = times.turns;
    tracee->asleep = !is_running(tracee);
    if (!tracee->asleep)
        interrupt(tracee);
}

/* CPU time before this order makes no ticks of it. */
static void obey(void)
{
    bool anew =
        own.order.held || own.order.microseconds != tracer.order.microseconds;

    own.order = tracer.order;
    for (size_t i = 0; anew && i < own.count; i++)
        begin_counting(&own.list[i]);
}

static void begin_row(void)
{
    struct tracee *tracee = find(tracer.asker);

    if (tracee && interrupt(tracee))
        tracee->asks = true;
    else
        answer_order(ESRCH);
}

/* False: quit. */
static bool serve(void)
{
    own.served = atomic_load(&tracer.asked);
    switch (tracer.request) {
    case TRACER_ROW: begin_row(); return true;
    case TRACER_OBEY: obey(); break;
    case TRACER_SEIZE: break;
    case TRACER_QUIT: return false;
    }
    answer_order(0);
    return true;
}

static bool any_interrupted(void)
{
    for (size_t i = 0; i < own.count; i++)
        if (own.list[i].interrupted)
            return true;
    return false;
}

/* A stop that is under way is taken, so that no system call fails by it.
 * But a thread may be where it can't stop. */
static void let_go(void)
{
    const struct timespec moment = {.tv_nsec = 1000000};

    own.order.held = true;
    for (int i = 0; i < SETTLE; i++) {
        uint32_t heard = atomic_load(&tracer.bell);

        if (!take_stops() || !any_interrupted())
            return;
        bell_wait(&tracer.bell, heard, &moment);
    }
}

static void trace(void)
{
    for (;;) {
        uint32_t heard = atomic_load(&tracer.bell);
        struct timespec sleep;
        bool sleeps = false;

        if (!take_stops())
            return;
        if (is_order_there() && !serve()) {
            let_go();
            return;
        }
        if (!own.order.held && is_due(&sleep, &sleeps))
            for (size_t i = 0; i < own.count; i++)
                look_for(&own.list[i]);
        bell_wait(&tracer.bell, heard, sleeps ? &sleep : NULL);
    }
}

/* Where it is not permitted, the process may permit it. */
static int seize_again(void)
{
    const struct timespec most = {.tv_sec = LEAVE};
    uint32_t heard = atomic_load(&tracer.bell);

    answer_order(EPERM);
    if (!is_order_there())
        bell_wait(&tracer.bell, heard, &most);
    if (!is_order_there())
        return EPERM;
    own.served = atomic_load(&tracer.asked);
    return tracer.request == TRACER_SEIZE ? seize() : EPERM;
}

void tracer_live(void)
{
    int error;

    settle_in();
    own.served = 1;
    own.order = tracer.order;
    begin_pace();
    error = open_tasks(tracer.process);
    if (error == 0)
        error = seize();
    if (error == EPERM)
        error = seize_again();
    answer_order(error);
    if (error == 0)
        trace();
}

void tracer_prepare(const struct tracer_order *order)
{
    memset(&own, 0, sizeof own);
    memset(&tracer, 0, sizeof tracer);
    tracer.process = getpid();
    tracer.order = *order;
    tracer.asked = 1;
}

static int wait_for_answer(uint32_t number)
{
    for (;;) {
        uint32_t heard = atomic_load(&tracer.news);

        if (atomic_load(&tracer.answered) == number)
            return tracer.error;
        if (atomic_load(&tracer.ended))
            return ESRCH;
        bell_wait(&tracer.news, heard, NULL);
    }
}

int tracer_born(void)
{
    return wait_for_answer(1);
}

int tracer_ask(enum tracer_request request)
{
    uint32_t number = atomic_load(&tracer.asked) + 1;

    tracer.request = request;
    tracer.asker = (pid_t)syscall(SYS_gettid);
    atomic_store(&tracer.asked, number);
    bell_ring(&tracer.bell);
    return wait_for_answer(number);
}
