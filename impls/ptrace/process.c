/* SPDX-License-Identifier: MIT */
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bell.h"

enum {
    TRACER_STACK = 256 * 1024,
    MAKER_STACK = 16 * 1024,
    THREAD_STACK = TRACER_STACK + MAKER_STACK + 256 * 1024,
};

struct stacks {
    _Alignas(16) char tracer[TRACER_STACK], maker[MAKER_STACK];
    struct tracer *traces;
};

static int tracer_lives(void *argument)
{
    tracer_live(argument);
    _exit(0);
}

static void make_tracer(struct stacks *stacks)
{
    struct tracer *tracer = stacks->traces;

    if (clone(tracer_lives, stacks->tracer + TRACER_STACK,
              CLONE_VM | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID, tracer,
              &tracer->alive, NULL, &tracer->alive) < 0)
        tracer->error = errno;
}

/* It ends at once, which makes an orphan of the tracer. */
static int leave_orphan(void *stacks)
{
    make_tracer(stacks);
    _exit(0);
}

static void make_orphan(struct stacks *stacks)
{
    pid_t maker =
        clone(leave_orphan, stacks->maker + MAKER_STACK, CLONE_VM, stacks);

    if (maker < 0)
        stacks->traces->error = errno;
    while (maker > 0 && waitpid(maker, NULL, __WALL) < 0 && errno == EINTR)
        ;
}

static bool adopts_orphans(void)
{
    int adopts = 0;

    prctl(PR_GET_CHILD_SUBREAPER, &adopts, 0, 0, 0);
    return adopts || getpid() == 1;
}

static pid_t tracer_of_this_process(void)
{
    char text[4096], *at;
    int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    ssize_t length;

    if (file < 0)
        return 0;
    length = read(file, text, sizeof text - 1);
    close(file);
    text[length > 0 ? length : 0] = '\0';
    at = strstr(text, "\nTracerPid:");
    return at ? (pid_t)atoi(at + strlen("\nTracerPid:")) : 0;
}

/* The kernel clears the word, and only then lets the threads go.  Most often
 * it is not our child. */
static void wait_for_end(struct tracer *tracer)
{
    uint32_t id, last = 0;

    while ((id = atomic_load(&tracer->alive)) != 0) {
        last = id;
        syscall(SYS_futex, &tracer->alive, FUTEX_WAIT, id, NULL, NULL, 0);
    }
    while (last != 0 && tracer_of_this_process() == (pid_t)last)
        sched_yield();
    while (last != 0 && waitpid((pid_t)last, NULL, __WALL) < 0 &&
           errno == EINTR)
        ;
}

static void *lend(void *argument)
{
    struct process *process = argument;
    struct tracer *tracer = &process->tracer;
    struct stacks stacks;

    stacks.traces = tracer;
    tracer->spared = (pid_t)syscall(SYS_gettid);
    prctl(PR_SET_NAME, "profil");
    if (adopts_orphans())
        make_tracer(&stacks);
    else
        make_orphan(&stacks);
    atomic_store(&process->made, true);
    wait_for_end(tracer);
    atomic_store(&tracer->ended, true);
    bell_ring(&tracer->news);
    return NULL;
}

static int make_thread(struct process *process)
{
    pthread_attr_t attributes;
    int error;

    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, THREAD_STACK);
    error = pthread_create(&process->thread, &attributes, lend, process);
    pthread_attr_destroy(&attributes);
    return error;
}

/* Yama's way for a process to be traced by one that is not its parent.  It
 * is needed for this moment only. */
static int permit(struct tracer *tracer)
{
    int error;

    if (prctl(PR_SET_PTRACER, atomic_load(&tracer->alive), 0, 0, 0) != 0)
        return EPERM;
    error = tracer_ask(tracer, TRACER_SEIZE);
    prctl(PR_SET_PTRACER, 0, 0, 0, 0);
    return error;
}

int process_begin(struct process *process, const struct tracer_order *order)
{
    struct tracer *tracer = &process->tracer;
    int error;

    memset(process, 0, sizeof *process);
    tracer->process = getpid();
    tracer->order = *order;
    tracer->asked = 1;
    error = make_thread(process);
    if (error != 0)
        return error;
    error = tracer_born(tracer);
    /* Else the program, by a wait for any child, could get the maker. */
    while (!atomic_load(&process->made))
        sched_yield();
    if (error == EPERM)
        error = permit(tracer);
    if (error == ESRCH && tracer->error != 0)
        error = tracer->error;
    if (error != 0)
        process_end(process);
    return error;
}

void process_end(struct process *process)
{
    tracer_ask(&process->tracer, TRACER_QUIT);
    pthread_join(process->thread, NULL);
    tracees_free(&process->tracer.tracees);
}
