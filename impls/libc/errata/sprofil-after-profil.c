/* SPDX-License-Identifier: MIT */
/* sprofil with a count of 0 succeeds, and leaves on what profil began. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <sys/profil.h>
#include <unistd.h>

static unsigned short b[2];

int main(void)
{
    int value, error;

    profil(b, 4, 0x20000, 4);
    errno = 0;
    value = sprofil((struct prof[]){{0}}, 0, NULL, PROF_USHORT);
    error = errno;
    printf("returned %d, errno %d; profil counts on, of which no page speaks\n",
           value, error);
    return (value != -1 || error != E2BIG);
}
