/* SPDX-License-Identifier: MIT */
#include "judging.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "impls/symbols.h"

static const struct profilcheck_subject *linked;

void linked_take(const struct profilcheck_subject *subject)
{
    linked = subject;
}

/* Runs before what the program had handed to atexit, which is not for its
 * copies, and after what the functions hand there. */
#ifdef __GLIBC__
static void linked_end(int status, void *nothing)
{
    (void)nothing;
    _exit(status);
}
#endif

static struct impl *linked_open(const struct impl_options *options, char *why,
                                size_t why_size)
{
    struct symbols *s = symbols_new(&linked_impl, options, why, why_size);

    if (!s)
        return NULL;
#ifdef __GLIBC__
    on_exit(linked_end, NULL);
#endif
    s->profil = linked->profil;
    s->sprofil = linked->sprofil;
    s->monitor = linked->monitor;
    s->monstartup = linked->monstartup;
    s->moncontrol = linked->moncontrol;
    s->stop = linked->mcleanup;
    s->impl.mcount = linked->mcount;
    if (symbols_capabilities(&s->impl))
        return &s->impl;
    snprintf(why, why_size, "there is no function of dialect %s",
             options->dialect);
    symbols_close(&s->impl);
    return NULL;
}

static unsigned linked_capabilities(const struct impl *impl)
{
    return symbols_capabilities(impl) | IMPL_IS_LINKED;
}

const struct impl_class linked_impl = {
    .name = "linked",
    .summary = "functions of the program itself",
    .open = linked_open,
    .capabilities = linked_capabilities,
    .call = symbols_call,
    .close = symbols_close,
};
