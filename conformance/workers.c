/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "record.h"
#include "workers.h"

/* What the workers share. */
struct counters {
    _Atomic size_t next; /* the first case that no worker has taken */
    _Atomic size_t done;
};

struct work {
    const struct observe_options *options;
    const struct test_case *const *cases;
    size_t count;
    bool shared;
    struct counters *counters;
    sigset_t before; /* the signal mask that a worker has */
};

struct worker {
    pid_t pid;
    FILE *records; /* each an index and an observation */
};

unsigned workers_default(void)
{
    cpu_set_t set;
    long online;

    if (sched_getaffinity(0, sizeof set, &set) == 0)
        online = CPU_COUNT(&set);
    else
        online = sysconf(_SC_NPROCESSORS_ONLN);
    return online < 1               ? 1
           : online > WORKERS_LIMIT ? WORKERS_LIMIT
                                    : (unsigned)online;
}

/* How many cases from first on make a portion. */
static size_t portion_at(const struct work *work, size_t first)
{
    size_t length = 0;

    while (work->shared && length < PORTION && first + length < work->count &&
           observe_can_batch(work->cases[first + length]))
        length++;
    return length ? length : 1;
}

static size_t take_portion(const struct work *work, size_t *first)
{
    size_t length;

    *first = atomic_load(&work->counters->next);
    do {
        if (*first >= work->count)
            return 0;
        length = portion_at(work, *first);
    } while (!atomic_compare_exchange_weak(&work->counters->next, first,
                                           *first + length));
    return length;
}

static bool one_portion(const struct work *work, size_t first, size_t length,
                        FILE *records)
{
    static struct observation observations[PORTION];
    bool good = true;

    memset(observations, 0, length * sizeof *observations);
    if (length == 1)
        observe(work->options, work->cases[first], observations);
    else
        observe_batch(work->options, work->cases + first, length,
                      observations);
    for (size_t k = 0; k < length; k++) {
        size_t index = first + k;

        good = good && fwrite(&index, sizeof index, 1, records) == 1 &&
               record_write(records, &observations[k]);
        observation_free(&observations[k]);
    }
    atomic_fetch_add(&work->counters->done, length);
    return good && fflush(records) == 0;
}

static _Noreturn void worker_main(const struct work *work, FILE *records,
                                  pid_t parent)
{
    size_t first, length;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    /* Not for the implementations that it will fork. */
    madvise(work->counters, sizeof *work->counters, MADV_DONTFORK);
    sigprocmask(SIG_SETMASK, &work->before, NULL);
    while ((length = take_portion(work, &first)))
        if (!one_portion(work, first, length, records))
            _exit(1);
    _exit(0);
}

static bool start(struct worker *worker, const struct work *work)
{
    pid_t parent = getpid();
    int file = memfd_create("observations", MFD_CLOEXEC);

    worker->records = file < 0 ? NULL : fdopen(file, "w+");
    if (!worker->records) {
        if (file >= 0)
            close(file);
        return false;
    }
    worker->pid = fork();
    if (worker->pid == 0)
        worker_main(work, worker->records, parent);
    if (worker->pid > 0)
        return true;
    fclose(worker->records);
    return false;
}

/* Until all have ended.  SIGCHLD is blocked, so that none is missed. */
static void wait_for(struct worker *workers, unsigned count,
                     const struct work *work,
                     void (*progress)(size_t done, size_t count))
{
    static const struct timespec now_and_then = {0, 200000000};
    unsigned left = count;
    sigset_t child;

    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    for (;;) {
        for (unsigned k = 0; k < count; k++)
            if (workers[k].pid > 0 &&
                waitpid(workers[k].pid, NULL, WNOHANG) != 0) {
                workers[k].pid = 0;
                left--;
            }
        if (!left)
            return;
        if (progress)
            progress(atomic_load(&work->counters->done), work->count);
        sigtimedwait(&child, NULL, &now_and_then);
    }
}

static void collect(struct worker *worker, const struct work *work,
                    struct observation *observations)
{
    size_t index;

    rewind(worker->records);
    while (fread(&index, sizeof index, 1, worker->records) == 1 &&
           index < work->count) {
        struct observation observation;

        if (!record_read(worker->records, &observation))
            break;
        observation_free(&observations[index]);
        observations[index] = observation;
    }
    fclose(worker->records);
}

static void run_workers(struct work *work, unsigned wanted,
                        struct observation *observations,
                        void (*progress)(size_t done, size_t count))
{
    struct worker workers[WORKERS_LIMIT];
    unsigned started = 0;
    sigset_t child;

    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, &work->before);
    while (started < wanted && started < WORKERS_LIMIT &&
           start(&workers[started], work))
        started++;
    wait_for(workers, started, work, progress);
    sigprocmask(SIG_SETMASK, &work->before, NULL);
    for (unsigned k = 0; k < started; k++)
        collect(&workers[k], work, observations);
}

bool workers_observe(const struct observe_options *options,
                     const struct test_case *const *cases, size_t count,
                     bool shared, unsigned workers,
                     struct observation *observations,
                     void (*progress)(size_t done, size_t count))
{
    struct work work = {.options = options,
                        .cases = cases,
                        .count = count,
                        .shared = shared};

    work.counters = mmap(NULL, sizeof *work.counters, PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (work.counters == MAP_FAILED)
        return false;
    for (size_t k = 0; k < count; k++) {
        observations[k] = (struct observation){.ended = ENDED_HARNESS};
        strcpy(observations[k].note, "no process was left to observe it");
    }
    run_workers(&work, workers, observations, progress);
    munmap(work.counters, sizeof *work.counters);
    return true;
}
