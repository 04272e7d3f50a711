/* SPDX-License-Identifier: MIT */
#include "drainer.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum {
    STACK = 256 * 1024,
    GATHER = 20, /* milliseconds in which more may come */
};

static void block_for_drainer(void)
{
    sigset_t set;

    sigfillset(&set);
    sigdelset(&set, SIGSEGV);
    sigdelset(&set, SIGBUS);
    pthread_sigmask(SIG_SETMASK, &set, NULL);
}

static bool told_to_quit(const struct drainer *drainer, int milliseconds)
{
    struct pollfd quit = {.fd = drainer->quit, .events = POLLIN};

    return poll(&quit, 1, milliseconds) > 0;
}

static void drainer_works(const struct drainer *drainer)
{
    const struct sampler *sampler = drainer->sampler;
    size_t count = sampler->ring_count + 1;
    struct pollfd *sources = calloc(count, sizeof *sources);

    for (size_t i = 0; sources && i < count; i++)
        sources[i] = (struct pollfd){
            .fd = i > 0 ? sampler->ring_events[i - 1] : drainer->quit,
            .events = POLLIN,
        };
    do {
        if (sources)
            poll(sources, (nfds_t)count, -1);
        drainer->drain();
    } while (!told_to_quit(drainer, GATHER));
    free(sources);
}

static void *drainer_lives(void *argument)
{
    struct drainer *drainer = argument;

    block_for_drainer();
    pthread_setname_np(pthread_self(), "profil");
    drainer->id = gettid();
    sem_post(&drainer->born);
    while (sem_wait(&drainer->begin) != 0)
        ;
    if (drainer->drain)
        drainer_works(drainer);
    return NULL;
}

static int make_drainer_thread(struct drainer *drainer)
{
    pthread_attr_t attributes;
    int error;

    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    error =
        pthread_create(&drainer->thread, &attributes, drainer_lives, drainer);
    pthread_attr_destroy(&attributes);
    return error;
}

int drainer_make(struct drainer *drainer)
{
    int error;

    *drainer = (struct drainer){.quit = eventfd(0, EFD_CLOEXEC)};
    if (drainer->quit < 0)
        return errno;
    sem_init(&drainer->born, 0, 0);
    sem_init(&drainer->begin, 0, 0);
    error = make_drainer_thread(drainer);
    if (error != 0) {
        close(drainer->quit);
        return error;
    }
    while (sem_wait(&drainer->born) != 0)
        ;
    return 0;
}

void drainer_begin(struct drainer *drainer, const struct sampler *sampler,
                   void (*drain)(void))
{
    drainer->sampler = sampler;
    drainer->drain = drain;
    sem_post(&drainer->begin);
}

void drainer_end(struct drainer *drainer)
{
    if (!drainer->drain)
        sem_post(&drainer->begin);
    eventfd_write(drainer->quit, 1);
    pthread_join(drainer->thread, NULL);
    close(drainer->quit);
}

void drainer_forget(struct drainer *drainer)
{
    close(drainer->quit);
    *drainer = (struct drainer){0};
}
