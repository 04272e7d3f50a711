/* SPDX-License-Identifier: MIT */
#include "host_text.h"

#include "conformance/base/json_text.h"

void host_as_text(FILE *out)
{
    static const enum host_state order[] = {HOST_BROKEN, HOST_UNKNOWN,
                                            HOST_ABSENT, HOST_RIGHT};
    unsigned counts[HOST_STATES] = {0};

    for (unsigned k = 0; k < HOST_STATES; k++)
        for (unsigned f = 0; f < HOST_FACTS; f++) {
            const struct host_fact *fact = host_fact((enum host_name)f);

            if (fact->state != order[k])
                continue;
            counts[fact->state]++;
            fprintf(out, "%-8s%-14s  %s\n", host_state_of(fact->state),
                    host_name_of((enum host_name)f), fact->text);
        }
    fprintf(out, "%u facts:", (unsigned)HOST_FACTS);
    for (unsigned s = 0, n = 0; s < HOST_STATES; s++)
        if (counts[s])
            fprintf(out, "%s %u %s", n++ ? "," : "", counts[s],
                    host_state_of((enum host_state)s));
    fprintf(out, "; a tick takes %llu.%llu us\n",
            (unsigned long long)host_tick_time() / 1000,
            (unsigned long long)host_tick_time() / 100 % 10);
}

void host_as_tap(FILE *out)
{
    fprintf(out, "TAP version 13\n1..%u\n", (unsigned)HOST_FACTS);
    for (unsigned f = 0; f < HOST_FACTS; f++) {
        const struct host_fact *fact = host_fact((enum host_name)f);
        const char *name = host_name_of((enum host_name)f);
        bool skipped =
            fact->state == HOST_ABSENT || fact->state == HOST_UNKNOWN;

        fprintf(out, "%sok %u - %s%s%s\n",
                fact->state == HOST_BROKEN ? "not " : "", f + 1, name,
                skipped ? " # SKIP " : ": ", fact->text);
    }
}

void host_as_json(FILE *out)
{
    fprintf(out, "{\"tick_nanoseconds\": %llu,\n \"facts\": [",
            (unsigned long long)host_tick_time());
    for (unsigned f = 0; f < HOST_FACTS; f++) {
        const struct host_fact *fact = host_fact((enum host_name)f);

        fprintf(out, "%s\n  {\"fact\": \"%s\", \"state\": \"%s\", \"text\": ",
                f ? "," : "", host_name_of((enum host_name)f),
                host_state_of(fact->state));
        json_text(fact->text, out);
        putc('}', out);
    }
    fputs("]}\n", out);
}
