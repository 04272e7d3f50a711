/* SPDX-License-Identifier: MIT */
/* glibc's profil, driven by: profilcheck run --dialect glibc exec:./glibc
 * With an argument it is wrong on purpose: "twice" counts each tick twice;
 * "crash" aborts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct buffer {
    char name[16];
    size_t size;
    unsigned short *counters, fill;
} buffers[8];
static unsigned short *counters; /* null: profiling is off */
static unsigned long long size, offset, scale;
static const char *wrong = "";

static struct buffer *find(const char *name)
{
    struct buffer *b = buffers;

    while (b < buffers + 7 && *b->name && strcmp(b->name, name) != 0)
        b++;
    return b;
}

static const char *profil(char **word)
{
    const char *name = strtok(word[0], "+"), *plus = strtok(NULL, "+");
    size_t at = plus ? strtoul(plus, NULL, 10) : 0;

    if (strcmp(wrong, "crash") == 0)
        abort();
    if (at % 2)
        return "no counters at odd addresses";
    size = strtoull(word[1], NULL, 0);
    offset = strtoull(word[2], NULL, 0);
    scale = strtoull(word[3], NULL, 0);
    counters = find(name)->counters;
    counters = scale && counters ? counters + at / 2 : NULL;
    return "= 0";
}

static void tick(unsigned long long pc, unsigned long times)
{
    unsigned __int128 i = (unsigned __int128)((pc - offset) / 2) * scale >> 16;

    if (!counters || pc < offset || i >= size / 2)
        return;
    times = (strcmp(wrong, "twice") == 0 ? 2 : 1) * times + counters[i];
    counters[i] = times < 0xffff ? (unsigned short)times : 0xffff;
}

static void buffer(const char *name, const char *bytes, const char *fill)
{
    struct buffer *b = find("");

    snprintf(b->name, sizeof b->name, "%.15s", name);
    b->size = strtoul(bytes, NULL, 0);
    b->fill = fill ? (unsigned short)strtoul(fill + 7, NULL, 0) : 0;
    b->counters = malloc(b->size + 2);
    for (size_t k = 0; k < b->size / 2; k++)
        b->counters[k] = b->fill;
}

/* The counters that are not as they were filled. */
static void report(void)
{
    for (struct buffer *b = buffers; b < buffers + 8; b++)
        for (size_t k = 0; k < b->size / 2; k++)
            if (b->counters[k] != b->fill)
                printf("counter %s %zu = %u\n", b->name, k, b->counters[k]);
}

static const char *answer(char **word)
{
    if (strcmp(word[0], "hello") == 0)
        return "hello glibc.c\ncan profil ticks\nok";
    if (strcmp(word[0], "call") == 0)
        return profil(word + 2);
    if (strcmp(word[0], "case") == 0)
        memset(buffers, 0, sizeof buffers), counters = NULL;
    if (strcmp(word[0], "buffer") == 0)
        buffer(word[1], word[2], word[3]);
    if (strcmp(word[0], "done") == 0)
        report();
    for (char **w = word + 1; strcmp(word[0], "tick") == 0 && *w; w++)
        if (**w != 'x') /* PC [xN] */
            tick(strtoull(*w, NULL, 0),
                 w[1] && *w[1] == 'x' ? atol(w[1] + 1) : 1);
    return "ok";
}

int main(int argc, char **argv)
{
    static char line[1 << 16], *word[300];

    wrong = argc > 1 ? argv[1] : "";
    while (fgets(line, sizeof line, stdin) && strcmp(line, "bye\n") != 0) {
        int n = 0;

        for (char *w = strtok(line, " \n"); w; w = strtok(NULL, " \n"))
            word[n++] = w;
        word[n] = NULL;
        puts(answer(word));
        fflush(stdout);
    }
    return 0;
}
