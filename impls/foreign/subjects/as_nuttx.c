/* SPDX-License-Identifier: MIT */
/* What an RTOS' profil asks of its system, by the names that recipes/nuttx.c
 * gives it; it does as that system's, in words of its own. */
#include <nuttx/wdog.h>

static struct {
    FAR unsigned short *bins;
    uintptr_t from, to;
    unsigned int factor;
    struct wdog_s dog;
} sampling;

static void look_now(wdparm_t unused)
{
    uintptr_t pc = up_getusrpc(NULL);

    if (pc >= sampling.from && pc < sampling.to) {
        size_t half = (pc - sampling.from) / 2;

        sampling.bins[half / 65536 * sampling.factor +
                      half % 65536 * sampling.factor / 65536]++;
    }
    wd_start_next(&sampling.dog,
                  NSEC2TICK(NSEC_PER_SEC / CONFIG_SCHED_PROFILE_TICKSPERSEC),
                  look_now, unused);
}

int profil(FAR unsigned short *to, size_t bytes, size_t from,
           unsigned int factor)
{
    if (factor > 65536) {
        set_errno(EINVAL);
        return ERROR;
    }
    if (to == NULL || factor == 0) {
        wd_cancel(&sampling.dog);
        return OK;
    }
    memset(to, 0, bytes);
    sampling.bins = to;
    sampling.from = from;
    sampling.to = from + bytes * 65536 / factor;
    sampling.factor = factor;
    wd_start(&sampling.dog, 1, look_now, 0);
    return OK;
}
