/* SPDX-License-Identifier: MIT */
/* A wrong buffer as two pictures: what was counted where, and below it what
 * is permitted. */
#include <inttypes.h>

#include "html.h"

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

/* Of a logarithmic scale, so that a one beside 65,535 is seen. */
static void column(const struct wrong_counter *counter, bool got, size_t k,
                   unsigned most, FILE *out)
{
    uint64_t value = got ? counter->got : counter->expected;
    size_t height = (size_t)digits(value) * HEIGHT / most;
    size_t x = LEFT + k * COLUMN;
    size_t y = (got ? 0 : ABOVE + HEIGHT) + ABOVE + HEIGHT - height;

    html_put(out,
             "<rect class=\"%s\" x=\"%u\" y=\"%u\" width=\"%u\" "
             "height=\"%u\"/>",
             !got                        ? "want"
             : is_counter_wrong(counter) ? "got wrong"
                                         : "got",
             x + 10, y, (size_t)COLUMN - 20, height);
    html_put(out, "<text class=\"value\" x=\"%u\" y=\"%u\">", x + COLUMN / 2,
             y - 4);
    fprintf(out, "%" PRIu64 "%s</text>\n", value,
            got && is_counter_wrong(counter) ? " \xe2\x9c\x97" : "");
}

static void place(const struct wrong_buffer *b,
                  const struct wrong_counter *counter, size_t k, FILE *out)
{
    html_put(out, "<text class=\"at\" x=\"%u\" y=\"%u\">",
             (size_t)LEFT + k * COLUMN + COLUMN / 2,
             (size_t)2 * (ABOVE + HEIGHT) + BELOW - 4);
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
             "<text x=\"0\" y=\"%u\">got</text><text x=\"0\" "
             "y=\"%u\">permitted</text>\n",
             (size_t)ABOVE + HEIGHT, (size_t)2 * (ABOVE + HEIGHT));
    for (unsigned got = 0; got < 2; got++)
        html_put(out, "<path class=\"base\" d=\"M%u %uH%u\"/>\n", (size_t)LEFT,
                 (size_t)(got + 1) * (ABOVE + HEIGHT), width);
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
