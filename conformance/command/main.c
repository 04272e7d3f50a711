/* SPDX-License-Identifier: MIT */
/* profilcheck: what is asked for, and by which verb it is done. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "conformance/base/nearest.h"
#include "conformance/machine/contain.h"
#include "conformance/machine/sandbox.h"
#include "conformance/observe/observe.h"
#include "conformance/results/results.h"
#include "conformance/runs/environment.h"
#include "conformance/runs/interrupt.h"
#include "verbs.h"

static const struct verb *const verbs[] = {
#define VERB(name) &verb_##name,
#include "verbs.def"
#undef VERB
};
enum { VERBS = sizeof verbs / sizeof *verbs };

static const struct verb *main_find(const char *name)
{
    for (size_t k = 0; k < VERBS; k++)
        if (strcmp(name, verbs[k]->name) == 0)
            return verbs[k];
    return NULL;
}

static int unknown_verb(const char *name)
{
    static const char *const options[] = {"--help", "--version", NULL};
    const char *names[VERBS + 2] = {NULL};

    for (size_t k = 0; k < VERBS; k++)
        names[k] = verbs[k]->name;
    names[VERBS] = "help";
    return complain(STATUS_USAGE, "%s",
                    *name == '-' ? nearest_of(name, "option", options)
                                 : nearest_of(name, "verb", names));
}

static int help(void)
{
    struct memory_stream output;
    FILE *out = memory_stream(&output);

    fputs("usage: profilcheck VERB [OPTION]... [WORD]...\n"
          "Does a profil do what its manual says?\n"
          "\n",
          out);
    for (size_t k = 0; k < VERBS; k++)
        fprintf(out, "  %-9s%s\n", verbs[k]->name, verbs[k]->summary);
    fputs("\n"
          "profilcheck help VERB lists its options; for example: profilcheck "
          "run signal\n"
          "exit status: 0 all pass, 1 some fail, 2 usage, 3 harness error\n",
          out);
    return output_end(&output, STATUS_PASS);
}

static int version(void)
{
    struct memory_stream output;
    FILE *out = memory_stream(&output);

    fputs("profilcheck " PROFILCHECK_VERSION, out);
    if (environment_commit())
        fprintf(out, " (%s)", environment_commit());
    putc('\n', out);
    return output_end(&output, STATUS_PASS);
}

static bool asks_help(const char *word)
{
    return strcmp(word, "help") == 0 || strcmp(word, "--help") == 0 ||
           strcmp(word, "-h") == 0;
}

/* Of a verb, or, with none, of all. */
static int help_on(char *const *words)
{
    const struct verb *verb;

    if (!words[0] || asks_help(words[0]))
        return help();
    if (words[1])
        return complain(STATUS_USAGE, "help: one verb at a time, not %s and %s",
                        words[0], words[1]);
    verb = main_find(words[0]);
    return verb ? verb_help(verb, true) : unknown_verb(words[0]);
}

/* What cases are run by, whichever verb runs them. */
static int check_environment(void)
{
    enum containment best;
    double factor;

    if (!sandbox_factor(&factor))
        return complain(STATUS_USAGE,
                        "PROFILCHECK_TIMEOUT_FACTOR: read %s, "
                        "expected a number from 1 to 1000",
                        getenv("PROFILCHECK_TIMEOUT_FACTOR"));
    if (!containment_wanted(&best))
        return complain(STATUS_USAGE,
                        "PROFILCHECK_CONTAINMENT: read %s, "
                        "expected namespace, cgroup or subreaper",
                        getenv("PROFILCHECK_CONTAINMENT"));
    return STATUS_PASS;
}

static const rlim_t stack_usual = (rlim_t)8 << 20;
static const rlim_t stack_least = (rlim_t)1 << 20;
static const rlim_t data_least = (rlim_t)64 << 20;

/* Raises a limit that is below `enough` as far as it may be; below `least` we
 * can't go on. */
static int check_limit(int resource, rlim_t enough, rlim_t least,
                       const char *what, char flag)
{
    struct rlimit limit;

    if (getrlimit(resource, &limit) != 0 || limit.rlim_cur >= enough)
        return STATUS_PASS;
    limit.rlim_cur = limit.rlim_max < enough ? limit.rlim_max : enough;
    setrlimit(resource, &limit);
    if (limit.rlim_cur >= least)
        return STATUS_PASS;
    return complain(
        STATUS_HARNESS,
        "the limit of %s is %llu KiB, and %llu KiB are needed: see ulimit -%c",
        what, (unsigned long long)limit.rlim_cur / 1024,
        (unsigned long long)least / 1024, flag);
}

enum { SIGNALS_LEAST = 32 };

/* A timer keeps a place for its signal, and all processes of a user share those
 * places: as many are tried as some cases at a time need, and as qemu-user lets
 * a process have. */
static int check_signals(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGPROF};
    timer_t timers[SIGNALS_LEAST];
    unsigned count = 0;
    int error;

    while (count < SIGNALS_LEAST &&
           timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timers[count]) == 0)
        count++;
    error = errno;
    for (unsigned k = 0; k < count; k++)
        timer_delete(timers[k]);
    if (count == SIGNALS_LEAST || error != EAGAIN)
        return STATUS_PASS;
    return complain(STATUS_HARNESS,
                    "only %u more signals may be pending; %u are needed: see "
                    "ulimit -i",
                    count, SIGNALS_LEAST);
}

/* What the program needs of its own process, so that the lack of it is not
 * taken for a fault of whoever is judged.  ticks: the verb delivers ticks.
 * STATUS_PASS, or STATUS_HARNESS after a complaint that names the limit. */
static int check_limits(bool ticks)
{
    /* A stack that has begun grows up to the limit that there is then. */
    int status =
        check_limit(RLIMIT_STACK, stack_usual, stack_least, "the stack", 's');

    if (status == STATUS_PASS)
        status = check_limit(RLIMIT_DATA, data_least, data_least,
                             "a process's data", 'd');
    return status == STATUS_PASS && ticks ? check_signals() : status;
}

int main(int argc, char **argv)
{
    const struct verb *verb;
    int status;

    observe_after_exec(argc, argv);
#ifdef PROFILCHECK_COMMIT
    environment_built_of(PROFILCHECK_COMMIT);
#endif
    interrupt_spare_files();
    if (check_environment() != STATUS_PASS)
        return STATUS_USAGE;
    if (argc < 2)
        return complain(STATUS_USAGE,
                        "no verb was given; profilcheck --help lists them");
    if (asks_help(argv[1]))
        return help_on(argv + 2);
    if (strcmp(argv[1], "--version") == 0)
        return version();
    verb = main_find(argv[1]);
    if (!verb)
        return unknown_verb(argv[1]);
    status = check_limits(verb == &verb_run || verb == &verb_smoke ||
                          verb == &verb_identify || verb == &verb_shrink);
    return status == STATUS_PASS ? verb_do(verb, argv + 2) : status;
}
