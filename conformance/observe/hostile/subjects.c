/* SPDX-License-Identifier: MIT */
/*
 * Profils that misbehave when they are turned on, or opened, and count nothing.
 * Each subject is a shared object of its own: what this file is compiled to,
 * and its name.
 *
 * They can do harm: none acts unless hostile_test, which has set itself apart
 * from the machine, says in the environment that it may.
 */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/machine/seal.c"
#include "conformance/observe/journal.h"
#include "conformance/observe/probe.h"

static int how; /* one way of several: see the table */

static int may_act(void)
{
    return getenv("HOSTILE_CONFINED") != NULL;
}

/* A datagram for each process that it hangs in, or hogs, to whoever counts
 * that: no file is needed for it. */
static void count_hang(void)
{
    static int counted;
    const char *name = getenv("HOSTILE_HANGS");
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    int out = name && !counted++ ? socket(AF_UNIX, SOCK_DGRAM, 0) : -1;

    if (out < 0)
        return;
    strncpy(to.sun_path + 1, name, sizeof to.sun_path - 2);
    sendto(out, "!", 1, 0, (struct sockaddr *)&to, sizeof to);
    close(out);
}

static void stay(void)
{
    for (;;)
        pause();
}

static void ignore_tick(int signal)
{
    (void)signal;
}

/* Its first page says which case is run; then come the journals. */
static unsigned char *notes(size_t *size)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    unsigned long start, end;
    char line[512], rights[8];

    while (maps && fgets(line, sizeof line, maps))
        if (sscanf(line, "%lx-%lx %7s", &start, &end, rights) == 3 &&
            strcmp(rights, "rw-s") == 0 && strstr(line, "/dev/zero")) {
            fclose(maps);
            *size = end - start;
            return (unsigned char *)start;
        }
    _exit(9);
}

/* What is shared while it is tried before any case; null: it is in a case. */
static struct probe_shared *trial(void)
{
    size_t size;
    struct probe_shared *shared = (struct probe_shared *)(void *)notes(&size);

    return shared->opened == 1 ? shared : NULL;
}

/* The two places of the first case's state. */
static struct journal_sealed *first_states(void)
{
    size_t size;

    return (struct journal_sealed *)(void *)(notes(&size) + 4096);
}

/* Its first event. */
static struct event *first_event(void)
{
    size_t states = 2 * sizeof(struct journal_sealed);

    return (struct event *)(void *)((unsigned char *)first_states() +
                                    (states + 63) / 64 * 64);
}

/* A state that ends the case so, as the last one of it. */
static void forge_state(enum ended ended, const char *note, uint64_t count)
{
    for (unsigned k = 0; k < 2; k++) {
        struct journal *journal = &first_states()[k].journal;

        journal->ended = (uint8_t)ended;
        strcpy(journal->note, note);
        journal->count = count;
        journal->state = JOURNAL_FINISHED;
        journal->turn += 1000;
    }
}

/* Forks and exits for ever: whoever looks for it finds it gone.  Its call may
 * not return meanwhile. */
enum { RETURNS, WAITS };

static void comet(void)
{
    if (fork() != 0) {
        if (how == WAITS)
            stay();
        return;
    }
    setsid();
    for (;;)
        if (fork() != 0)
            _exit(0);
}

/* Forks as fast as it can, and so do those that come of it. */
static void bomb(void)
{
    for (;;)
        fork();
}

/* Leaves a process of another session, whose parents have gone. */
static void leaves_daemon(void)
{
    pid_t pid = fork();

    if (pid == 0) {
        setsid();
        if (fork() == 0)
            stay();
        _exit(0);
    }
    waitpid(pid, NULL, 0);
}

/* A child of it keeps all descriptors open, in a session of its own, and
 * outlives it. */
static void holds_output(void)
{
    if (fork() == 0) {
        setsid();
        signal(SIGTERM, SIG_IGN);
        if (fork() == 0)
            stay();
        _exit(0);
    }
}

/* Has a child count for it, in whose own copy of the buffer nobody looks. */
static unsigned short *counters;

static void counts_in_copy(void)
{
    if (fork() != 0)
        return;
    for (;;) {
        memset(counters, 1, 16);
        usleep(1000);
    }
}

/* Each tick leaves a second process where there was one. */
static int done;

