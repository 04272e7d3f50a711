/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/memory.h"
#include "html.h"

/*
 * What was observed of a case, in sentences.  The text of a result is a list of
 * items, each with the operation that it belongs to, which is a line of the
 * case.  What has no words here is shown as it is written.
 */

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
static bool seen_counters(const struct seen_of *seen, const char *text)
{
    const char *list = strchr(text, '[');
    FILE *out = seen->page->out;
    unsigned long index = 0, shown = 0, more = 0;
    char name[NAME];

    if (!list++ || strstr(text, " before ") || strstr(text, " after ") ||
        list[strspn(list, "0123456789* ")] != ']')
        return false;
    seen_buffer(seen->c, strtoul(text, NULL, 10), name);
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

/* What an item says, after its operation.  %: the line of that operation; #:
 * what follows the item, which is left out otherwise. */
static const struct {
    const char *item, *words;
} seen_words[] = {
    {"sleep nothing", "nothing was counted while it slept"},
    {"sleep counted", "ticks were counted while it slept"},
    {"sweep fits", "each tick of the sweep was counted where it may be"},
    {"sweep outside", "a tick of the sweep was counted elsewhere"},
    {"sweep spread", "each tick of the sweep was counted, in ascending order"},
    {"sweep one", "each tick of the sweep was counted in the same counter"},
    {"sweep back", "a tick of the sweep was counted below one before it"},
    {"sweep cut", "only the first ticks of the sweep were counted"},
    {"sweep gaps", "some ticks of the sweep were not counted"},
    {"caller restored", "everything that belongs to the caller was as before"},
    {"caller changed", "something was left behind"},
    {"caller destroyed", "something that belongs to the caller was destroyed"},
    {"child ended", "the child ended"},
    {"child died", "the child died"},
    {"exec lived", "the new program lived"},
    {"exec killed", "the new program was killed"},
    {"exec counted", "the new program was profiled"},
    {"file absent", "no file was written"},
    {"file empty", "the file is empty"},
    {"file unreadable", "the file can't be read"},
    {"file gmon.out", "a gmon.out was written in the file's place"},
    {"file written", "the file was written: #"},
    {"rate clock", "the file's rate is that of the clock"},
    {"rate zero", "the file's rate is 0"},
    {"rate wrong", "the file's rate is not that of the clock"},
    {"rate absent", "the file has no rate"},
    {"profile absent", "no gmon.out was written"},
    {"profile empty", "gmon.out is empty"},
    {"profile unreadable", "gmon.out can't be read"},
    {"profile prefixed", "gmon.out is named by the prefix"},
    {"header plain", "the spare bytes of its header are 0"},
    {"header junk", "the spare bytes of its header are not 0"},
    {"header loaded", "its addresses are those as loaded"},
    {"header junk-loaded", "its addresses are those as loaded, and the spare "
                           "bytes of its header are not 0"},
    {"header absent", "it has no header"},
    {"said nothing", "nothing was printed on standard error"},
    {"said something", "something was printed on standard error"},
    {"crash", "it crashed in %"},
    {"batched", "other cases ran before it in the same process"},
    {"disturbed", "a tick of its own clock may have slipped in"},
    {"big-endian", "it was observed on a big-endian machine"},
    {"ended normally", "it ended normally"},
    {"ended exit", "it exited with status # in %"},
    {"ended signal", "it was killed by signal # in %"},
    {"ended timeout", "it was still running after its time limit, in %"},
    {"ended unsupported", "it could not be observed here"},
    {"ended forged", "its process reported something impossible"},
    {"ended harness", "profilcheck itself failed"},
    {"stray", "bytes written outside the buffers: #"},
    {"note", "noted: #"},
};

/* How ticks came. */
static const char *const seen_ways[][2] = {
    {"stub", "as signals sent at their pc"},
    {"sigreturn", "as signals that wait where a handler returns"},
    {"nested", "as signals within a handler"},
    {"own", "in the implementation's own way"},
    {"traced", "by a tracer"},
    {"clock", "by its own clock"},
};

static void seen_delivered(FILE *out, const char *ways)
{
    const char *before = "ticks came ";

    while (*ways) {
        size_t length = strcspn(ways, " "), k = 0;

        while (k + 1 < sizeof seen_ways / sizeof *seen_ways &&
               (strncmp(ways, seen_ways[k][0], length) != 0 ||
                seen_ways[k][0][length]))
            k++;
        html_put(out, "%s%s", before, seen_ways[k][1]);
        before = ", and ";
        ways += length + (ways[length] == ' ');
    }
}

/* Past a word that it begins with; false: it does not. */
static bool seen_past(const char **text, const char *word)
{
    size_t length = strlen(word);
    bool begins = strncmp(*text, word, length) == 0;

    *text += begins ? length : 0;
    return begins;
}

/* Of a call: "`profil b 64 0x1000 0x8000` returned -1, EFAULT". */
static void seen_call(FILE *out, const char *line, const char *value)
{
    const char *none = seen_past(&value, "none") ? "no value" : "";

    html_put(out, "<code>%s</code> returned %s%s", *line ? line : "a call",
             none, value);
}

/* With what follows the item, and the line, where the words have a place for
 * them.  A number of an operation, " at 3", is said by that line. */
static void seen_put_words(const struct seen_of *seen, const char *words,
                           const char *rest, unsigned long op)
{
    const char *at = strstr(rest, " at ");
    FILE *out = seen->page->out;
    char line[ITEM], follows[ITEM];

    snprintf(follows, sizeof follows, "%.*s",
             (int)(at ? at - rest : (int)strlen(rest)), rest);
    seen_line(seen->c, at ? strtoul(at + 4, NULL, 10) : op, line);
    while (*words) {
        size_t plain = strcspn(words, "#%");

        fwrite(words, 1, plain, out);
        words += plain;
        if (*words)
            html_put(out, *words == '#' ? "%s" : "<code>%s</code>",
                     *words == '#' ? follows
                     : *line       ? line
                                   : "the end of the case");
        words += *words != '\0';
    }
}

/* The fields of a gmon.out in the order of their text: words in which 1 and 2
 * are addresses and # is the last number.  Of one number, 0 is left out. */
static const struct {
    const char *words;
    unsigned width;
} seen_fields[] = {
    {": from 1", 1},
    {" to 1", 1},
    {"; ticks at 1: #", 3},
    {"; ticks elsewhere: #", 1},
    {"; calls of 2 from 1: #", 3},
    {"; arcs of the row: #", 1},
    {"; other calls: #", 1},
    {"; more calls: #", 1},
    {"; arcs in several records: #", 1},
};

static void seen_field(FILE *out, size_t field, const uint64_t *numbers)
{
    unsigned width = seen_fields[field].width;

    for (const char *c = seen_fields[field].words; *c; c++)
        if (*c == '1' || *c == '2')
            fprintf(out, "0x%" PRIx64, numbers[*c - '1']);
        else if (*c == '#')
            fprintf(out, "%" PRIu64, numbers[width - 1]);
        else
            putc(*c, out);
}

/* "low 131072 high 135168 ticks [ 131080 131084 1 ] more 0 ..." */
static void seen_profile(FILE *out, const char *text)
{
    const size_t count = sizeof seen_fields / sizeof *seen_fields;
    uint64_t numbers[3] = {0};

    for (size_t k = 0; k < count && (text = strchr(text, ' ')); k++) {
        bool more = true;

        text += strspn(text, " [");
        while (more && *text >= '0' && *text <= '9') {
            for (unsigned n = 0; n < seen_fields[k].width; n++) {
                char *end;

                numbers[n] = strtoull(text, &end, 10);
                text = end + strspn(end, " ");
            }
            more = seen_fields[k].width > 1;
            if (more || numbers[0])
                seen_field(out, k, numbers);
        }
        text += strspn(text, " ]");
    }
}

/* An item that has words; else as it is written. */
static void seen_named(const struct seen_of *seen, const char *item,
                       unsigned long op)
{
    for (size_t k = 0; k < sizeof seen_words / sizeof *seen_words; k++) {
        size_t length = strlen(seen_words[k].item);

        if (strncmp(item, seen_words[k].item, length) == 0 &&
            (!item[length] || item[length] == ' ')) {
            seen_put_words(seen, seen_words[k].words,
                           item + length + (item[length] == ' '), op);
            return;
        }
    }
    html_put(seen->page->out, "%s", item);
}

static void seen_item(const struct seen_of *seen, const char *item)
{
    FILE *out = seen->page->out;
    const char *rest = item;
    unsigned long op = 0;
    char text[ITEM], *end;

    if (*rest >= '0' && *rest <= '9') {
        op = strtoul(rest, &end, 10);
        rest = end + strspn(end, " ");
    }
    if (seen_past(&rest, "in-child "))
        fputs("in the child, ", out);
    if (seen_past(&rest, "in-grandchild "))
        fputs("in the child's child, ", out);
    item = rest;
    if (seen_past(&rest, "call ")) {
        seen_line(seen->c, op, text);
        seen_call(out, text, rest);
    } else if (seen_past(&rest, "profile written ")) {
        fputs("gmon.out was written", out);
        seen_profile(out, rest);
    } else if (seen_past(&rest, "delivered ")) {
        seen_delivered(out, rest);
    } else if (!seen_past(&rest, "buffer ") || !seen_counters(seen, rest)) {
        seen_named(seen, item, op);
    }
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
        char *item = memory_got(strndup(observed, length));

        fputs("<li>", page->out);
        seen_item(&seen, item);
        fputs("</li>\n", page->out);
        free(item);
        observed += length + (next ? 2 : 0);
    }
    fputs("</ul>\n", page->out);
}

