/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "calls.h"
#include "engine.h"
#include "monitoring.h"

static int lock(int fd)
{
    int result;

    do
        result = flock(fd, LOCK_EX);
    while (result != 0 && errno == EINTR);
    return result;
}

/* Whether the file that is open is still the one of that name. */
static bool is_file_named(int fd, const char *path)
{
    struct stat open_one, named;

    return fstat(fd, &open_one) == 0 && lstat(path, &named) == 0 &&
           open_one.st_ino == named.st_ino && open_one.st_dev == named.st_dev;
}

/* Wait for the writer that holds the temporary, if one does; what it leaves
 * then is nobody's. */
static int remove_left(const char *path)
{
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    int error = 0;

    if (fd < 0)
        return errno == ENOENT ? 0 : errno;
    if (lock(fd) != 0 || (is_file_named(fd, path) && unlink(path) != 0))
        error = errno;
    close(fd);
    return error;
}

/* A new file of that name, locked; or minus an errno. */
static int create_locked(const char *path)
{
    for (;;) {
        int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        int error = fd >= 0 ? 0 : errno != EEXIST ? errno : remove_left(path);

        if (fd >= 0 && lock(fd) != 0)
            error = errno;
        else if (fd >= 0 && is_file_named(fd, path))
            return fd;
        if (fd >= 0)
            close(fd); /* perhaps taken for one that was left */
        if (error != 0)
            return -error;
    }
}

void new_file_begin(struct new_file *file, const char *name)
{
    sigset_t limit, pending;

    *file = (struct new_file){.name = name, .fd = -1};
    sigemptyset(&limit);
    sigaddset(&limit, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &limit, &file->mask);
    sigpending(&pending);
    file->is_pending = sigismember(&pending, SIGXFSZ);
    if (snprintf(file->path, sizeof file->path, "%s.tmp", name) >=
        (int)sizeof file->path)
        file->fd = -ENAMETOOLONG;
    else
        file->fd = create_locked(file->path);
    if (file->fd < 0)
        file->error = -file->fd;
}

static void write_out(struct new_file *file, const char *from, size_t size)
{
    while (size > 0 && file->error == 0) {
        ssize_t done = write(file->fd, from, size);

        if (done < 0 && errno != EINTR)
            file->error = errno;
        if (done > 0) {
            from += done;
            size -= (size_t)done;
        }
    }
}

static void write_held(struct new_file *file)
{
    write_out(file, file->buffer, file->held);
    file->held = 0;
}

void new_file_put(struct new_file *file, const void *bytes, size_t size)
{
    if (size > sizeof file->buffer - file->held)
        write_held(file);
    if (size > sizeof file->buffer) {
        write_out(file, bytes, size);
        return;
    }
    memcpy(file->buffer + file->held, bytes, size);
    file->held += size;
}

void new_file_put_from(struct new_file *file, const void *memory, size_t size)
{
    write_held(file);
    write_out(file, memory, size);
}

/* The name is to survive a loss of power as the file does; where that can't
 * be done, the file is right all the same. */
