/* SPDX-License-Identifier: MIT */
/* NuttX: sched/sched/sched_profil.c behind shim.h.  Its watchdog's callback
 * asks where the machine was. */
#include "shim.h"

#define FAR
#define OK                                  0
#define ERROR                               (-1)
#define CONFIG_SCHED_PROFILE_TICKSPERSEC    SHIM_HZ
#define NSEC_PER_SEC                        1000000000
#define NSEC2TICK(ns)                       (ns)
#define set_errno(e)                        (errno = (e))
#define up_getusrpc(registers)              shim_pc()
#define spin_lock_irqsave(lock)             0
#define spin_unlock_irqrestore(lock, flags) ((void)(flags))
#define wd_start(w, ticks, f, a)                                               \
    (*(w) = (struct wdog_s){f, a}, armed = (w), shim_on(fire))
#define wd_start_next wd_start
#define wd_cancel(w)  shim_off()

typedef int irqstate_t, spinlock_t;
typedef uintptr_t wdparm_t;
struct wdog_s {
    void (*call)(wdparm_t);
    wdparm_t argument;
};
static struct wdog_s *armed;
static void fire(uintptr_t pc)
{
    (void)pc;
    armed->call(armed->argument);
}

#include SOURCE
