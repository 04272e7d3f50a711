/* SPDX-License-Identifier: MIT */
/*
 * A caller that has SIGPROF, ITIMER_PROF, its mask and much else in use: what
 * it set must be there again after profiling was on and off, and nothing
 * besides what it had: no descriptor, thread, child or timer of the
 * implementation.  While its clock runs, ticks are not to be seen in errno or a
 * system call of the caller's.  What profiling borrows, and does not give back,
 * is one thing; that it destroys what it has no use for, another.
 */
#include <signal.h>
#include <string.h>

#include "conformance/machine/caller_state.h"
#include "execute.h"

static void marker(int signal)
{
    (void)signal;
}

static struct sigaction marker_action(void)
{
    struct sigaction action = {.sa_handler = marker, .sa_flags = SA_RESTART};

    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGUSR1);
    return action;
}

static unsigned timers(const struct run *run)
{
    return run->clock.timer_count + run->clock.other_timers;
}

void execute_caller_set(struct run *run)
{
    struct sigaction action = marker_action();
    sigset_t set;

    settings_give(&run->caller.settings, run->options->open.path);
    sigaction(SIGPROF, &action, NULL);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    sigprocmask(SIG_SETMASK, &set, NULL);
    run->clock.timers[0].setting = (struct itimerspec){
        {CLOCK_CALLER_SECONDS, 0}, {CLOCK_CALLER_SECONDS, 0}};
    clock_release(&run->clock);
    clock_hold(&run->clock);
    run->caller.set = true;
    run->caller.timers = timers(run);
    resources_note(&run->caller.resources);
}

static bool handler_kept(void)
{
    const struct sigaction want = marker_action();
    struct sigaction now;

    return sigaction(SIGPROF, NULL, &now) == 0 && same_action(&now, &want);
}

/* All but SIGPROF's bit, which is the harness's by now. */
static bool mask_kept(void)
{
    sigset_t now;

    sigprocmask(SIG_BLOCK, NULL, &now);
    for (int s = 1; s < NSIG; s++)
        if (s != SIGPROF && sigismember(&now, s) != (s == SIGUSR2))
            return false;
    return true;
}

static bool prof_kept(const struct run *run)
{
    const struct itimerspec *prof = &run->clock.timers[0].setting;

    return prof->it_interval.tv_sec == CLOCK_CALLER_SECONDS &&
           prof->it_interval.tv_nsec == 0 &&
           (prof->it_value.tv_sec != 0 || prof->it_value.tv_nsec != 0);
}

/* What was not given back, or is left, in words. */
static void find_left(const struct run *run, struct findings *findings)
{
    if (!handler_kept())
        finding(findings, "did not put SIGPROF's handler back");
    if (run->left_blocked || clock_pending())
        finding(findings, "left SIGPROF blocked or pending");
    if (!prof_kept(run))
        finding(findings, "did not put ITIMER_PROF back");
    if (timers(run) > run->caller.timers)
        finding(findings, "left a POSIX timer");
    if (run->caller.intrusion.call_failed)
        finding(findings, "let a system call that a tick interrupted "
                          "fail (EINTR)");
    resources_left(&run->caller.resources, findings);
}

/* What of the caller's is gone or was changed. */
static void find_gone(const struct run *run, struct findings *findings)
{
    if (!mask_kept())
        finding(findings, "did not put the signal mask back");
    if (run->caller.intrusion.errno_changed)
        finding(findings, "changed errno in a tick");
    resources_gone(&run->caller.resources, findings);
    settings_changed(&run->caller.settings, run->options->open.path, findings);
}

void execute_caller_check(struct run *run)
{
    struct journal *journal = &run->writer->journal;
    struct findings findings = {""};
    bool there;

    if (!run->caller.set) {
        journal_end(run->writer, ENDED_HARNESS,
                    "the caller's state is checked but was never set");
        return;
    }
    find_gone(run, &findings);
    there = !*findings.text;
    find_left(run, &findings);
    if (*findings.text)
        memcpy(journal->note, findings.text, sizeof journal->note);
    execute_event(run, (struct event){.kind = EVENT_CALLER,
                                      .value = !there ? CALLER_DESTROYED
                                               : *findings.text ? CALLER_LEFT
                                                                : CALLER_KEPT});
}