/* A wrong buffer as two pictures: what was counted where, and below it what
 * is permitted. */

enum {
    LIMIT = 10,
    COLUMN = 52,
    HEIGHT = 60,
    ABOVE = 16,
    BELOW = 18,
    LEFT = 70,
};

static unsigned digits(uint64_t value)
{
    unsigned count = 0;

    for (; value; value >>= 1)
        count++;
    return count;
}

static bool is_counter_wrong(const struct wrong_counter *counter)
{
    return counter->expected != counter->got;
}

/* Those to show: the wrong ones first, and the others while there is room; by
 * address. */
static size_t html_histogram_choose(const struct wrong_buffer *b,
                                    const struct wrong_counter *shown[LIMIT])
{
    size_t wrong = 0, room, count = 0;

    for (size_t k = 0; k < b->count; k++)
        wrong += is_counter_wrong(&b->bins[k]);
    room = wrong < LIMIT ? LIMIT - wrong : 0;
    for (size_t k = 0; k < b->count && count < LIMIT; k++)
        if (is_counter_wrong(&b->bins[k]) || room) {
            room -= !is_counter_wrong(&b->bins[k]);
            shown[count++] = &b->bins[k];
        }
    return count;
}

/* On a logarithmic scale, so that 1 can be seen next to 65,535. */
static void column(const struct wrong_counter *counter, bool got, size_t k,
                   unsigned most, FILE *out)
{
    uint64_t value = got ? counter->got : counter->expected;
    bool wrong = is_counter_wrong(counter);
    size_t height = (size_t)digits(value) * HEIGHT / most;
    size_t x = LEFT + k * COLUMN;
    size_t y = (got ? 0 : ABOVE + HEIGHT) + ABOVE + HEIGHT - height;

    html_put(out,
             "<rect class=\"%s\" x=\"%u\" y=\"%u\" width=\"%d\" "
             "height=\"%u\"/><text class=\"value\" x=\"%u\" y=\"%u\">",
             !got    ? "want"
             : wrong ? "got wrong"
                     : "got",
             x + 10, y, COLUMN - 20, height, x + COLUMN / 2, y - 4);
    fprintf(out, "%" PRIu64 "%s</text>\n", value,
            got && wrong ? " \xe2\x9c\x97" : "");
}

