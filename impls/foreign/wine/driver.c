/* SPDX-License-Identifier: MIT */
/*
 * A Windows program with mingw-w64's profil in it, and its runtime behind -pg,
 * from libgmon.a: it does what it is asked on its standard input (ask.h).
 *
 * That profil is a thread: it stops the thread that called it, asks where that
 * is, counts, and waits for 10 ms.  The thread that called is stopped and set
 * to the pc that is wanted; and the wait is let go on once for each tick.
 * Nothing else of profil's is touched.
 */
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "ask.h"

int profil(char *samples, size_t size, size_t offset, unsigned scale);
void monstartup(size_t low, size_t high);
void moncontrol(int mode);
void _mcleanup(void);
void _mcount_private(size_t from, size_t self); /* of mcount the C part */

enum { PAGE = 4096, PROFIL_WAIT = 10, PATIENCE = 5000 /* ms */ };

static HANDLE go, arrived, command, done, caller, sampler;
static DWORD(WINAPI *wait_for)(HANDLE, DWORD);

/* The call that the caller's thread is to make, and what came of it. */
static struct {
    char *samples;
    struct ask ask;
    int value, error;
} call;

/* The memory that is the buffer: pages of it between two that are not
 * there. */
struct driver_memory {
    char *start; /* the first of them */
    size_t pages;
    char *address; /* where the buffer is */
};

static struct driver_memory current;

/* What profil's own thread waits with. */
static DWORD WINAPI wait_hook(HANDLE handle, DWORD ms)
{
    HANDLE both[2];

    if (ms != PROFIL_WAIT)
        return wait_for(handle, ms);
    if (sampler)
        CloseHandle(sampler);
    sampler = OpenThread(SYNCHRONIZE, FALSE, GetCurrentThreadId());
    SetEvent(arrived);
    both[0] = handle;
    both[1] = go;
    return WaitForMultipleObjects(2, both, FALSE, INFINITE) == WAIT_OBJECT_0
               ? WAIT_OBJECT_0
               : WAIT_TIMEOUT;
}

/* In place of the one that the library of imports has. */
DWORD(WINAPI *__imp_WaitForSingleObject)(HANDLE, DWORD) = wait_hook;

static void transfer(BOOL out, void *bytes, size_t size)
{
    HANDLE file = GetStdHandle(out ? STD_OUTPUT_HANDLE : STD_INPUT_HANDLE);
    char *at = bytes;
    DWORD n;

    for (; size > 0; at += n, size -= n)
        if (!(out ? WriteFile(file, at, (DWORD)size, &n, NULL)
                  : ReadFile(file, at, (DWORD)size, &n, NULL)) ||
            n == 0)
            ExitProcess(0);
}

static LONG CALLBACK on_exception(EXCEPTION_POINTERS *exception)
{
    struct wine_answer died = {0};

    if (exception->ExceptionRecord->ExceptionCode != EXCEPTION_ACCESS_VIOLATION)
        return EXCEPTION_CONTINUE_SEARCH;
    died.died = 1;
    transfer(TRUE, &died, sizeof died);
    TerminateProcess(GetCurrentProcess(), 1);
    return EXCEPTION_CONTINUE_SEARCH;
}

static void make_call(const struct ask *ask)
{
    switch (ask->kind) {
    case ASK_MONSTARTUP: monstartup(ask->offset, ask->pc); break;
    case ASK_MONCONTROL: moncontrol((int)ask->count); break;
    case ASK_MCLEANUP: _mcleanup(); break;
    case ASK_CALL: _mcount_private(ask->offset, ask->pc); break;
    default:
        call.value = profil(call.samples, ask->size, ask->offset, ask->scale);
    }
}

__attribute__((noreturn)) static DWORD WINAPI caller_body(LPVOID unused)
{
    (void)unused;
    for (;;) {
        wait_for(command, INFINITE);
        errno = 0;
        call.value = 0;
        make_call(&call.ask);
        call.error = errno;
        SetEvent(done);
    }
}

/* As it was asked for: what is readable, and whether it is writable. */
static void memory_set(const struct driver_memory *m, const struct ask *ask,
                       const char *bytes)
{
    size_t size = m->pages * PAGE;
    DWORD before;

    if (!m->start)
        return;
    VirtualProtect(m->start, size, PAGE_READWRITE, &before);
    if (ask->known)
        memcpy(m->address - ask->before, bytes, ask->before + ask->known);
    VirtualProtect(m->start, size,
                   !ask->known     ? PAGE_NOACCESS
                   : ask->readonly ? PAGE_READONLY
                                   : PAGE_READWRITE,
                   &before);
}

/* The buffer begins where it does in its page, so that the end of what is
 * readable is the end of a page here too. */
static struct driver_memory memory_new(const struct ask *ask, const char *bytes)
{
    size_t first = (size_t)(ask->address - ask->before) % PAGE;
    struct driver_memory m = {0};
    DWORD before;

