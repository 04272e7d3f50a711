/* SPDX-License-Identifier: MIT */
/*
 * All short scripts over a page's letters, each judged by both readings, and
 * the differences in words.
 *
 * A script is: the page's buffers; up to `depth` letters; the page's last
 * ticks.  A tick letter gives its pcs different counts, powers of two, so
 * that each counter shows which pcs went to it.  A page's alphabets are in
 * NAME.scripts, in the language of conformance/CASES.md:
 *
 *     alphabet NAME DEPTH
 *     buffer a 16                 the buffers
 *     profil a 16 0x1000 0xffff   a letter a line
 *     [once] fork / tick 2 / end  one of several operations
 *     finish
 *     tick 0x1000 0x1002 x2       the last operations, to an empty line
 *
 * Of a letter may be said: last, nothing comes after it; shallow, it is not in
 * the longest scripts; once, in a script; gone and back, a buffer goes or comes
 * back, only in turn.
 */
#ifndef REFERENCE_SCRIPTS_TEST_H
#define REFERENCE_SCRIPTS_TEST_H

#include <stdio.h>
#include <stdlib.h>

#include "against_test.h"
#include "conformance/base/whole_file.h"
#include "conformance/language/parsed_test.h"

enum { MOST_LETTERS = 64, MOST_DEPTH = 4, MOST_TEXT = 1000 };

struct letter {
    char name[MOST_TEXT];
    const struct op *ops;
    size_t count;
    bool last, shallow, once, gone, back;
};

struct alphabet {
    const struct op *buffers; /* buffer i is operation i */
    size_t buffer_count;
    struct letter letters[MOST_LETTERS];
    unsigned letter_count;
    struct letter finish;
    unsigned depth;
    char buffer_lines[MOST_TEXT];
    struct case_list cases[MOST_LETTERS + 2]; /* they own the operations */
    unsigned case_count;
};

/* ---- alphabets ---- */

static const char *page; /* its name in reference/reading/ */

/* The operations that follow the buffers in a case of these lines. */
static void operations(struct alphabet *a, const char *lines,
                       const struct op **ops, size_t *count)
{
    const struct test_case *c;
    char *text;

    assert_true(a->case_count < MOST_LETTERS + 2);
    assert_true(asprintf(&text, "case x\n%s%s", a->buffer_lines, lines) >= 0);
    c = parsed(&a->cases[a->case_count++], text);
    free(text);
    *ops = c->script.ops + a->buffer_count;
    *count = c->script.count - a->buffer_count;
    for (size_t k = 0; k < *count; k++)
        assert_true((*ops)[k].kind != OP_CALL ||
                    (*ops)[k].call.listed <= MOST_REGIONS);
}

/* "[FLAG ...] OPERATION / OPERATION ..." */
static void letter_of(struct alphabet *a, struct letter *l, const char *line)
{
    char flags[40] = "", lines[MOST_TEXT], *slash;

    if (*line == '[') {
        snprintf(flags, sizeof flags, "%.*s", (int)strcspn(line, "]"), line);
        line += strcspn(line, "]") + 2;
    }
    l->last = strstr(flags, "last") != NULL;
    l->shallow = strstr(flags, "shallow") != NULL;
    l->once = strstr(flags, "once") != NULL;
    l->gone = strstr(flags, "gone") != NULL;
    l->back = strstr(flags, "back") != NULL;
    snprintf(l->name, sizeof l->name, "%s", line);
    snprintf(lines, sizeof lines, "%s\n", line);
    while ((slash = strstr(lines, " / ")) != NULL)
        slash[1] = '\n';
    operations(a, lines, &l->ops, &l->count);
}

static void take_line(struct alphabet *a, char *line, char *finish)
{
    if (strncmp(line, "buffer ", 7) == 0) {
        strcat(strcat(a->buffer_lines, line), "\n");
        a->buffer_count++;
    } else if (strcmp(line, "finish") == 0) {
        strcpy(finish, "\n");
    } else if (*finish) {
        strcat(strcat(finish, line), "\n");
    } else {
        assert_true(a->letter_count < MOST_LETTERS);
        letter_of(a, &a->letters[a->letter_count++], line);
    }
}

/* The alphabet of that name, in memory of its own, for free_alphabet. */
static struct alphabet *alphabet_of(const char *name)
{
    struct alphabet *a = calloc(1, sizeof *a);
    char path[100], head[100], finish[MOST_TEXT] = "", *rest = NULL, *line;
    struct whole_file file;
    size_t all;

