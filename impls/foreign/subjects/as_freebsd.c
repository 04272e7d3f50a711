/* SPDX-License-Identifier: MIT */
/* What a kernel's profil asks of it, by the names that recipes/freebsd.c gives
 * it; it does as that system's, in words of its own. */
#include <sys/cdefs.h>
__FBSDID("none of theirs");
#include <sys/param.h>
#include <sys/proc.h>

int sys_profil(struct thread *td, struct profil_args *asked)
{
    struct proc *self = td->td_proc;
    struct uprof *kept = &self->p_stats->p_prof;

    if (asked->scale > 65536)
        return EINVAL;
    PROC_LOCK(self);
    if (asked->scale == 0) {
        stopprofclock(self);
    } else {
        kept->pr_base = asked->samples;
        kept->pr_size = asked->size;
        kept->pr_off = asked->offset;
        kept->pr_scale = asked->scale;
        startprofclock(self);
    }
    PROC_UNLOCK(self);
    return 0;
}

void addupc_task(struct thread *td, uintfptr_t pc, u_int ticks)
{
    struct uprof *kept = &td->td_proc->p_stats->p_prof;
    u_quad_t product = (u_quad_t)(pc - kept->pr_off) * kept->pr_scale;
    u_int number = (u_int)(product >> 16) & ~1u; /* 32 bits of it */
    uint16_t counter;

    if (pc < kept->pr_off || number >= kept->pr_size)
        return;
    if (copyin(kept->pr_base + number, &counter, sizeof counter) == 0) {
        counter += ticks;
        if (copyout(&counter, kept->pr_base + number, sizeof counter) == 0)
            return;
    }
    stopprofclock(td->td_proc);
}
