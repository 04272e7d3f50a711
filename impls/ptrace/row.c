/* SPDX-License-Identifier: MIT */
#include "row.h"

#include <signal.h>
#include <sys/wait.h>

#include "impls/counting/count.h"

bool row_count(pid_t thread, const struct table *table, uint32_t periods,
               registers *now)
{
    if (!registers_read(thread, now))
        return false;
    if (periods > 0)
        count_tick(table, registers_pc(now), periods);
    return true;
}

static bool set_pc(pid_t thread, uint64_t pc)
{
    return registers_poke(thread, offsetof(registers, REGISTERS_PC), pc);
}

/* From before the breakpoint to behind it. */
static int run_into(pid_t thread, uint64_t pc)
{
    int status;

    if (!set_pc(thread, pc - 1) || ptrace(PTRACE_CONT, thread, NULL, NULL) != 0)
        return ESRCH;
    while (waitpid(thread, &status, __WALL) < 0)
        if (errno != EINTR)
            return ESRCH;
    if (!WIFSTOPPED(status))
        return ESRCH;
    return status >> 8 == SIGTRAP ? 0 : EIO;
}

static int move_to(const struct ptrace_row *row, pid_t thread, uint64_t pc)
{
    if (row->method == ROW_BREAK)
        return run_into(thread, pc);
    return set_pc(thread, pc) ? 0 : ESRCH;
}

static int give_all(const struct ptrace_row *row, pid_t thread,
                    const struct table *table)
{
    registers now;
    int error = 0;

    for (size_t i = 0; i < row->count; i++)
        for (uint32_t n = 0; n < row->ticks[i].count; n++) {
            uint64_t pc = row->ticks[i].pc;

            error = move_to(row, thread, pc);
            if (error != 0)
                return error;
            if (!row_count(thread, table, 1, &now))
                return ESRCH;
            if (registers_pc(&now) != (uintptr_t)pc)
                return EIO;
        }
    return 0;
}

int row_give(const struct ptrace_row *row, pid_t thread,
             const struct table *table)
{
    registers home;
    int error;

    /* Out of its system call first, or the kernel takes its pc and its
     * result for those of the call. */
    if (!registers_read(thread, &home) ||
        !registers_poke(thread, offsetof(registers, REGISTERS_CALL),
                        UINT64_MAX))
        return ESRCH;
    error = give_all(row, thread, table);
    return registers_write(thread, &home) ? error : ESRCH;
}
