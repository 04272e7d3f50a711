/* SPDX-License-Identifier: MIT */
/*
 * The mutator of targets whose inputs are rows.  A row is a line of words, or a
 * JSON object; an item of it is a word, a list in brackets, or a value with its
 * key.  A change removes, duplicates or moves a row or an item, replaces it by
 * what another row has in that place, or changes a number; so most of what it
 * makes is a text of the same kind.
 *
 * Changes are tried until the target takes one, at most TRIES of them; then as
 * many of an input that it took before.  One in OWN is left to the engine's own
 * mutator; with $FUZZ_PLAIN, all are (measure.sh).  With $FUZZ_COUNT, how many
 * inputs the target took is printed at the end.
 */
#include <inttypes.h>

#include "conformance/language/stream.h"
#include "fuzz.h"

enum { TRIES = 8, KEPT = 16, OWN = 6 };
enum { ODD_REPEATED = 100, JOINED = 3 };

/* A text being changed, which has room for so many bytes. */
struct mutation {
    char *text;
    size_t length, most;
    uint64_t random;
};

struct span {
    size_t from, to;
};

/* The last row gets its newline. */
static struct mutation begin(void *text, size_t length, size_t most,
                             uint64_t seed)
{
    struct mutation m = {text, length, most, seed};

    if (length && length < most && m.text[length - 1] != '\n')
        m.text[m.length++] = '\n';
    return m;
}

static size_t below(struct mutation *m, size_t bound)
{
    return (size_t)(stream_random(&m->random) % bound);
}

/* Replace some bytes by n others, which may be part of the text; if there is no
 * room for them, do nothing. */
static void replace(struct mutation *m, struct span at, const char *with,
                    size_t n)
{
    size_t rest = m->length - at.to;
    char *copy;

    if (at.from + n + rest > m->most)
        return;
    copy = fuzz_copy(with, n);
    memmove(m->text + at.from + n, m->text + at.to, rest);
    memcpy(m->text + at.from, copy, n);
    m->length = at.from + n + rest;
    free(copy);
}

static void put_span(struct mutation *m, struct span at, struct span of)
{
    replace(m, at, m->text + of.from, of.to - of.from);
}

/* Where the row ends: after its newline. */
static size_t row_end(const struct mutation *m, size_t at)
{
    const char *end = memchr(m->text + at, '\n', m->length - at);

    return end ? (size_t)(end - m->text) + 1 : m->length;
}

/* The row that begins there; at the end of the text, an empty one. */
static struct span row_from(const struct mutation *m, size_t at)
{
    return (struct span){at, at < m->length ? row_end(m, at) : at};
}

/* The length of what says a row's kind: its first word, or if it is JSON, all
 * up to the first comma. */
static size_t kind_length(const struct mutation *m, struct span row)
{
    const char *end = *(m->text + row.from) == '{' ? ",}\n" : " \t\n";
    size_t n = 0;

    while (row.from + n < row.to && !strchr(end, m->text[row.from + n]))
        n++;
    return n;
}

/* A random row of this kind, or with length 0 of any, that does not begin at
 * `but`; if there is none, an empty one. */
static struct span pick_row(struct mutation *m, const char *kind, size_t length,
                            size_t but)
{
    struct span row = {0, 0};
    size_t rows = 0;

    for (struct span r = row_from(m, 0); r.from < r.to; r = row_from(m, r.to))
        if (r.from != but && (!length || kind_length(m, r) == length) &&
            !memcmp(m->text + r.from, kind, length) && below(m, ++rows) == 0)
            row = r;
    return row;
}

static struct span any_row(struct mutation *m)
{
    return pick_row(m, "", 0, m->length);
}

/* Another row of the same kind; if there is none, the row itself. */
static struct span row_of_kind(struct mutation *m, struct span row)
{
    struct span other =
        pick_row(m, m->text + row.from, kind_length(m, row), row.from);

    return other.to ? other : row;
}

static bool is_among(char c, const char *these)
{
    return c && strchr(these, c);
}

static size_t word_from(const struct mutation *m, size_t at, size_t to)
{
    while (at < to && is_among(m->text[at], " \t\r\n,:"))
        at++;
    return at;
}

