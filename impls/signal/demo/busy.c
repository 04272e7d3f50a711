/* SPDX-License-Identifier: MIT */
/*
 * A program worth profiling: it makes text, counts its words, reads the
 * numbers in it, sorts and hashes them, over and over in portions of varying
 * size, for so many hundredths of a second of CPU time.
 *
 *     busy HUNDREDTHS [FILE]
 *
 * With PROFIL, the name of a dialect's header, it profiles its own text
 * meanwhile, four bytes a counter, and writes the counters as a mon.out of
 * System V.  A profil that takes the program's interval timer is not ours: it
 * exits with 3.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { TEXT = 1 << 18, NUMBERS = TEXT / 4 };

/* Apart, and each in lines of its own: no counter has two of them. */
#define ALONE __attribute__((noinline, aligned(64)))

static char text[TEXT];
static uint32_t numbers[NUMBERS];
static uint64_t seed = 88172645463325252u;

ALONE uint64_t next_random(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

/* Words and numbers, a blank after each. */
ALONE size_t make_text(size_t size)
{
    size_t at = 0;

    while (at + 24 < size) {
        uint64_t random = next_random();
        int letters = 1 + (int)(random % 7), word = random >> 8 & 1;

        for (int k = 0; k < letters; k++, random >>= 4)
            text[at++] = (char)(word ? 'a' + (random >> 9 & 15)
                                     : '0' + (random >> 9 & 15) % 10);
        text[at++] = ' ';
    }
    return at;
}

ALONE size_t count_words(size_t size)
{
    size_t words = 0;
    int inside = 0;

    for (size_t k = 0; k < size; k++) {
        int letter = text[k] >= 'a' && text[k] <= 'z';

        words += letter && !inside;
        inside = letter;
    }
    return words;
}

ALONE size_t read_numbers(size_t size)
{
    size_t count = 0;

    for (size_t k = 0; k < size; k++) {
        uint32_t value = 0;

        if (text[k] < '0' || text[k] > '9')
            continue;
        for (; k < size && text[k] >= '0' && text[k] <= '9'; k++)
            value = value * 10 + (uint32_t)(text[k] - '0');
        numbers[count++] = value;
    }
    return count;
}

ALONE void sift_down(size_t root, size_t count)
{
    uint32_t value = numbers[root];

    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        child += child + 1 < count && numbers[child] < numbers[child + 1];
        if (numbers[child] <= value)
            break;
        numbers[root] = numbers[child];
    }
    numbers[root] = value;
}

ALONE void sort_numbers(size_t count)
{
    for (size_t k = count / 2; k-- > 0;)
        sift_down(k, count);
    for (size_t k = count; k-- > 1;) {
        uint32_t largest = numbers[0];

        numbers[0] = numbers[k];
        numbers[k] = largest;
        sift_down(0, k);
    }
}

ALONE uint64_t hash_text(size_t size, uint64_t hash)
{
    for (size_t k = 0; k < size; k++)
        hash = (hash ^ (unsigned char)text[k]) * 1099511628211u;
    return hash;
}

static uint64_t work_for(long hundredths)
{
    uint64_t hash = 14695981039346656037u;

    while (clock() < hundredths * (CLOCKS_PER_SEC / 100)) {
        size_t size = make_text(TEXT / 64 + next_random() % (TEXT / 8));

        hash += count_words(size);
        sort_numbers(read_numbers(size));
        for (int k = 0; k < 3; k++)
            hash = hash_text(size, hash ^ numbers[k]);
    }
    return hash;
}

#ifdef PROFIL
#include PROFIL

extern char __executable_start, etext;

static int write_profile(const char *path, const unsigned short *counters,
                         size_t count)
{
    unsigned long header[3] = {(unsigned long)&__executable_start, 0, 0};
    FILE *file = fopen(path, "wb");

    header[1] = header[0] + 4 * count;
    return file && fwrite(header, sizeof header, 1, file) == 1 &&
           fwrite(counters, sizeof *counters, count, file) == count &&
           fclose(file) == 0;
}

static int profile(long hundredths, const char *path)
{
    size_t count = (size_t)(&etext - &__executable_start) / 4 + 1;
    unsigned short *counters = calloc(count, sizeof *counters);
    struct itimerval timer;

    if (!counters || !path)
        return 2;
    profil((void *)counters, count * sizeof *counters,
           (unsigned long)&__executable_start, 0x8000);
    getitimer(ITIMER_PROF, &timer);
    if (timer.it_value.tv_sec || timer.it_value.tv_usec)
        return 3;
    printf("%llx\n", (unsigned long long)work_for(hundredths));
    profil((void *)counters, 2, (unsigned long)&__executable_start, 0);
    return write_profile(path, counters, count) ? 0 : 1;
}

#else

static int profile(long hundredths, const char *path)
{
    (void)path;
    printf("%llx\n", (unsigned long long)work_for(hundredths));
    return 0;
}

#endif

ALONE int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    return profile(atol(argv[1]), argc > 2 ? argv[2] : NULL);
}