static void tick_that_forks(int signal)
{
    (void)signal;
    if (!done++)
        fork();
}

static void forks_in_tick(void)
{
    signal(SIGPROF, tick_that_forks);
}

/* Its handler does not come back. */
static void loop(int signal)
{
    (void)signal;
    count_hang();
    for (;;)
        ;
}

static void loops_in_tick(void)
{
    signal(SIGPROF, loop);
}

/* Its call does not come back. */
static void burns(void)
{
    loop(0);
}

/* As many threads as may be have all processors, and so has the one that
 * started them. */
enum { STACK = 64 << 10 };

static void *burn(void *nothing)
{
    for (;;)
        ;
    return nothing;
}

static void threads(void)
{
    pthread_attr_t small;
    pthread_t thread;

    count_hang();
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, STACK);
    for (int k = 0; k < how; k++)
        if (pthread_create(&thread, &small, burn, NULL) != 0)
            break;
    loop(0);
}

/* A signal to its parent, to its group, or to all that it can reach. */
enum { PARENT = 1, GROUP = 2, ALL = 4, STOPS = 8 };

static void sends(void)
{
    signal(SIGTERM, SIG_IGN);
    if (how & STOPS)
        count_hang();
    kill(how & PARENT  ? getppid()
         : how & GROUP ? 0
                       : -1,
         how & STOPS ? SIGSTOP : SIGKILL);
}

/* Exits while a child traces it, which then does not let it be reaped. */
static void tracer(void)
{
    pid_t subject = getpid();
    int ready[2];
    char seized;

    if (pipe(ready) != 0)
        _exit(9);
    if (fork() == 0) {
        seized = ptrace(PTRACE_SEIZE, subject, NULL, NULL) == 0;
        if (write(ready[1], &seized, 1) != 1)
            _exit(9);
        stay();
    }
    if (read(ready[0], &seized, 1) != 1 || !seized)
        _exit(9);
    _exit(7);
}

/* Takes memory that no limit on data counts; not more than 3 GiB. */

enum { PIECE = 32 << 20, PIECES = 96 };

static void hog(void)
{
    count_hang();
    for (int k = 0; k < PIECES; k++) {
        void *piece = mmap(NULL, PIECE, PROT_READ | PROT_WRITE,
                           MAP_SHARED | MAP_ANONYMOUS, -1, 0);

        if (piece != MAP_FAILED)
            memset(piece, k + 1, PIECE);
    }
    stay();
}

/* Writes a file for ever; in memory, so that no disk is filled. */
static void file(void)
{
    static const char text[1 << 20];
    int file = memfd_create("endless", 0);

    while (write(file, text, sizeof text) > 0)
        ;
    stay();
}

/* Writes for ever to where its caller writes. */
static void output(void)
{
    static const char text[4096];

    count_hang();
    for (;;)
        if (write(1, text, sizeof text) < 0 || write(2, text, sizeof text) < 0)
            stay();
}

/* Leaves no descriptor available, and children that nobody can wait for. */
static void no_files(void)
{
    const struct rlimit none = {0, 0};

    for (int file = 0; file < 65536; file++)
        close(file);
    setrlimit(RLIMIT_NOFILE, &none);
    signal(SIGCHLD, SIG_IGN);
}

/* Writes where others write: into the directory of temporary files. */
static void litters(void)
{
    const char *where = getenv("TMPDIR");
    char name[512];

    for (int k = 0; where && k < 100; k++) {
        snprintf(name, sizeof name, "%s/profilcheck-litter-%d", where, k);
        close(open(name, O_CREAT | O_WRONLY, 0600));
    }
}

/* Leaves directories that nobody may enter where it is, and shared memory. */
static void droppings(void)
{
    int shared = open("/dev/shm/profilcheck-droppings", O_CREAT | O_WRONLY, 0);

    if (shared >= 0)
        close(shared);
    mkdir("droppings", 0700);
    mkdir("droppings/inner", 0700);
    mkdir("droppings/inner/most", 0);
    chmod("droppings/inner", 0);
}

/* Unmounts /proc, by which the process that watches it sees it, and looks for
 * that one's memory. */
