/* SPDX-License-Identifier: MIT */
/*
 * OP_EXEC: the process becomes another program, which is this one again with
 * an argument that says what to do: burn CPU time for some periods of the
 * clock that there was, with zeroed pages where the buffers were.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "conformance/machine/stub.h"
#include "execute.h"
#include "observe.h"

/* By what the new program knows itself, and how it ends. */
static const char mark[] = "--profilcheck-after-exec";
enum { STATUS_LIVED = 93, STATUS_COUNTED = 94 };

enum { BURN_LEAST = 60000, BURN_MOST = 2000000 }; /* microseconds */

int execute_exec_result(int status)
{
    if (WIFSIGNALED(status))
        return EXEC_KILLED;
    switch (WEXITSTATUS(status)) {
    case STATUS_LIVED: return EXEC_LIVED;
    case STATUS_COUNTED: return EXEC_COUNTED;
    default: return -1;
    }
}

/* "MICROSECONDS ADDRESS+LENGTH ADDRESS+LENGTH ...", in hexadecimal */
static void exec_describe(const struct run *run, char *text, size_t size)
{
    size_t at = (size_t)snprintf(text, size, "%llx",
                                 (unsigned long long)clock_period(&run->clock));

    for (unsigned k = 0; k < SCRIPT_BUFFERS; k++) {
        const struct case_buffer *buffer = &run->memory.buffers[k];

        if (buffer->bytes && at < size)
            at += (size_t)snprintf(text + at, size - at, " %llx+%llx",
                                   (unsigned long long)(uintptr_t)buffer->pages,
                                   (unsigned long long)buffer->length);
    }
}

/* Where the implementation left no descriptor available, a program that is
 * loaded with libraries does not live. */
static bool can_be_loaded(void)
{
    int file = open("/dev/null", O_RDONLY | O_CLOEXEC);

    if (file >= 0)
        close(file);
    return file >= 0 || errno != EMFILE;
}

void execute_exec(struct run *run)
{
    char text[512];

    exec_describe(run, text, sizeof text);
    execute_buffers(run);
    if (execute_ended(run))
        return;
    execute_seal(run, JOURNAL_EXECED);
    if (!can_be_loaded())
        raise(SIGKILL);
    execute_let_clock_go(run);
    execute_exec_again(run->program, text);
    execute_hold_clock(run);
    execute_seal(run, JOURNAL_RUNNING);
    journal_end(run->writer, ENDED_HARNESS, "exec of %s: %s", run->program,
                strerror(errno));
}

void execute_find_program(char *program, size_t size)
{
    ssize_t n = readlink("/proc/self/exe", program, size - 1);

    program[n > 0 ? n : 0] = '\0';
    if (access(program, X_OK) != 0)
        strcpy(program, "/proc/self/exe");
}

/* Whether the program is not the file that this code comes from: a loader,
 * called by its name.  Then own is that file. */
static bool is_loader(const char *program, char own[PATH_MAX])
{
    struct stat loader, file;
    Dl_info from;

    return dladdr(mark, &from) != 0 && from.dli_fname &&
           realpath(from.dli_fname, own) && stat(own, &file) == 0 &&
           stat(program, &loader) == 0 &&
           (file.st_dev != loader.st_dev || file.st_ino != loader.st_ino);
}

void execute_exec_again(const char *program, const char *text)
{
    char name[] = "profilcheck", argument[sizeof mark], copy[512];
    char own[PATH_MAX];
    char *plain[] = {name, argument, copy, NULL};
    char *loaded[] = {name, own, argument, copy, NULL};

    memcpy(argument, mark, sizeof mark);
    snprintf(copy, sizeof copy, "%s", text);
    execv(program, is_loader(program, own) ? loaded : plain);
}

/* Of what exec may keep: a timer, and a signal that waits. */
static int exec_kept(void)
{
    return (clock_armed() ? EXEC_FOUND_TIMER : 0) +
           (clock_pending() ? EXEC_FOUND_PENDING : 0);
}

/* Where a clock was seen and exec kept none of it, what ticks all the same,
 * from another process, say, does so within its period. */
static uint64_t time_to_burn(uint64_t period)
{
    bool seen_gone = period && !exec_kept();
    uint64_t time = period * (seen_gone ? 2 : 3);

    if (!seen_gone && time < BURN_LEAST)
        return BURN_LEAST;
    return time > BURN_MOST ? BURN_MOST : time;
}

void observe_after_exec(int argc, char **argv)
{
    const unsigned char *pages[SCRIPT_BUFFERS] = {0};
    uint64_t lengths[SCRIPT_BUFFERS] = {0}, period, address;
    char *at;

    if (argc != 3 || strcmp(argv[1], mark) != 0)
        return;
    if (strcmp(argv[2], EXEC_LOOK) == 0)
        _exit(EXEC_FOUND + exec_kept());
    period = strtoull(argv[2], &at, 16);
    for (unsigned k = 0; *at == ' ' && k < SCRIPT_BUFFERS; k++) {
        address = strtoull(at, &at, 16);
        if (*at == '+')
            lengths[k] = strtoull(at + 1, &at, 16);
        pages[k] = stub_pages(address, lengths[k], PROT_READ | PROT_WRITE);
    }
    clock_spend(time_to_burn(period) * 1000);
    for (unsigned k = 0; k < SCRIPT_BUFFERS; k++)
        for (uint64_t n = 0; pages[k] && n < lengths[k]; n++)
            if (pages[k][n] != 0)
                _exit(STATUS_COUNTED);
    _exit(STATUS_LIVED);
}
