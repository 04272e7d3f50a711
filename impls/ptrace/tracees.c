/* SPDX-License-Identifier: MIT */
#include "tracees.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FIRST_ROOM = 64 };

static const long options = PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC;

static size_t read_at(int file, char *text, size_t size)
{
    ssize_t length = pread(file, text, size - 1, 0);

    text[length > 0 ? length : 0] = '\0';
    return length > 0 ? (size_t)length : 0;
}

static int open_of(const struct tracees *tracees, pid_t id, const char *name)
{
    char path[64];

    snprintf(path, sizeof path, "%d/%s", (int)id, name);
    return openat(tracees->tasks, path, O_RDONLY | O_CLOEXEC);
}

int tracees_open(struct tracees *tracees, pid_t process)
{
    char path[64], text[128];
    int own = open("/proc/self/schedstat", O_RDONLY | O_CLOEXEC);
    bool told = own >= 0 && read_at(own, text, sizeof text) > 0 &&
                strtoull(text, NULL, 10) > 0;

    if (own >= 0)
        close(own);
    snprintf(path, sizeof path, "/proc/%d/task", (int)process);
    tracees->tasks = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (tracees->tasks < 0)
        return errno;
    return told ? 0 : ENOTSUP;
}

struct tracee *tracees_find(const struct tracees *tracees, pid_t id)
{
    for (size_t i = 0; i < tracees->count; i++)
        if (tracees->list[i].id == id)
            return &tracees->list[i];
    return NULL;
}

static bool make_room_for_tracees(struct tracees *tracees)
{
    size_t room = tracees->room ? 2 * tracees->room : FIRST_ROOM;
    size_t bytes = tracees->count * sizeof *tracees->list;
    struct tracee *list;

    if (tracees->count < tracees->room)
        return true;
    list = mmap(NULL, room * sizeof *list, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (list == MAP_FAILED)
        return false;
    madvise(list, room * sizeof *list, MADV_DONTFORK);
    if (bytes > 0)
        memcpy(list, tracees->list, bytes);
    tracees_free(tracees);
    tracees->list = list;
    tracees->room = room;
    return true;
}

void tracees_free(struct tracees *tracees)
{
    if (tracees->list)
        munmap(tracees->list, tracees->room * sizeof *tracees->list);
    tracees->list = NULL;
    tracees->room = 0;
}

struct tracee *tracees_add(struct tracees *tracees, pid_t id)
{
    struct tracee *tracee = tracees_find(tracees, id);
    char name[16];

    if (tracee)
        return tracee;
    snprintf(name, sizeof name, "%d", (int)id);
    if (faccessat(tracees->tasks, name, F_OK, 0) != 0 ||
        !make_room_for_tracees(tracees))
        return NULL;
    tracee = &tracees->list[tracees->count++];
    *tracee = (struct tracee){
        .id = id,
        .times = open_of(tracees, id, "schedstat"),
        .state = open_of(tracees, id, "stat"),
    };
    tracee_begin(tracee);
    return tracee;
}

static void close_file(int file)
{
    if (file >= 0)
        close(file);
}

void tracees_remove(struct tracees *tracees, pid_t id)
{
    struct tracee *tracee = tracees_find(tracees, id);

    if (!tracee)
        return;
    close_file(tracee->times);
    close_file(tracee->state);
    *tracee = tracees->list[--tracees->count];
}

/* The state is behind the name, which may hold anything. */
static char state_of(const struct tracee *tracee)
{
    char text[512], *after;

    if (read_at(tracee->state, text, sizeof text) == 0)
        return 'X';
    after = strrchr(text, ')');
    return after && after[1] == ' ' ? after[2] : 'X';
}

bool tracee_runs(const struct tracee *tracee)
{
    return state_of(tracee) == 'R';
}

bool tracee_times(const struct tracee *tracee, struct tracee_times *times)
{
    char text[128], *at;

    if (read_at(tracee->times, text, sizeof text) == 0)
        return false;
    times->spent = strtoull(text, &at, 10);
    strtoull(at, &at, 10);
    times->turns = strtoull(at, &at, 10);
    return true;
}

/* What is told of one that runs is some milliseconds old. */
void tracee_begin(struct tracee *tracee)
{
    struct tracee_times times;

    tracee->fresh = true;
    if (tracee_runs(tracee) || !tracee_times(tracee, &times))
        return;
    tracee->fresh = false;
    tracee->counted = times.spent;
}

uint32_t tracee_periods(struct tracee *tracee, uint64_t nanoseconds)
{
    struct tracee_times times;
    uint64_t periods;

    if (!tracee_times(tracee, &times))
        return 0;
    if (tracee->fresh || times.spent < tracee->counted)
        tracee->counted = times.spent;
    tracee->fresh = false;
    periods = (times.spent - tracee->counted) / nanoseconds;
    tracee->counted += periods * nanoseconds;
    return periods < UINT32_MAX ? (uint32_t)periods : UINT32_MAX;
}

/* One that was made since by another that is traced already. */
static bool is_ours(pid_t id)
{
    siginfo_t info;

    return waitid(P_PID, (id_t)id, &info,
                  WEXITED | WSTOPPED | WNOHANG | WNOWAIT | __WALL) == 0;
}

static int seize_one(struct tracees *tracees, pid_t id)
{
    int error = 0, state;
    struct tracee one = {0};
    bool gone;

    if (ptrace(PTRACE_SEIZE, id, NULL, (void *)options) != 0)
        error = errno;
    if (error == EPERM && is_ours(id))
        error = 0;
    if (error == 0)
        return tracees_add(tracees, id) ? 0 : ENOMEM;
    state = one.state = open_of(tracees, id, "stat");
    gone = state < 0 || strchr("ZX", state_of(&one));
    close_file(state);
    return gone ? 0 : error;
}

/* As the kernel gives it; readdir would allocate. */
struct entry {
    uint64_t inode;
    int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[];
};

static int seize_new(struct tracees *tracees, pid_t except)
{
    _Alignas(struct entry) char entries[2048];
    long length;
    int error = 0;

    lseek(tracees->tasks, 0, SEEK_SET);
    while (error == 0 && (length = syscall(SYS_getdents64, tracees->tasks,
                                           entries, sizeof entries)) > 0)
        for (long at = 0; error == 0 && at < length;) {
            const struct entry *entry = (const void *)(entries + at);
            pid_t id = (pid_t)atoi(entry->name);

            if (id > 0 && id != except && !tracees_find(tracees, id))
                error = seize_one(tracees, id);
            at += entry->length;
        }
    return error;
}

/* Until no thread is there that was not seen before. */
int tracees_seize(struct tracees *tracees, pid_t except)
{
    size_t before;
    int error;

    do {
        before = tracees->count;
        error = seize_new(tracees, except);
    } while (error == 0 && tracees->count > before);
    return error == 0 && tracees->count == 0 ? ESRCH : error;
}