static void unmounts(void)
{
    int memory = open("/proc/1/mem", O_RDWR);

    if (memory >= 0 && umount2("/proc", MNT_DETACH) == 0)
        kill(getpid(), SIGKILL);
    if (memory >= 0 || umount2("/proc", MNT_DETACH) == 0)
        stay();
}

/* Writes over all that the harness notes. */
static void scribbler(void)
{
    size_t size;
    unsigned char *bytes = notes(&size);

    for (size_t k = 0; k < size; k++)
        bytes[k] = (unsigned char)(k * 2654435761u >> 13);
    _exit(0);
}

/* Says that it could not be judged, and leaves. */
static void excuse(void)
{
    forge_state(ENDED_UNSUPPORTED, "this machine is not for profil", 0);
    _exit(0);
}

/* Reports a buffer that the case does not have as one that was read. */
static void liar(void)
{
    *first_event() = (struct event){
        .kind = EVENT_BUFFER, .buffer = 7, .op = 1, .size = 4096};
    forge_state(ENDED_NORMALLY, "", 1);
    _exit(0);
}

/* Says that the harness is to blame, and leaves. */
static void blame(void)
{
    forge_state(ENDED_HARNESS, "out of memory", 0);
    _exit(0);
}

/* Says of what each buffer holds that it is not known, as soon as that is
 * noted: from a thread that looks all the time. */
static void *forge_undetermined(void *nothing)
{
    size_t size;
    unsigned char *bytes = notes(&size);

    for (;;)
        for (size_t k = 0; k < 64; k++) {
            struct event *event = &first_event()[k];
            unsigned char *at = (unsigned char *)(void *)(event + 1);

            if (at <= bytes + size && event->kind == EVENT_BUFFER &&
                event->size)
                event->undetermined = true;
        }
    return nothing;
}

static void undetermined(void)
{
    pthread_t thread;

    if (!trial())
        pthread_create(&thread, NULL, forge_undetermined, NULL);
}

/* When it is first tried it writes that its ticks are its own, so that it is
 * believed when it then says of a case that it is not for this machine. */

static void *forge_own_ticks(void *shared)
{
    volatile struct probe_shared *written = shared;

    for (;;)
        written->report.own_ticks = 1;
    return shared;
}

static void own_ticks(void)
{
    pthread_t thread;
    struct probe_shared *tried = trial();

    if (tried) {
        pthread_create(&thread, NULL, forge_own_ticks, tried);
        return;
    }
    forge_state(ENDED_UNSUPPORTED, "this machine is not for profil", 0);
    _exit(0);
}

/* Finds the key of the seals in its own memory.  When it is first tried it says
 * that its ticks are its own; later, that the case is not for this machine:
 * both sealed as our own code would. */

uint64_t sandbox_time(void);

uint64_t sandbox_time(void)
{
    return 0;
}

/* Under which these bytes have that seal. */
static struct seal_key find_key(const void *bytes, size_t size, uint64_t seal)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    unsigned long start, end;
    char line[512], rights[8];

    while (maps && fgets(line, sizeof line, maps)) {
        if (sscanf(line, "%lx-%lx %7s", &start, &end, rights) != 3 ||
            strcmp(rights, "rw-p") != 0)
            continue;
        for (; start + sizeof(struct seal_key) <= end; start += 8) {
            struct seal_key key;

            memcpy(&key, (const void *)start, sizeof key);
            if (key.words[0] >> 32 && seal_of(&key, 0, bytes, size) == seal)
                return key;
        }
    }
    _exit(8);
}

static void finds_key(void)
{
    struct probe_shared *tried = trial();
    struct journal_sealed last, *states;
    struct seal_key key;

    if (tried) {
        struct probe_report *report = &tried->report;

        key = find_key(report, sizeof *report, tried->seal);
        report->state = PROBING_DONE;
        report->own_ticks = 1;
        tried->seal = seal_of(&key, 0, report, sizeof *report);
        _exit(0);
    }
    states = first_states();
    memcpy(&last, &states[states[0].journal.turn < states[1].journal.turn],
           sizeof last);
    key = find_key(&last.journal, sizeof last.journal, last.seal);
    forge_state(ENDED_UNSUPPORTED, "this machine is not for profil", 0);
    for (int k = 0; k < 2; k++)
        states[k].seal =
            seal_of(&key, 0, &states[k].journal, sizeof states[k].journal);
    _exit(0);
}