static size_t word_end(const struct mutation *m, size_t at, size_t to)
{
    size_t end = at + 1;

    if (m->text[at] == '"') {
        while (end < to && m->text[end] != '"')
            end += m->text[end] == '\\' ? 2 : 1;
        return end < to ? end + 1 : to;
    }
    if (is_among(m->text[at], "[]{}();"))
        return end;
    while (end < to && !is_among(m->text[end], " \t\r\n,:[]{}();\""))
        end++;
    return end;
}

/* Where a value ends: a word, or a bracket with all that it holds. */
static size_t value_end(const struct mutation *m, size_t at, size_t to)
{
    int depth = 0;

    do {
        depth += is_among(m->text[at], "[{(");
        depth -= is_among(m->text[at], "]})");
        at = word_end(m, at, to);
        if (depth <= 0)
            return at;
        at = word_from(m, at, to);
    } while (at < to);
    return to;
}

/* A value with its key, if it has one: then `from` is less than `value`. */
struct item {
    struct span row;
    size_t from, value, to;
    size_t index;       /* among the words of its row */
    struct span around; /* with the comma and blanks before it, or after it */
};

static bool is_between(const struct mutation *m, size_t at)
{
    return is_among(m->text[at], " \t,");
}

static struct item item_at(const struct mutation *m, size_t at, size_t to)
{
    struct item item = {.from = at, .value = at};
    size_t end = word_end(m, at, to);

    if (end < to && m->text[end] == ':') {
        end = word_from(m, end, to);
        item.value = end < to ? end : at;
    }
    item.to = value_end(m, item.value, to);
    item.around = (struct span){at, item.to};
    while (item.around.from > 0 && is_between(m, item.around.from - 1))
        item.around.from--;
    while (item.around.from == at && item.around.to < to &&
           is_between(m, item.around.to))
        item.around.to++;
    return item;
}

/* A random item of a row; if it has none, an empty one at its end.  A value
 * that has a key is found by its key. */
static struct item item_of(struct mutation *m, struct span row)
{
    struct item found = {.row = row, .value = row.to};
    size_t words = 0, at = word_from(m, row.from, row.to);

    if (at < row.to && m->text[at] == '{')
        at = word_from(m, at + 1, row.to);
    while (at < row.to) {
        struct item item = item_at(m, at, row.to);
        size_t word = item.value;

        item.row = row;
        item.index = words;
        if (!is_among(m->text[at], "]});") && below(m, ++words) == 0)
            found = item;
        at = word_from(m, word_end(m, word, row.to), row.to);
    }
    return found;
}

static void remove_item(struct mutation *m, struct item item)
{
    replace(m, item.around, "", 0);
}

static void double_item(struct mutation *m, struct item item)
{
    put_span(m, (struct span){item.around.from, item.around.from}, item.around);
}

static void swap_spans(struct mutation *m, struct span a, struct span b)
{
    size_t length = b.to - a.from, n = 0;
    char *both = memory_new(length, 1);

    for (unsigned k = 0; k < 3; k++) {
        struct span of = k == 0 ? b : k == 1 ? (struct span){a.to, b.from} : a;

        memcpy(both + n, m->text + of.from, of.to - of.from);
        n += of.to - of.from;
    }
    memcpy(m->text + a.from, both, length);
    free(both);
}

static void swap_item(struct mutation *m, struct item item)
{
    size_t to = item.row.to, next = word_from(m, item.to, to);
    struct item other;

    if (next == to || is_among(m->text[next], "]});"))
        return;
    other = item_at(m, next, to);
    swap_spans(m, (struct span){item.from, item.to},
               (struct span){other.from, other.to});
}

/* The value that the same key has elsewhere; of an item without a key, the word
 * at the same place in another row of the kind. */
static struct span value_elsewhere(struct mutation *m, const struct item *item)
{
    struct span found = {item->value, item->to},
                other = row_of_kind(m, item->row);
    size_t key = item->value - item->from, n = 0, at;

    if (key) {
        for (at = 0; at + key < m->length; at++)
            if (at != item->from &&
                !memcmp(m->text + at, m->text + item->from, key) &&
                below(m, ++n) == 0)
                found = (struct span){
                    at + key, value_end(m, at + key, row_end(m, at + key))};
        return found;
    }
    at = word_from(m, other.from, other.to);
    for (; n < item->index && at < other.to; n++)
        at = word_from(m, word_end(m, at, other.to), other.to);
    if (at < other.to)
        found = (struct span){at, value_end(m, at, other.to)};
    return found;
}

