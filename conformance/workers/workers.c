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

#include "conformance/delivery/hung.h"
#include "portions.h"
#include "workers.h"

/* What the workers share. */
struct counters {
    _Atomic size_t next; /* the first case that no worker has taken */
    _Atomic size_t done;
    _Atomic bool too_large; /* what was observed, for the limit of files */
    _Atomic unsigned char ends[]; /* of the portion that begins with a case, as
                                     end_of has it; 0: it is not done */
};

struct work {
    const struct observe_options *options;
    const struct test_case *const *cases;
    const size_t *portions;
    size_t count;
    struct counters *counters;
    const struct workers_listener *listener;
    int records;      /* as of portions.h */
    sigset_t before;  /* the signal mask that a worker has */
    struct hung hung; /* a worker's: what is known when it takes a portion */
};

static size_t size_of_counters(const struct work *work)
{
    return sizeof *work->counters + work->count;
}

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

/* Ticks of a real clock take time: then portions are of one, for all workers
 * to have some. */
static bool may_share(const struct observe_options *options,
                      const struct test_case *c)
{
    return options->backend != BACKEND_CLOCK && observe_can_batch(c);
}

void workers_cut(const struct observe_options *options,
                 const struct test_case *const *cases, size_t count,
                 size_t *portions)
{
    size_t number = 0, room = 0;

    for (size_t k = 0; k < count; k++) {
        bool shares = may_share(options, cases[k]);

        if (!shares || !room) {
            number++;
            room = PORTION;
        }
        room = shares ? room - 1 : 0;
        portions[k] = number;
    }
}

/* How many cases from first on make a portion. */
static size_t portion_at(const struct work *work, size_t first)
{
    size_t length = 1;

    while (work->portions && length < PORTION && first + length < work->count &&
           work->portions[first + length] == work->portions[first])
        length++;
    return length;
}

static bool take_portion(const struct work *work, struct portion *portion)
{
    portion->first = atomic_load(&work->counters->next);
    do {
        if (portion->first >= work->count)
            return false;
        portion->length = portion_at(work, portion->first);
    } while (!atomic_compare_exchange_weak(&work->counters->next,
                                           &portion->first,
                                           portion->first + portion->length));
    return true;
}

/* How the cases of a portion ended, as an exit status: of how many at its end
 * the implementation hung, in which call, and whether that is all of them. */
enum { END_LOST = 1, END_TOO_LARGE, END_FIRST, END_CALL = 2 * (HUNG_ROW + 1) };

static int end_of_hung(const struct hung *hung, size_t length)
{
    return END_FIRST + (hung->count >= length) + 2 * (int)hung->count +
           END_CALL * hung->call;
}

/* Go on with a portion that ended so. */
static void workers_follow(struct hung *hung, int end)
{
    unsigned count = (unsigned)(end - END_FIRST) % END_CALL / 2;
    uint8_t call = (uint8_t)((end - END_FIRST) / END_CALL);
    bool all = (end - END_FIRST) % 2 != 0;

    if (hung->count == HUNG_ROW)
        return;
    if (all && count > 0 && hung->call == call)
        count += hung->count;
    hung->count = count < HUNG_ROW ? count : HUNG_ROW;
    hung->call = call;
}

static _Noreturn void portion_main(const struct work *work,
                                   const struct portion *portion)
{
    static struct observation observations[PORTION];
    const struct test_case *const *cases = work->cases + portion->first;
    struct hung hung = work->hung, own = {0};

    observe_batch_after(work->options, &hung, cases, portion->length,
                        observations);
    for (size_t k = 0; k < portion->length; k++)
        hung_note(&own, cases[k], &observations[k]);
    if (portions_append(work->records, portion, observations))
        _exit(end_of_hung(&own, portion->length));
    _exit(errno == EFBIG ? END_TOO_LARGE : END_LOST);
}

static _Noreturn void listener_main(const struct work *work,
                                    const struct portion *portion)
{
    static struct observation observations[PORTION];

    if (portions_read(work->records, portion, observations))
        work->listener->observed(work->listener->context,
                                 work->cases + portion->first, observations,
                                 portion->length);
    _exit(0);
}

/* No process of ours outlives the one that wants its work. */
static void die_with(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
}

/* In a process of its own, for that time.  Its exit status; END_LOST where
 * there is none. */
