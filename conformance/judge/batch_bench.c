/* SPDX-License-Identifier: MIT */
/* Lines that `map --batch` answers a second. */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "batch.h"
#include "conformance/bench.h"

enum { LINES = 2000000, ROUNDS = 5 };

struct batch_bench {
    struct formula formula;
    FILE *lines;
    int out;
};

static void answer_case(void *context)
{
    struct batch_bench *bench = context;
    struct batch_error error;

    rewind(bench->lines);
    if (batch_map(&bench->formula, 64, fileno(bench->lines), bench->out,
                  &error) != BATCH_DONE)
        exit(3);
}

int main(void)
{
    struct batch_bench bench = {.lines = tmpfile(),
                                .out = open("/dev/null", O_WRONLY)};
    double rate = 0;

    if (bench.lines == NULL || bench.out < 0)
        return 3;
    formula_begin(&bench.formula, DIALECT_FREEBSD);
    for (unsigned i = 0; i < LINES; i++)
        fprintf(bench.lines, "2 65536 0x400000 0xc000 0x%x\n",
                0x400000 + i * 7919 % 98304);
    fflush(bench.lines);
    for (int i = 0; i < ROUNDS; i++)
        bench_keep(&rate, bench_rate(answer_case, &bench, LINES));
    bench_row("lines answered by map --batch", rate, "/s", "wanted", 5e6);
    return 0;
}
