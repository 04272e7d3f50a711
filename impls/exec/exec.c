/* SPDX-License-Identifier: MIT */
#include "exec.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static const char prefix[] = "exec:";

enum { LEAVE = 1000 }; /* milliseconds; see exec_end */

#define BLANKS " \t\r"

bool exec_say(struct exec_impl *e, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t written = write(e->to, text, length);

        if (written < 0 && errno != EINTR)
            return false;
        text += written > 0 ? written : 0;
        length -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

/* Hear more of it.  False where there is none. */
static bool exec_read_more(struct exec_impl *e)
{
    ssize_t got;

    memmove(e->line, e->line + e->taken, e->used - e->taken);
    e->used -= e->taken;
    e->taken = 0;
    if (e->used == EXEC_LINE)
        return false;
    do
        got = read(e->from, e->line + e->used, EXEC_LINE - e->used);
    while (got < 0 && errno == EINTR);
    e->ended = got <= 0;
    e->used += got > 0 ? (size_t)got : 0;
    return !e->ended;
}

bool exec_has_line(const struct exec_impl *e, int milliseconds)
{
    struct pollfd more = {.fd = e->from, .events = POLLIN};

    return e->taken < e->used ||
           (poll(&more, 1, milliseconds) > 0 && more.revents & POLLIN);
}

/* Without white space around it. */
static char *strip(char *line)
{
    size_t length;

    line += strspn(line, BLANKS);
    length = strlen(line);
    while (length > 0 && strchr(BLANKS, line[length - 1]))
        line[--length] = '\0';
    return line;
}

const char *exec_next_line(struct exec_impl *e)
{
    char *line, *newline;

    while (!(newline = memchr(e->line + e->taken, '\n', e->used - e->taken)))
        if (!exec_read_more(e))
            return NULL;
    line = e->line + e->taken;
    *newline = '\0';
    e->taken = (size_t)(newline + 1 - e->line);
    e->null = strlen(line) < (size_t)(newline - line) ? newline - line : 0;
    return e->null ? NULL : strip(line);
}

void exec_no_line(const struct exec_impl *e, char *text, size_t size)
{
    if (e->null)
        snprintf(text, size, "a line of length %zu with a null byte", e->null);
    else
        snprintf(text, size, "a line of more than %d bytes", EXEC_LINE);
}

int exec_end(struct exec_impl *e)
{
    struct pollfd output = {.fd = e->from};
    int status = 0;

    close(e->to);
    if (poll(&output, 1, LEAVE) <= 0)
        kill(e->pid, SIGKILL);
    while (waitpid(e->pid, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}

void exec_error(const struct exec_impl *e, char *text, size_t size)
{
    ssize_t got = pread(e->messages, text, size - 1, 0);

    text[got > 0 ? got : 0] = '\0';
    text[strcspn(text, "\n")] = '\0';
}

/* Become the program: a file, or a command of the shell. */
static void become(const char *command, int in, int out, int err)
{
    char *const alone[] = {(char *)command, NULL};
    char shell[4096];

    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    snprintf(shell, sizeof shell, "exec %s", command);
    signal(SIGPIPE, SIG_DFL);
    if (access(command, X_OK) == 0)
        execv(command, alone);
    else
        execl("/bin/sh", "sh", "-c", shell, (char *)NULL);
    dprintf(STDERR_FILENO, "%s: %s\n", command, strerror(errno));
    _exit(127);
}

static bool exec_start(struct exec_impl *e, const char *command)
{
    int in[2], out[2];
    pid_t parent = getpid();

    if (pipe2(in, O_CLOEXEC) != 0)
        return false;
    if (pipe2(out, O_CLOEXEC) != 0) {
        close(in[0]);
        close(in[1]);
        return false;
    }
    e->messages = memfd_create("stderr", MFD_CLOEXEC);
    e->pid = fork();
    if (e->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
        if (getppid() != parent)
            _exit(0);
        become(command, in[0], out[1], e->messages);
    }
    close(in[0]);
    close(out[1]);
    e->to = in[1];
    e->from = out[0];
    return e->pid > 0;
}

static const struct {
    const char *word;
    unsigned can, skill;
} words[] = {
    {"profil", IMPL_CAN_PROFIL, 0},
    {"list", IMPL_CAN_LIST, 0},
    {"sprofil", IMPL_CAN_SPROFIL, 0},
    {"monitor", IMPL_CAN_MONITOR | IMPL_CAN_STOP, 0},
    {"monstartup", IMPL_CAN_MONSTARTUP, 0},
    {"moncontrol", IMPL_CAN_MONCONTROL, 0},
    {"mcleanup", IMPL_CAN_MCLEANUP, 0},
    {"calls", IMPL_CAN_COUNT, 0},
    {"ticks", 0, 0},
    {"fork", 0, EXEC_FORK},
    {"exec", 0, EXEC_EXEC},
    {"unmap", 0, EXEC_UNMAP},
    {"protect", 0, EXEC_PROTECT},
    {"sleep", 0, EXEC_SLEEP},
    {"caller", 0, EXEC_CALLER},
    {"sweep", 0, EXEC_SWEEP},
    {"file", 0, EXEC_FILE},
    {"rate", 0, EXEC_RATE},
};

/* A word of its "can" line. */
static bool learn_word(struct exec_impl *e, const char *word)
{
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strcmp(word, words[k].word) == 0) {
            e->can |= words[k].can;
            e->skills |= words[k].skill;
            return true;
        }
    return false;
}

/* The line, which is written to. */
static bool learn_words(struct exec_impl *e, char *line, char *why, size_t size)
{
    char *rest, *word = strtok_r(line, BLANKS, &rest);

    if (!word) {
        snprintf(why, size, "it answered hello with an empty line");
        return false;
    }
    if (strcmp(word, "machine") == 0) {
        word = strtok_r(NULL, BLANKS, &rest);
        e->big = word && strcmp(word, "big") == 0;
        word = strtok_r(NULL, BLANKS, &rest);
        if (word && strcmp(word, "64") == 0)
            return true;
        snprintf(why, size,
                 "its machine does not have 64-bit addresses: let it write "
                 "traces, for profilcheck judge");
        return false;
    }
    if (strcmp(word, "can") != 0) {
        snprintf(why, size,
                 "it answered hello with a line that begins \"%.60s%s\", "
                 "expected hello NAME, can WORDS, machine ... or ok",
                 word, strlen(word) > 60 ? "..." : "");
        return false;
    }
    while ((word = strtok_r(NULL, BLANKS, &rest)))
        if (!learn_word(e, word)) {
            snprintf(why, size,
                     "it says can %.60s%s, which is not a word of EXEC.md",
                     word, strlen(word) > 60 ? "..." : "");
            return false;
        }
    return true;
}

/* Why nothing more is heard of it while it is opened. */
static void describe_exec_end(struct exec_impl *e, char *why, size_t size)
{
    char error[160];
    int status;

    if (!e->ended) {
        exec_no_line(e, error, sizeof error);
        snprintf(why, size,
                 "it answered hello with %s, expected a line of text", error);
        return;
    }
    status = exec_end(e);
    exec_error(e, error, sizeof error);
    snprintf(why, size, "it ended before it had answered hello, with %s %d%s%s",
             WIFSIGNALED(status) ? "signal" : "status",
             WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status),
             *error ? ": " : "", error);
}

/* hello NAME; can WORDS...; machine ORDER BITS; ok */
static bool greet(struct exec_impl *e, const char *dialect, char *why,
                  size_t size)
{
    char hello[80];
    const char *line;
    int lines = 0;

    snprintf(hello, sizeof hello, "hello 1 %s\n", dialect);
    exec_say(e, hello, strlen(hello));
    while ((line = exec_next_line(e)) && strcmp(line, "ok") != 0) {
        if (lines++ == 0) {
            if (strncmp(line, "hello ", 6) != 0 || !line[6]) {
                snprintf(why, size,
                         "it answered hello with \"%.60s%s\", expected hello "
                         "NAME",
                         line, strlen(line) > 60 ? "..." : "");
                return false;
            }
            snprintf(e->name, sizeof e->name, "%s", line + 6);
        } else if (lines > 16) {
            snprintf(why, size, "its answer to hello lacks the last line, ok");
            return false;
        } else if (!learn_words(e, (char *)line, why, size)) {
            return false;
        }
    }
    if (!line)
        describe_exec_end(e, why, size);
    else if (!*e->name)
        snprintf(why, size, "it answered hello with ok, expected hello NAME");
    else if (!e->can)
        snprintf(why, size, "it has none of this dialect's calls");
    return line && *e->name && e->can;
}

static void exec_close(struct impl *impl)
{
    struct exec_impl *e = (struct exec_impl *)impl;

    if (!e->ended && exec_say(e, "bye\n", 4))
        exec_end(e);
    close(e->from);
    close(e->messages);
    free(e->line);
    free(e);
}

static struct impl *exec_open(const struct impl_options *options, char *why,
                              size_t why_size)
{
    struct exec_impl *e = calloc(1, sizeof *e);
    const char *command = options->path;

    if (!e || !(e->line = malloc(EXEC_LINE))) {
        snprintf(why, why_size, "out of memory");
        free(e);
        return NULL;
    }
    e->impl.class = &impl_exec;
    if (strncmp(command, prefix, sizeof prefix - 1) == 0)
        command += sizeof prefix - 1;
    signal(SIGPIPE, SIG_IGN);
    if (!exec_start(e, command)) {
        snprintf(why, why_size, "it can't be started: %s", strerror(errno));
    } else if (greet(e, options->dialect, why, why_size)) {
        return &e->impl;
    } else {
        kill(e->pid, SIGKILL);
    }
    free(e->line);
    free(e);
    return NULL;
}

static unsigned exec_capabilities(const struct impl *impl)
{
    return ((const struct exec_impl *)impl)->can;
}

/* Cases are put to it whole; see above. */
static void exec_call(struct impl *impl, const struct impl_call *call,
                      struct impl_result *result)
{
    (void)impl;
    (void)call;
    *result = (struct impl_result){true, -1, ENOSYS};
}

static int exec_deliver(struct impl *impl, const struct impl_tick *ticks,
                        size_t count)
{
    (void)ticks;
    impl->refused = "its cases are given to it whole";
    return count > 0 ? ENOTSUP : 0;
}

const struct impl_class impl_exec = {
    .name = "exec",
    .summary = "a program, or command, that answers line by line: exec:./prog",
    .open = exec_open,
    .capabilities = exec_capabilities,
    .call = exec_call,
    .deliver = exec_deliver,
    .close = exec_close,
};
