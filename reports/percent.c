/* SPDX-License-Identifier: MIT */
#include "percent.h"

#include <string.h>

void report_percent(const char *text, FILE *out)
{
    static const char unreserved[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                     "abcdefghijklmnopqrstuvwxyz"
                                     "0123456789-._~/";

    for (; *text; text++)
        fprintf(out, strchr(unreserved, *text) ? "%c" : "%%%02X",
                (unsigned char)*text);
}
