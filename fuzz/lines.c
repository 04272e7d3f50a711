/* SPDX-License-Identifier: MIT */
#include "lines.h"

#include "conformance/base/sha256.h"
#include "conformance/runs/recorded.h"

static const char footer[] = "{\"line\": \"footer\"", key[] = "\"sha256\": \"";
enum { FOOTER = sizeof footer - 1, KEY = sizeof key - 1, KINDS = 3 };

/* What a footer counts. */
struct counts {
    size_t lines[KINDS];
    size_t verdicts[VERDICTS];
};

static const char *const kinds[KINDS] = {"case", "rule", "cause"};

static void count_line(struct counts *counts, const char *line, size_t length)
{
    char words[40];

    for (unsigned k = 0; k < KINDS; k++) {
        size_t n = (size_t)sprintf(words, "{\"line\": \"%s\"", kinds[k]);

        counts->lines[k] += length >= n && memcmp(line, words, n) == 0;
    }
    for (unsigned v = 0; v < VERDICTS; v++) {
        size_t n =
            (size_t)sprintf(words, "\"verdict\": \"%s\"", verdict_names[v]);

        counts->verdicts[v] += memmem(line, length, words, n) != NULL;
    }
}

static void put_footer(const struct counts *counts, const char *digest,
                       FILE *out)
{
    fputs(footer, out);
    for (unsigned k = 0; k < KINDS; k++)
        fprintf(out, ", \"%ss\": %zu", kinds[k], counts->lines[k]);
    for (unsigned v = 0; v < VERDICTS; v++)
        fprintf(out, "%s\"%s\": %zu", v ? ", " : ", \"summary\": {",
                verdict_names[v], counts->verdicts[v]);
    fprintf(out, "}, \"sha256\": \"%s\"}\n", digest);
}

static void fill_footer(const struct counts *counts, const char *digest,
                        const char *line, size_t length, FILE *out)
{
    const char *at = memmem(line, length, key, KEY);

    if (length > FOOTER && line[FOOTER] == '}') {
        put_footer(counts, digest, out);
    } else if (at && line + length - at > KEY + SHA256_HEX) {
        fwrite(line, 1, (size_t)(at - line) + KEY, out);
        fputs(digest, out);
        at += KEY + SHA256_HEX - 1;
        fwrite(at, 1, (size_t)(line + length - at), out);
    } else {
        fwrite(line, 1, length, out);
    }
}

struct memory_stream lines_fill(const char *data, size_t size)
{
    const char *line = data, *next;
    struct counts counts = {{0}, {0}};
    char digest[SHA256_HEX];
    struct sha256 sum;
    struct memory_stream t;

    memory_stream(&t);
    sha256_begin(&sum);
    for (; line < data + size; line = next) {
        size_t left = (size_t)(data + size - line), length;

        next = memchr(line, '\n', left);
        length = next ? (size_t)(++next - line) : left;
        next = line + length;
        if (length < FOOTER || memcmp(line, footer, FOOTER) != 0) {
            count_line(&counts, line, length);
            sha256_add(&sum, line, length);
            fwrite(line, 1, length, t.out);
            continue;
        }
        sha256_end_hex(&sum, digest);
        fill_footer(&counts, digest, line, length, t.out);
        sha256_begin(&sum);
        counts = (struct counts){{0}, {0}};
    }
    memory_stream_end(&t);
    return t;
}

static void adopt_case(struct results_file *file, struct result *result)
{
    struct case_list list = {0};
    struct case_error error;

    if (result->text &&
        case_list_parse(&list, "case", result->text, strlen(result->text),
                        &error) &&
        list.count == 1)
        result->id = arena_text(&file->memory, list.cases[0].id);
    case_list_free(&list);
}

void lines_adopt(struct results_file *file)
{
    for (size_t k = 0; k < file->count; k++) {
        file->runs[k].version = PROFILCHECK_VERSION;
        file->runs[k].tables = rederive_tables();
        for (size_t c = 0; c < file->runs[k].case_count; c++)
            adopt_case(file, &file->runs[k].cases[c]);
    }
}
