/* SPDX-License-Identifier: MIT */
#include "tap.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "conformance/base/terminal.h"
#include "conformance/language/suite.h"

/* The number of the test whose result is in a line, one after the last where it
 * has none; 0: it has no result. */
static unsigned long test_of(const char *line, unsigned long last)
{
    line += strncmp(line, "not ", 4) == 0 ? 4 : 0;
    if (strncmp(line, "ok", 2) != 0 || !memchr(" \r\n", line[2], 4))
        return 0;
    line += 2 + strspn(line + 2, " ");
    return *line >= '0' && *line <= '9' ? strtoul(line, NULL, 10) : last + 1;
}

struct word tap_stands_before(const struct whole_file *file)
{
    static const char first[] = "#: trace 1";
    const char *at = strstr(file->text, first), *line = at, *next;
    size_t length;

    while (at && line > file->text && line[-1] != '\n')
        line--;
    length = (size_t)(at - line);
    next = at ? strchr(at, '\n') : NULL;
    if (!next || strcspn(next + 1, "\n") < length + 2 ||
        strncmp(next + 1 + length, "#:", 2) != 0)
        length = 0; /* one line alone */
    return (struct word){line, length};
}

bool tap_is_cut(const struct whole_file *file, unsigned long *announced,
                unsigned long *last)
{
    const char *line = file->text, *end = line + file->length;
    unsigned long n;

    *announced = *last = 0;
    for (; line; line = memchr(line, '\n', (size_t)(end - line))) {
        line += *line == '\n';
        if (strncmp(line, "1..", 3) == 0) {
            n = strtoul(line + 3, NULL, 10);
            if (*announced == 0 && *last >= n) /* it is behind the tests */
                return false;
            *announced = n;
            *last = 0;
        } else {
            n = test_of(line, *last);
            *last = n > 0 ? n : *last;
        }
    }
    return *last < *announced;
}

/* The id that is all of a test's description; false: it is another. */
static bool id_of(const char *line, char id[CASE_ID])
{
    size_t slug, length;

    line += strcspn(line, "-\n");
    if (strncmp(line, "- ", 2) != 0)
        return false;
    line += 2;
    for (slug = 0; isalnum((unsigned char)line[slug]) || line[slug] == '-';)
        slug++;
    if (slug == 0 || slug >= CASE_SLUG || line[slug] != '.')
        return false;
    length = slug + 1 + strspn(line + slug + 1, "0123456789abcdef");
    if (length != slug + 9 || !memchr(" \r\n", line[length], 4))
        return false;
    snprintf(id, CASE_ID, "%.*s", (int)length, line);
    return true;
}

/* Whether a process of the case ended early, after which nothing was run. */
static bool has_ended(const char *from, const char *to)
{
    static const char line[] = "\n#: ended ";

    return memmem(from, (size_t)(to - from), line, sizeof line - 1) != NULL;
}

/* Whether operations are those of the suite's case, of streams the ticks. */
static bool same_operations(const struct test_case *c,
                            const struct test_case *of, char *why, size_t size)
{
    char read[80] = "", expected[80] = "";
    struct test_case drawn = *of;
    size_t k = 0;

    drawn.streams = NULL;
    for (; k < c->script.count || k < of->script.count; k++) {
        *read = *expected = '\0';
        if (k < c->script.count)
            test_case_print_op(c, k, read, sizeof read);
        if (k < of->script.count)
            test_case_print_op(&drawn, k, expected, sizeof expected);
        if (strcmp(read, expected) != 0)
            break;
    }
    snprintf(why, size, "reads %s, expected %s", *read ? read : "no more",
             *expected ? expected : "no more");
    return k == c->script.count && k == of->script.count;
}

/* The suite full of one dialect, for one machine; empty until it is needed. */
struct known {
    struct case_list list;
    enum dialect dialect;
    unsigned bits;
};

static const struct test_case *find_known(struct known *known, const char *id,
                                          enum dialect dialect, unsigned bits)
{
    struct case_error error;

