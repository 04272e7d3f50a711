/* SPDX-License-Identifier: MIT */
/* Just enough of JSON to tell, in tests, whether a text is one object. */
#ifndef CONFORMANCE_JSON_READER_TEST_H
#define CONFORMANCE_JSON_READER_TEST_H

#include <stdbool.h>
#include <string.h>

static inline const char *json_blank(const char *text)
{
    return text + strspn(text, " \n");
}

static inline const char *json_string(const char *text)
{
    if (*text++ != '"')
        return NULL;
    while (*text && *text != '"')
        text += *text == '\\' && text[1] ? 2 : 1;
    return *text ? text + 1 : NULL;
}

static inline const char *json_value(const char *text);

/* Past the members of an object or an array, and its closing bracket. */
static inline const char *json_members(const char *text, bool named, char close)
{
    text = json_blank(text);
    if (*text == close)
        return text + 1;
    for (;;) {
        if (named) {
            text = json_string(json_blank(text));
            if (!text || *(text = json_blank(text)) != ':')
                return NULL;
            text++;
        }
        text = json_value(json_blank(text));
        if (!text)
            return NULL;
        text = json_blank(text);
        if (*text == close)
            return text + 1;
        if (*text++ != ',')
            return NULL;
    }
}

/* Past a value; null where there is none. */
static inline const char *json_value(const char *text)
{
    size_t digits = strspn(text, "0123456789");

    switch (*text) {
    case '{': return json_members(text + 1, true, '}');
    case '[': return json_members(text + 1, false, ']');
    case '"': return json_string(text);
    case 't': return strncmp(text, "true", 4) == 0 ? text + 4 : NULL;
    case 'f': return strncmp(text, "false", 5) == 0 ? text + 5 : NULL;
    default: return digits ? text + digits : NULL;
    }
}

/* One object, one newline, and that is all. */
static inline bool json_is_one_object(const char *text)
{
    const char *end = *text == '{' ? json_value(text) : NULL;

    return end && strcmp(end, "\n") == 0;
}

#endif
