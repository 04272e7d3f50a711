/* SPDX-License-Identifier: MIT */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory.h"
#include "put_file.h"
#include "terminal.h"

static bool refused;

bool output_is_refused(void)
{
    return refused;
}

int complain(int status, const char *format, ...)
{
    struct memory_stream line;
    va_list arguments;
    char *words, *text;

    va_start(arguments, format);
    if (vasprintf(&words, format, arguments) < 0)
        memory_out();
    va_end(arguments);
    fputs("profilcheck: ", memory_stream(&line));
    terminal_clean(words, line.out);
    putc('\n', line.out);
    text = memory_stream_end(&line);
    fwrite(text, 1, line.length, stderr); /* in one piece: others write, too */
    free(text);
    free(words);
    refused |= status == STATUS_USAGE;
    return status;
}

/* What one says may be part of the next. */
const char *problem_of(const char *format, ...)
{
    static _Thread_local char kept[4][1000];
    static _Thread_local unsigned made;
    char *words = kept[made++ % 4];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(words, sizeof *kept, format, arguments);
    va_end(arguments);
    return words;
}

static const char *into; /* --output; null: standard output */
static bool silent;
static int colours; /* of auto, always, never, by its index */

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
    char *directory = memory_text(file ? file : "");
    char *slash = strrchr(directory, '/');
    struct stat status;
    bool good;

    into = file;
    silent = !file;
    if (slash)
        slash[slash == directory] = '\0';
    good = !file || (access(slash ? directory : ".", W_OK | X_OK) == 0 &&
                     !(stat(file, &status) == 0 && S_ISDIR(status.st_mode)));
    free(directory);
    return good;
}

const char *output_file(void)
{
    return into;
}

int output_direct(void)
{
    int file = STDOUT_FILENO;

    if (silent || into)
        file = open(silent ? "/dev/null" : into,
                    O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    silent = true;
    return file;
}

static void write_out(FILE *out, const void *context)
{
    const struct memory_stream *output = context;

    fwrite(output->text, 1, output->length, out);
}

/* 0, or an errno. */
static int put_out(const struct memory_stream *output)
{
    if (silent)
        return 0;
    if (into)
        return put_file(into, write_out, output);
    errno = 0;
    write_out(stdout, output);
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : errno ? errno : EIO;
}

int output_end(struct memory_stream *output, int status)
{
    char *text = memory_stream_end(output);
    int error = put_out(output);

    free(text);
    if (error)
        return complain(STATUS_HARNESS, "%s: %s",
                        into ? into : "standard output", strerror(error));
    return status;
}
