/* SPDX-License-Identifier: MIT */
#include "compile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/machine/sandbox.h"
#include "conformance/machine/scratch.h"

enum {
    COMPILER_MS = 60000,
    SAID_MOST = 1 << 20, /* bytes that the program may write to a file */
};

struct job {
    const char *text, *library;
    char *const *command; /* or what is there already */
    unsigned seconds;
    size_t most; /* bytes of what is printed */
    char directory[SCRATCH_NAME];
    void *shared; /* a volatile bool: it is compiled; a stage of the sandbox */
};

static uint64_t stage(void *context)
{
    return *(const volatile bool *)((const struct job *)context)->shared;
}

static uint64_t limit(void *context, uint64_t runs)
{
    const struct job *job = context;

    return sandbox_limit(runs ? job->seconds * 1000 : COMPILER_MS);
}

/* The file that holds what is printed; -1: there is none. */
static int open_said(const struct job *job, int flags)
{
    char path[SCRATCH_NAME + 8];

    snprintf(path, sizeof path, "%s/said", job->directory);
    return open(path, flags | O_NOFOLLOW | O_CLOEXEC, 0600);
}

/* Does not return where there is no program. */
static void compile(const struct job *job)
{
    const char *named = getenv("CC");
    char *const words[] = {named && *named ? (char *)named : "cc",
                           "-w",
                           "-fPIE",
                           "-pie",
                           "-o",
                           "program",
                           "program.c",
                           (char *)job->library,
                           NULL};
    FILE *source;
    int status = 0;
    pid_t pid;

    setenv("TMPDIR", job->directory, 1);
    setenv("CCACHE_DISABLE", "1", 1); /* it would write elsewhere */
    if (chdir(job->directory) != 0 || !(source = fopen("program.c", "wx")) ||
        fputs(job->text, source) < 0 || fclose(source) != 0) {
        dprintf(STDERR_FILENO, "the program could not be written: %s",
                strerror(errno));
        _exit(127);
    }
    pid = fork();
    if (pid == 0) {
        execvp(words[0], words);
        dprintf(STDERR_FILENO, "%s cannot be run", words[0]);
        _exit(127);
    }
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            _exit(127);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        _exit(127);
    if (job->library) /* it may have a soname that is not its file's name */
        setenv("LD_PRELOAD", job->library, 1);
}

static void body(void *context)
{
    const struct job *job = context;
    const struct rlimit most = {SAID_MOST, SAID_MOST};
    char *const made[] = {"./program", NULL};
    char *const *command = job->command ? job->command : made;
    int said = open_said(job, O_RDWR | O_CREAT | O_TRUNC | O_APPEND);

    if (dup2(said, STDOUT_FILENO) < 0 || dup2(said, STDERR_FILENO) < 0)
        _exit(127);
    if (!job->command) {
        compile(job);
        if (ftruncate(said, 0) != 0)
            _exit(127);
    }
    *(volatile bool *)job->shared = true;
    setrlimit(RLIMIT_FSIZE, &most);
    execvp(command[0], command);
    _exit(127);
}

/* Whether it was compiled, in a byte, and what was printed. */
static char *answer(void *context, const struct sandbox_end *end, size_t *size)
{
    const struct job *job = context;
    char *text = calloc(1, job->most + 1);
    int said = open_said(job, O_RDONLY | O_NONBLOCK);
    ssize_t n = text && said >= 0 ? read(said, text + 1, job->most - 1) : 0;

    (void)end;
    if (said >= 0)
        close(said);
    if (!text)
        return NULL;
    text[0] = stage(context) ? '1' : '0';
    *size = 1 + (n > 0 ? (size_t)n : 0);
    return text;
}

/* The caller frees end's answer. */
static bool run(struct job *job, bool writes, struct sandbox_end *end)
{
    const struct sandbox_task task = {
        .context = job,
        .shared = &job->shared,
        .shared_size = sizeof(bool),
        .directory = job->directory,
        .body = body,
        .stage = stage,
        .limit = limit,
        .answer = answer,
        .most = sandbox_limit(COMPILER_MS + job->seconds * 1000),
        .answer_most = job->most + 1,
        .writes = writes};

    return sandbox_run(&task, end);
}

int run_contained(char *const command[], unsigned seconds, bool writes,
                  FILE *out)
{
    struct job job = {
        .command = command, .seconds = seconds, .most = SAID_MOST};
    struct sandbox_end end;

    if (!run(&job, writes, &end))
        return -1;
    if (end.answer_size > 1)
        fwrite(end.answer + 1, 1, end.answer_size - 1, out);
    free(end.answer);
    if (end.how != SANDBOX_ENDED)
        return 124;
    return WIFEXITED(end.status) ? WEXITSTATUS(end.status)
                                 : 128 + WTERMSIG(end.status);
}

bool compile_and_run(const char *text, const char *library, unsigned seconds,
                     struct compiled *compiled)
{
    struct job job = {.text = text,
                      .library = library,
                      .seconds = seconds,
                      .most = sizeof compiled->output};
    struct sandbox_end end;

    *compiled = (struct compiled){.status = -1};
    if (!run(&job, false, &end))
        return false;
    if (end.answer_size > 0) {
        compiled->compiled = end.answer[0] == '1';
        snprintf(compiled->output, sizeof compiled->output, "%s",
                 end.answer + 1);
    }
    if (end.how == SANDBOX_ENDED && WIFEXITED(end.status))
        compiled->status = WEXITSTATUS(end.status);
    free(end.answer);
    return true;
}
