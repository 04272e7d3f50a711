/* SPDX-License-Identifier: MIT */
/* A console's errors, which it has in no <errno.h>. */
extern int console_errno;
#define EFAULT 14
