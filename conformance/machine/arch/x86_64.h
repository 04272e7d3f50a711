/* SPDX-License-Identifier: MIT */
/* x86-64; see ../arch.h. */
#ifndef CONFORMANCE_ARCH_X86_64_H
#define CONFORMANCE_ARCH_X86_64_H

#define ARCH_DELIVERS 1
#define ARCH_BURSTS   1
#define ARCH_TRACES   1

enum {
    ARCH_STUB_BEFORE = 2,
    ARCH_STUB_ALIGN = 1,
    ARCH_FUNCTION_ALIGN = 1,
    ARCH_FUNCTION_TARGET = 6,
};

/* syscall; ret */
#define ARCH_STUB_BYTES 0x0f, 0x05, 0xc3

/* jmp .; of its first byte a ret is made. */
#define ARCH_WAIT_BYTES 0xeb, 0xfe
typedef uint8_t arch_unit;
#define ARCH_LEAVE 0xc3

/* push %rbp; mov %rsp, %rbp; movabs $0, %r11; call *%r11; pop %rbp; ret */
#define ARCH_FUNCTION_BYTES                                                    \
    0x55, 0x48, 0x89, 0xe5, 0x49, 0xbb, 0, 0, 0, 0, 0, 0, 0, 0, 0x41, 0xff,    \
        0xd3, 0x5d, 0xc3

#define ARCH_USER_END UINT64_C(0x7ffffffff000)

#define ARCH_PC(context)        ((context)->uc_mcontext.gregs[REG_RIP])
#define ARCH_STACK(context)     ((context)->uc_mcontext.gregs[REG_RSP])
#define ARCH_REGISTERS(context) ((context)->uc_mcontext.gregs)
#define ARCH_REGISTERS_SIZE     sizeof(gregset_t)

/* Older QEMU has the stack of a handler aligned as no function expects it. */
#define ARCH_HANDLER __attribute__((force_align_arg_pointer))

#define ARCH_SYSTEM_CALL_IS_INLINE
static inline long arch_system_call(long number, long a, long b, long c, long d,
                                    long e, long f)
{
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;

    __asm__ volatile("syscall"
                     : "+a"(number)
                     : "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return number;
}

#define ARCH_FUNCTIONS                                                         \
    ARCH_FUNCTION(arch_stub_call, "    mov %r8, %rax\n"                        \
                                  "    mov %r9, %r10\n"                        \
                                  "    jmp *%rcx\n")                           \
    ARCH_FUNCTION(arch_call_on, "    push %rbp\n"                              \
                                "    mov %rsp, %rbp\n"                         \
                                "    mov %rsi, %rsp\n"                         \
                                "    call *%rdi\n"                             \
                                "    mov %rbp, %rsp\n"                         \
                                "    pop %rbp\n"                               \
                                "    ret\n")

#endif
