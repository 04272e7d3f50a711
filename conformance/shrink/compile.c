/* SPDX-License-Identifier: MIT */
#include "compile.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static bool write_program_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    bool good = file && fputs(text, file) >= 0;

    return file && fclose(file) == 0 && good;
}

/* What is written to a pipe until its end, the beginning of it kept. */
static void read_all(int in, char *text, size_t size)
{
    char chunk[512];
    size_t used = 0;
    ssize_t n;

    while ((n = read(in, chunk, sizeof chunk)) > 0) {
        size_t room = size - 1 - used;
        size_t kept = (size_t)n < room ? (size_t)n : room;

        memcpy(text + used, chunk, kept);
        used += kept;
    }
    text[used] = '\0';
}

static _Noreturn void child(char *const *arguments, int out, unsigned seconds)
{
    struct rlimit none = {0, 0};
    int nowhere = open("/dev/null", O_RDWR);

    setpgid(0, 0);
    setrlimit(RLIMIT_CORE, &none);
    dup2(nowhere, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    signal(SIGPROF, SIG_DFL);
    alarm(seconds);
    execvp(arguments[0], arguments);
    fprintf(stderr, "%s cannot be run", arguments[0]);
    fflush(stderr);
    _exit(127);
}

/* Run a command.  Its exit status, -1 where it was killed, -2 where it could
 * not be begun. */
static int run_compiler(char *const *arguments, unsigned seconds, char *said,
                        size_t size)
{
    int ends[2], status;
    pid_t pid;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return -2;
    pid = fork();
    if (pid == 0)
        child(arguments, ends[1], seconds);
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return -2;
    }
    read_all(ends[0], said, size);
    close(ends[0]);
    while (waitpid(pid, &status, 0) < 0)
        continue;
    kill(-pid, SIGKILL);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool in_directory(const char *directory, const char *text,
                         const char *library, unsigned seconds,
                         struct compiled *compiled)
{
    const char *cc = getenv("CC");
    char source[300], program[300];
    char *arguments[] = {(char *)(cc && *cc ? cc : "cc"),
                         "-w",
                         "-fPIE",
                         "-pie",
                         "-o",
                         program,
                         source,
                         (char *)library,
                         NULL};
    char *itself[] = {program, NULL};
    int status;

    snprintf(source, sizeof source, "%s/program.c", directory);
    snprintf(program, sizeof program, "%s/program", directory);
    if (!write_program_file(source, text))
        return false;
    status = run_compiler(arguments, 60, compiled->said, sizeof compiled->said);
    compiled->compiled = status == 0;
    if (status == 0)
        compiled->status = status = run_compiler(
            itself, seconds, compiled->said, sizeof compiled->said);
    unlink(source);
    unlink(program);
    return status != -2;
}

bool compile_and_run(const char *text, const char *library, unsigned seconds,
                     struct compiled *compiled)
{
    const char *where = getenv("TMPDIR");
    char directory[256];
    bool good;

    *compiled = (struct compiled){0};
    snprintf(directory, sizeof directory, "%s/profilcheck.XXXXXX",
             where && *where ? where : "/tmp");
    if (!mkdtemp(directory))
        return false;
    good = in_directory(directory, text, library, seconds, compiled);
    rmdir(directory);
    return good;
}
