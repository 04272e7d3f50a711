/* SPDX-License-Identifier: MIT */
/*
 * The text of observations: any bytes are read or refused with a column; what
 * was read prints, is read again, and prints the same.
 */
#include <string.h>

#include "conformance/delivery/observed.h"
#include "fuzz.h"
#include "text.h"

static char *print(const struct observation *observation)
{
    char *text = observed_text(observation);

    if (!text)
        fuzz_broken("out of memory");
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct observation first, second;
    struct observed_error error = {""};
    char *text, *again;

    if (!observed_parse((const char *)data, size, &first, &error)) {
        if (strncmp(error.text, "column ", 7) != 0)
            text_finding("refused without a place", (const char *)data, size);
        return 0;
    }
    text = print(&first);
    if (!observed_parse(text, strlen(text), &second, &error))
        text_finding(error.text, text, strlen(text));
    again = print(&second);
    if (strcmp(text, again) != 0)
        text_finding("other text when read again", text, strlen(text));
    if (outcome_difference(&first.outcome, &second.outcome) >= 0)
        text_finding("another outcome when read again", text, strlen(text));
    free(text);
    free(again);
    observation_free(&first);
    observation_free(&second);
    return 0;
}