    assert_non_null(a);
    snprintf(path, sizeof path, "reference/reading/%s.scripts", page);
    assert_true(whole_file_read(&file, path));
    snprintf(head, sizeof head, "\nalphabet %s ", name);
    line = strstr(file.text, head);
    assert_non_null(line);
    a->depth = (unsigned)strtoul(line + strlen(head), &line, 10);
    assert_in_range(a->depth, 1, MOST_DEPTH);
    *(strstr(line, "\n\n") ? strstr(line, "\n\n") : line + strlen(line)) = '\0';
    for (line = strtok_r(line, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest))
        take_line(a, line, finish);
    operations(a, finish, &a->finish.ops, &a->finish.count);
    all = a->buffer_count;
    a->buffer_count = 0; /* of a case of buffers alone, all */
    operations(a, "", &a->buffers, &a->buffer_count);
    assert_int_equal(a->buffer_count, all);
    free(file.text);
    return a;
}

static void free_alphabet(struct alphabet *a)
{
    for (unsigned k = 0; k < a->case_count; k++)
        case_list_free(&a->cases[k]);
    free(a);
}

struct tally {
    size_t scripts, pictures, forbidden, missing;
    bool quiet;
};

/* One in so many of the longest scripts; with the argument "all", each. */
static unsigned every = 3;

/* ---- words ---- */

static void print_image(const struct image *image, int process, int buffer,
                        uint32_t size)
{
    bool zones = true;

    print_error("    %s %c:", process ? "child's" : "buffer", 'a' + buffer);
    if (image->gone) {
        print_error(" gone\n");
        return;
    }
    for (uint32_t i = 0; i + 1 < size; i += 2) {
        uint16_t counter;
        memcpy(&counter, image->byte + SCRIPT_ZONE + i, 2);
        if (image->any[SCRIPT_ZONE + i])
            print_error(" any");
        else
            print_error(" %d", counter);
    }
    for (uint32_t i = 0; i < SCRIPT_ZONE; i++)
        zones = zones && image->byte[i] == SCRIPT_CANARY &&
                image->byte[SCRIPT_ZONE + size + i] == SCRIPT_CANARY;
    print_error("%s\n", zones ? "" : ", and its surroundings were written to");
}

static void print_answer(const struct answer *a, int op)
{
    print_error("    operation %d:", op);
    if (a->value == VALUE_UNSEEN)
        print_error(" any value");
    else if (a->value == VALUE_NOT_ZERO)
        print_error(" not 0");
    else
        print_error(" %d", (int)a->value);
    if (a->error == ERROR_UNSEEN)
        print_error(", any errno");
    else
        print_error(", errno %d", (int)a->error);
    if (a->tick_time != TIME_NOT_ASKED || a->fast != TIME_NOT_ASKED)
        print_error(", tick time %d, fast %d", a->tick_time, a->fast);
    print_error("\n");
}

static void print_look(const struct look *look, int op)
{
    static const char *const state[] = {"absent", "empty", "unreadable",
                                        "gmon.out", "written"};

    print_error("    operation %d: the file is", op);
    for (int i = 0; i <= FILE_WRITTEN; i++)
        if (look->maybe[i])
            print_error(" %s", state[i]);
    if (look->any_ticks)
        print_error(", any ticks");
    else
        print_error(", %llu ticks", (unsigned long long)look->ticks);
    if (look->any_calls)
        print_error(", any calls\n");
    else
        print_error(", %llu calls of %llu functions\n",
                    (unsigned long long)look->calls,
                    (unsigned long long)look->functions);
}

static void print_picture(const struct picture *p, const struct script *script)
{
    for (int i = 0; i < MOST_OPS; i++) {
        if (p->answer[0][i].given)
            print_answer(&p->answer[0][i], i);
        if (p->look[i].taken)
            print_look(&p->look[i], i);
    }
    if (p->child || p->exec)
        print_error("    child %d, exec %d\n", p->child - 1, p->exec - 1);
    if (p->wild_from != TAME)
        print_error("    anything, from operation %d on\n", p->wild_from);
    else if (p->died_in != TAME)
        print_error("    died in operation %d\n", p->died_in);
    else
        for (int i = 0; i < 2 * MOST_BUFFERS; i++) {
            const struct image *image = &p->image[0][0] + i;
            if (image->there)
                print_image(image, i / MOST_BUFFERS, i % MOST_BUFFERS,
                            script->ops[i % MOST_BUFFERS].size);
        }
}

static void print_reading(const struct read *read)
{
    for (int i = 0; i < MOST_READINGS; i++)
        if (read->way[i] >= 0)
            print_error("    %s: %s\n", reader.words[i].page,
                        i == reader.mistaken
                            ? "(the mistake)"
                            : reader.words[i].way[read->way[i]]);
}

/* ---- judging ---- */

static void judge_script(const struct script *script, const char *name,
                         struct tally *tally)
{
    static struct pictures theirs, ours;
    size_t forbidden = 0, missing = 0;
    int shown = tally->quiet ? 1 : 0;

