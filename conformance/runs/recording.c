/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conformance/base/json_value.h"
#include "conformance/base/memory.h"
#include "conformance/base/output.h"
#include "conformance/base/terminal.h"
#include "conformance/base/whole_file.h"
#include "conformance/language/observed.h"
#include "conformance/results/fields.h"
#include "interrupt.h"
#include "recording.h"
#include "reports/runs.h"

/* Lines in one piece, for others append to the same file.  What is short is a
 * full disk: the rest says why. */
static bool recording_write(int file, struct memory_stream *lines)
{
    char *text = memory_stream_end(lines);
    size_t left = lines->length;
    ssize_t written = 0;

    while (left && written >= 0) {
        written = write(file, text + lines->length - left, left);
        left -= written > 0 ? (size_t)written : 0;
    }
    free(text);
    if (left) {
        int error = errno;

        written = write(file, "\n", 1); /* for what comes next */
        errno = error;
    }
    return !left;
}

/* As long as no more than this is in it, nothing was observed. */
static void recording_note_silence(struct part *part)
{
    struct stat about;

    if (part->silent >= 0 && fstat(part->lock, &about) == 0)
        part->silent = about.st_size;
}

bool recording_command(struct part *part, char *const *arguments)
{
    struct results_file file = {.arguments = (const char *const *)arguments};
    struct memory_stream lines;
    char *directory;
    bool good;

    if (!part->path)
        return true;
    directory = getcwd(NULL, 0);
    file.directory = directory ? directory : "";
    while (arguments[file.argument_count])
        file.argument_count++;
    results_write_command(&file, memory_stream(&lines));
    good = recording_write(part->lock, &lines);
    recording_note_silence(part);
    free(directory);
    return good;
}

void recording_begin(struct recording *recording, const struct results *run,
                     const struct recording_plan *plan)
{
    struct results_left left = {.planned = plan->count, .list = plan->list};
    struct part *part = recording->part;
    struct memory_stream lines;
    struct stat before;
    bool silent;

    recording->run = run;
    recording->plan = *plan;
    if (!part->path)
        return;
    silent = part->silent >= 0 && fstat(part->lock, &before) == 0 &&
             before.st_size <= part->silent;
    results_write_plan(run, &left, memory_stream(&lines));
    recording_write(part->lock, &lines);
    if (silent)
        recording_note_silence(part);
}

static size_t index_of(const struct recording_plan *plan,
                       const struct test_case *c)
{
    size_t k = 0;

    while (k < plan->count && plan->cases[k].c != c)
        k++;
    return k < plan->count ? plan->indices[k] : k;
}

static void recording_put(const struct recording *recording,
                          const struct test_case *c,
                          const struct observation *seen, FILE *out)
{
    struct result line = {.id = c->id,
                          .index = index_of(&recording->plan, c),
                          .text = test_case_text(c),
                          .observed = observed_text(seen)};

    results_write_observed(recording->run, &line, out);
    free(line.text);
    free(line.observed);
}

void recording_observed(const void *context,
                        const struct test_case *const *cases,
                        const struct observation *observations, size_t count)
{
    const struct recording *recording = context;
    const char *path = recording->part->path;
    int file = path ? open(path, O_WRONLY | O_APPEND | O_CLOEXEC) : -1;
    struct memory_stream lines;

    if (file < 0)
        return;
    memory_stream(&lines);
    for (size_t k = 0; k < count; k++)
        recording_put(recording, cases[k], &observations[k], lines.out);
    recording_write(file, &lines);
    close(file);
}

void recording_end(const struct recording *recording, const struct results *run)
{
    struct memory_stream lines;

    if (!recording->part->path)
        return;
    results_write_run(run, memory_stream(&lines));
    recording_write(recording->part->lock, &lines);
}

#define refuse(...) complain(STATUS_USAGE, "run: --resume: " __VA_ARGS__)

static int read_part(struct resume *resume, const struct part *part)
{
    struct whole_file text;
    const char *problem;

    if (!whole_file_read(&text, part->path))
        return refuse("%s: %s", part->path, strerror(errno));
    problem =
        results_file_read(&resume->file, part->path, text.text, text.length);
    free(text.text);
    if (problem)
        return refuse("%s", problem);
    if (!resume->file.partial)
        return refuse("%s: it does not begin with the command line of a killed "
                      "run",
                      part->path);
    return STATUS_PASS;
}

/* What of the command is code that somebody else may have written; null: there
 * is none. */
static const char *resume_runs_code(const struct resume *resume)
{
    for (size_t k = 0; resume->arguments[k]; k++) {
        const char *word = resume->arguments[k];
        bool value = k > 0 && resume->arguments[k - 1][0] == '-';

        if (strncmp(word, "exec:", 5) == 0 || (!value && strchr(word, '/')) ||
            (strlen(word) > 3 && strcmp(word + strlen(word) - 3, ".so") == 0))
            return word;
    }
    return NULL;
}

/* On standard error, before it is run. */
static void resume_announce(const struct resume *resume)
{
    terminal_print(stderr, "profilcheck: run: --resume: in %s: profilcheck run",
                   resume->file.directory);
    for (size_t k = 0; resume->arguments[k]; k++)
        terminal_print(stderr, " %s", resume->arguments[k]);
    putc('\n', stderr);
}