/* Says again and again that the next case has begun. */
static void renewer(void)
{
    size_t size;
    volatile uint64_t *reached = (void *)notes(&size);

    count_hang();
    for (;;) {
        (*reached)++;
        usleep(1000);
    }
}

/* Being opened it forks a child that stays. */
static void constructor(void)
{
    if (fork() == 0) {
        setsid();
        signal(SIGTERM, SIG_IGN);
        stay();
    }
}

/* Being opened it does not come back; or ends its process, by a signal, or as
 * one that is done. */
enum { HANGS, DIES, EXITS };

static void does_not_open(void)
{
    if (how == DIES)
        raise(SIGSEGV);
    if (how == EXITS)
        _exit(0);
    stay();
}

/* Being opened, and again when its process ends, it fills all the memory that
 * the harness shares with 0xff. */
static void constructor_sprays(void)
{
    unsigned char *bytes;
    size_t size;

    bytes = notes(&size);
    memset(bytes, 0xff, size);
}

enum when { ON = 1, OPENED = 2, CLOSED = 4, OFF = 8 };

static const struct subject {
    const char *name;
    unsigned when; /* enum when, or-ed */
    void (*act)(void);
    int how;
} subjects[] = {
    {"comet", ON, comet, RETURNS},
    {"comet_that_waits", ON, comet, WAITS},
    {"bomb", ON, bomb, 0},
    {"daemon", ON, leaves_daemon, 0},
    {"holds_output", ON, holds_output, 0},
    {"counts_in_copy", ON, counts_in_copy, 0},
    {"forks_in_tick", ON, forks_in_tick, 0},
    {"loops_in_tick", ON, loops_in_tick, 0},
    {"burns", ON, burns, 0},
    {"burns_when_off", OFF, burns, 0},
    {"burns_when_closed", CLOSED, burns, 0},
    {"threads", ON, threads, 400},
    {"kills_parent", ON, sends, PARENT},
    {"kills_group", ON, sends, GROUP},
    {"kills_all", ON, sends, ALL},
    {"stops_parent", ON, sends, PARENT | STOPS},
    {"stops_group", ON, sends, GROUP | STOPS},
    {"stops_all", ON, sends, ALL | STOPS},
    {"tracer", ON, tracer, 0},
    {"hog", ON, hog, 0},
    {"file", ON, file, 0},
    {"output", ON, output, 0},
    {"no_files", ON, no_files, 0},
    {"litters", ON, litters, 0},
    {"droppings", ON, droppings, 0},
    {"unmounts", ON, unmounts, 0},
    {"scribbler", ON, scribbler, 0},
    {"excuse", ON, excuse, 0},
    {"liar", ON, liar, 0},
    {"blame", ON, blame, 0},
    {"undetermined", ON, undetermined, 0},
    {"own_ticks", ON, own_ticks, 0},
    {"finds_key", ON, finds_key, 0},
    {"renewer", ON, renewer, 0},
    {"constructor", OPENED, constructor, 0},
    {"constructor_hangs", OPENED, does_not_open, HANGS},
    {"constructor_dies", OPENED, does_not_open, DIES},
    {"constructor_exits", OPENED, does_not_open, EXITS},
    {"constructor_sprays", OPENED | CLOSED, constructor_sprays, 0},
};

extern const char subject_name[];

static void misbehave(enum when when)
{
    const struct subject *self = subjects;

    while (strcmp(self->name, subject_name) != 0)
        self++;
    how = self->how;
    if (may_act() && self->when & when)
        self->act();
}

int profil(unsigned short *samples, size_t size, size_t offset, unsigned scale);

int profil(unsigned short *samples, size_t size, size_t offset, unsigned scale)
{
    const struct itimerval period = {{0, 10000}, {0, 10000}},
                           never = {{0}, {0}};

    (void)size, (void)offset;
    counters = samples;
    signal(SIGPROF, ignore_tick);
    setitimer(ITIMER_PROF, scale ? &period : &never, NULL);
    misbehave(scale ? ON : OFF);
    return 0;
}

__attribute__((constructor)) static void when_opened(void)
{
    misbehave(OPENED);
}

__attribute__((destructor)) static void when_closed(void)
{
    misbehave(CLOSED);
}
