/* SPDX-License-Identifier: MIT */
#include "interrupt.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conformance/base/terminal.h"

static const int signals[] = {SIGINT, SIGTERM, SIGXFSZ};
enum { SIGNALS = sizeof signals / sizeof *signals, LARGE = 2 };

static struct sigaction before[SIGNALS];
static bool caught[SIGNALS];

/* What to say: composed before, since a handler may only write it. */
static char kept[1400], none[200];
static const struct part *watched;

static void interrupt_say(const char *words)
{
    ssize_t written = write(STDERR_FILENO, words, strlen(words));

    (void)written; /* nobody is left to be told */
}

static _Noreturn void die(int signal)
{
    const char *name = signal == SIGINT ? "SIGINT" : "SIGTERM";
    struct stat about;
    bool empty = true;
    sigset_t only;

    if (watched && watched->lock >= 0 && fstat(watched->lock, &about) == 0) {
        empty = about.st_size <= watched->silent;
        if (empty)
            unlink(watched->path);
    }
    interrupt_say(isatty(STDERR_FILENO) ? "\r\033[Kprofilcheck: run: ended by "
                                        : "profilcheck: run: ended by ");
    interrupt_say(name);
    interrupt_say(empty ? none : kept);
    sigaction(signal, &before[signal == SIGTERM], NULL);
    sigemptyset(&only);
    sigaddset(&only, signal);
    sigprocmask(SIG_UNBLOCK, &only, NULL);
    raise(signal);
    _exit(128 + signal); /* the first process of a namespace is spared */
}

static void ignore(int signal)
{
    (void)signal;
}

/* In a process that was forked: nor does it hold the lock any more, which ends
 * with the one that judges. */
static void as_before(void)
{
    if (watched)
        close(watched->lock);
    watched = NULL;
    for (unsigned k = 0; k < SIGNALS; k++)
        if (caught[k])
            sigaction(signals[k], &before[k], NULL);
    memset(caught, 0, sizeof caught);
}

/* What is ignored stays so: nohup, or a shell's own background. */
static void interrupt_take(unsigned k, void (*handler)(int signal))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};

    sigfillset(&action.sa_mask);
    if (sigaction(signals[k], NULL, &before[k]) == 0 &&
        before[k].sa_handler == SIG_DFL)
        caught[k] = sigaction(signals[k], &action, NULL) == 0;
}

void interrupt_spare_files(void)
{
    pthread_atfork(NULL, NULL, as_before);
    interrupt_take(LARGE, ignore);
}

static char *printable(const char *name)
{
    char *clean = NULL;
    size_t length;
    FILE *out = open_memstream(&clean, &length);

    if (out)
        terminal_clean(name, out);
    return out && fclose(out) == 0 ? clean : NULL;
}

static void compose(const struct part *part)
{
    char *name = printable(part->name), *path = printable(part->path);

    snprintf(none, sizeof none,
             " before anything was observed; nothing of it is kept\n");
    snprintf(kept, sizeof kept,
             "; what was observed is in %.600s: profilcheck run --resume "
             "%.600s goes on with it\n",
             path ? path : "a file of parts", name ? name : "FILE");
    free(name);
    free(path);
}

void interrupt_begin(const struct part *part)
{
    watched = part && part->path ? part : NULL;
    if (watched)
        compose(part);
    else
        snprintf(none, sizeof none,
                 "; nothing of it is kept, --results FILE would\n");
    for (unsigned k = 0; k < LARGE; k++)
        interrupt_take(k, die);
}

void interrupt_end(void)
{
    for (unsigned k = 0; k < LARGE; k++)
        if (caught[k]) {
            sigaction(signals[k], &before[k], NULL);
            caught[k] = false;
        }
    watched = NULL;
}
