/* SPDX-License-Identifier: MIT */
/*
 * What was observed of a case, in sentences.  The text of a result is a list of
 * items, each with the operation that it belongs to, which is a line of the
 * case.  What has no words here is shown as it is written.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "html.h"

enum { ITEM = 400, NAME = 16, SHOWN = 12 };

struct seen_of {
    const struct html_page *page;
    const struct result *c;
};

/* The line of the case that an operation is, without its end; "" if none. */
static void seen_line(const struct result *c, unsigned long op, char text[ITEM])
{
    const char *at = c->text ? c->text : "";

    for (unsigned long k = 0; *at && k <= op; k++) {
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    snprintf(text, ITEM, "%.*s", (int)strcspn(at, "\n"), at);
}

/* The name of the k-th buffer of the case. */
static void seen_buffer(const struct result *c, unsigned long k,
                        char name[NAME])
{
    const char *at = c->text ? c->text : "";

    snprintf(name, NAME, "buffer %lu", k);
    for (; *at; at += *at == '\n') {
        if (strncmp(at, "buffer ", 7) == 0 && k-- == 0) {
            snprintf(name, NAME, "%.*s", (int)strcspn(at + 7, " \n"), at + 7);
            return;
        }
        at += strcspn(at, "\n");
    }
}

/* "b[1] is 2, b[4] is 1, the others of 32 are 0"; false: it is not of counters
 * alone. */
static bool seen_counters(const struct seen_of *seen, const char *name,
                          const char *list)
{
    FILE *out = seen->page->out;
    unsigned long index = 0, shown = 0, more = 0;

    if (list[strspn(list, "0123456789* ")] != ']')
        return false;
    while (list += strspn(list, " "), *list != ']') {
        char *end;
        unsigned long value = strtoul(list, &end, 10), count = 1;

        if (*end == '*')
            count = strtoul(end + 1, &end, 10);
        for (unsigned long k = 0; value && k < count; k++, index++)
            if (shown < SHOWN)
                html_put(out, shown++ ? ", %s[%u] is %u" : "%s[%u] is %u", name,
                         (size_t)index, (size_t)value);
            else
                more++;
        index += value ? 0 : count;
        list = end;
    }
    if (more)
        html_put(out, ", %u more are not 0", (size_t)more);
    html_put(out,
             shown ? "; of its %u counters the others are 0"
                   : "all %u counters of %s are 0",
             (size_t)index, name);
    return true;
}

/* What a word after an operation says. */
static const struct {
    const char *item, *words;
} seen_words[] = {
    {"sleep nothing", "nothing was counted while it slept"},
    {"sleep counted", "ticks were counted while it slept"},
    {"sweep fits", "each tick of the sweep was counted where it may be"},
    {"sweep outside", "a tick of the sweep was counted elsewhere"},
    {"caller restored", "all of the caller's was as before"},
    {"caller changed", "something was left behind"},
    {"caller destroyed", "something of the caller's was destroyed"},
    {"child ended", "the child ended"},
    {"child died", "the child died"},
    {"exec lived", "the new program lived"},
    {"exec killed", "the new program was killed"},
    {"exec counted", "the new program was profiled"},
    {"crash", "it crashed"},
    {"batched", "other cases ran before it in the same process"},
    {"disturbed", "a tick of its own clock may have slipped in"},
    {"big-endian", "it was observed on a big-endian machine"},
    {"ended normally", "it ended normally"},
};

/* Of a call: "`profil b 64 0x1000 0x8000` returned -1, EFAULT". */
static void seen_call(const struct seen_of *seen, unsigned long op,
                      const char *value)
{
    FILE *out = seen->page->out;
    char line[ITEM];

    seen_line(seen->c, op, line);
    html_put(out, "<code>%s</code> ", *line ? line : "a call");
    if (strncmp(value, "none", 4) == 0)
        html_put(out, "returned, and has no value%s", value + 4);
    else
        html_put(out, "returned %s", value);
}

static void seen_item(const struct seen_of *seen, const char *item)
{
    FILE *out = seen->page->out;
    unsigned long op = 0, buffer;
    const char *rest = item;
    char name[NAME], *end;

    if (*rest >= '0' && *rest <= '9') {
        op = strtoul(rest, &end, 10);
        rest = end + strspn(end, " ");
    }
    if (strncmp(rest, "in-child ", 9) == 0) {
        fputs("in the child, ", out);
        rest += 9;
    }
    if (strncmp(rest, "call ", 5) == 0) {
        seen_call(seen, op, rest + 5);
        return;
    }
    if (strncmp(rest, "buffer ", 7) == 0) {
        buffer = strtoul(rest + 7, &end, 10);
        seen_buffer(seen->c, buffer, name);
        end = strchr(end, '[');
        if (end && !strstr(rest, " before ") && !strstr(rest, " after ") &&
            seen_counters(seen, name, end + 1))
            return;
    }
    for (size_t k = 0; k < sizeof seen_words / sizeof *seen_words; k++) {
        size_t length = strlen(seen_words[k].item);

        if (strncmp(rest, seen_words[k].item, length) == 0 &&
            (!rest[length] || rest[length] == ' ')) {
            html_put(out, "%s", seen_words[k].words);
            return;
        }
    }
    if (strncmp(rest, "delivered ", 10) == 0)
        html_put(out, "ticks came by: %s", rest + 10);
    else
        html_put(out, "%s", rest);
}

void html_observed(const struct html_page *page, const struct result *c,
                   const char *title, const char *observed)
{
    const struct seen_of seen = {page, c};

    if (!observed || !*observed)
        return;
    html_put(page->out, "<h4>%s</h4>\n<ul class=\"seen\">\n", title);
    while (*observed) {
        const char *next =
            strncmp(observed, "note ", 5) == 0 ? NULL : strstr(observed, "; ");
        size_t length = next ? (size_t)(next - observed) : strlen(observed);
        char *item = strndup(observed, length);

        fputs("<li>", page->out);
        if (item)
            seen_item(&seen, item);
        fputs("</li>\n", page->out);
        free(item);
        observed += length + (next ? 2 : 0);
    }
    fputs("</ul>\n", page->out);
}