static void sync_directory(char *path)
{
    char *slash = strrchr(path, '/');
    int fd;

    if (slash != NULL)
        slash[1] = '\0';
    fd = open(slash ? path : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}

int new_file_end(struct new_file *file)
{
    static const struct timespec at_once;
    sigset_t limit;

    write_held(file);
    if (file->error == 0 &&
        (fsync(file->fd) != 0 || rename(file->path, file->name) != 0))
        file->error = errno;
    if (file->error == EFBIG && !file->is_pending) {
        sigemptyset(&limit);
        sigaddset(&limit, SIGXFSZ);
        sigtimedwait(&limit, NULL, &at_once);
    }
    pthread_sigmask(SIG_SETMASK, &file->mask, NULL);
    if (file->fd < 0)
        return file->error;
    if (file->error != 0)
        unlink(file->path);
    close(file->fd);
    if (file->error == 0)
        sync_directory(file->path);
    return file->error;
}

enum {
    RATE = 1000000 / ENGINE_ORDINARY, /* ticks a second */
    GMON_VERSION = 0x00051879,
};

struct monitoring monitoring;

static void put_counters(struct new_file *file,
                         const struct monitoring_range *range)
{
    new_file_put_from(file, range->counters,
                      range->count * sizeof *range->counters);
}

static void put_mon(struct new_file *file, const struct calls_arc *calls,
                    size_t functions)
{
    const struct monitoring_range *range = monitoring.ranges;
    uintptr_t header[] = {range->low, range->high, functions};

    new_file_put(file, header, sizeof header);
    for (size_t k = 0; k < functions; k++)
        new_file_put(file, (uintptr_t[]){calls[k].self, calls[k].calls},
                     2 * sizeof(uintptr_t));
    put_counters(file, range);
}

/* glibc's records, without padding. */
struct tagged_range {
    unsigned char tag; /* 0 */
    uintptr_t low, high;
    uint32_t count, rate;
    char dimension[15], abbreviation;
} __attribute__((packed));

struct tagged_arc {
    unsigned char tag; /* 1 */
    uintptr_t from, self;
    uint32_t calls;
} __attribute__((packed));

/* A function's calls are an arc from nowhere: who called is not counted. */
static void put_list(struct new_file *file, const struct calls_arc *calls,
                     size_t functions)
{
    static const struct {
        char mark[4];
        uint32_t version;
        char spare[12];
    } header = {{'g', 'm', 'o', 'n'}, 1, {0}};

    new_file_put(file, &header, sizeof header);
    for (size_t k = 0; k < monitoring.count; k++) {
        const struct monitoring_range *range = &monitoring.ranges[k];
        struct tagged_range record = {
            0,    range->low, range->high, (uint32_t)range->count,
            RATE, "seconds",  's'};

        new_file_put(file, &record, sizeof record);
        put_counters(file, range);
    }
    for (size_t k = 0; k < functions; k++) {
        struct tagged_arc record = {
            1, 0, calls[k].self,
            calls[k].calls > INT32_MAX ? INT32_MAX : (uint32_t)calls[k].calls};

        new_file_put(file, &record, sizeof record);
    }
}

static void put_gmon(struct new_file *file, const struct calls_arc *arcs,
                     size_t count)
{
    const struct monitoring_range *range = monitoring.ranges;
    size_t bytes = range->count * sizeof *range->counters;
    struct {
        uintptr_t low, high;
        int32_t bytes; /* of this and the counters */
        int32_t version, rate, counter_bits, spare[2];
    } header = {range->low - monitoring.base,
                range->high - monitoring.base,
                (int32_t)(sizeof header + bytes),
                GMON_VERSION,
                RATE,
                8 * sizeof *range->counters,
                {0}};

    _Static_assert(sizeof header == 2 * sizeof(uintptr_t) + 24,
                   "the header has no padding");
    new_file_put(file, &header, sizeof header);
    put_counters(file, range);
    new_file_put(file, arcs, count * sizeof *arcs);
}

static const struct {
    const char *name, *who;
    void (*put)(struct new_file *file, const struct calls_arc *calls,
                size_t count);
} files[] = {
    [MONITORING_MON] = {"mon.out", "monitor", put_mon},
    [MONITORING_MON_LIST] = {"mon.out", "monitor", put_list},
    [MONITORING_GMON] = {"gmon.out", "_mcleanup", put_gmon},
};

static void write_file(void)
{
    const char *name = files[monitoring.file].name,
               *who = files[monitoring.file].who;
    const struct calls_arc *calls;
    size_t count = calls_list(&calls);
    struct new_file file;
    int error;

    if (monitoring.file == MONITORING_GMON && calls_exceeded())
        dprintf(STDERR_FILENO, "%s: %s: of all arcs it has %zu, the first\n",
                who, name, count);
    new_file_begin(&file, name);
    files[monitoring.file].put(&file, calls, count);
    error = new_file_end(&file);
    if (error != 0)
        dprintf(STDERR_FILENO, "%s: %s: %s\n", who, name, strerror(error));
}

static size_t bytes_of_ranges(size_t count)
{
    return count * (sizeof *monitoring.regions + sizeof *monitoring.ranges);
}

static void drop_monitoring(void)
{
    if (monitoring.regions)
        munmap(monitoring.regions, bytes_of_ranges(monitoring.count));
    if (monitoring.own)
        munmap(monitoring.own, monitoring.own_bytes);
    memset(&monitoring, 0, sizeof monitoring);
}

bool monitoring_make(enum monitoring_file file, size_t count)
{
    monitoring_end(false);
    drop_monitoring();
    monitoring.file = file;
    monitoring.count = count;
    monitoring.regions = pages_make(bytes_of_ranges(count));
    monitoring.ranges = (void *)(monitoring.regions + count);
    return monitoring.regions != NULL;
}

bool monitoring_make_counters(size_t bytes)
{
    monitoring.own = pages_make(bytes);
    monitoring.own_bytes = bytes;
    return monitoring.own != NULL;
}

static bool begin_calls(int limit)
{
    const struct monitoring_range *range = monitoring.ranges;

    return monitoring.file == MONITORING_GMON
               ? calls_begin_arcs(range->low, range->high, monitoring.base,
                                  limit)
               : calls_begin(limit);
}

int monitoring_begin(int limit)
{
    static bool watched;
    int error = engine_current->start(monitoring.regions, monitoring.count,
                                      ENGINE_ORDINARY);

    if (error == 0 && !begin_calls(limit)) {
        engine_current->stop();
        error = ENOMEM;
    }
    if (error != 0) {
        drop_monitoring();
        return error;
    }
    monitoring.on = true;
    if (!watched)
        watched = atexit(monitoring_stop) == 0;
    return 0;
}

static void resume(void)
{
    if (engine_current->start(monitoring.regions, monitoring.count,
                              ENGINE_ORDINARY) != 0)
        return;
    calls_resume();
    monitoring.paused = false;
}

void monitoring_control(bool on)
{
    struct engine_call call = engine_enter();

    if (monitoring.on && monitoring.paused && on) {
        resume();
    } else if (monitoring.on && !monitoring.paused && !on) {
        engine_current->stop();
        calls_pause();
        monitoring.paused = true;
    }
    engine_leave(&call, 0);
}

void monitoring_end(bool with_file)
{
    if (!monitoring.on)
        return;
    if (!monitoring.paused)
        engine_current->stop();
    calls_pause();
    if (with_file)
        write_file();
    drop_monitoring();
}

void monitoring_stop(void)
{
    struct engine_call call = engine_enter();

    monitoring_end(true);
    engine_leave(&call, 0);
}
