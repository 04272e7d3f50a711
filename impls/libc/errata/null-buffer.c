/* SPDX-License-Identifier: MIT */
/* A null buffer turns off, where FreeBSD has EFAULT. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

static void *volatile none; /* a null pointer */

int main(void)
{
    int value, error;

    errno = 0;
    value = profil(none, 1, 0x20000, 1);
    error = errno;
    printf("returned %d, errno %d; freebsd.profil.8 requires -1 EFAULT\n",
           value, error);
    return (value != -1 || error != EFAULT);
}