static uint64_t another_number(struct mutation *m, uint64_t value)
{
    switch (below(m, 6)) {
    case 0: return below(m, 9);
    case 1: return value + below(m, 9) - 4;
    case 2: return value ^ UINT64_C(1) << below(m, 64);
    case 3: return (UINT64_C(1) << below(m, 64)) - below(m, 3);
    case 4: return value + (UINT64_C(1) << below(m, 20));
    default: return value / 2;
    }
}

/* Whether a number begins there that may be changed. */
static bool begins_number(const char *text, size_t at)
{
    return at > 0 && is_among(text[at], "0123456789") &&
           is_among(text[at - 1], " x=+*([,\"-") &&
           !(at > 1 && text[at - 1] == 'x' && text[at - 2] == '0');
}

/* Replace a number of the row, if it has one, by another_number. */
static void change_number(struct mutation *m, struct span row)
{
    struct span number = row;
    size_t numbers = 0, length;
    char text[32] = "", *end;
    uint64_t value;
    bool hex;

    for (size_t at = row.from; at < row.to; at++)
        if (begins_number(m->text, at) && below(m, ++numbers) == 0)
            number.from = at;
    if (numbers == 0)
        return;
    length = row.to - number.from;
    memcpy(text, m->text + number.from,
           length < sizeof text ? length : sizeof text - 1);
    hex = text[1] == 'x';
    value = strtoull(text, &end, hex ? 16 : 10);
    number.to = number.from + (size_t)(end - text);
    value = another_number(m, value);
    snprintf(text, sizeof text, hex ? "0x%" PRIx64 : "%" PRIu64, value);
    replace(m, number, text, strlen(text));
}

/* Remove a byte of a word or string, replace it, or repeat it very often. */
static void change_character(struct mutation *m, struct item item)
{
    static const char *const json[] = {"\\u000a",  "\\u0085", "\\u202e",
                                       "\\\"",     "\\\\",    "\\u0000",
                                       "\xc3\xa9", "a",       "<"};
    static const char *const plain[] = {"\xc2\x85", "\xff", "a",  "-",   "0",
                                        "%",        ".",    "\\", "\x1b"};
    bool quoted = m->text[item.value] == '"';
    size_t k = below(m, sizeof json / sizeof *json);
    const char *with = quoted ? json[k] : plain[k];
    struct span at = {item.value + quoted, item.to - quoted};

    if (at.from >= at.to)
        return;
    at.from += below(m, at.to - at.from);
    at.to = at.from + below(m, 2);
    if (below(m, 8) == 0)
        for (unsigned n = 0; n < ODD_REPEATED; n++)
            put_span(m, (struct span){at.to, at.to},
                     (struct span){at.from, at.from + 1});
    else
        replace(m, at, with, below(m, 4) == 0 ? 0 : strlen(with));
}

static void change_value(struct mutation *m, struct item item)
{
    static const char *const odd[] = {"0",  "\"\"", "null",  "-",    "[]",
                                      "-1", "{}",   "1e400", "true", "*"};
    size_t k = below(m, sizeof odd / sizeof *odd);

    replace(m, (struct span){item.value, item.to}, odd[k], strlen(odd[k]));
}

static void take_elsewhere(struct mutation *m, struct item item)
{
    put_span(m, (struct span){item.value, item.to}, value_elsewhere(m, &item));
}

/* `often` of 32 changes are of that kind. */
static void change_item(struct mutation *m, struct span row)
{
    static const struct {
        unsigned often;
        void (*change)(struct mutation *m, struct item item);
    } changes[] = {
        {14, take_elsewhere}, {5, swap_item},        {4, remove_item},
        {3, double_item},     {5, change_character}, {1, change_value},
    };
    struct item item = item_of(m, row);
    size_t k = 0, n = below(m, 32);

    if (item.value == row.to)
        return;
    for (; n >= changes[k].often; k++)
        n -= changes[k].often;
    changes[k].change(m, item);
}

