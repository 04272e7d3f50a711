/* SPDX-License-Identifier: MIT */
#include "generate.h"

enum { LONGEST = 4, LETTERS = 8 };

/* A call, with the word that stands for it in a case's name. */
struct letter {
    const char *word;
    const char *call;
};

#define ON_A                                                                   \
    {                                                                          \
        "onA", "profil a 16 0x1000 0x4000"                                     \
    }
#define ON_B                                                                   \
    {                                                                          \
        "onB", "profil b 16 0x1000 0x4000"                                     \
    }
#define OFF                                                                    \
    {                                                                          \
        "off", "profil a 16 0x1000 0"                                          \
    }
#define SIZE_ZERO                                                              \
    {                                                                          \
        "zero", "profil a 0 0x1000 0x4000"                                     \
    }
#define REGIONS                                                                \
    {                                                                          \
        "list", "sprofil [ c 16 0x1000 0x4000 ] 1 null ushort"                 \
    }
#define COUNT_ZERO                                                             \
    {                                                                          \
        "count0", "sprofil [ c 16 0x1000 0x4000 ] 0 null ushort"               \
    }

static const struct letter alphabets[DIALECTS][LETTERS + 1] = {
    [DIALECT_AIX] = {ON_A,
                     ON_B,
                     OFF,
                     SIZE_ZERO,
                     {"list", "profil [ 0x1000 0x1020 c 16 0x4000 ] -1 0 0"},
                     {"listoff", "profil [ ] -1 0 0"}},
    [DIALECT_IRIX] = {ON_A, ON_B, OFF, REGIONS, COUNT_ZERO},
    [DIALECT_HPUX] = {ON_A, ON_B, OFF, SIZE_ZERO},
    [DIALECT_FREEBSD] =
        {ON_A, ON_B, OFF, SIZE_ZERO, {"bad", "profil bad 16 0x1000 0x4000"}},
    [DIALECT_GLIBC] =
        {ON_A, ON_B, {"null", "profil null 0 0 0"}, OFF, REGIONS, COUNT_ZERO},
    [DIALECT_AIX_MONITOR] = {{"onA", "monitor 0x10000 0x10040 a 32 0"},
                             {"onB", "monitor 0x10000 0x10080 b 32 0"},
                             {"list",
                              "monitor 1 0 [ 0x10000 0x10060 c 64 0 ] -1 0"},
                             {"list0",
                              "monitor 0 0 [ 0x10000 0x10060 c 64 0 ] -1 0"},
                             {"stop", "monitor 0"},
                             {"pause", "moncontrol 0"},
                             {"resume", "moncontrol 1"},
                             {"startup", "monstartup 0x10000 0x10100"}},
    [DIALECT_GMON] = {{"start", "monstartup 0x20000 0x21000"},
                      {"wide", "monstartup 0x20000 0x22000"},
                      {"off", "moncontrol 0"},
                      {"on", "moncontrol 1"},
                      {"clean", "mcleanup"}},
};

/* In each, the number is even and the same however it is rounded; it is also
 * below 8, so that it is inside 16 bytes whatever its unit. */
static const char *const ticks[LONGEST] = {"0x1001", "0x1008", "0x1010",
                                           "0x1018"};

/* Of monitor, whose file tells no more than how many there were. */
static const char *const monitor_ticks[LONGEST] = {"0x10020", "0x10020 x2",
                                                   "0x10020 x4", "0x10020 x8"};

/* How a dialect's sequences are written, and how long they get. */
struct sequence_form {
    unsigned longest;
    const char *buffers;
    const char *const *ticks; /* one after each letter */
    const char *end;
};

static const struct sequence_form profil_form = {
    LONGEST, "buffer a 16\nbuffer b 16\nbuffer c 16\n", ticks, ""};
static const struct sequence_form monitor_form = {
    3, "buffer a 64\nbuffer b 64\nbuffer c 64\n", monitor_ticks,
    "file\nexit\n"};

static const char *const gmon_ticks[] = {"0x20010", "0x20020 x2", "0x20040 x4",
                                         "0x20080 x8"};
static const struct sequence_form gmon_form = {4, "", gmon_ticks, "profile\n"};

static const struct sequence_form *form_of(enum dialect dialect)
{
    if (dialect == DIALECT_GMON)
        return &gmon_form;
    return dialect == DIALECT_AIX_MONITOR ? &monitor_form : &profil_form;
}

/* The sequence of that length whose letters are the digits of number. */
static void put_sequence(FILE *out, enum dialect dialect, unsigned letters,
                         unsigned length, unsigned number)
{
    const struct sequence_form *form = form_of(dialect);
    const struct letter *sequence[LONGEST];

    for (unsigned i = length; i-- > 0; number /= letters)
        sequence[i] = &alphabets[dialect][number % letters];
    fputs("case seq", out);
    for (unsigned i = 0; i < length; i++)
        fprintf(out, "-%s", sequence[i]->word);
    fprintf(out, "\ndialect %s\n%s", dialect_table[dialect].name,
            form->buffers);
    for (unsigned i = 0; i < length; i++)
        fprintf(out, "%s\ntick %s\n", sequence[i]->call, form->ticks[i]);
    fputs(form->end, out);
}

static void write_sequences(FILE *out, enum dialect dialect)
{
    unsigned letters = 0;

    while (alphabets[dialect][letters].word)
        letters++;
    for (unsigned length = 1, count = letters;
         length <= form_of(dialect)->longest; length++, count *= letters)
        for (unsigned number = 0; number < count; number++)
            put_sequence(out, dialect, letters, length, number);
}

bool generate_sequences(struct case_list *list, enum dialect dialect)
{
    return generate_from(list, "generated sequences", write_sequences, dialect);
}
