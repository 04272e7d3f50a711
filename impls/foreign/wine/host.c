/* SPDX-License-Identifier: MIT */
/*
 * A driver in wine for each process that connects, whose two pipes it is given.
 * One is always made ahead.  A driver ends with its pipes; the host ends after
 * SECONDS, or when it is asked to.
 *
 *     host SECONDS SOCKET DRIVER.EXE
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

struct driver {
    int to, from;
};

static struct driver start_driver(const char *program)
{
    struct driver driver;
    int in[2], out[2];

    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) {
        perror("host: pipe");
        exit(3);
    }
    if (fork() == 0) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        execlp("wine", "wine", program, (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    driver.to = in[1];
    driver.from = out[0];
    return driver;
}

static void hand_out(int client, const struct driver *driver)
{
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(2 * sizeof(int))];
    } control = {0};
    int files[2] = {driver->to, driver->from};
    char byte = 0;
    struct iovec one = {&byte, 1};
    struct msghdr message = {.msg_iov = &one,
                             .msg_iovlen = 1,
                             .msg_control = &control,
                             .msg_controllen = sizeof control};

    control.head.cmsg_level = SOL_SOCKET;
    control.head.cmsg_type = SCM_RIGHTS;
    control.head.cmsg_len = CMSG_LEN(sizeof files);
    memcpy(CMSG_DATA(&control.head), files, sizeof files);
    sendmsg(client, &message, MSG_NOSIGNAL);
    close(driver->to);
    close(driver->from);
}

int main(int argc, char **argv)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), client;

    if (argc != 4 || strlen(argv[2]) >= sizeof at.sun_path)
        return 2;
    signal(SIGCHLD, SIG_IGN);
    alarm((unsigned)atoi(argv[1]));
    strcpy(at.sun_path, argv[2]);
    unlink(argv[2]);
    if (bind(listener, (struct sockaddr *)&at, sizeof at) != 0 ||
        listen(listener, 64) != 0) {
        perror(argv[2]);
        return 3;
    }
    for (;;) {
        struct driver driver = start_driver(argv[3]);

        while ((client = accept4(listener, NULL, NULL, SOCK_CLOEXEC)) < 0)
            if (errno != EINTR)
                return 3;
        hand_out(client, &driver);
        close(client);
    }
}
