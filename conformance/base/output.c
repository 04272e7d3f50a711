/* SPDX-License-Identifier: MIT */
#include "output.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "put_file.h"
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

static const char *into; /* --output; null: standard output */
static bool silent;
static int colours; /* an index of output_colours */

const char *const output_colours[] = {"auto", "always", "never", NULL};

void output_colour(int when)
{
    colours = when;
}

bool output_in_colour(void)
{
    const char *no_colour = getenv("NO_COLOR");

    return colours == 0
               ? !into && isatty(STDOUT_FILENO) && !(no_colour && *no_colour)
               : colours == 1;
}

bool output_to(const char *file)
{
    char *directory = strdup(file ? file : "");
    char *slash = directory ? strrchr(directory, '/') : NULL;
    bool good;

    into = file;
    silent = !file;
    if (slash)
        slash[slash == directory] = '\0';
    good = !file || !directory ||
           access(slash ? directory : ".", W_OK | X_OK) == 0;
    free(directory);
    return good;
}

static void output_write(FILE *out, const void *context)
{
    const struct output *output = context;

    fwrite(output->text, 1, output->length, out);
}

/* False: errno tells why. */
static bool output_put(const struct output *output)
{
    errno = 0;
    if (silent)
        return true;
    if (into) {
        errno = put_file(into, output_write, output);
        return errno == 0;
    }
    return fwrite(output->text, 1, output->length, stdout) == output->length &&
           fflush(stdout) == 0;
}

int output_end(struct output *output, int status)
{
    bool whole = !ferror(output->stream);

    /* Closing fails too where the text did not fit in memory. */
    if (fclose(output->stream) != 0 || !whole) {
        free(output->text);
        return complain(STATUS_HARNESS, "out of memory");
    }
    whole = output_put(output);
    free(output->text);
    if (!whole)
        return complain(STATUS_HARNESS, "%s: %s",
                        into ? into : "standard output",
                        errno ? strerror(errno) : "not written");
    return status;
}
