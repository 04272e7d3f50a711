/* SPDX-License-Identifier: MIT */
/*
 * A console's profil, by FreeBSD's manual, in C89: for whoever wants
 * it judged by a file of `profilcheck emit`.  Its clock interrupt is a call,
 * profil_interrupt(); the last function is all that was written for the test.
 */
#ifdef NO_PROTOTYPES
#define ARGUMENTS(kr, ansi) kr
#else
#define ARGUMENTS(kr, ansi) ansi
#endif

#define CONSOLE_EFAULT 14

int console_errno;

static char *samples;
static unsigned long bytes, begin, factor;

/* Increment a counter, wherever it begins; it stays at its greatest value. */
static int increment ARGUMENTS((at) unsigned char *at;, (unsigned char *at))
{
    int one, low, high;

    one = 1;
    low = *(char *)&one == 1 ? 0 : 1;
    high = 1 - low;
    if (at[low] == 255 && at[high] == 255)
        return 0;
    at[low] = (unsigned char)(at[low] + 1);
    if (at[low] == 0)
        at[high] = (unsigned char)(at[high] + 1);
    return 1;
}

/* clang-format off */
int profil ARGUMENTS((buffer, size, offset, scale)
    char *buffer; unsigned long size; unsigned long offset; int scale;,
    (char *buffer, unsigned long size, unsigned long offset, int scale))
/* clang-format on */
{
#ifndef UNCHECKED
    if (buffer == 0 && scale != 0) {
        console_errno = CONSOLE_EFAULT;
        return -1;
    }
#endif
    samples = buffer;
    bytes = size;
    begin = offset;
    factor = (unsigned long)scale;
    return 0;
}

/* What the clock interrupt does with the pc that it came at. */
int profil_interrupt ARGUMENTS((pc) unsigned long pc;, (unsigned long pc))
{
    unsigned long distance, whole, at;

    if (factor == 0 || pc < begin)
        return 0;
    distance = pc - begin;
    /* distance * factor / 65536, without a product that does not fit */
    whole = distance / 65536;
    if (factor != 0 && whole > bytes / factor)
        return 0;
    at = whole * factor + distance % 65536 * factor / 65536;
#ifdef ROUNDED_UP
    at++;
#endif
    at = at / 2 * 2;
    if (at + 2 <= bytes)
        increment((unsigned char *)samples + at);
    return 0;
}

int console_tick ARGUMENTS((pc) unsigned long pc;, (unsigned long pc))
{
    profil_interrupt(pc);
    return 0;
}