static void place(const struct wrong_buffer *b,
                  const struct wrong_counter *counter, size_t k, FILE *out)
{
    html_put(out, "<text class=\"at\" x=\"%u\" y=\"%d\">",
             LEFT + k * COLUMN + COLUMN / 2, 2 * (ABOVE + HEIGHT) + BELOW - 4);
    if (counter->at >= 0 && (uint64_t)counter->at < b->size)
        html_put(out, "%s[%u]</text>\n", b->buffer,
                 (size_t)counter->at / b->width);
    else
        fprintf(out, "byte %" PRId64 "</text>\n", counter->at);
}

static void picture(const struct wrong_buffer *b,
                    const struct wrong_counter *const *shown, size_t count,
                    FILE *out)
{
    size_t width = LEFT + count * COLUMN;
    size_t height = 2 * (ABOVE + HEIGHT) + BELOW;
    unsigned most = 1;

    html_put(out,
             "<svg role=\"img\" viewBox=\"0 0 %u %u\" width=\"%u\" "
             "height=\"%u\"><title>Counters of buffer %s</title><desc>",
             width, height, width, height, b->buffer);
    for (size_t k = 0; k < count; k++)
        fprintf(out,
                "byte %" PRId64 ": got %" PRIu64 ", permitted %" PRIu64 ". ",
                shown[k]->at, shown[k]->got, shown[k]->expected);
    fputs("</desc>\n", out);
    html_put(out,
             "<text x=\"0\" y=\"%d\">got</text><text x=\"0\" "
             "y=\"%d\">permitted</text>\n",
             ABOVE + HEIGHT, 2 * (ABOVE + HEIGHT));
    for (int got = 1; got <= 2; got++)
        html_put(out, "<path class=\"base\" d=\"M%d %dH%u\"/>\n", LEFT,
                 got * (ABOVE + HEIGHT), width);
    for (size_t k = 0; k < count; k++) {
        uint64_t both = shown[k]->got | shown[k]->expected;

        most = digits(both) > most ? digits(both) : most;
    }
    for (size_t k = 0; k < count; k++) {
        column(shown[k], true, k, most, out);
        column(shown[k], false, k, most, out);
        place(b, shown[k], k, out);
    }
    fputs("</svg>\n", out);
}