    if (known->list.count == 0 || known->dialect != dialect ||
        known->bits != bits) {
        case_list_free(&known->list);
        *known = (struct known){.dialect = dialect, .bits = bits};
        if (!suite_load(&known->list, dialect, true, &error))
            return NULL;
        suite_for_addresses(&known->list, bits);
    }
    return case_list_find(&known->list, id);
}

/* By its id, or by what the suites have by that id: what is not in the text of
 * a trace, as its dialects, is in an id.  Then it is called so. */
static bool is_case(struct known *known, struct test_case *c, const char *id,
                    enum dialect dialect, char *why, size_t size)
{
    const struct test_case *of;

    if (strcmp(c->id, id) == 0)
        return true;
    of = find_known(known, id, dialect, c->script.address_bits);
    if (of && !same_operations(c, of, why, size))
        return false;
    if (of)
        snprintf(c->id, sizeof c->id, "%s", of->id);
    return true;
}

/* The same of the k-th of a trace, as far as it can be said: a case that was
 * not run to its end has fewer operations.  dialect: of those before it. */
static bool is_traced(struct known *known, struct trace *trace, size_t k,
                      const char *id, bool ended, int *dialect, char *why,
                      size_t size)
{
    const struct traced *t = &trace->cases[k];

    if (t->dialect >= 0)
        *dialect = t->dialect;
    return t->unsupported || *dialect < 0 || ended ||
           is_case(known, &trace->list.cases[k], id, (enum dialect) * dialect,
                   why, size);
}

static bool agrees(const struct whole_file *file, const char *name,
                   struct trace *trace, int dialect, struct known *known,
                   char *why, size_t size)
{
    const char *line = file->text, *end = line + file->length;
    const char *from = line, *before = line;
    unsigned long last = 0, n, number = 1;
    char id[CASE_ID], what[200];
    size_t k = 0;

    for (; line; line = memchr(line, '\n', (size_t)(end - line)), number++) {
        bool plan, named;
        size_t first = k;

        line += *line == '\n';
        plan = strncmp(line, "1..", 3) == 0; /* it is started, perhaps again */
        n = test_of(line, last);
        if (!plan && n == 0)
            continue;
        from = before; /* the result before this one */
        before = line;
        while (k < trace->count && trace->cases[k].line < number)
            k++;
        named = !plan && id_of(line, id);
        last = named ? last : 0;
        if (!named)
            continue;
        if (last && n != last + 1) {
            snprintf(why, size,
                     "%s:%lu: test %lu follows test %lu: lines between were "
                     "lost on the way",
                     name, number, n, last);
            return false;
        }
        last = n;
        if (k == first ||
            is_traced(known, trace, k - 1, id, has_ended(from, line), &dialect,
                      what, sizeof what))
            continue;
        snprintf(why, size,
                 "%s:%lu: the trace of %s %s: a line was lost or changed on "
                 "the way",
                 name, number, id, what);
        return false;
    }
    return true;
}

bool tap_agrees(const struct whole_file *file, const char *name,
                struct trace *trace, int dialect, char *why, size_t size)
{
    struct known known = {.bits = 0};
    bool good = agrees(file, name, trace, dialect, &known, why, size);

    case_list_free(&known.list);
    return good;
}

/* The case that began last, and has no result yet. */
struct begun {
    char slug[CASE_SLUG];
    bool again; /* since then the program was started again */
};

/* Whether a case has no result: the program was started again, and the first
 * result after that is another's. */
static bool is_cut_off(const char *line, struct begun *begun)
{
    static const char word[] = "#: case ";
    size_t length = strlen(begun->slug);
    char id[CASE_ID];
    bool cut;

    if (strncmp(line, "1..", 3) == 0) {
        begun->again = *begun->slug != '\0';
    } else if (test_of(line, 0)) {
        cut = begun->again && !(id_of(line, id) && id[length] == '.' &&
                                strncmp(id, begun->slug, length) == 0);
        begun->again = false;
        if (!cut)
            *begun->slug = '\0';
        return cut;
    } else if (!begun->again && strncmp(line, word, sizeof word - 1) == 0) {
        line += sizeof word - 1;
        length = strcspn(line, " \r\n");
        snprintf(begun->slug, CASE_SLUG, "%.*s",
                 (int)(length < CASE_SLUG ? length : CASE_SLUG - 1), line);
    }
    return false;
}

