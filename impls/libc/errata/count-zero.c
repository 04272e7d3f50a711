/* SPDX-License-Identifier: MIT */
/* A count of 0 is accepted. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <sys/profil.h>
#include <unistd.h>

int main(void)
{
    int value, error;

    errno = 0;
    value = sprofil((struct prof[]){{0}}, 0, NULL, PROF_USHORT);
    error = errno;
    printf("returned %d, errno %d; irix.sprofil.10 requires -1 E2BIG\n",
           value, error);
    return (value != -1 || error != E2BIG);
}