static void change_rows(struct mutation *m, struct span row)
{
    struct span other = row_of_kind(m, row);
    struct span first = row.from < other.from ? row : other;
    struct span last = row.from < other.from ? other : row;

    switch (below(m, 4)) {
    case 0: replace(m, row, "", 0); break;
    case 1: put_span(m, (struct span){other.to, other.to}, row); break;
    case 2:
        if (first.from != last.from && m->text[last.to - 1] == '\n')
            swap_spans(m, first, last);
        break;
    default: put_span(m, other, row);
    }
}

/* One change, of any kind. */
static void change(struct mutation *m)
{
    struct span row = any_row(m);
    size_t how = below(m, 8);

    if (row.from == row.to)
        return;
    if (how < 2)
        change_rows(m, row);
    else if (how < 5)
        change_number(m, row);
    else
        change_item(m, row);
}

/* Insert a row of another text below one of the same kind. */
static void take_row(struct mutation *m, const char *other, size_t length)
{
    struct mutation of = begin(fuzz_copy(other, length), length, length,
                               stream_random(&m->random));
    struct span row = any_row(&of);
    size_t where =
        pick_row(m, of.text + row.from, kind_length(&of, row), m->length).to;

    replace(m,
            where ? (struct span){where, where}
                  : (struct span){m->length, m->length},
            of.text + row.from, row.to - row.from);
    free(of.text);
}

/* The first text with some rows of the second. */
static size_t join(const uint8_t *first, size_t first_size,
                   const uint8_t *second, size_t second_size, uint8_t *out,
                   size_t most, unsigned seed)
{
    size_t length = first_size < most ? first_size : most;
    struct mutation m = begin(memcpy(out, first, length), length, most, seed);

    for (size_t n = 1 + below(&m, JOINED); n > 0 && second_size; n--)
        take_row(&m, (const char *)second, second_size);
    return m.length;
}

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
#pragma weak LLVMFuzzerMutate

static unsigned long inputs, taken;

static void print_taken(void)
{
    fprintf(stderr, "taken: %lu of %lu\n", taken, inputs);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (inputs++ == 0 && getenv("FUZZ_COUNT"))
        atexit(print_taken);
    taken += fuzz_rows((const char *)data, size, true);
    return 0;
}

static bool takes(const char *text, size_t size)
{
    struct memory_stream said;
    FILE *loud = complaints_begin(&said);
    bool good = fuzz_rows(text, size, false);

    complaints_end(&said, loud);
    free(said.text);
    return good;
}

/* Inputs that the target took. */
static struct {
    char *text;
    size_t length;
} kept[KEPT];

/* Change m until the target takes it, and keep a copy.  False: it took none. */
static bool change_well(struct mutation *m)
{
    size_t length = m->length, place = (size_t)(m->random % KEPT);
    char *first = fuzz_copy(m->text, length);
    bool good = false;

    for (unsigned k = 0; !good && k < TRIES; k++) {
        replace(m, (struct span){0, m->length}, first, length);
        do
            change(m);
        while (below(m, 3) == 0);
        good = takes(m->text, m->length);
    }
    free(first);
    if (!good)
        return false;
    free(kept[place].text);
    kept[place].text = fuzz_copy(m->text, m->length);
    kept[place].length = m->length;
    return true;
}

static bool is_plain(void)
{
    return LLVMFuzzerMutate && getenv("FUZZ_PLAIN");
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned seed)
{
    struct mutation m = begin(data, size, max_size, seed);
    size_t k;

    if (LLVMFuzzerMutate && (is_plain() || below(&m, OWN) == 0))
        return LLVMFuzzerMutate(data, size, max_size);
    if (change_well(&m))
        return m.length;
    k = below(&m, KEPT);
    if (kept[k].text)
        replace(&m, (struct span){0, m.length}, kept[k].text, kept[k].length);
    change_well(&m);
    return m.length;
}

/* 0 if the target takes none: then the engine does something else. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *first, size_t first_size,
                                 const uint8_t *second, size_t second_size,
                                 uint8_t *out, size_t max_size, unsigned seed)
{
    for (unsigned k = 0; k < TRIES && !is_plain(); k++) {
        size_t size = join(first, first_size, second, second_size, out,
                           max_size, seed + k);

        if (takes((const char *)out, size))
            return size;
    }
    return 0;
}
