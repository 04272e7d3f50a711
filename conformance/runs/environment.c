/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "conformance/machine/contain.h"
#include "environment.h"

#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

static const char *cpu(void)
{
    static char text[128];
    char line[256], model[sizeof text];
    FILE *file = fopen("/proc/cpuinfo", "r");

    snprintf(text, sizeof text, "unknown");
    if (!file)
        return text;
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "model name : %127[^\n]", model) == 1) {
            memcpy(text, model, sizeof text);
            break;
        }
    fclose(file);
    return text;
}

static const char *compiler(void)
{
#ifdef __clang__
    return __VERSION__;
#else
    return "GCC " __VERSION__;
#endif
}

static const char *libc(void)
{
#ifdef __GLIBC__
    static char text[64];

    snprintf(text, sizeof text, "glibc %s", gnu_get_libc_version());
    return text;
#else
    return "unknown";
#endif
}

static const char *built_of;

void environment_built_of(const char *commit)
{
    built_of = commit;
}

const char *environment_commit(void)
{
    return built_of;
}

void environment_delivery(const struct assessed *cases, size_t count,
                          char text[ENVIRONMENT_DELIVERY])
{
    static const char *const names[] = {"stub", "sigreturn", "nested",
                                        "own",  "ptrace",    "clock"};
    unsigned delivered = 0;

    for (size_t k = 0; k < count; k++)
        delivered |= cases[k].observation.delivered;
    *text = '\0';
    for (unsigned k = 0; k < sizeof names / sizeof *names; k++)
        if (delivered >> k & 1) {
            strcat(text, *text ? " " : "");
            strcat(text, names[k]);
        }
    if (!*text)
        strcpy(text, "none");
}

const struct named *environment_describe(size_t *count)
{
    static struct named rows[7];
    static struct utsname name;
    static char word[8], kernel[sizeof name] = "unknown";
    bool known = uname(&name) == 0;

    if (known)
        snprintf(kernel, sizeof kernel, "%s %s %s", name.sysname, name.release,
                 name.machine);
    snprintf(word, sizeof word, "%zu", sizeof(void *) * CHAR_BIT);
    rows[0] = (struct named){"kernel", kernel};
    rows[1] = (struct named){"cpu", cpu()};
    rows[2] = (struct named){"compiler", compiler()};
    rows[3] = (struct named){"libc", libc()};
    rows[4] = (struct named){"word", word};
    rows[5] =
        (struct named){"containment", containment_name(containment_here())};
    rows[6] = (struct named){"host", known && *name.nodename ? name.nodename
                                                             : "unknown"};
    *count = sizeof rows / sizeof *rows;
    return rows;
}