void html_histogram(const struct html_page *page, const struct result *c)
{
    const struct wrong_counter *shown[LIMIT];
    const struct wrong_buffer *b = c->histogram;
    FILE *out = page->out;
    size_t count;

    if (!b || !b->count || !b->width)
        return;
    count = html_histogram_choose(b, shown);
    html_put(out, "<h4>Counters of buffer %s</h4>\n<figure>\n", b->buffer);
    picture(b, shown, count, out);
    fputs("<figcaption>", out);
    if (b->scale)
        fprintf(out, "offset 0x%" PRIx64 ", scale 0x%" PRIx64 "; ", b->offset,
                b->scale);
    fputs("heights are logarithmic", out);
    if (count < b->count)
        html_put(out, "; %u counters more", b->count - count);
    fputs("</figcaption>\n</figure>\n", out);
}

/*
 * All cases, as data from which html_script makes rows.
 *
 *     runs[].i, .d    indices of the implementation and the dialect
 *     runs[].c, .r    indices of the list of its cases, and of their rules
 *     runs[].v        a letter a case: 'a' and the verdict's number
 *     runs[].t        of cases that do not pass, by index: which of `words` is
 *                     of it, then the cards, from 1, that it belongs to
 *     words[]         each once, for many cases have the same
 *     ids[][]         of each list the ids of its cases
 *     asked[][]       of each list of rules, a case's index of rulesets
 *     rulesets[]      indices of rules
 */

