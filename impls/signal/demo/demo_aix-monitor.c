/* SPDX-License-Identifier: MIT */
/*
 * A program that is built to profile itself, as cc -p did, and calls nothing
 * for that; then one that calls monitor.  Each runs as a process of its own,
 * and its mon.out is read here.
 */
#include <mon.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "work.h"

/* What a mon.out begins with, and a function's record. */
struct header {
    uint64_t low, high, functions;
};

struct record {
    uint64_t address, calls;
};

#pragma weak monitor /* the host has none */

static unsigned short buffer[WORK_SPAN / 2];
static volatile int sink;

__attribute__((noinline)) static void counted(int n)
{
    sink += n;
}

static int by_itself(void)
{
    for (int i = 0; i < 1000; i++)
        counted(i);
    while (clock() < CLOCKS_PER_SEC / 5)
        work();
    return !work_timer_is_free();
}

static int by_monitor(void)
{
    int (*low)(void) = (int (*)(void))(uintptr_t)work;

    if (!monitor)
        return 1;
    monitor(0);
    if (unlink("mon.out") != 0)
        return 1;
    monitor(low, (int (*)(void))((uintptr_t)low + WORK_SPAN), buffer,
            WORK_SPAN / 2, 2);
    if (work_seen(buffer, WORK_SPAN / 2) == 0)
        return 1;
    monitor(0);
    return access("mon.out", R_OK) != 0;
}

/* Whether a mon.out covers that address, and has ticks; calls: of it. */
static int read_file(uint64_t address, uint64_t *calls)
{
    FILE *in = fopen("mon.out", "r");
    unsigned long ticks = 0;
    unsigned short counter;
    struct record record;
    struct header header;
    int good;

    *calls = 0;
    if (!in)
        return 0;
    good = fread(&header, sizeof header, 1, in) == 1 && header.low <= address &&
           address < header.high;
    for (uint64_t k = 0; good && k < header.functions; k++) {
        good = fread(&record, sizeof record, 1, in) == 1;
        if (good && record.address - address < 32)
            *calls = record.calls;
    }
    while (good && fread(&counter, sizeof counter, 1, in) == 1)
        ticks += counter;
    fclose(in);
    return good && ticks > 0;
}

/* The child does its part and exits; its file is looked at and removed. */
static int run_part(int (*part)(void), void (*function)(void), uint64_t *calls)
{
    int status = 1, good;
    pid_t pid = fork();

    if (pid == 0)
        exit(part());
    if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0)
        return 0;
    good = read_file((uint64_t)(uintptr_t)function, calls);
    return unlink("mon.out") == 0 && good;
}

int main(void)
{
    char directory[] = "/tmp/demo-aix-monitor-XXXXXX";
    uint64_t calls;
    int ok;

    ok = mkdtemp(directory) && chdir(directory) == 0 &&
         run_part(by_itself, (void (*)(void))(uintptr_t)counted, &calls) &&
         calls == 1000 &&
         run_part(by_monitor, (void (*)(void))(uintptr_t)work, &calls) &&
         calls > 0;
    unlink("mon.out");
    unlink("gmon.out");
    rmdir(directory);
    fflush(stdout);
    _exit(work_report("demo_aix-monitor", ok));
}
