/* SPDX-License-Identifier: MIT */
/* Takes memory that no limit on data counts; not more than 3 GiB. */
#include <string.h>
#include <sys/mman.h>

#include "hostile.h"

enum { PIECE = 32 << 20, PIECES = 96 };

static void misbehave(void)
{
    for (int k = 0; k < PIECES; k++) {
        void *piece = mmap(NULL, PIECE, PROT_READ | PROT_WRITE,
                           MAP_SHARED | MAP_ANONYMOUS, -1, 0);

        if (piece != MAP_FAILED)
            memset(piece, k + 1, PIECE);
    }
    hostile_stay();
}
