/* SPDX-License-Identifier: MIT */
/* A wrong buffer as a picture: what was counted where, and what should have
 * been. */
#include <inttypes.h>

#include "html.h"

enum { LIMIT = 32, ROW = 22, LEFT = 150, WIDTH = 320, RIGHT = 170 };

/* Of a logarithmic scale, so that a one beside 65,535 is seen. */
static unsigned bar(uint64_t value)
{
    unsigned bits = 0;

    if (!value)
        return 0;
    while (bits < 63 && value >> (bits + 1))
        bits++;
    bits = bits < 16 ? bits : 16;
    return (bits + 1) * WIDTH / 17;
}

static void bin(const struct wrong_buffer *b, size_t k, FILE *out)
{
    const struct wrong_counter *counter = &b->bins[k];
    size_t y = k * ROW;
    bool wrong = counter->expected != counter->got;
    char words[96];

    html_put(out, "<text x=\"%u\" y=\"%u\" class=\"at\">", (size_t)LEFT - 8,
             y + 15);
    if (counter->at >= 0 && (uint64_t)counter->at < b->size)
        html_put(out, "%s[%u]", b->buffer, (size_t)counter->at / b->width);
    else
        fprintf(out, "byte %" PRId64 " (outside)", counter->at);
    html_put(out,
             "</text><rect class=\"want\" x=\"%u\" y=\"%u\" width=\"%u\" "
             "height=\"8\"/><rect class=\"%s\" x=\"%u\" y=\"%u\" width=\"%u\" "
             "height=\"8\"/>",
             (size_t)LEFT, y + 3, (size_t)bar(counter->expected),
             wrong ? "got wrong" : "got", (size_t)LEFT, y + 11,
             (size_t)bar(counter->got));
    snprintf(words, sizeof words,
             wrong ? "%" PRIu64 ", expected %" PRIu64 : "%" PRIu64,
             counter->got, counter->expected);
    html_put(out, "<text x=\"%u\" y=\"%u\">%s%s</text>\n",
             (size_t)LEFT + 8 +
                 (bar(counter->got) > bar(counter->expected)
                      ? bar(counter->got)
                      : bar(counter->expected)),
             y + 15, words, wrong ? " \xe2\x9c\x97" : "");
}

void html_histogram(const struct html_page *page, const struct result *c)
{
    const struct wrong_buffer *b = c->histogram;
    FILE *out = page->out;
    size_t shown;

    if (!b || !b->count || !b->width)
        return;
    shown = b->count < LIMIT ? b->count : LIMIT;
    html_put(out,
             "<figure><figcaption>Buffer %s: <span class=\"key want\">"
             "expected</span> above <span class=\"key got\">got</span>",
             b->buffer);
    if (b->scale)
        fprintf(out, ", offset 0x%" PRIx64 ", scale 0x%" PRIx64, b->offset,
                b->scale);
    fputs("; counters of 0 that are right are left out; lengths are "
          "logarithmic</figcaption>\n",
          out);
    html_put(out,
             "<svg role=\"img\" viewBox=\"0 0 %u %u\" width=\"%u\" "
             "height=\"%u\"><title>Counters of buffer %s</title><desc>",
             (size_t)LEFT + WIDTH + RIGHT, shown * ROW,
             (size_t)LEFT + WIDTH + RIGHT, shown * ROW, b->buffer);
    for (size_t k = 0; k < shown; k++)
        fprintf(out,
                "byte %" PRId64 ": expected %" PRIu64 ", got %" PRIu64 ". ",
                b->bins[k].at, b->bins[k].expected, b->bins[k].got);
    fputs("</desc>\n", out);
    for (size_t k = 0; k < shown; k++)
        bin(b, k, out);
    fputs("</svg>\n", out);
    if (shown < b->count)
        html_put(out, "<p>and %u more.</p>\n", b->count - shown);
    fputs("</figure>\n", out);
}
