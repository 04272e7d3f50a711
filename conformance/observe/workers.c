/* SPDX-License-Identifier: MIT */
#include "workers.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "conformance/base/memory.h"
#include "conformance/machine/contain.h"
#include "hung.h"
#include "observe.h"
#include "pinned.h"
#include "record.h"

/* Portions are numbered through all tasks, and so are cases. */
struct portion {
    size_t task, first, length; /* of its cases */
};

/* What the workers share. */
struct shared {
    _Atomic size_t done;    /* cases */
    _Atomic bool too_large; /* what was observed, for the limit of files */
    _Atomic size_t taken;   /* portions */
    _Atomic unsigned char portion_done[];
};

/* What is known of a task from the portions before one of them: all of the
 * tasks that it goes on with, from their first on. */
struct known {
    size_t portion; /* the first that is not done */
    size_t task;    /* of the last that is */
    struct hung hung;
};

struct workers {
    const struct workers_task *tasks;
    size_t task_count, case_count, portion_count;
    size_t *first_case, *first_portion; /* of each task, and one more */
    struct portion *portions;
    struct shared *shared;
    struct hung_sign *signs; /* of each case; in shared */
    int records;         /* a file of what was observed, in heads and lines */
    struct known *known; /* of each task; a worker's own */
    struct hung hung;    /* what is known when a worker takes a portion, or
                                when a task was waited for */
    pid_t self, pids[WORKERS_LIMIT]; /* 0: it has ended */
    unsigned started;
};

/* Cutting cases into portions.  Ticks of a real clock take time: then each case
 * is one, for all workers to have some. */

void task_cut(const struct observe_options *options,
              const struct test_case *const *cases, size_t count,
              size_t *portions)
{
    size_t number = 0, room = 0;
    uint64_t ticks_left = 0;

    for (size_t k = 0; k < count; k++) {
        uint64_t ticks = pinned_count(&cases[k]->script);
        bool shares = options->backend != BACKEND_CLOCK &&
                      observe_can_batch(cases[k]) && ticks <= PORTION_TICKS;

        if (!shares || !room || ticks > ticks_left) {
            number++;
            room = PORTION;
            ticks_left = PORTION_TICKS;
        }
        room = shares ? room - 1 : 0;
        ticks_left -= shares ? ticks : 0;
        portions[k] = number;
    }
}

/* How many cases of a task, from that one on, make a portion. */
static size_t portion_length(const struct workers_task *task, size_t first)
{
    size_t length = 1;

    while (task->portions && length < PORTION && first + length < task->count &&
           task->portions[first + length] == task->portions[first])
        length++;
    return length;
}

static void add_task(struct workers *w, size_t task)
{
    const struct workers_task *t = &w->tasks[task];
    size_t length;

    for (size_t k = 0; k < t->count; k += length) {
        length = portion_length(t, k);
        w->portions[w->portion_count++] = (struct portion){
            .task = task, .first = w->first_case[task] + k, .length = length};
    }
    w->first_case[task + 1] = w->first_case[task] + t->count;
    w->first_portion[task + 1] = w->portion_count;
}

static void make_queue(struct workers *w)
{
    for (size_t t = 0; t < w->task_count; t++)
        w->case_count += w->tasks[t].count;
    w->portions = memory_new(w->case_count + 1, sizeof *w->portions);
    w->first_case = memory_new(w->task_count + 1, sizeof *w->first_case);
    w->first_portion = memory_new(w->task_count + 1, sizeof *w->first_portion);
    w->known = memory_new(w->task_count + 1, sizeof *w->known);
    for (size_t t = 0; t < w->task_count; t++)
        add_task(w, t);
}

static const struct test_case *const *cases_of(const struct workers *w,
                                               const struct portion *portion)
{
    return w->tasks[portion->task].cases + portion->first -
           w->first_case[portion->task];
}

/* The file of what was observed: each portion is a head, and lines. */

struct head {
    size_t first, length, bytes; /* bytes: of the lines */
};

/* In one piece: others append to the same file.  False: errno is EFBIG where
 * the limit of files forbids it. */
static bool append(const struct workers *w, const struct portion *portion,
                   const struct observation *observations)
{
    struct head head = {portion->first, portion->length, 0};
    struct iovec pieces[2] = {{&head, sizeof head}, {NULL, 0}};
    struct memory_stream lines;
    ssize_t written;

    memory_stream(&lines);
    for (size_t k = 0; k < portion->length; k++)
        record_print(&observations[k], lines.out);
    pieces[1].iov_base = memory_stream_end(&lines);
    pieces[1].iov_len = head.bytes = lines.length;
    written = writev(w->records, pieces, 2);
    if (written >= 0 && written < (ssize_t)(sizeof head + head.bytes))
        errno = EFBIG; /* what is in memory ends short for no other reason */
    free(pieces[1].iov_base);
    return written == (ssize_t)(sizeof head + head.bytes);
}

