/* SPDX-License-Identifier: MIT */
#include "arch.h"

#if ARCH_DELIVERS
__asm__(ARCH_FUNCTIONS);
#endif
