/* SPDX-License-Identifier: MIT */
/*
 * FreeBSD's kernel: sys/kern/subr_prof.c behind shim.h.  Each tick is taken as
 * the trap does on the way back to the user: addupc_task, which may fault.
 */
#include "shim.h"

#define P_PROFIL                           1
#define P_STOPPROF                         2
#define TDP_OWEUPC                         1
#define TDF_OWEUPC                         1
#define TDF_ASTPENDING                     2
#define KEF_OWEUPC                         1
#define KEF_ASTPENDING                     2
#define PROC_LOCK(p)                       ((void)(p))
#define PROC_UNLOCK(p)                     ((void)(p))
#define PROC_PROFLOCK(p)                   ((void)(p))
#define PROC_PROFUNLOCK(p)                 ((void)(p))
#define PROC_SLOCK(p)                      ((void)(p))
#define PROC_SUNLOCK(p)                    ((void)(p))
#define mtx_lock(m)                        ((void)0)
#define mtx_unlock(m)                      ((void)0)
#define mtx_lock_spin(m)                   ((void)0)
#define mtx_unlock_spin(m)                 ((void)0)
#define thread_lock(td)                    ((void)(td))
#define thread_unlock(td)                  ((void)(td))
#define ast_sched(td, what)                ((void)(td))
#define splstatclock()                     0
#define splx(level)                        ((void)(level))
#define fuswintr(address)                  (-1) /* the way that may take no fault */
#define suswintr(address, value)           (-1)
#define copyin(user, kernel, n)            shim_in(user, kernel, n)
#define copyout(kernel, user, n)           shim_out(kernel, user, n)
#define startprofclock(p)                  ((p)->p_flag |= P_PROFIL, (void)shim_on(kernel_tick))
#define stopprofclock(p)                   ((p)->p_flag &= ~P_PROFIL, shim_off())
#define wakeup(p)                          ((void)(p))
#define msleep(p, m, priority, why, ticks) ((void)(p))
#define __FBSDID(version)                  struct shim_version
#define sys_profil                         kernel_profil /* its name since 9 */
#ifdef OLDER
#define profil kernel_profil
#endif

typedef uintptr_t uintfptr_t;
struct uprof {
    caddr_t pr_base;
    u_long pr_size, pr_off, pr_scale, pr_addr, pr_ticks;
};
struct pstats {
    struct uprof p_prof;
};
struct proc {
    struct pstats *p_stats;
    int p_flag, p_profthreads;
};
struct thread {
    struct proc *td_proc, *ke_proc;
    uintptr_t td_profil_addr;
    unsigned td_profil_ticks;
    int td_flags, td_pflags, ke_flags;
};
#define kse thread
struct profil_args {
    caddr_t samples;
    size_t size, offset;
    unsigned scale;
};
#define _SYS_SYSPROTO_H_

static struct pstats kernel_stats;
static struct proc kernel_process = {.p_stats = &kernel_stats};
static struct thread kernel_thread = {
    &kernel_process, &kernel_process, 0, 0, 0, 0, 0};
static void kernel_tick(uintptr_t pc);

#include SOURCE
#undef profil

static void kernel_tick(uintptr_t pc)
{
    addupc_task(&kernel_thread, pc, 1);
}

int profil(char *samples, size_t size, u_long offset, u_int scale)
{
    struct profil_args arguments = {samples, size, offset, scale};

    return shim_return(kernel_profil(&kernel_thread, &arguments));
}
