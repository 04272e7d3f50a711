/* SPDX-License-Identifier: MIT */
#include "output.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "terminal.h"

/* In one piece, for others may write there too. */
static void output_say(const char *words)
{
    char *line = NULL;
    size_t length;
    FILE *out = open_memstream(&line, &length);

    if (out) {
        fputs("profilcheck: ", out);
        terminal_clean(words, out);
        putc('\n', out);
    }
    if (out && fclose(out) == 0)
        fwrite(line, 1, length, stderr);
    free(line);
}

int complain(int status, const char *format, ...)
{
    va_list arguments;
    char *words;

    va_start(arguments, format);
    if (vasprintf(&words, format, arguments) >= 0) {
        output_say(words);
        free(words);
    } else {
        fputs("profilcheck: out of memory\n", stderr);
    }
    va_end(arguments);
    return status;
}

int out_of_memory(void)
{
    return complain(STATUS_HARNESS, "out of memory");
}

FILE *output_begin(struct output *output)
{
    *output = (struct output){0};
    output->stream = open_memstream(&output->text, &output->length);
    if (!output->stream)
        complain(STATUS_HARNESS, "out of memory");
    return output->stream;
}

void output_drop(struct output *output)
{
    fclose(output->stream);
    free(output->text);
}

int output_end(struct output *output, int status)
{
    bool whole = !ferror(output->stream);

    /* Closing fails too where the text did not fit in memory. */
    if (fclose(output->stream) != 0 || !whole) {
        free(output->text);
        return complain(STATUS_HARNESS, "out of memory");
    }
    errno = 0;
    whole = fwrite(output->text, 1, output->length, stdout) == output->length &&
            fflush(stdout) == 0;
    free(output->text);
    if (!whole)
        return complain(STATUS_HARNESS, "standard output: %s",
                        errno ? strerror(errno) : "not written");
    return status;
}