/* Sets of rules, each once; rows of page->rules.count flags would be larger. */
struct html_sets {
    const struct result **of;
    size_t count;
    struct html_words words;
};

static const char *words_of(const struct result *c)
{
    return c->waiver ? c->waiver : c->got && *c->got ? c->got : c->detail;
}

static void gather_words(const struct html_page *page, struct html_words *words)
{
    for (size_t k = 0; k < page->run_count; k++)
        for (size_t i = 0; i < page->runs[k].case_count; i++)
            if (page->runs[k].cases[i].verdict != VERDICT_PASS)
                words->list[words->count++] = words_of(&page->runs[k].cases[i]);
    html_words_sort(words);
}

static bool same_rules(const struct result *a, const struct result *b)
{
    if (a->rule_count != b->rule_count)
        return false;
    for (size_t k = 0; k < a->rule_count; k++)
        if (a->rules[k] != b->rules[k] && strcmp(a->rules[k], b->rules[k]) != 0)
            return false;
    return true;
}

static size_t set_of(struct html_sets *sets, const struct result *c)
{
    size_t k = 0;

    while (k < sets->count && !same_rules(sets->of[k], c))
        k++;
    if (k == sets->count)
        sets->of[sets->count++] = c;
    return k;
}

static bool same_id(const struct result *a, const struct result *b)
{
    return strcmp(a->id, b->id) == 0;
}

typedef bool html_same_cases(const struct result *, const struct result *);

/* The first run whose cases are all like the k-th's. */
static size_t first_like(const struct html_page *page, size_t k,
                         html_same_cases *same)
{
    const struct results *run = &page->runs[k];
    size_t j = 0, i;

    for (;; j++) {
        if (page->runs[j].case_count != run->case_count)
            continue;
        for (i = 0; i < run->case_count; i++)
            if (!same(&page->runs[j].cases[i], &run->cases[i]))
                break;
        if (i == run->case_count)
            return j;
    }
}

static void put_ids(const struct html_page *page, const struct results *run,
                    struct html_sets *sets)
{
    (void)sets;
    for (size_t k = 0; k < run->case_count; k++)
        html_put(page->out, k ? ",%j" : "%j", run->cases[k].id);
}

static void put_asked(const struct html_page *page, const struct results *run,
                      struct html_sets *sets)
{
    for (size_t k = 0; k < run->case_count; k++)
        html_put(page->out, k ? ",%u" : "%u", set_of(sets, &run->cases[k]));
}

/* A list for each run that is not like one before; its index of each run. */
static void put_lists(const struct html_page *page, struct html_sets *sets,
                      html_same_cases *same,
                      void (*put)(const struct html_page *,
                                  const struct results *, struct html_sets *),
                      size_t *lists)
{
    size_t count = 0;

    for (size_t k = 0; k < page->run_count; k++) {
        size_t first = first_like(page, k, same);

        lists[k] = first == k ? count : lists[first];
        if (first != k)
            continue;
        fputs(count++ ? ",\n[" : "\n[", page->out);
        put(page, &page->runs[k], sets);
        putc(']', page->out);
    }
    fputs("],\n", page->out);
}

static void put_sets(const struct html_page *page, const struct html_sets *sets)
{
    FILE *out = page->out;

    fputs("\"rulesets\":[", out);
    for (size_t k = 0; k < sets->count; k++) {
        fputs(k ? ",[" : "[", out);
        for (size_t r = 0; r < sets->of[k]->rule_count; r++)
            html_put(out, r ? ",%u" : "%u",
                     html_words_index(&page->rules, sets->of[k]->rules[r]));
        putc(']', out);
    }
    fputs("],\n\"rules\":[", out);
    for (size_t k = 0; k < page->rules.count; k++)
        html_put(out, k ? ",%j" : "%j", page->rules.list[k]);
    putc(']', out);
}