/* Read the portions of a task, in the order of its cases, whichever came first:
 * memory is then laid out the same for the processes that this one forks
 * later.  Cases that are in no whole portion stay as they are. */
static void collect(const struct workers *w, size_t task,
                    struct observation *observations)
{
    size_t from = w->first_case[task], count = w->tasks[task].count;
    const char **starts = memory_new(count + 1, sizeof *starts), *map, *end;
    struct stat status;
    struct head head;

    if (fstat(w->records, &status) != 0 || status.st_size == 0) {
        free(starts);
        return;
    }
    map = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_SHARED, w->records,
               0);
    if (map == MAP_FAILED)
        memory_out();
    end = map + status.st_size;
    for (const char *at = map; (size_t)(end - at) >= sizeof head;) {
        memcpy(&head, at, sizeof head);
        at += sizeof head;
        if (head.bytes > (size_t)(end - at))
            break;
        if (head.first >= from && head.first - from + head.length <= count)
            starts[head.first - from] = at;
        at += head.bytes;
    }
    for (size_t k = 0; k < count; k++) {
        const char *at = starts[k];
        struct observed_error error;

        if (!at)
            continue;
        memcpy(&head, at - sizeof head, sizeof head);
        for (size_t i = 0; i < head.length; i++) {
            struct observation read;

            if (record_parse(&at, end, &read, &error))
                observations[k + i] = read;
        }
    }
    munmap((void *)(uintptr_t)map, (size_t)status.st_size);
    free(starts);
}

/* How the process of a portion ended, as an exit status. */
enum { END_LOST = 1, END_TOO_LARGE, END_DONE };

/* The first of the tasks that go on with each other up to that one. */
static size_t head_of(const struct workers *w, size_t task)
{
    while (w->tasks[task].goes_on)
        task--;
    return task;
}

static void follow(const struct workers *w, struct hung *hung,
                   const struct portion *portion)
{
    const struct test_case *const *cases = cases_of(w, portion);

    for (size_t k = 0; k < portion->length; k++)
        hung_note(hung, cases[k], w->signs[portion->first + k]);
}

/* What is known from the portions before that are done, without a gap. */
static struct hung known_before(struct workers *w,
                                const struct portion *portion)
{
    size_t number = (size_t)(portion - w->portions);
    size_t head = head_of(w, portion->task);
    struct known *known = &w->known[head];
    struct hung hung;

    if (known->portion < w->first_portion[head])
        *known =
            (struct known){.portion = w->first_portion[head], .task = head};
    for (; known->portion < number; known->portion++) {
        const struct portion *before = &w->portions[known->portion];

        if (!atomic_load(&w->shared->portion_done[known->portion]))
            break;
        if (before->task != known->task)
            hung_change_dialect(&known->hung);
        known->task = before->task;
        follow(w, &known->hung, before);
    }
    hung = known->hung;
    if (known->portion < number)
        hung_forget_begun(&hung);
    if (portion->task != known->task)
        hung_change_dialect(&hung);
    return hung;
}

static const struct portion *take_portion(const struct workers *w)
{
    size_t k = atomic_fetch_add(&w->shared->taken, 1);

    return k < w->portion_count ? &w->portions[k] : NULL;
}

/* Where the signs begin in what is shared. */
static size_t signs_at(const struct workers *w)
{
    size_t flags = sizeof *w->shared + w->portion_count;
    size_t align = _Alignof(struct hung_sign);

    return (flags + align - 1) / align * align;
}

static size_t shared_size(const struct workers *w)
{
    return signs_at(w) + w->case_count * sizeof *w->signs;
}

/* Each portion has a process of its own, so that none finds memory as another
 * left it: an implementation that reads where it should not reads the same,
 * however many workers there are. */
static _Noreturn void portion_main(const struct workers *w,
                                   const struct portion *portion, int out)
{
    static struct observation observations[PORTION];
    struct hung_sign signs[PORTION] = {0};
    const struct workers_task *task = &w->tasks[portion->task];
    const struct test_case *const *cases = cases_of(w, portion);
    size_t size = portion->length * sizeof *signs;
    struct hung hung = w->hung;

    /* Not for the implementations that it will load.  MADV_DONTFORK would
     * do but under User Mode Linux, whose child then writes into it. */
    munmap(w->shared, shared_size(w));
    observe_batch(task->options, &hung, cases, portion->length, observations);
    for (size_t k = 0; k < portion->length; k++)
        signs[k] = hung_sign(&observations[k]);
    if (write(out, signs, size) != (ssize_t)size)
        _exit(END_LOST);
    if (!append(w, portion, observations))
        _exit(errno == EFBIG ? END_TOO_LARGE : END_LOST);
    signal(SIGXFSZ, SIG_IGN); /* the listener's writes just fail */
    if (task->observed)
        task->observed(task->context, cases, observations, portion->length);
    _exit(END_DONE);
}

