/* SPDX-License-Identifier: MIT */
#include "compile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/contain/sandbox.h"
#include "conformance/contain/sandbox_time.h"
#include "conformance/contain/scratch.h"

enum {
    COMPILER_MS = 60000,
    SAID_MOST = 1 << 20, /* bytes that the program may write to a file */
};

/* How far it has come: the stages of the sandbox. */
enum compile_stage { COMPILE_BEGUN, COMPILE_RUNS };

struct compiling {
    const char *text, *library;
    unsigned seconds;
    char directory[SCRATCH_NAME];
    volatile uint64_t *stage; /* shared */
};

static bool compile_begin(void *context)
{
    struct compiling *c = context;
    void *shared = mmap(NULL, sizeof *c->stage, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (shared == MAP_FAILED)
        return false;
    c->stage = shared;
    return scratch_enter(c->directory);
}

static uint64_t compile_stage(void *context)
{
    return *((const struct compiling *)context)->stage == COMPILE_RUNS;
}

static uint64_t compile_limit(void *context, uint64_t stage)
{
    const struct compiling *c = context;

    return sandbox_limit(stage == COMPILE_RUNS ? c->seconds * 1000
                                               : COMPILER_MS);
}

static const char *compile_path(const struct compiling *c, const char *name,
                                char path[SCRATCH_NAME + 16])
{
    snprintf(path, SCRATCH_NAME + 16, "%s/%s", c->directory, name);
    return path;
}

static bool write_program_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wx");
    bool good = file && fputs(text, file) >= 0;

    return file && fclose(file) == 0 && good;
}

/* What is said from here on, and by the program, stands in a file. */
static bool compile_listen(const struct compiling *c)
{
    char path[SCRATCH_NAME + 16];
    int said = open(compile_path(c, "said", path),
                    O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool good = said >= 0 && dup2(said, STDOUT_FILENO) >= 0 &&
                dup2(said, STDERR_FILENO) >= 0;

    if (said >= 0)
        close(said);
    return good;
}

/* An exit status that the body has. */
static int compile_with(const struct compiling *c, const char *compiler)
{
    char source[SCRATCH_NAME + 16], program[SCRATCH_NAME + 16];
    char *arguments[] = {(char *)compiler,
                         "-w",
                         "-fPIE",
                         "-pie",
                         "-o",
                         (char *)compile_path(c, "program", program),
                         (char *)compile_path(c, "program.c", source),
                         (char *)c->library,
                         NULL};
    int status;
    pid_t pid = fork();

    if (pid == 0) {
        execvp(arguments[0], arguments);
        dprintf(STDERR_FILENO, "%s cannot be run", arguments[0]);
        _exit(127);
    }
    while (pid > 0 && waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return 127;
    return pid > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 127;
}

static void compile_body(void *context)
{
    const struct compiling *c = context;
    const struct rlimit most = {SAID_MOST, SAID_MOST};
    const char *compiler = getenv("CC");
    char source[SCRATCH_NAME + 16];
    int status;

    if (!compile_listen(c))
        _exit(127);
    setenv("TMPDIR", c->directory, 1);
    if (!write_program_file(compile_path(c, "program.c", source), c->text)) {
        dprintf(STDERR_FILENO, "the program could not be written: %s",
                strerror(errno));
        _exit(127);
    }
    status = compile_with(c, compiler && *compiler ? compiler : "cc");
    if (status != 0)
        _exit(status);
    if (!compile_listen(c) || chdir(c->directory) != 0)
        _exit(127);
    *c->stage = COMPILE_RUNS;
    setrlimit(RLIMIT_FSIZE, &most);
    execl("./program", "./program", (char *)NULL);
    _exit(127);
}

/* Whether it was compiled, in a byte, and what was said. */
static char *compile_tell(void *context, const struct sandbox_end *end,
                          size_t *size)
{
    struct compiling *c = context;
    enum { MOST = sizeof((struct compiled *)NULL)->said };
    char path[SCRATCH_NAME + 16], *told = calloc(1, MOST + 1);
    ssize_t n = 0;
    int said;

    (void)end;
    if (!told)
        return NULL;
    said = open(compile_path(c, "said", path),
                O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    if (said >= 0)
        n = read(said, told + 1, MOST - 1);
    if (said >= 0)
        close(said);
    told[0] = compile_stage(c) ? '1' : '0';
    *size = 1 + (n > 0 ? (size_t)n : 0);
    return told;
}

bool compile_and_run(const char *text, const char *library, unsigned seconds,
                     struct compiled *compiled)
{
    struct compiling c = {.text = text, .library = library, .seconds = seconds};
    const struct sandbox_task task = {
        .context = &c,
        .begin = compile_begin,
        .body = compile_body,
        .stage = compile_stage,
        .limit = compile_limit,
        .tell = compile_tell,
        .most = sandbox_limit(COMPILER_MS + seconds * 1000),
        .told_most = sizeof compiled->said + 1};
    struct sandbox_end end;
    bool good;

    *compiled = (struct compiled){.status = -1};
    if (!scratch_make(c.directory))
        return false;
    good = sandbox_run(&task, &end);
    if (good && end.told_size > 0) {
        compiled->compiled = end.told[0] == '1';
        snprintf(compiled->said, sizeof compiled->said, "%s", end.told + 1);
    }
    if (good && end.how == SANDBOX_ENDED && WIFEXITED(end.status))
        compiled->status = WEXITSTATUS(end.status);
    if (good)
        free(end.told);
    scratch_remove(c.directory);
    return good;
}