/* The cards that a case belongs to. */
static void put_cards(const struct html_page *page, const struct results *run,
                      const struct result *c)
{
    size_t last = (size_t)-1;

    for (size_t f = 0; f < page->finding_count; f++) {
        const struct html_finding *finding = &page->findings[f];
        bool has = false;

        if (finding->run != run || finding->defect == last)
            continue;
        for (size_t k = 0; !has && k < finding->count; k++)
            has = finding->cases[k] == c;
        if (has)
            html_put(page->out, ",%u", finding->defect + 1);
        if (has)
            last = finding->defect;
    }
}

static void put_listed(const struct html_page *page, const struct results *run,
                       const struct html_sets *sets)
{
    const char *before = "";
    FILE *out = page->out;

    fputs("\"t\":{", out);
    for (size_t k = 0; k < run->case_count; k++) {
        const struct result *c = &run->cases[k];

        if (c->verdict == VERDICT_PASS)
            continue;
        html_put(out, "%s\"%u\":[%u", before, k,
                 html_words_index(&sets->words, words_of(c)));
        if (report_is_listed(c->verdict) || report_is_house(run, c))
            put_cards(page, run, c);
        putc(']', out);
        before = ",";
    }
    putc('}', out);
}

static void put_run(const struct html_page *page, size_t k,
                    const struct html_sets *sets, size_t ids, size_t asked)
{
    const struct results *run = &page->runs[k];
    FILE *out = page->out;

    html_put(out, "{\"i\":%j,\"d\":%j,\"c\":%u,\"r\":%u,\"v\":\"",
             run->implementation, run->dialect, ids, asked);
    for (size_t i = 0; i < run->case_count; i++)
        putc('a' + run->cases[i].verdict, out);
    fputs("\",", out);
    put_listed(page, run, sets);
    putc('}', out);
}

static void put_data(const struct html_page *page, struct html_sets *sets,
                     size_t *lists)
{
    FILE *out = page->out;

    fputs("{\"verdicts\":{", out);
    for (unsigned k = 0; k < VERDICTS; k++) {
        unsigned v = html_parts[k];

        fprintf(out, "%s\"%c\":[\"%s\",\"%s\",\"%s\"]", k ? "," : "", 'a' + v,
                verdict_names[v], verdict_names[v], html_class_of_verdict(v));
    }
    fputs("},\n\"ids\":[", out);
    put_lists(page, sets, same_id, put_ids, lists);
    fputs("\"asked\":[", out);
    put_lists(page, sets, same_rules, put_asked, lists + page->run_count);
    put_sets(page, sets);
    fputs(",\n\"runs\":[", out);
    for (size_t k = 0; k < page->run_count; k++) {
        fputs(k ? ",\n" : "\n", out);
        put_run(page, k, sets, lists[k], lists[page->run_count + k]);
    }
    fputs("],\n\"words\":[", out);
    for (size_t k = 0; k < sets->words.count; k++)
        html_put(out, k ? ",%j" : "%j", sets->words.list[k]);
    fputs("]}\n", out);
}

void html_cases(const struct html_page *page)
{
    struct html_sets sets = {0};
    size_t total = 1, *lists;

    for (size_t k = 0; k < page->run_count; k++)
        total += page->runs[k].case_count;
    sets.of = memory_new(total, sizeof *sets.of);
    lists = memory_new(2 * page->run_count, sizeof *lists);
    sets.words.list = memory_new(total, sizeof *sets.words.list);
    gather_words(page, &sets.words);
    html_put(page->out,
             "<section id=\"cases\" aria-labelledby=\"cases-h\">\n<h2 "
             "id=\"cases-h\">Cases (%u)</h2>\n<noscript><p>A script draws this "
             "list. The same cases are in the JSON Lines of profilcheck run "
             "--results.</p></noscript>\n<script type=\"application/json\" "
             "id=\"data\">",
             total - 1);
    put_data(page, &sets, lists);
    fputs("</script>\n</section>\n", page->out);
    free(sets.of);
    free(sets.words.list);
    free(lists);
}