static int in_process(const struct work *work, const struct portion *portion,
                      void (*job)(const struct work *work,
                                  const struct portion *portion))
{
    pid_t self = getpid(), pid = fork();
    int status;

    if (pid == 0) {
        die_with(self);
        /* Not for the implementations that it will load.  MADV_DONTFORK would
         * do but under User Mode Linux, whose child then writes into it. */
        munmap(work->counters, size_of_counters(work));
        job(work, portion);
    }
    if (pid < 0 || waitpid(pid, &status, 0) != pid)
        return END_LOST;
    if (WIFSIGNALED(status))
        return WTERMSIG(status) == SIGXFSZ ? END_TOO_LARGE : END_LOST;
    return WEXITSTATUS(status);
}

/* What the portions before tell that are done, without a gap. */
static struct hung known_before(const struct work *work, size_t first)
{
    struct hung hung = {0};

    for (size_t k = 0; k < first; k += portion_at(work, k)) {
        int end = atomic_load(&work->counters->ends[k]);

        if (end < END_FIRST)
            break;
        workers_follow(&hung, end);
    }
    return hung.count == HUNG_ROW ? hung : (struct hung){0};
}

/* Each portion has a process of its own, so that none finds memory as another
 * left it: an implementation that reads where it should not reads the same,
 * however many workers there are. */
static _Noreturn void worker_main(struct work *work, pid_t parent)
{
    struct portion portion = {0};
    int end;

    die_with(parent);
    sigprocmask(SIG_SETMASK, &work->before, NULL);
    while (take_portion(work, &portion)) {
        work->hung = known_before(work, portion.first);
        end = in_process(work, &portion, portion_main);
        if (end == END_TOO_LARGE)
            atomic_store(&work->counters->too_large, true);
        if (end < END_FIRST)
            _exit(1);
        atomic_store(&work->counters->ends[portion.first], (unsigned char)end);
        atomic_fetch_add(&work->counters->done, portion.length);
        if (work->listener && work->listener->observed)
            in_process(work, &portion, listener_main);
    }
    _exit(0);
}

/* Until all have ended.  SIGCHLD is blocked, so that none is missed. */
static void wait_for(pid_t *workers, unsigned count, const struct work *work)
{
    static const struct timespec now_and_then = {0, 200000000};
    unsigned left = count;
    sigset_t child;

    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    for (;;) {
        for (unsigned k = 0; k < count; k++)
            if (workers[k] > 0 && waitpid(workers[k], NULL, WNOHANG) != 0) {
                workers[k] = 0;
                left--;
            }
        if (!left)
            return;
        if (work->listener && work->listener->progress)
            work->listener->progress(atomic_load(&work->counters->done),
                                     work->count);
        sigtimedwait(&child, NULL, &now_and_then);
    }
}

static void run_workers(struct work *work, unsigned wanted)
{
    pid_t workers[WORKERS_LIMIT], self = getpid();
    unsigned started = 0;
    sigset_t child;

    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, &work->before);
    while (started < wanted && started < WORKERS_LIMIT &&
           (workers[started] = fork()) > 0)
        started++;
    if (started < wanted && started < WORKERS_LIMIT && workers[started] == 0)
        worker_main(work, self);
    wait_for(workers, started, work);
    sigprocmask(SIG_SETMASK, &work->before, NULL);
}

bool workers_observe(const struct observe_options *options,
                     const struct test_case *const *cases,
                     const size_t *portions, size_t count, unsigned workers,
                     struct observation *observations,
                     const struct workers_listener *listener)
{
    struct work work = {.options = options,
                        .cases = cases,
                        .portions = portions,
                        .count = count,
                        .listener = listener};

    work.counters = mmap(NULL, size_of_counters(&work), PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (work.counters == MAP_FAILED)
        return false;
    work.records = portions_open();
    if (work.records < 0) {
        munmap(work.counters, size_of_counters(&work));
        return false;
    }
    run_workers(&work, workers);
    for (size_t k = 0; k < count; k++) {
        observations[k] = (struct observation){.ended = ENDED_HARNESS};
        strcpy(observations[k].note,
               atomic_load(&work.counters->too_large)
                   ? "files may not be as large as what is observed (ulimit -f)"
                   : "the process that observed it died");
    }
    portions_collect(work.records, observations, count);
    hung_apply(cases, count, observations);
    close(work.records);
    munmap(work.counters, size_of_counters(&work));
    return true;
}
