/* SPDX-License-Identifier: MIT */
/* A call from highpc is looked up, and put down, past the end of a table. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <sys/gmon.h>

static uint64_t memory[65536];
static size_t used;

void *calloc(size_t count, size_t size) /* the words after it stay free */
{
    void *block = memory + used;

    used += (count * size + 7) / 8;
    return block;
}

__asm__(".balign 16\n"
        "caller: sub $8, %rsp\n"
        "    .skip 3, 0x90\n"
        "    call called\n"
        "after_call: add $8, %rsp\n"
        "    ret\n"
        "called: push %rbp\n"
        "    mov %rsp, %rbp\n"
        "    call mcount@plt\n"
        "    pop %rbp\n"
        "    ret\n");
void caller(void);
extern char after_call[];

int main(void)
{
    monstartup((unsigned long)after_call - 4096, (unsigned long)after_call);
    caller();
    printf("after the block: got %d, gmon.5 requires 0\n", (int)memory[used]);
    return memory[used] != 0;
}
