/* SPDX-License-Identifier: MIT */
/*
 * What a function changes in its caller's process: what it leaves there
 * (process resources), the caller's settings, and what a tick does to the code
 * that it interrupts.
 *
 * All is read by plain system calls, since stdio would allocate among what is
 * judged.
 */
#ifndef CONFORMANCE_CALLER_STATE_H
#define CONFORMANCE_CALLER_STATE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>

/* Whether two actions of a signal are the same, for all that they do. */
bool same_action(const struct sigaction *a, const struct sigaction *b);

/* In one line, "left a thread: x; left ...", cut where there is no room; "":
 * none. */
struct findings {
    char text[200];
};

void finding(struct findings *findings, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/*
 * Process resources: descriptors, threads, children.  Descriptors are the same
 * where the number, the file and its name are.  A thread that is ending counts
 * as ended: one that was joined may be listed for a moment still.  Children are
 * those of every thread, whatever signal they send at their end, and zombies;
 * and, as this process adopts orphans from resources_note on, those of children
 * that ended.  One made its parent's (CLONE_PARENT) is not seen, nor what is
 * past RESOURCES_MOST of a kind.
 */
enum { RESOURCES_MOST = 256 };

struct resources {
    struct descriptor {
        int number;
        uint64_t device, inode, name; /* name: its hash */
    } descriptors[RESOURCES_MOST];
    pid_t threads[RESOURCES_MOST], children[RESOURCES_MOST];
    size_t descriptor_count, thread_count, child_count;
};

/* Note what there is. */
void resources_note(struct resources *resources);

/* What there is more than was noted: "left a descriptor: 7 ->
 * anon_inode:[perf_event]". */
void resources_left(const struct resources *noted, struct findings *findings);

/* Which of the descriptors that were noted are gone, or not the same. */
void resources_gone(const struct resources *noted, struct findings *findings);

/*
 * The caller's settings, none of profiling's business: the actions of signals
 * other than SIGPROF, the other two interval timers, a POSIX timer, the umask,
 * the working directory, the environment, limits of resources, and the files
 * that are mapped.
 */
enum { SETTINGS_MAPPINGS = 512 };

struct settings {
    struct sigaction signals[NSIG];
    struct rlimit limits[RLIM_NLIMITS];
    int timer; /* the kernel's id */
    mode_t mask;
    dev_t device; /* of the working directory */
    ino_t inode;
    uint64_t environment;                 /* a hash */
    uint64_t mappings[SETTINGS_MAPPINGS]; /* hashes */
    size_t mapping_count;
};

/* Give the caller its timers, and note what there is.  Mappings of the file
 * besides, the implementation's, are its own: null for none. */
void settings_give(struct settings *settings, const char *besides);

/* What is not as it was. */
void settings_changed(const struct settings *settings, const char *besides,
                      struct findings *findings);

/*
 * What a tick does to the code that it interrupts, besides being counted.
 *
 * A handler that leaves errno otherwise than it found it changes it between
 * two statements of the caller, which can't guard itself.  One that was set
 * without SA_RESTART lets a slow system call of the caller's fail with EINTR.
 * Both are tried with ticks of the harness: an errno that nobody else sets,
 * and a read that waits.
 */
struct intrusion {
    bool tried;
    bool errno_changed;
    bool call_failed; /* and would not have on this host with SA_RESTART */
};

/* With SIGPROF let in, and a handler for it.  Some ticks at pcs of no account
 * come of it, over some milliseconds. */
void intrusion_try(struct intrusion *intrusion);

#endif