int resume_begin(struct resume *resume, struct part *part, const char *name,
                 bool sure)
{
    const char *problem = part_resume(part, name);
    const struct results_file *file = &resume->file;
    int status;

    if (problem)
        return refuse("%s", problem);
    status = read_part(resume, part);
    if (status != STATUS_PASS)
        return status;
    resume->arguments =
        memory_new(file->argument_count + 1, sizeof *resume->arguments);
    for (size_t k = 0; k < file->argument_count; k++)
        resume->arguments[k] = (char *)file->arguments[k];
    if (!sure && !part_is_own(part) && resume_runs_code(resume))
        return refuse("%s belongs to another user, and would run %s; add --yes "
                      "to allow it",
                      name, resume_runs_code(resume));
    resume_announce(resume);
    if (chdir(file->directory) != 0)
        return refuse("the run was begun in %s: %s", file->directory,
                      strerror(errno));
    return STATUS_PASS;
}

static int resume_differs(const char *what, const char *was, const char *is)
{
    return refuse("the run would not be the same: %s was %s and is %s; start a "
                  "new run",
                  what, was ? was : "not given", is ? is : "not given");
}

static int resume_check(const struct results *was, const struct results *is)
{
    static const char *const rows[][2] = {
        {"version", "the version of profilcheck"},
        {"tables", "the hash of its tables"},
        {"suite", "the suite"},
        {"backend", "the backend"},
        {"shard", "the shard"}};
    size_t fixed = sizeof rows / sizeof *rows;

    for (size_t k = 0; k < fixed + is->identity_count + is->environment_count;
         k++) {
        const char *name =
            k < fixed ? rows[k][0]
            : k < fixed + is->identity_count
                ? is->identity[k - fixed].name
                : is->environment[k - fixed - is->identity_count].name;

        if (!results_agree(was, is, name))
            return resume_differs(k < fixed ? rows[k][1] : name,
                                  results_text(was, name),
                                  results_text(is, name));
    }
    return STATUS_PASS;
}

int resume_find(const struct resume *resume, const struct results *run,
                size_t cases, const char *list, const struct results **found)
{
    const struct results_file *file = &resume->file;
    const struct results *same =
        report_find(file->runs, file->count, run->implementation, run->dialect);
    const struct results_left *left;
    int status;

    *found = NULL;
    if (!same)
        return STATUS_PASS;
    left = &file->left[same - file->runs];
    status = resume_check(same, run);
    if (status == STATUS_PASS && left->unjudged &&
        (left->planned != cases || strcmp(left->list, list) != 0))
        status = resume_differs("the list of cases", left->list, list);
    if (status == STATUS_PASS)
        *found = same;
    return status;
}

bool resume_is_over(const struct resume *resume, const struct results *found)
{
    return !resume->file.left[found - resume->file.runs].unjudged;
}

/* The record of a case; null: there is none. */
static const struct result *record_of(const struct resume_cases *known,
                                      const struct assessed *cases, size_t k)
{
    const struct results *found = known->found;

    for (size_t at = 0; at < found->case_count; at++)
        if (found->cases[at].index == known->numbers[k] &&
            strcmp(found->cases[at].id, cases[k].c->id) == 0)
            return &found->cases[at];
    return NULL;
}

static bool recall_one(const struct resume_cases *known, struct assessed *cases,
                       size_t k, bool shared)
{
    const struct result *record = record_of(known, cases, k);
    struct observation observation;
    struct observed_error error;
    const char *text;

    if (!record || (!shared && !record->batched))
        return false;
    text = shared && record->batched ? record->batched : record->observed;
    if (!observed_parse(text, strlen(text), &observation, &error))
        return false;
    *(shared ? &cases[k].observation : &cases[k].alone) = observation;
    cases[k].has_alone = !shared;
    return true;
}

/* How many of the indices belong to one process. */
static size_t resume_batch(const struct resume_cases *known,
                           const size_t *indices, size_t count, bool shared)
{
    size_t length = 1;

    while (shared && length < count &&
           known->portions[indices[length]] == known->portions[indices[0]])
        length++;
    return length;
}

size_t resume_recall(const struct resume_cases *known, struct assessed *cases,
                     size_t *indices, size_t count, bool shared)
{
    size_t left = 0, length;

    for (size_t first = 0; known->found && first < count; first += length) {
        size_t recalled = 0;

        length = resume_batch(known, indices + first, count - first, shared);
        while (recalled < length &&
               recall_one(known, cases, indices[first + recalled], shared))
            recalled++;
        if (recalled == length)
            continue;
        for (size_t k = 0; k < recalled && shared; k++)
            observation_free(&cases[indices[first + k]].observation);
        for (size_t k = 0; k < length; k++)
            indices[left++] = indices[first + k];
    }
    return known->found ? left : count;
}

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

    (void)written; /* nobody is left to complain to */
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
    struct memory_stream clean;

    terminal_clean(name, memory_stream(&clean));
    return memory_stream_end(&clean);
}

static void compose(const struct part *part)
{
    char *name = printable(part->name), *path = printable(part->path);

    snprintf(none, sizeof none,
             " before anything was observed; nothing was kept\n");
    snprintf(kept, sizeof kept,
             "; the observations so far are in %.600s: profilcheck run "
             "--resume %.600s continues it%s\n",
             path, name,
             json_value_can_be_read ? "" : ", built with libjansson");
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
                 "; nothing was kept: only --results FILE keeps results\n");
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
