/* SPDX-License-Identifier: MIT */
/*
 * Rows of tables that end in several words: EACH(ROW, a, b, x, y) is
 * ROW(a, b, x) ROW(a, b, y).  A row has eight of them at most.
 */
#ifndef REFERENCE_EACH_H
#define REFERENCE_EACH_H

#define EACH_1(row, a, b, word) row(a, b, word)
#define EACH_2(row, a, b, word, ...)                                           \
    row(a, b, word) EACH_1(row, a, b, __VA_ARGS__)
#define EACH_3(row, a, b, word, ...)                                           \
    row(a, b, word) EACH_2(row, a, b, __VA_ARGS__)
#define EACH_4(row, a, b, word, ...)                                           \
    row(a, b, word) EACH_3(row, a, b, __VA_ARGS__)
#define EACH_5(row, a, b, word, ...)                                           \
    row(a, b, word) EACH_4(row, a, b, __VA_ARGS__)
#define EACH_6(row, a, b, word, ...)                                           \
    row(a, b, word) EACH_5(row, a, b, __VA_ARGS__)
#define EACH_7(row, a, b, word, ...)                                           \
    row(a, b, word) EACH_6(row, a, b, __VA_ARGS__)
#define EACH_8(row, a, b, word, ...)                                           \
    row(a, b, word) EACH_7(row, a, b, __VA_ARGS__)
#define EACH_OF(a, b, c, d, e, f, g, h, each, ...) each
#define EACH(row, a, b, ...)                                                   \
    EACH_OF(__VA_ARGS__, EACH_8, EACH_7, EACH_6, EACH_5, EACH_4, EACH_3,       \
            EACH_2, EACH_1, )                                                  \
    (row, a, b, __VA_ARGS__)

#endif
