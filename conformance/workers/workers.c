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
#include "conformance/delivery/observe.h"
#include "queue.h"
#include "workers.h"

/* What the workers share. */
struct workers_shared {
    _Atomic size_t done;    /* cases */
    _Atomic bool too_large; /* what was observed, for the limit of files */
    _Atomic unsigned char ends[]; /* of each portion, as end_of_hung has it; 0:
                                     it is not done.  Then of each whether it is
                                     taken */
};

struct workers {
    const struct workers_task *tasks;
    struct queue queue;
    size_t count; /* of all cases */
    struct workers_shared *shared;
    int records;      /* as of portions.h */
    struct hung hung; /* a worker's: what is known when it takes a portion */
    size_t task_count;
    pid_t self, pids[WORKERS_LIMIT]; /* 0: it has ended */
    unsigned started;
};

static size_t workers_shared_size(const struct workers *work)
{
    return sizeof *work->shared + 2 * work->queue.count;
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

/* The cases of a portion. */
static const struct test_case *const *
workers_cases(const struct workers *work, const struct queue_portion *portion)
{
    return work->tasks[portion->task].cases + portion->cases.first -
           work->queue.tasks[portion->task].first_case;
}

static _Noreturn void portion_main(const struct workers *work,
                                   const struct queue_portion *portion)
{
    static struct observation observations[PORTION];
    const struct test_case *const *cases = workers_cases(work, portion);
    size_t length = portion->cases.length;
    struct hung hung = work->hung, own = {0};

    observe_batch_after(work->tasks[portion->task].options, &hung, cases,
                        length, observations);
    for (size_t k = 0; k < length; k++)
        hung_note(&own, cases[k], &observations[k]);
    if (portions_append(work->records, &portion->cases, observations))
        _exit(end_of_hung(&own, length));
    _exit(errno == EFBIG ? END_TOO_LARGE : END_LOST);
}

static _Noreturn void listener_main(const struct workers *work,
                                    const struct queue_portion *portion)
{
    static struct observation observations[PORTION];
    const struct workers_task *task = &work->tasks[portion->task];

    if (portions_read(work->records, &portion->cases, observations))
        task->observed(task->context, workers_cases(work, portion),
                       observations, portion->cases.length);
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
static int in_process(const struct workers *work,
                      const struct queue_portion *portion,
                      void (*job)(const struct workers *work,
                                  const struct queue_portion *portion))
{
    pid_t self = getpid(), pid = fork();
    int status;

    if (pid == 0) {
        die_with(self);
        /* Not for the implementations that it will load.  MADV_DONTFORK would
         * do but under User Mode Linux, whose child then writes into it. */
        munmap(work->shared, workers_shared_size(work));
        job(work, portion);
    }
    if (pid < 0 || waitpid(pid, &status, 0) != pid)
        return END_LOST;
    if (WIFSIGNALED(status))
        return WTERMSIG(status) == SIGXFSZ ? END_TOO_LARGE : END_LOST;
    return WEXITSTATUS(status);
}

/* What the portions before tell that are done, without a gap. */
static struct hung known_before(const struct workers *work,
                                const struct queue_portion *portion)
{
    size_t number = (size_t)(portion - work->queue.portions);
    struct hung hung = {0};

    for (size_t k = work->queue.tasks[portion->task].first_portion; k < number;
         k++) {
        int end = atomic_load(&work->shared->ends[k]);

        if (end < END_FIRST)
            break;
        workers_follow(&hung, end);
    }
    return hung.count == HUNG_ROW ? hung : (struct hung){0};
}

/* One of many ticks has a long time limit: it is left to the last where the
 * first cases hang, for then it need not be run. */
static bool is_put_off(const struct workers *work,
                       const struct queue_portion *portion)
{
    size_t first = work->queue.tasks[portion->task].first_portion;
    struct hung hung = {0};
    int end = atomic_load(&work->shared->ends[first]);

    if (portion->begins || !queue_is_long(portion))
        return false;
    if (end >= END_FIRST)
        workers_follow(&hung, end);
    return end < END_FIRST || hung.count > 0;
}

static const struct queue_portion *take_portion(const struct workers *work)
{
    const struct queue *queue = &work->queue;
    _Atomic unsigned char *taken = work->shared->ends + queue->count;

    for (int pass = 0; pass < 2; pass++)
        for (size_t k = 0; k < queue->count; k++) {
            const struct queue_portion *portion = queue->turns[k];
            _Atomic unsigned char *mine = taken + (portion - queue->portions);

            if (!atomic_load(mine) && (pass || !is_put_off(work, portion)) &&
                !atomic_exchange(mine, 1))
                return portion;
        }
    return NULL;
}

/* Each portion has a process of its own, so that none finds memory as another
 * left it: an implementation that reads where it should not reads the same,
 * however many workers there are. */
static _Noreturn void worker_main(struct workers *work)
{
    const struct queue_portion *portion;

    die_with(work->self);
    while ((portion = take_portion(work)) != NULL) {
        int end;

        work->hung = known_before(work, portion);
        end = in_process(work, portion, portion_main);
        if (end == END_TOO_LARGE)
            atomic_store(&work->shared->too_large, true);
        if (end < END_FIRST)
            _exit(1);
        atomic_store(&work->shared->ends[portion - work->queue.portions],
                     (unsigned char)end);
        atomic_fetch_add(&work->shared->done, portion->cases.length);
        if (work->tasks[portion->task].observed)
            in_process(work, portion, listener_main);
    }
    _exit(0);
}

static bool task_is_done(const struct workers *work, size_t task)
{
    const struct queue_task *bounds = &work->queue.tasks[task];

    for (size_t k = bounds->first_portion; k < bounds[1].first_portion; k++)
        if (!atomic_load(&work->shared->ends[k]))
            return false;
    return true;
}

static bool all_have_ended(struct workers *work)
{
    bool all = true;

    for (unsigned k = 0; k < work->started; k++) {
        if (work->pids[k] && waitpid(work->pids[k], NULL, WNOHANG) != 0)
            work->pids[k] = 0;
        all = all && !work->pids[k];
    }
    return all;
}

/* Until a task is done, or, of the number after the last, all workers have ended.
 * SIGCHLD is blocked, so that none is missed. */
static void wait_for(struct workers *work, size_t task,
                     workers_progress *progress)
{
    static const struct timespec now_and_then = {0, 200000000};
    sigset_t child, before;

    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, &before);
    while (!all_have_ended(work) &&
           (task == work->task_count || !task_is_done(work, task))) {
        if (progress)
            progress(atomic_load(&work->shared->done), work->count);
        sigtimedwait(&child, NULL, &now_and_then);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
}

void workers_wait(struct workers *work, size_t task, workers_progress *progress,
                  struct observation *observations)
{
    const struct workers_task *t = &work->tasks[task];

    wait_for(work, task, progress);
    for (size_t k = 0; k < t->count; k++) {
        observations[k] = (struct observation){.ended = ENDED_HARNESS};
        strcpy(observations[k].note,
               atomic_load(&work->shared->too_large)
                   ? "files may not be as large as what is observed (ulimit -f)"
                   : "the process that observed it died");
    }
    portions_collect(work->records, work->queue.tasks[task].first_case,
                     observations, t->count);
    hung_apply(t->cases, t->count, observations);
}

void workers_end(struct workers *work)
{
    wait_for(work, work->task_count, NULL);
    munmap(work->shared, workers_shared_size(work));
    close(work->records);
    queue_free(&work->queue);
    free(work);
}

/* Null, errno being kept. */
static struct workers *workers_give_up(struct workers *work)
{
    int error = errno;

    if (work && work->shared != MAP_FAILED)
        munmap(work->shared, workers_shared_size(work));
    if (work)
        queue_free(&work->queue);
    free(work);
    errno = error;
    return NULL;
}

struct workers *workers_begin(const struct workers_task *tasks, size_t count,
                              unsigned workers)
{
    struct workers *work = calloc(1, sizeof *work);

    if (!work || !queue_make(&work->queue, tasks, count)) {
        free(work);
        return NULL;
    }
    work->tasks = tasks;
    work->task_count = count;
    work->self = getpid();
    work->count = work->queue.tasks[count].first_case;
    work->shared = mmap(NULL, workers_shared_size(work), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (work->shared == MAP_FAILED)
        return workers_give_up(work);
    work->records = portions_open();
    if (work->records < 0)
        return workers_give_up(work);
    if (workers > WORKERS_LIMIT)
        workers = WORKERS_LIMIT;
    for (; work->started < workers && work->started < work->queue.count;
         work->started++) {
        pid_t pid = fork();

        if (pid == 0)
            worker_main(work);
        if (pid < 0)
            break;
        work->pids[work->started] = pid;
    }
    return work;
}

bool workers_observe(const struct workers_task *task, unsigned workers,
                     workers_progress *progress,
                     struct observation *observations)
{
    struct workers *work = workers_begin(task, 1, workers);

    if (!work)
        return false;
    workers_wait(work, 0, progress, observations);
    workers_end(work);
    return true;
}