    permitted_by_reference(script, &theirs);
    permitted_by_reading(script, &ours);
    tally->scripts++;
    tally->pictures += ours.count;
    for (size_t i = 0; i < theirs.count; i++) {
        if (permitted(&theirs.of[i], &ours, false))
            continue;
        if (forbidden++ == 0 && !shown && tally->forbidden < MOST_SHOWN) {
            print_error("The reference permits what the page forbids:\n  %s\n",
                        name);
            print_picture(&theirs.of[i], script);
        }
    }
    for (size_t i = 0; i < ours.count; i++) {
        if (permitted(&ours.of[i], &theirs, true))
            continue;
        if (missing++ == 0 && !shown && tally->missing < MOST_SHOWN) {
            print_error("The page permits what the reference does not:\n  %s\n",
                        name);
            print_picture(&ours.of[i], script);
            print_reading(&ours.read[i]);
        }
    }
    tally->forbidden += forbidden != 0;
    tally->missing += missing != 0;
}

static size_t append(struct op *ops, size_t count, const struct letter *l)
{
    for (size_t i = 0; i < l->count; i++) {
        assert_true(count < MOST_OPS);
        ops[count++] = l->ops[i];
    }
    return count;
}

/* By the sum of the letters, so that each is in each place. */
static bool is_left_out(const struct alphabet *a, const unsigned *which,
                        unsigned length)
{
    unsigned sum = 0;

    for (unsigned i = 0; i < length; i++)
        sum += which[i];
    return length == a->depth && length > 1 && sum % every != 0;
}

/* One script: these letters, by their numbers. */
static void judge_letters(const struct alphabet *a, const unsigned *which,
                          unsigned length, struct tally *tally)
{
    struct op ops[MOST_OPS];
    char name[MOST_DEPTH * MOST_TEXT] = "";
    size_t count = a->buffer_count;
    bool ended = false, gone = false, once = false;

    if (is_left_out(a, which, length))
        return;
    memcpy(ops, a->buffers, count * sizeof *ops);
    for (unsigned i = 0; i < length; i++) {
        const struct letter *l = &a->letters[which[i]];
        if (ended || (l->shallow && length == a->depth) || (l->gone && gone) ||
            (l->back && !gone) || (l->once && once))
            return;
        count = append(ops, count, l);
        ended = l->last;
        once = once || l->once;
        gone = (gone || l->gone) && !l->back;
        snprintf(name + strlen(name), sizeof name - strlen(name), "%s%s",
                 i ? "; " : "", l->name);
    }
    if (!ended)
        count = append(ops, count, &a->finish);
    judge_script(
        &(struct script){.ops = ops, .count = count, .address_bits = 64}, name,
        tally);
}

/* All scripts of up to that many letters. */
static struct tally judge_alphabet(const struct alphabet *a, bool quiet)
{
    struct tally tally = {.quiet = quiet};

    for (unsigned length = 0; length <= a->depth; length++) {
        unsigned which[MOST_DEPTH] = {0};
        unsigned place;

        do {
            judge_letters(a, which, length, &tally);
            for (place = 0; place < length; place++) {
                if (++which[place] < a->letter_count)
                    break;
                which[place] = 0;
            }
        } while (place < length);
    }
    return tally;
}

static void no_differences(const char *name)
{
    struct alphabet *a = alphabet_of(name);
    struct tally tally = judge_alphabet(a, false);

    print_error(
        "%zu scripts, %zu pictures; scripts in which the reference permits "
        "too much: %zu, too little: %zu\n",
        tally.scripts, tally.pictures, tally.forbidden, tally.missing);
    assert_int_equal(tally.forbidden, 0);
    assert_int_equal(tally.missing, 0);
    free_alphabet(a);
}

/* A model that reads these words as nobody can must be seen not to bear
 * what the reference does in more scripts. */
static void notices(const char *name, int row)
{
    struct alphabet *a = alphabet_of(name);
    struct tally right, mistaken;

    a->depth = 1;
    right = judge_alphabet(a, true);
    reader.mistaken = row;
    mistaken = judge_alphabet(a, true);
    reader.mistaken = -1;
    assert_true(mistaken.forbidden > right.forbidden);
    free_alphabet(a);
}

/* Tests: that the scripts of an alphabet lead to the same, and that a mistake
 * is noticed; and the program of a page, whose words are `rows`. */
#define SAME(name, alphabet)                                                   \
    TEST(name)                                                                 \
    {                                                                          \
        no_differences(alphabet);                                              \
    }
#define NOTICED(name, alphabet, row)                                           \
    TEST(name)                                                                 \
    {                                                                          \
        notices(alphabet, row);                                                \
    }
#define PAGE_TESTS(dialect, name)                                              \
    int main(int argc, char **argv)                                            \
    {                                                                          \
        page = name;                                                           \
        read_dialect = DIALECT_##dialect;                                      \
        reader.words = rows;                                                   \
        if (argc == 2 && strcmp(argv[1], "all") == 0)                          \
            every = 1;                                                         \
        return RUN_TESTS(NULL, NULL);                                          \
    }

#endif
