/* SPDX-License-Identifier: MIT */
#include "hearing.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sandbox_time.h"

#include "warden.h"

enum { TELLING = 10 }; /* times HEARING_GRACE, once it tells */

uint64_t sandbox_longest(const struct sandbox_task *task)
{
    return task->longest ? task->longest : task->most;
}

/* What has been heard. */
struct pipe_hearing {
    const struct sandbox_task *task;
    int in;
    uint64_t until; /* it is to have ended */
    char line[WARDEN_LINE];
    size_t length; /* of the line; with its newline: it is whole */
    bool whole;
    struct sandbox_end *end;
    size_t size; /* told so far */
    int error;   /* that it told of */
};

static bool read_number(char **at, unsigned long long most,
                        unsigned long long *value)
{
    char *end;

    if (**at < '0' || **at > '9')
        return false;
    errno = 0;
    *value = strtoull(*at, &end, 10);
    *at = *end == ' ' ? end + 1 : end;
    return errno == 0 && *value <= most &&
           (*end == '\0' || (*end == ' ' && end[1] != '\0'));
}

/* The line, without its newline.  False: no warden wrote it. */
static bool understand(struct pipe_hearing *h)
{
    unsigned long long how, status, marked, size, error;
    char *at = h->line;

    if (strncmp(at, "failed ", 7) == 0) {
        at += 7;
        if (!read_number(&at, 4095, &error) || *at)
            return false;
        h->error = error ? (int)error : EINVAL;
        return true;
    }
    if (strncmp(at, "end ", 4) != 0)
        return false;
    at += 4;
    if (!read_number(&at, SANDBOX_CROWDED, &how) ||
        !read_number(&at, 0xffff, &status) || !read_number(&at, 1, &marked) ||
        !read_number(&at, h->task->told_most, &size) || *at)
        return false;
    h->end->how = (enum sandbox_ended)how;
    h->end->status = (int)status;
    h->end->marked = marked != 0;
    h->end->told_size = (size_t)size;
    h->end->told = calloc(1, (size_t)size + 1);
    return h->end->told != NULL;
}

static bool take_bytes(struct pipe_hearing *h, const char *bytes, size_t count)
{
    if (h->error || count > h->end->told_size - h->size)
        return false;
    memcpy(h->end->told + h->size, bytes, count);
    h->size += count;
    return true;
}

static bool hearing_take(struct pipe_hearing *h, const char *bytes,
                         size_t count)
{
    size_t k = 0;

    for (; k < count && !h->whole; k++) {
        if (h->length == 0 && bytes[k] == WARDEN_STAGE) {
            h->until = sandbox_time() + sandbox_longest(h->task) +
                       2 * (uint64_t)HEARING_GRACE;
        } else if (h->length == 0 && bytes[k] == WARDEN_WAITS) {
            h->until = sandbox_time() + 2 * (uint64_t)HEARING_GRACE;
        } else if (bytes[k] == '\n') {
            h->line[h->length] = '\0';
            h->whole = true;
            h->until = sandbox_time() + TELLING * (uint64_t)HEARING_GRACE;
            if (!understand(h))
                return false;
        } else if (h->length + 1 < sizeof h->line) {
            h->line[h->length++] = bytes[k];
        } else {
            return false;
        }
    }
    return k == count || take_bytes(h, bytes + k, count - k);
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

/* Until it ended, or was found to lie or to be late. */
static bool hearing_hear(struct pipe_hearing *h)
{
    uint64_t last = h->until + 11 * h->task->most;
    char bytes[65536];

    while (readable(h->in, h->until < last ? h->until : last)) {
        ssize_t n = read(h->in, bytes, sizeof bytes);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return h->whole && (h->error || h->size == h->end->told_size);
        if (!hearing_take(h, bytes, (size_t)n))
            return false;
    }
    h->end->how = SANDBOX_TIMED_OUT;
    return false;
}

bool sandbox_hear(const struct sandbox_task *task, int in, uint64_t until,
                  struct sandbox_end *end)
{
    struct pipe_hearing h = {
        .task = task, .in = in, .until = until, .end = end};
    bool good;

    *end = (struct sandbox_end){.how = SANDBOX_LOST};
    good = hearing_hear(&h);
    if (good && h.error) {
        errno = h.error;
        return false;
    }
    if (good)
        return true;
    free(end->told);
    *end = (struct sandbox_end){.how = end->how == SANDBOX_TIMED_OUT && !h.whole
                                           ? SANDBOX_TIMED_OUT
                                           : SANDBOX_LOST,
                                .status = SIGKILL};
    return true;
}
