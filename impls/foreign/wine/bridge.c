/* SPDX-License-Identifier: MIT */
/*
 * profil of a Windows program, as a shared object here: it is asked for what
 * the caller asks, and for ticks (ask.h).  WINE_SOCKET, a string, is where
 * host.c gives each process a driver of its own.
 *
 * What the caller has around the buffer is sent along, and what was changed is
 * put back.  A driver that died of an access violation is SIGSEGV here.  There
 * is no fork.
 */
#include "../shim.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "ask.h"

enum { BRIDGE_PAGE = 4096, BRIDGE_TICKS = 1000 };

static struct {
    int to, from; /* 0: not asked yet */
    char *samples;
    size_t size;
} bridge;

static bool bridge_receive(int socket)
{
    struct msghdr message = {0};
    char byte, room[CMSG_SPACE(2 * sizeof(int))];
    struct iovec one = {&byte, 1};
    struct cmsghdr *head;
    int files[2];

    message.msg_iov = &one;
    message.msg_iovlen = 1;
    message.msg_control = room;
    message.msg_controllen = sizeof room;
    if (recvmsg(socket, &message, MSG_CMSG_CLOEXEC) != 1)
        return false;
    head = CMSG_FIRSTHDR(&message);
    if (!head || head->cmsg_len != CMSG_LEN(sizeof files))
        return false;
    memcpy(files, CMSG_DATA(head), sizeof files);
    bridge.to = files[0];
    bridge.from = files[1];
    return true;
}

static bool bridge_open(void)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX, .sun_path = WINE_SOCKET};
    int socket_to;
    bool good;

    if (bridge.to)
        return true;
    socket_to = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    good = socket_to >= 0 &&
           connect(socket_to, (struct sockaddr *)&at, sizeof at) == 0 &&
           bridge_receive(socket_to);
    close(socket_to);
    return good;
}

static bool bridge_move(bool out, void *bytes, size_t size)
{
    char *at = bytes;

    for (ssize_t n; size > 0; at += n, size -= (size_t)n) {
        n = out ? write(bridge.to, at, size) : read(bridge.from, at, size);
        if (n < 0 && errno == EINTR)
            n = 0;
        else if (n <= 0)
            return false;
    }
    return true;
}

/* The bytes from an address on that can be read, of so many. */
static size_t bridge_copy(const char *from, char *into, size_t most)
{
    size_t done = 0, n;

    for (; done < most; done += n) {
        n = BRIDGE_PAGE - ((uintptr_t)from + done) % BRIDGE_PAGE;
        if (n > most - done)
            n = most - done;
        if (shim_in(from + done, into + done, n) != 0)
            break;
    }
    return done;
}

static void bridge_look(struct ask *ask, char *bytes)
{
    char *address = (char *)(uintptr_t)ask->address;
    size_t most = ask->size + ASK_ZONE;

    if (most > ASK_MOST)
        most = ASK_MOST;
    ask->before = ask->known = 0;
    if (!address)
        return;
    if (bridge_copy(address - ASK_ZONE, bytes, ASK_ZONE) == ASK_ZONE)
        ask->before = ASK_ZONE;
    ask->known = (uint32_t)bridge_copy(address, bytes + ask->before, most);
    if (!ask->known)
        ask->before = 0;
    else
        ask->readonly = shim_out(bytes + ask->before, address, 1) != 0;
}

/* Ask, and have done here what was done there.  0, or an errno. */
static int bridge_ask(struct ask *ask, struct wine_answer *answer)
{
    static char sent[ASK_MOST + 2 * ASK_ZONE], back[sizeof sent];
    char *start;

    bridge_look(ask, sent);
    if (!bridge_open() || !bridge_move(true, ask, sizeof *ask) ||
        !bridge_move(true, sent, ask->before + ask->known) ||
        !bridge_move(false, answer, sizeof *answer))
        return EPIPE;
    if (answer->died) {
        signal(SIGSEGV, SIG_DFL);
        raise(SIGSEGV);
    }
    if (answer->stuck)
        return ETIMEDOUT;
    if (answer->bytes > sizeof back || !bridge_move(false, back, answer->bytes))
        return EPIPE;
    start = (char *)(uintptr_t)ask->address - ask->before;
    for (uint32_t k = 0; k < answer->bytes; k++)
        if (back[k] != sent[k])
            start[k] = back[k];
    return 0;
}

int profil(char *samples, size_t size, size_t offset, unsigned scale)
{
    struct ask ask = {.kind = ASK_PROFIL,
                      .address = (uintptr_t)samples,
                      .size = size,
                      .offset = offset,
                      .scale = scale};
    struct wine_answer answer;
    int before = errno;

    if (bridge_ask(&ask, &answer) != 0) {
        fprintf(stderr, "bridge: the driver in wine does not answer\n");
        _exit(3);
    }
    errno = answer.error ? answer.error : before;
    if (answer.value == 0 && scale != 0) {
        bridge.samples = samples;
        bridge.size = size;
    }
    return answer.value;
}

/* The runtime behind -pg: what it writes is to be in the directory here. */
static void bridge_runtime(struct ask ask)
{
    struct wine_answer answer;
    int before = errno;

    if (!getcwd(ask.directory, sizeof ask.directory) ||
        bridge_ask(&ask, &answer) != 0) {
        fprintf(stderr, "bridge: the driver in wine does not answer\n");
        _exit(3);
    }
    errno = before;
}

void monstartup(unsigned long low, unsigned long high);
void _mcleanup(void);
void mcount(uint64_t from, uint64_t self);
int moncontrol(int mode);

void monstartup(unsigned long low, unsigned long high)
{
    bridge_runtime(
        (struct ask){.kind = ASK_MONSTARTUP, .offset = low, .pc = high});
}

int moncontrol(int mode)
{
    bridge_runtime(
        (struct ask){.kind = ASK_MONCONTROL, .count = (uint32_t)mode});
    return 0;
}

void _mcleanup(void)
{
    bridge_runtime((struct ask){.kind = ASK_MCLEANUP});
}

/* Whoever calls it here gives it both. */
void mcount(uint64_t from, uint64_t self)
{
    bridge_runtime((struct ask){.kind = ASK_CALL, .offset = from, .pc = self});
}

int profilcheck_tick(uint64_t pc, uint32_t count, const char **why);

int profilcheck_tick(uint64_t pc, uint32_t count, const char **why)
{
    struct ask ask = {.kind = ASK_TICKS,
                      .count = count,
                      .address = (uintptr_t)bridge.samples,
                      .size = bridge.size,
                      .pc = pc};
    struct wine_answer answer;

    if (count > BRIDGE_TICKS) {
        *why = "so many ticks take a thread in wine too long";
        return ENOTSUP;
    }
    *why = "the driver in wine does not answer";
    return count ? bridge_ask(&ask, &answer) : bridge_open() ? 0 : EPIPE;
}
