/* SPDX-License-Identifier: MIT */
/*
 * A thread that calls a function soon after there is something in a sampler.
 *
 * It sleeps while the kernel has nothing to tell, and otherwise calls some
 * fifty times a second.  It takes no signals, and the sampler does not
 * sample it.  A child of fork does not have it.
 */
#ifndef IMPLS_PERF_DRAINER_H
#define IMPLS_PERF_DRAINER_H

#include <pthread.h>
#include <semaphore.h>
#include <sys/types.h>

#include "sampler.h"

struct drainer {
    pthread_t thread;
    pid_t id;
    int quit; /* an eventfd that tells it to end */
    sem_t born, begin;
    const struct sampler *sampler;
    void (*drain)(void);
};

/* Make it; it waits.  0 or an errno. */
int drainer_make(struct drainer *drainer);

/* Set it to work. */
void drainer_begin(struct drainer *drainer, const struct sampler *sampler,
                   void (*drain)(void));

/* End it, at work or not, and wait until it has ended. */
void drainer_end(struct drainer *drainer);

/* In a child of fork, instead. */
void drainer_forget(struct drainer *drainer);

#endif
