/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "verbs.h"

int complain(int status, const char *format, ...)
{
    va_list arguments;

    fputs("profilcheck: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    putc('\n', stderr);
    return status;
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