/* How it ended; END_LOST where there was no process. */
static int run_portion(const struct workers *w, const struct portion *portion)
{
    size_t size = portion->length * sizeof *w->signs;
    int ends[2], status, end = END_LOST;
    pid_t self = getpid(), pid;

    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        return END_LOST;
    pid = fork();
    if (pid == 0) {
        close(ends[0]);
        die_with_parent(self);
        portion_main(w, portion, ends[1]);
    }
    close(ends[1]);
    if (pid > 0 && waitpid(pid, &status, 0) == pid) {
        if (WIFEXITED(status))
            end = WEXITSTATUS(status);
        else if (WTERMSIG(status) == SIGXFSZ)
            end = END_TOO_LARGE;
    }
    if (end == END_DONE &&
        read(ends[0], w->signs + portion->first, size) != (ssize_t)size)
        end = END_LOST;
    close(ends[0]);
    return end;
}

static _Noreturn void worker_main(struct workers *w)
{
    const struct portion *portion;

    die_with_parent(w->self);
    while ((portion = take_portion(w)) != NULL) {
        int end;

        w->hung = known_before(w, portion);
        end = run_portion(w, portion);
        if (end == END_TOO_LARGE)
            atomic_store(&w->shared->too_large, true);
        if (end != END_DONE)
            _exit(1);
        atomic_store(&w->shared->portion_done[portion - w->portions], 1);
        atomic_fetch_add(&w->shared->done, portion->length);
    }
    _exit(0);
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

static bool task_is_done(const struct workers *w, size_t task)
{
    for (size_t k = w->first_portion[task]; k < w->first_portion[task + 1]; k++)
        if (!atomic_load(&w->shared->portion_done[k]))
            return false;
    return true;
}

static bool all_have_ended(struct workers *w)
{
    bool all = true;

    for (unsigned k = 0; k < w->started; k++) {
        if (w->pids[k] && waitpid(w->pids[k], NULL, WNOHANG) != 0)
            w->pids[k] = 0;
        all = all && !w->pids[k];
    }
    return all;
}

/* Until a task is done, or, of the number after the last, all workers have
 * ended.  SIGCHLD is blocked, so that none is missed. */
static void wait_for(struct workers *w, size_t task, workers_progress *progress)
{
    static const struct timespec now_and_then = {0, 200000000};
    sigset_t child, before;

    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, &before);
    while (!all_have_ended(w) &&
           (task == w->task_count || !task_is_done(w, task))) {
        if (progress)
            progress(atomic_load(&w->shared->done), w->case_count);
        sigtimedwait(&child, NULL, &now_and_then);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
}

void workers_wait(struct workers *w, size_t task, workers_progress *progress,
                  struct observation *observations)
{
    const struct workers_task *t = &w->tasks[task];

    wait_for(w, task, progress);

    /* Which portions the file had room for is a matter of chance. */
    bool too_large = atomic_load(&w->shared->too_large);

    for (size_t k = 0; k < t->count; k++) {
        observations[k] = (struct observation){.ended = ENDED_HARNESS};
        strcpy(observations[k].note,
               too_large ? "the limit of a file's size is too low for the "
                           "observations: see ulimit -f"
                         : "the process that observed it died");
    }
    if (!too_large)
        collect(w, task, observations);
    if (t->goes_on)
        hung_change_dialect(&w->hung);
    else
        w->hung = (struct hung){0};
    hung_apply(&w->hung, t->cases, t->count, observations);
}

void workers_end(struct workers *w)
{
    wait_for(w, w->task_count, NULL);
    munmap(w->shared, shared_size(w));
    close(w->records);
    free(w->portions);
    free(w->first_case);
    free(w->first_portion);
    free(w->known);
    free(w);
}

struct workers *workers_begin(const struct workers_task *tasks, size_t count,
                              unsigned workers)
{
    struct workers *w = memory_new(1, sizeof *w);

    *w = (struct workers){.tasks = tasks,
                          .task_count = count,
                          .records = memfd_create("observations", MFD_CLOEXEC),
                          .self = getpid()};
    make_queue(w);
    w->shared = mmap(NULL, shared_size(w), PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (w->shared == MAP_FAILED || w->records < 0 ||
        fcntl(w->records, F_SETFL, O_APPEND) != 0)
        memory_out();
    w->signs = (struct hung_sign *)(void *)((char *)w->shared + signs_at(w));
    if (workers > WORKERS_LIMIT)
        workers = WORKERS_LIMIT;
    for (; w->started < workers && w->started < w->portion_count;
         w->started++) {
        pid_t pid = fork();

        if (pid == 0)
            worker_main(w);
        if (pid < 0)
            break;
        w->pids[w->started] = pid;
    }
    return w;
}

void workers_observe(const struct workers_task *task, unsigned workers,
                     workers_progress *progress,
                     struct observation *observations)
{
    struct workers *w = workers_begin(task, 1, workers);

    workers_wait(w, 0, progress, observations);
    workers_end(w);
}
