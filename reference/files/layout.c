/* SPDX-License-Identifier: MIT */
#include "layout.h"

static const char *const layout_names[LAYOUTS] = {
    [LAYOUT_ANY] = "auto",
    [LAYOUT_MON] = "mon",
    [LAYOUT_GMON_42] = "gmon-4.2bsd",
    [LAYOUT_GMON_44] = "gmon-4.4bsd",
    [LAYOUT_GMON_FREEBSD] = "gmon-freebsd",
    [LAYOUT_GMON_TAGGED] = "gmon-glibc",
    [LAYOUT_GMON_PS2SDK] = "gmon-ps2sdk",
    [LAYOUT_GMON_MINGW64] = "gmon-mingw64",
};

const struct encoding file_encodings[FILE_ENCODINGS] = {
    {ORDER_LITTLE, 8}, {ORDER_BIG, 8}, {ORDER_LITTLE, 4}, {ORDER_BIG, 4},
    {ORDER_LITTLE, 2}, {ORDER_BIG, 2}, {ORDER_PDP, 2},
};

bool encoding_exists(enum file_layout layout, struct encoding encoding)
{
    unsigned least = layout == LAYOUT_MON ? 2 : 4, most = 8;

    if (layout == LAYOUT_GMON_PS2SDK)
        most = 4;
    if (layout == LAYOUT_GMON_MINGW64)
        least = 8;
    for (unsigned k = 0; k < FILE_ENCODINGS; k++)
        if (file_encodings[k].order == encoding.order &&
            file_encodings[k].word == encoding.word)
            return encoding.word >= least && encoding.word <= most;
    return false;
}

const char *file_layout_name(enum file_layout layout)
{
    return layout_names[layout];
}
