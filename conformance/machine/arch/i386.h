/* SPDX-License-Identifier: MIT */
/* 32-bit x86; see ../arch.h. */
#ifndef CONFORMANCE_ARCH_I386_H
#define CONFORMANCE_ARCH_I386_H

#define ARCH_DELIVERS 1

enum {
    ARCH_STUB_BEFORE = 2,
    ARCH_STUB_ALIGN = 1,
    ARCH_FUNCTION_ALIGN = 1,
    ARCH_FUNCTION_TARGET = 7,
};

/* int $0x80; ret */
#define ARCH_STUB_BYTES 0xcd, 0x80, 0xc3

/* jmp .; of its first byte a ret is made. */
#define ARCH_WAIT_BYTES 0xeb, 0xfe
typedef uint8_t arch_unit;
#define ARCH_LEAVE 0xc3

/* push %ebp; mov %esp, %ebp; sub $8, %esp; mov $0, %eax; call *%eax; leave;
 * ret */
#define ARCH_FUNCTION_BYTES                                                    \
    0x55, 0x89, 0xe5, 0x83, 0xec, 0x08, 0xb8, 0, 0, 0, 0, 0xff, 0xd0, 0xc9, 0xc3

/* Under a 64-bit kernel; a 32-bit one maps nothing there. */
#define ARCH_USER_END UINT64_C(0xfffff000)

#define ARCH_PC(context)        ((context)->uc_mcontext.gregs[REG_EIP])
#define ARCH_STACK(context)     ((context)->uc_mcontext.gregs[REG_ESP])
#define ARCH_REGISTERS(context) ((context)->uc_mcontext.gregs)
#define ARCH_REGISTERS_SIZE     sizeof(gregset_t)

#define ARCH_HANDLER __attribute__((force_align_arg_pointer))

#define ARCH_FUNCTIONS                                                         \
    ARCH_FUNCTION(arch_system_call, "    push %ebp\n"                          \
                                    "    push %ebx\n"                          \
                                    "    push %esi\n"                          \
                                    "    push %edi\n"                          \
                                    "    mov 20(%esp), %eax\n"                 \
                                    "    mov 24(%esp), %ebx\n"                 \
                                    "    mov 28(%esp), %ecx\n"                 \
                                    "    mov 32(%esp), %edx\n"                 \
                                    "    mov 36(%esp), %esi\n"                 \
                                    "    mov 40(%esp), %edi\n"                 \
                                    "    mov 44(%esp), %ebp\n"                 \
                                    "    int $0x80\n"                          \
                                    "    pop %edi\n"                           \
                                    "    pop %esi\n"                           \
                                    "    pop %ebx\n"                           \
                                    "    pop %ebp\n"                           \
                                    "    ret\n")                               \
    ARCH_FUNCTION(arch_stub_call, "    push %ebx\n"                            \
                                  "    push %esi\n"                            \
                                  "    mov 12(%esp), %ebx\n"                   \
                                  "    mov 16(%esp), %ecx\n"                   \
                                  "    mov 20(%esp), %edx\n"                   \
                                  "    mov 32(%esp), %esi\n"                   \
                                  "    mov 28(%esp), %eax\n"                   \
                                  "    call *24(%esp)\n"                       \
                                  "    pop %esi\n"                             \
                                  "    pop %ebx\n"                             \
                                  "    ret\n")                                 \
    ARCH_FUNCTION(arch_call_on, "    push %ebp\n"                              \
                                "    mov %esp, %ebp\n"                         \
                                "    mov 8(%ebp), %eax\n"                      \
                                "    mov 12(%ebp), %esp\n"                     \
                                "    call *%eax\n"                             \
                                "    mov %ebp, %esp\n"                         \
                                "    pop %ebp\n"                               \
                                "    ret\n")

#endif
