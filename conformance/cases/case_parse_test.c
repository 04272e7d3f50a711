/* SPDX-License-Identifier: MIT */
/* Texts that are refused, and what is said of them. */
#include "case.h"
#include "reference/unit_test.h"

#include <stdlib.h>
#include <string.h>

static const struct refused {
    const char *text;  /* after "case a\n", but for the first rows */
    const char *error; /* how it begins, after "t:" */
} refused[] = {
    {"!tick 1\n", "1: read tick, expected case"},
    {"!case\n", "1: read the end of the line, expected a name of letters"},
    {"!case a.b\n", "1: read a.b, expected a name of letters"},
    {"!case a123456789b123456789c123456789d123456789e123456789f123456789g123\n",
     "1: read a123456789b123456789c123456789d123456789..., expected a name"},
    {"!case a b\n", "1: read b, expected the end of the line"},
    {"!case a\ntick 1\ncase a\n", "3: read a, expected a new name: line 1"},
    {"!case a\n\n", "2: read the end of the file, expected an operation"},
    {"case b\n", "2: read case, expected an operation"},
    {"dialect\n", "2: read the end of the line, expected a dialect"},
    {"dialect aix sunos\n", "2: read sunos, expected a dialect"},
    {"dialect aix aix\n", "2: read aix, expected a dialect once only"},
    {"dialect aix\ndialect irix\n", "3: read dialect, expected one dialect"},
    {"tick 1\ndialect aix\n", "3: read dialect, expected an operation: it"},
    {"address 24\n", "2: read 24, expected 16, 32 or 64"},
    {"address 32\naddress 32\n", "3: read address, expected one address"},
    {"tick 1\naddress 32\n", "3: read address, expected an operation: it"},
    {"expect 3\n", "2: read expect, expected an operation or case"},
    {"tick\n", "2: read the end of the line, expected a pc: a number"},
    {"tick pc\n", "2: read pc, expected a pc: a number"},
    {"tick 010\n", "2: read 010, expected a pc: a number"},
    {"tick 0x\n", "2: read 0x, expected a pc: a number"},
    {"tick 1a\n", "2: read 1a, expected a pc: a number"},
    {"tick 18446744073709551616\n", "2: read 18446744073709551616, "
                                    "expected a pc: a number"},
    {"address 16\ntick 0x10000\n", "3: read 0x10000, expected a pc: at most "
                                   "65535 (0xffff)"},
    {"address 32\ntick 0x100000000\n", "3: read 0x100000000, expected a pc"},
    {"tick 1 x0\n", "2: read x0, expected x and a number from 1"},
    {"tick 1 x\n", "2: read x, expected x and a number from 1"},
    {"buffer null 4\n", "2: read null, expected a buffer's name"},
    {"buffer 4b 4\n", "2: read 4b, expected a buffer's name"},
    {"buffer a234567890123456 4\n", "2: read a234567890123456, expected a b"},
    {"buffer b\n", "2: read the end of the line, expected a buffer's size"},
    {"buffer b 16777217\n", "2: read 16777217, expected a buffer's size: at "
                            "most 16777216"},
    {"buffer b 4\nbuffer b 4\n", "3: read b, expected a new name: this"},
    {"buffer b 4 fill8=1\n", "2: read fill8=1, expected fill16="},
    {"buffer b 4 fill16=\n", "2: read fill16=, expected fill16="},
    {"buffer b 4 fill16=0x10000\n", "2: read fill16=0x10000, expected a num"},
    {"buffer b 4 fill32=x\n", "2: read fill32=x, expected a number of 32"},
    {"buffer b 4 shared fill16=1\n", "2: read fill16=1, expected the end"},
    {"buffer a 1\nbuffer b 1\nbuffer c 1\nbuffer d 1\nbuffer e 1\n"
     "buffer f 1\nbuffer g 1\nbuffer h 1\nbuffer i 1\n",
     "10: read buffer, expected at most 8 buffers"},
    {"fork\nbuffer b 4\nend\n", "3: read buffer, expected buffers before"},
    {"profil b 4 0 0\n", "2: read b, expected a buffer declared before, nu"},
    {"buffer b 4\nprofil b+5 0 0 0\n", "3: read b+5, expected at most +4"},
    {"buffer b 4\nprofil b+ 0 0 0\n", "3: read b+, expected a number after"},
    {"buffer b 4\nprofil b+2 3 0 0\n", "3: read 3, expected a size within "
                                       "the buffer, or 128 bytes"},
    {"profil bad 0x80000000 0 0\n", "2: read 0x80000000, expected a size"},
    {"address 16\nprofil bad 65536 0 0\n", "3: read 65536, expected a size"},
    {"buffer b 4\nprofil b+2 129 0 0\n", "3: read 129, expected a size within"},
    {"buffer b 4\nsweep 0 4 2 b 5\n", "3: read 5, expected a size in bytes, "
                                      "within the buffer: at most 4 (0x4)"},
    {"profil bad 4 0 0x100000000\n", "2: read 0x100000000, expected a scale"},
    {"profil bad 4 0\n", "2: read the end of the line, expected a scale"},
    {"profil bad 4 0 0 0\n", "2: read 0, expected the end of the line"},
    {"buffer b 4\nprofil b -1 0 0\n", "3: read b, expected [, null or bad"},
    {"profil [ ] 4 0 0\n", "2: read 4, expected -1"},
    {"profil [ ] -1 4 0\n", "2: read 4, expected 0"},
    {"profil [ ] -1 0 4\n", "2: read 4, expected 0"},
    {"profil [ 0 4 bad 4 2 bad\n", "2: read bad, expected ; or ]"},
    {"profil [ 0 4 bad 4 2 ; ] -1 0 0\n", "2: read ], expected p_low"},
    {"profil [ 0 4 bad 4 -2 ] -1 0 0\n", "2: read -2, expected a scale"},
    {"dialect aix hpux\nprofil [ ] -1 0 0\n", "3: read profil, expected a ca"},
    {"dialect hpux\nsprofil [ ] 0 tv 0\n", "3: read sprofil, expected a call"},
    {"profil [ ] -1 0 0\nsprofil [ ] 0 tv 0\n", "3: read sprofil, expected a"},
    {"sprofil 4 0 tv 0\n", "2: read 4, expected [, null or bad"},
    {"sprofil [ ] 81 tv 0\n", "2: read 81, expected profcnt"},
    {"sprofil [ ] - tv 0\n", "2: read -, expected profcnt"},
    {"sprofil [ ] 0 0 0\n", "2: read 0, expected tv, null or bad"},
    {"sprofil [ ] 0 tv short\n", "2: read short, expected 0, or ushort"},
    {"sprofil [ ] 0 tv uint|\n", "2: read uint|, expected 0, or ushort"},
    {"sprofil [ ] 0 tv uint|uint\n", "2: read uint|uint, expected 0, or"},
    {"stream seed=7 n=1 over=far\n", "2: read stream, expected a call before"},
    {"profil bad 4 0 0\nstream seed=7 n=1 over=far\n",
     "3: read stream, expected a call before"},
    {"stream\n", "2: read the end of the line, expected seed= and a value"},
    {"stream seed=a\n", "2: read seed=a, expected seed= and a number"},
    {"stream seed=7 n=0\n", "2: read n=0, expected n= and a number from 1"},
    {"stream seed=7 n=16777217\n", "2: read n=16777217, expected n= and a"},
    {"stream seed=7 n=1 far\n", "2: read far, expected over= and a value"},
    {"stream seed=7 n=1 over=near\n", "2: read over=near, expected over= ed"},
    {"buffer b 4\nsweep 4 4 1 b 4\n", "3: read 4, expected an end above"},
    {"buffer b 4\nsweep 4 8 0 b 4\n", "3: read sweep, expected a step that"},
    {"buffer b 4\nsweep 0 0x1000001 1 b 4\n", "3: read sweep, expected a st"},
    {"sweep 4 8 1 null 4\n", "2: read null, expected a buffer declared bef"},
    {"unmap b\n", "2: read b, expected a buffer declared before"},
    {"remap null\n", "2: read null, expected a buffer declared before"},
    {"protect\n", "2: read the end of the line, expected a buffer declared"},
    {"sleep 4 10001\n", "2: read 10001, expected milliseconds: at most"},
    {"caller\n", "2: read the end of the line, expected set or check"},
    {"caller check\n", "2: read check, expected caller set before it"},
    {"end\n", "2: read end, expected fork before it"},
    {"fork\nfork\nfork\n", "4: read fork, expected end first"},
    {"fork\nfork\nexec\ntick 1\n", "5: read tick, expected end: the process"},
    {"fork\nfork\nend\n", "4: read the end of the file, expected end, for the"},
    {"fork\n", "2: read the end of the file, expected end, for the fork in "
               "line 2"},
    {"fork\ncase b\n", "3: read case, expected end, for the fork in line 2"},
    {"exec\ntick 1\n", "3: read tick, expected case: the process is gone"},
    {"fork\nexec\ntick 1\n", "4: read tick, expected end: the process is"},
    {"exec now\n", "2: read now, expected the end of the line"},
    {"exit\ntick 1\n", "3: read tick, expected case: the process is gone"},
    {"fork\nexit\ntick 1\n", "4: read tick, expected end: the process is gone"},
    {"dialect aix\nexit\n", "3: read exit, expected a call that every"},
    {"dialect aix\nfile\n", "3: read file, expected a call that every"},
    {"profil bad 4 0 0\nfile\n", "3: read file, expected a call of a dialect"},
    {"dialect aix\nmoncontrol 0\n", "3: read moncontrol, expected a call"},
    {"dialect aix-monitor\nprofil bad 4 0 0\n", "3: read profil, expected a"},
    {"monitor\n", "2: read the end of the line, expected lowpc, an address"},
    {"monitor 1\n", "2: read 1, expected 0 where it is the only argument"},
    {"monitor 1 2\n", "2: read the end of the line, expected a buffer decl"},
    {"monitor 1 2 null\n", "2: read the end of the line, expected bufsize"},
    {"monitor 1 2 null -1\n", "2: read the end of the line, expected nfunc"},
    {"monitor 1 2 null 1 -1\n", "2: read -1, expected nfunc, a number of"},
    {"buffer b 4\nmonitor 1 2 b 3 0\n", "3: read 3, expected bufsize: shorts "
                                        "within the buffer"},
    {"buffer b 4\nmonitor 1 2 b+1 2 0\n", "3: read 2, expected bufsize: sho"},
    {"monitor 1 2 [ 1 2 bad 4 0 ] 4 0\n", "2: read 4, expected -1"},
    {"monstartup 1\n", "2: read the end of the line, expected highpc, an"},
    {"moncontrol -1\n", "2: read -1, expected a mode, a number"},
    {"monitor 0\nmcleanup\n", "3: read mcleanup, expected a call of a dial"},
    {"file\nrate\n", "3: read rate, expected a call of a dialect that h"},
    {"calls 1 x0\n", "2: read x0, expected x and a number from 1"},
    {"calls 64 127\n", "2: read 64, expected a function 64 bytes or more"},
    {"calls 64\ncalls 1\n", "3: read 1, expected a function 64 bytes or mo"},
    {"calls 0 64 128 192 256 320 384 448 512 576 640 704 768 832 896 960\n"
     "calls 0 1024\n",
     "3: read 0, expected at most 16 functions"},
    {"\x01\x7f\n", "2: read ??, expected an operation or case"},
    {"aaaaaaaaaabbbbbbbbbbccccccccccddddddddddE\n",
     "2: read aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd..., expected an op"},
};