size_t tap_put_ended(const struct whole_file *file, const char *name, FILE *out)
{
    static const char got[] = "#   got       it ended the program";
    const char *line = file->text, *end = line + file->length, *next;
    size_t count = 0;
    struct begun begun = {.again = false};
    char id[CASE_ID];

    for (; line < end; line = next + 1) {
        next = memchr(line, '\n', (size_t)(end - line));
        if (!next)
            break;
        if (is_cut_off(line, &begun)) {
            terminal_clean(name, out);
            fprintf(out,
                    ": %s has no result: it began, and the program was "
                    "started again\n",
                    begun.slug);
            *begun.slug = '\0';
            count++;
        }
        if (strncmp(line, "not ok", 6) != 0 || !id_of(line, id) ||
            strncmp(next + 1, got, sizeof got - 1) != 0)
            continue;
        terminal_clean(name, out);
        fprintf(out, ": %s ended the program, which it may not\n", id);
        count++;
    }
    return count;
}

enum { SKIP_REASONS = 16 };

/* Tests of TAP that are skipped, and of which no case is in the log. */
struct skipped {
    size_t tests, count, reason_count; /* tests: all that there are */
    struct {
        const char *text;
        int length;
        size_t count;
    } reasons[SKIP_REASONS]; /* others have none of these */
};

static void add_skipped(struct skipped *skipped, const char *reason,
                        const char *end)
{
    int length = (int)(end - reason);
    size_t k = 0;

    skipped->count++;
    while (k < skipped->reason_count &&
           (skipped->reasons[k].length != length ||
            memcmp(skipped->reasons[k].text, reason, (size_t)length) != 0))
        k++;
    if (k == SKIP_REASONS)
        return;
    skipped->reasons[k].text = reason;
    skipped->reasons[k].length = length;
    skipped->reasons[k].count++;
    skipped->reason_count += k == skipped->reason_count;
}

static void find_skipped(const struct whole_file *file, struct skipped *skipped)
{
    static const char word[] = " # SKIP";
    const char *line = file->text, *end = line + file->length, *next, *skip;
    bool ran = false;

    for (; line < end; line = next + 1) {
        next = memchr(line, '\n', (size_t)(end - line));
        next = next ? next : end;
        ran = ran || strncmp(line, "#: case ", 8) == 0 ||
              strncmp(line, "#: call ", 8) == 0;
        if (!test_of(line, 0))
            continue;
        skip = memmem(line, (size_t)(next - line), word, sizeof word - 1);
        if (skip && !ran) {
            skip += sizeof word - 1;
            skip += *skip == ' ';
            add_skipped(skipped, skip, next - (next[-1] == '\r'));
        }
        skipped->tests++;
        ran = false;
    }
}

void tap_put_skipped(const struct whole_file *file, const char *name,
                     unsigned long announced, FILE *out)
{
    struct skipped skipped = {0};

    find_skipped(file, &skipped);
    if (skipped.tests < announced) {
        terminal_clean(name, out);
        fprintf(out, ": it has no result of %lu of %lu tests\n",
                announced - skipped.tests, announced);
    }
    if (!skipped.count)
        return;
    terminal_clean(name, out);
    fprintf(
        out,
        ": the program skipped %zu of its %zu cases, which were not judged:",
        skipped.count, skipped.tests);
    for (size_t k = 0; k < skipped.reason_count; k++) {
        char *reason = memory_format("%.*s", skipped.reasons[k].length,
                                     skipped.reasons[k].text);

        fputs(k ? "; " : " ", out);
        terminal_clean(*reason ? reason : "no reason given", out);
        fprintf(out, " (%zu)", skipped.reasons[k].count);
        free(reason);
    }
    putc('\n', out);
}