    if (!ask->address)
        return m;
    m.pages = (first + ask->before + ask->known + PAGE - 1) / PAGE;
    m.pages += m.pages == 0;
    m.start = VirtualAlloc(NULL, (m.pages + 2) * PAGE, MEM_RESERVE | MEM_COMMIT,
                           PAGE_READWRITE);
    if (!m.start)
        ExitProcess(2);
    VirtualProtect(m.start, PAGE, PAGE_NOACCESS, &before);
    m.start += PAGE;
    VirtualProtect(m.start + m.pages * PAGE, PAGE, PAGE_NOACCESS, &before);
    m.address = m.start + first + ask->before;
    memory_set(&m, ask, bytes);
    return m;
}

static BOOL is_sampled(void)
{
    return sampler && wait_for(sampler, 0) == WAIT_TIMEOUT;
}

/* Its thread is not waited for where there was none to be made. */
static void do_profil(const struct ask *ask, const char *bytes,
                      struct wine_answer *answer)
{
    struct driver_memory m = memory_new(ask, bytes);

    call.ask = *ask;
    call.samples = m.address;
    ResetEvent(arrived);
    SetEvent(command);
    wait_for(done, INFINITE);
    answer->value = call.value;
    answer->error = call.error;
    if (call.value == 0 && ask->scale != 0)
        answer->stuck = wait_for(arrived, PATIENCE) != WAIT_OBJECT_0;
    if (call.value == 0)
        current = m; /* the one before stays where it is */
    if (ask->known)
        answer->bytes = ask->before + ask->known;
}

/* Where it writes, and says why it does not. */
static void enter_directory(const struct ask *ask)
{
    static BOOL entered;
    char path[ASK_PATH + 2];
    int said;

    if (entered)
        return;
    entered = TRUE;
    snprintf(path, sizeof path, "Z:%.*s", ASK_PATH - 1, ask->directory);
    if (!SetCurrentDirectoryA(path))
        ExitProcess(2);
    said = open("said", O_WRONLY | O_APPEND | O_BINARY);
    if (said >= 0)
        dup2(said, 2);
}

/* A thread of its own takes the ticks, where they are to be taken. */
static void do_runtime(const struct ask *ask)
{
    BOOL begins = ask->kind == ASK_MONSTARTUP ||
                  (ask->kind == ASK_MONCONTROL && ask->count != 0);

    enter_directory(ask);
    call.ask = *ask;
    ResetEvent(arrived);
    SetEvent(command);
    wait_for(done, INFINITE);
    if (begins)
        wait_for(arrived, PATIENCE);
}

static void do_ticks(const struct ask *ask, const char *bytes,
                     struct wine_answer *answer)
{
    CONTEXT was, wanted;
    uint32_t k;

    if (!is_sampled())
        return;
    memory_set(&current, ask, bytes);
    memset(&was, 0, sizeof was);
    was.ContextFlags = CONTEXT_CONTROL | CONTEXT_INTEGER;
    SuspendThread(caller);
    GetThreadContext(caller, &was);
    wanted = was;
    wanted.Rip = ask->pc;
    SetThreadContext(caller, &wanted);
    for (k = 0; k < ask->count && !answer->stuck; k++) {
        SetEvent(go);
        answer->stuck = wait_for(arrived, PATIENCE) != WAIT_OBJECT_0;
    }
    SetThreadContext(caller, &was);
    ResumeThread(caller);
    if (ask->known)
        answer->bytes = ask->before + ask->known;
}

int main(void)
{
    static char bytes[ASK_MOST + 2 * ASK_ZONE];
    struct ask ask;

    FARPROC real =
        GetProcAddress(GetModuleHandleA("kernel32.dll"), "WaitForSingleObject");

    memcpy(&wait_for, &real, sizeof wait_for);
    AddVectoredExceptionHandler(1, on_exception);
    go = CreateEventA(NULL, FALSE, FALSE, NULL);
    arrived = CreateEventA(NULL, FALSE, FALSE, NULL);
    command = CreateEventA(NULL, FALSE, FALSE, NULL);
    done = CreateEventA(NULL, FALSE, FALSE, NULL);
    caller = CreateThread(NULL, 0, caller_body, NULL, 0, NULL);
    for (;;) {
        struct wine_answer answer = {0};
        const char *from = bytes;

        transfer(FALSE, &ask, sizeof ask);
        if ((uint64_t)ask.before + ask.known > sizeof bytes)
            return 2;
        transfer(FALSE, bytes, ask.before + ask.known);
        if (ask.kind == ASK_PROFIL)
            do_profil(&ask, bytes, &answer);
        else if (ask.kind == ASK_TICKS)
            do_ticks(&ask, bytes, &answer);
        else
            do_runtime(&ask);
        if (answer.bytes && answer.value == 0)
            from = current.address - ask.before;
        transfer(TRUE, &answer, sizeof answer);
        transfer(TRUE, (char *)from, answer.bytes);
    }
}
