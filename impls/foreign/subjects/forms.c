/* SPDX-License-Identifier: MIT */
/*
 * A profil as kernels have it, which looks into the user's memory by shim_in
 * and shim_out, and as FreeBSD's page has it, but for one way that real ones
 * have, FORM: each is to be found by its name, or to be permitted.  Of no
 * system.
 */
#include "shim.h"

#include <sys/mman.h>

enum form {
    RIGHT,
    DISTANCE_32,   /* the distance of a pc from the offset is kept in 32 bits */
    PRODUCT_32,    /* its product with the scale is */
    END_INCLUDED,  /* pc <= highpc, and then mapped by the scale */
    END_WRAPS,     /* pc < offset + size * 65536 / scale, which may wrap */
    NO_SIZE,       /* scale 2 is the first counter, whatever the size */
    ERROR_NUMBERS, /* an error is returned as its number; errno stays */
    NULL_CHECKED,  /* of a buffer only that it is not null */
    MINCORE,       /* a buffer is asked for by mincore */
    SCALE_FIRST,   /* the scale is checked, and then the buffer is cleared */
    NULL_IS_OFF,   /* a null buffer turns off */
    ONE_IS_OFF,    /* scale 1 turns off, too */
};

#ifndef FORM
#define FORM RIGHT
#endif

typedef unsigned __int128 wide;

static struct {
    char *base;
    size_t size, offset;
    unsigned scale;
} kept;

/* Where in the buffer a pc's counter begins; false: it has none. */
static bool place(uintptr_t pc, size_t *at)
{
    wide d =
        FORM == DISTANCE_32 ? (uint32_t)(pc - kept.offset) : pc - kept.offset;
    wide span = (wide)kept.size * 65536 / kept.scale;

    *at = 0;
    if (pc < kept.offset)
        return false;
    if (FORM == NO_SIZE && kept.scale == 2)
        return true;
    if (FORM == END_WRAPS && pc >= kept.offset + (uintptr_t)span)
        return false;
    d *= kept.scale;
    d = (FORM == PRODUCT_32 ? (uint32_t)d : d) / 131072 * 2;
    *at = (size_t)d;
    return FORM == END_INCLUDED ? pc - kept.offset <= span : d + 2 <= kept.size;
}

static void tick(uintptr_t pc)
{
    uint16_t counter;
    size_t at;

    if (!place(pc, &at))
        return;
    if (shim_in(kept.base + at, &counter, sizeof counter) == 0) {
        counter++;
        if (shim_out(&counter, kept.base + at, sizeof counter) == 0)
            return;
    }
    shim_off();
}

static bool is_mapped(char *base, size_t size)
{
    static unsigned char pages[1 << 16];
    uintptr_t page = 4096, from = (uintptr_t)base / page * page;

    return mincore((void *)from, (uintptr_t)base + size - from, pages) == 0;
}

static int turn_on(char *base, size_t size, size_t offset, unsigned scale)
{
    if ((FORM == NULL_IS_OFF && !base) || (FORM == ONE_IS_OFF && scale == 1))
        scale = 0;
    if (scale > 65536)
        return EINVAL;
    if (scale == 0) {
        shim_off();
        return 0;
    }
    if ((FORM == NULL_CHECKED && !base) ||
        (FORM == MINCORE && !is_mapped(base, size)))
        return EFAULT;
    if (FORM == SCALE_FIRST)
        memset(base, 0, size);
    kept.base = base;
    kept.size = size;
    kept.offset = offset;
    kept.scale = scale;
    return shim_on(tick);
}

int profil(char *base, size_t size, size_t offset, unsigned scale)
{
    int error = turn_on(base, size, offset, scale);

    return FORM == ERROR_NUMBERS ? error : shim_return(error);
}
