/* SPDX-License-Identifier: MIT */
/*
 * An older set of vectors, as text: it is compared with a set of our own, or
 * refused with a line number.  Each change is one line without control
 * characters, and no more vectors are new or changed than there are.  In the
 * head "vectors *" stands for the right number.
 */
#include <ctype.h>

#include "conformance/export/vectors.h"
#include "fuzz.h"

static const char cases_text[] =
    "case odd\nbuffer b 16\nprofil b 16 0x1000 0x8000\ntick 0x1002 0x100a x2\n"
    "case off\nbuffer b 8\nprofil b 8 0x1000 0x8000\nprofil b 8 0x1000 0\n"
    "tick 0x1000\ncase below\nbuffer b 8\nprofil b 8 0x1000 0x8000\n"
    "tick 0xffe\n";

static const struct vector_set *our_set(void)
{
    static struct case_list list;
    static struct vector_set set;
    struct case_error error;

    if (list.count)
        return &set;
    if (!case_list_parse(&list, "vectors", cases_text, strlen(cases_text),
                         &error))
        fuzz_broken("there is no set");
    vectors_make(&set, DIALECT_FREEBSD, &list);
    set.suite = "cases";
    set.tables = "ours";
    return &set;
}

static void check_changes(const struct since *since,
                          const struct memory_stream *t)
{
    size_t lines = 0;

    for (size_t k = 0; k < t->length; k++) {
        lines += t->text[k] == '\n';
        text_must(t->text[k] == '\n' || !iscntrl((unsigned char)t->text[k]),
                  "a control character", t->text, t->length);
    }
    text_must(since->added + since->changed <= our_set()->count,
              "more than there are", t->text, t->length);
    text_must(lines > since->added + since->gone + since->changed,
              "a change is not reported", t->text, t->length);
}

/* The input with the number of its vectors in place of *. */
static struct memory_stream fill_head(const char *data, size_t size)
{
    static const char mark[] = "\nvectors *\n", begin[] = "\nvector ";
    const char *at = memmem(data, size, mark, sizeof mark - 1);
    const char *end = data + size, *next = data;
    unsigned count = 0;
    struct memory_stream t;

    while ((next = memmem(next, (size_t)(end - next), begin, sizeof begin - 1)))
        count++, next++;
    memory_stream(&t);
    fwrite(data, 1, at ? (size_t)(at - data) : size, t.out);
    if (at) {
        fprintf(t.out, "\nvectors %u\n", count);
        at += sizeof mark - 1;
        fwrite(at, 1, (size_t)(end - at), t.out);
    }
    memory_stream_end(&t);
    return t;
}

bool fuzz_rows(const char *text, size_t size, bool check)
{
    struct memory_stream input = fill_head(text, size), changes;
    struct since since;
    bool good = vectors_since(our_set(), input.text, input.length, &since,
                              memory_stream(&changes));

    memory_stream_end(&changes);
    if (good && check)
        check_changes(&since, &changes);
    fuzz_must(!check || good ||
                  (*since.problem && !strchr(since.problem, '\n')),
              "refused in no line", since.problem);
    free(changes.text);
    free(input.text);
    return good;
}
