/* SPDX-License-Identifier: MIT */
/* Cygwin: winsup/cygwin/profil.c behind shim_thread.h.  Its profil is a thread
 * that looks where the caller is. */
#define SHIM_EXACT
#include "shim_thread.h"
#include <stdlib.h>

#define CALLBACK
#define INFINITE                              0
#define TRUE                                  1
#define FALSE                                 0
#define INVALID_HANDLE_VALUE                  ((HANDLE)-1)
#define WAIT_OBJECT_0                         true
#define CONTEXT_CONTROL                       0
#define CONTEXT_INTEGER                       0
#define DUPLICATE_SAME_ACCESS                 0
#define THREAD_PRIORITY_TIME_CRITICAL         0
#define _CX_instPtr                           pc
#define SuspendThread(t)                      0
#define ResumeThread(t)                       ((void)0)
#define SetThreadPriority(t, p)               ((void)0)
#define GetThreadContext(t, c)                (shim_thread_pc((pthread_t)(t), &(c)->pc) == 0)
#define GetCurrentProcess()                   0
#define GetCurrentThread()                    pthread_self()
#define DuplicateHandle(p, t, q, to, x, y, z) (*(to) = (HANDLE)(t), 1)
#define CloseHandle(h)                        ((void)0)
#define CreateEvent(a, b, c, d)               calloc(1, sizeof(struct shim_event))
#define CreateThread(a, b, f, x, c, id)       ((void)(id), start((void *)(f), x))
#define WaitForSingleObject(e, ms)            shim_event_wait(e, ms)
#define SignalObjectAndWait(e, t, ms, a)                                       \
    (shim_event_set(e), pthread_join((pthread_t)(t), NULL))
#define cygwin_internal(what, f) ((void)(f))

typedef void *HANDLE, *LPVOID;
typedef unsigned DWORD;
typedef struct {
    int ContextFlags;
    uintptr_t pc;
} CONTEXT;
static HANDLE start(void *(*f)(void *), void *x)
{
    pthread_t t;

    return shim_thread_start(f, x, &t) ? NULL : (HANDLE)t;
}

#include SOURCE
