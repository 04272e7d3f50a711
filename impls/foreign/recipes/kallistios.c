/* SPDX-License-Identifier: MIT */
/*
 * KallistiOS: addons/libgprof/gmon.c behind shim.h.  Its scheduler asks a
 * function of it at each switch; here each tick of the clock does.  Its file is
 * gmon.out where it runs, not in /pc; what counts calls is given both
 * addresses.
 */
#include "shim.h"
#include <stdio.h>
#include <stdlib.h>

#define DBG_NOTICE          0
#define DBG_ERROR           0
#define STATE_RUNNING       1
#define CONTEXT_PC(context) ((context).pc)
#define GMON_OUT_PREFIX     "GMON_OUT_PREFIX"
#define __weak_symbol       __attribute__((weak))
#define __align_down(n, by) ((n) / (by) * (by))
#define __align_up(n, by)   (((n) + (by)-1) / (by) * (by))
#define dbglog(level, ...)  ((void)(level), fprintf(stderr, __VA_ARGS__))
#define thd_get_hz()        SHIM_HZ
#define thd_current         (&kos_thread)
#define thd_create(detached, routine, data)                                    \
    ((void)(detached), (routine)(data),                                        \
     shim_on(kos_tick) == 0 ? thd_current : NULL)
#define thd_set_label(thread, label) ((void)(thread), (void)(label))
#define thd_join(thread, value)      ((void)(thread), (void)(value), shim_off())
#define thd_poll(f, data, ms)        (kos_asked = (f))
#define fopen(path, mode)            kos_open(path, mode)
/* malloc, behind whose blocks the harness lets nothing be written. */
#define posix_memalign(to, by, n) ((*(to) = malloc(n)) == NULL ? ENOMEM : 0)

typedef struct {
    int state;
    struct {
        uintptr_t pc;
    } context;
} kthread_t;

void gprof_mcount(uintptr_t from, uintptr_t self);
void gprof_arch_start(void);
void gprof_arch_stop(void);

/* Its linker's names for all of a program; monstartup gets a range here. */
__attribute__((visibility("hidden"))) char
    kos_start __asm__("__executable_start"),
    kos_end __asm__("__etext");

static kthread_t kos_thread = {.state = STATE_RUNNING};
static int (*kos_asked)(void *data);

static void kos_tick(uintptr_t pc)
{
    kos_thread.context.pc = pc;
    if (kos_asked)
        kos_asked(NULL);
}

static FILE *kos_open(const char *path, const char *mode)
{
    return (fopen)(strncmp(path, "/pc/", 4) == 0 ? path + 4 : path, mode);
}

/* Its file is written as structures of a machine of 32 bits: counts have 4
 * bytes, and nothing is between fields. */
#define size_t             uint32_t
#define moncontrol(enable) kos_moncontrol(enable)
#pragma pack(push, 4)
#include SOURCE
#pragma pack(pop)
#undef moncontrol
#undef size_t

void moncontrol(int mode)
{
    kos_moncontrol(mode != 0);
}

void mcount(uintptr_t from, uintptr_t self)
{
    gprof_mcount(from, self);
}