TEST(a_mistake_is_named_with_its_place)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const struct refused *row = &refused[i];
        struct case_list list = {0};
        struct case_error error = {""};
        char text[400], wanted[200];

        snprintf(text, sizeof text, "%s%s", *row->text == '!' ? "" : "case a\n",
                 row->text + (*row->text == '!'));
        snprintf(wanted, sizeof wanted, "t:%s", row->error);
        if (case_list_parse(&list, "t", text, strlen(text), &error))
            fail_msg("accepted: %s", text);
        if (strncmp(error.text, wanted, strlen(wanted)) != 0)
            fail_msg("said: %s\nnot:  %s", error.text, wanted);
        case_list_free(&list);
    }
}

TEST(cases_before_the_mistake_are_kept)
{
    static const char text[] = "case a\ntick 1\ncase b\ntick 2\ntock 3\n";
    struct case_list list = {0};
    struct case_error error;

    assert_false(case_list_parse(&list, "t", text, strlen(text), &error));
    assert_int_equal(list.count, 1);
    assert_string_equal(list.cases[0].slug, "a");
    case_list_free(&list);
}

/* The same name in two files is no mistake; an exec in a child leaves the
 * parent alive; a list may be full. */
TEST(what_is_allowed_is_read)
{
    static const char text[] = "case a\nfork\nexec\nend\nfork\ntick 1\nend\n"
                               "tick 1\nexec\n";
    struct case_list list = {0};
    struct case_error error;
    char full[4000] = "case full\nsprofil [ null 0 0 0", *end;

    assert_true(case_list_parse(&list, "t", text, strlen(text), &error));
    assert_true(case_list_parse(&list, "u", text, strlen(text), &error));
    for (unsigned i = 1; i < SCRIPT_LIST; i++)
        strcat(full, " ; null 0 0 0");
    end = full + strlen(full);
    strcpy(end, " ] 80 null 0\n");
    assert_true(case_list_parse(&list, "v", full, strlen(full), &error));
    assert_int_equal(list.cases[2].script.ops[0].call.listed, SCRIPT_LIST);
    strcpy(end, " ; null 0 0 0 ] 80 null 0\n");
    assert_false(case_list_parse(&list, "v", full, strlen(full), &error));
    assert_string_equal(error.text, "v:2: read null, expected ]: a list "
                                    "holds at most 80 regions");
    case_list_free(&list);
}

TESTS(NULL, NULL)
