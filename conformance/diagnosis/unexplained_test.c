/* SPDX-License-Identifier: MIT */
/*
 * What is found in libraries that do as their dialect permits, but for this,
 * compared with libraries.txt; see golden_test.h.  A row is a dialect and what
 * a library of it does, with semicolons between:
 *
 *     RULE=CHOICE...               in all calls
 *     RULE=CHOICE, in PLACE        in these calls alone
 *     NAME[, in PLACE][, by N]     a defect of no table (strange_test.h)
 *     scale twice, but each N      but in each N-th case that it changes
 *     sizes 1 less, but each N
 *     bytes swapped                in all counters
 *     SLUG dies in N               in that operation
 *     SLUG counts more in N        in that counter
 *     SLUG undelivered             no tick was delivered
 *     only SLUG...                 of all cases these are seen
 *
 * What is found are the causes of no rule, and those of a rule, by interface.
 */
#include <string.h>

#include "conformance/judge/blame_test.h"
#include "conformance/judge/golden_test.h"
#include "conformance/judge/sentence.h"
#include "conformance/judge/suite_test.h"
#include "distortion.h"
#include "text.h"
#include "unexplained.h"

static unsigned understood; /* items of a row */

static enum strange_place place_of(const char *item)
{
    static const char *const places[] = {
        "all", "lists", "second", "odd-size", "odd-offset", "short-range"};
    const char *in = strstr(item, ", in ");
    unsigned k = 0;

    while (in && k < PLACE_SHORT_RANGE &&
           strncmp(in + 5, places[k], strlen(places[k])) != 0)
        k++;
    return (enum strange_place)k;
}

static void take_choices(struct planted *p, const char *item)
{
    char rule[32], choice[32];

    for (int n; sscanf(item, " %31[a-z-]=%31[^ ,]%n", rule, choice, &n) == 2;
         item += n) {
        int r = rule_by_name(rule), c = choice_by_name((enum rule)r, choice);
        enum strange_place place = place_of(item);

        assert_true(c >= 0);
        *(place ? &p->partial : &p->behaviour.choice[r]) = (uint16_t)c;
        p->partial_in = place ? place : p->partial_in;
        understood += item[n] != ' ';
    }
}

static void take_strange(struct planted *p, const char *item)
{
    const char *by = strstr(item, ", by ");

    for (unsigned k = 0; k < STRANGES; k++) {
        size_t length = strlen(strange_table[k].name);

        if (strncmp(item, strange_table[k].name, length) == 0 &&
            strchr(",", item[length])) {
            p->strange[p->strange_count++] =
                (struct strange_planted){&strange_table[k], place_of(item),
                                         by ? (unsigned)atoi(by + 5) : 0};
            understood++;
        }
    }
}

/* In a counter of each buffer. */
static void count_more(const struct outcome *seen, unsigned counter)
{
    for (size_t k = 0; k < seen->count; k++) {
        const struct event *e = &seen->events[k];

        if (e->kind == EVENT_BUFFER && e->size > 2 * SCRIPT_ZONE)
            ((unsigned char *)e->bytes)[SCRIPT_ZONE + 2 * counter] += 7;
    }
}

static void swap_bytes(struct outcome *seen)
{
    for (size_t i = 0; i < seen->count; i++) {
        const struct event *e = &seen->events[i];
        unsigned char *at = (unsigned char *)e->bytes + SCRIPT_ZONE;

        for (size_t n = 2 * SCRIPT_ZONE + 1;
             e->kind == EVENT_BUFFER && n < e->size; n += 2, at += 2) {
            unsigned char low = at[0];

            at[0] = at[1];
            at[1] = low;
        }
    }
}

/* What a case shows.  False: there is no such way. */
static bool spoil_case(struct observation *seen, const char *how)
{
    unsigned n = 0;

    if (sscanf(how, "dies in %u", &n) == 1)
        strange_die(seen, n);
    else if (sscanf(how, "counts more in %u", &n) == 1)
        count_more(&seen->outcome, n);
    else if (strcmp(how, "undelivered") == 0)
        seen->delivered = 0;
    else if (strcmp(how, "swapped") == 0)
        swap_bytes(&seen->outcome);
    else
        return false;
    return true;
}

static void spoil_cases(struct planted *p, const char *item)
{
    size_t length = strcspn(item, " ");
    bool all = strcmp(item, "bytes swapped") == 0, any = false;

    for (size_t k = 0; k < p->n; k++)
        if (all || (strncmp(item, p->cases[k]->slug, length) == 0 &&
                    !p->cases[k]->slug[length]))
            any |=
                spoil_case(&p->seen[k], item + length + (item[length] == ' '));
    understood += any;
}

/* It does to each case what a distortion does, but for each n-th of those that
 * it changes. */
static void distort(struct planted *p, const struct distortion *d, unsigned n)
{
    struct planted other = *p;
    struct arena arena = {0};
    unsigned changed = 0;

    other.cases = calloc(p->n + 1, sizeof *other.cases);
    for (size_t k = 0; k < p->n; k++) {
        other.cases[k] = distortion_case(d, p->cases[k], &arena);
        if (other.cases[k] != p->cases[k] && changed++ % n == n - 1)
            other.cases[k] = p->cases[k];
    }
    planted_forget(p, p->seen);
    planted_observe(&other, &p->behaviour, p->seen);
    free(other.cases);
    arena_free(&arena);
    understood++;
}

static void distort_all(struct planted *p, const char *item)
{
    static const struct distortion twice = {.kind = DISTORTION_TWICE},
                                   shorter = {.kind = DISTORTION_SIZE,
                                              .amount = -1},
                                   by_two = {.kind = DISTORTION_SIZE,
                                             .amount = -2};
    unsigned n;

    if (sscanf(item, "scale twice, but each %u", &n) == 1)
        distort(p, &twice, n);
    if (sscanf(item, "sizes 1 less, but each %u", &n) == 1)
        distort(p, &shorter, n);
    if (sscanf(item, "sizes 2 less, but each %u", &n) == 1)
        distort(p, &by_two, n);
}

static void see_only(struct planted *p, const char *item)
{
    char all[200], slug[100];
    bool *only;

    if (strncmp(item, "only ", 5) != 0)
        return;
    p->only = only = calloc(p->n + 1, sizeof *only);
    understood++;
    snprintf(all, sizeof all, "%s ", item);
    for (size_t k = 0; k < p->n; k++) {
        snprintf(slug, sizeof slug, " %s ", p->cases[k]->slug);
        only[k] = strstr(all, slug) != NULL;
    }
}

static void for_each_item(struct planted *p, const char *words,
                          void (*take)(struct planted *p, const char *item))
{
    char *copy = memory_text(words), *rest = copy, *item;

    strsep(&rest, ";"); /* the dialect */
    while ((item = strsep(&rest, ";")))
        take(p, item + strspn(item, " "));
    free(copy);
}

static void count_item(struct planted *p, const char *item)
{
    (void)p, (void)item;
    understood--;
}

/* What the library does, then what is done to what was seen; with or without
 * defects that no table has. */
static struct planted library(const char *words, bool strange)
{
    char *name = memory_format("%.*s", (int)strcspn(words, ";"), words);
    struct planted p = {.dialect = (enum dialect)dialect_by_name(name)};

    free(name);
    understood = 0;
    p.behaviour = behaviour_default(p.dialect);
    planted_begin(&p, &suite);
    for_each_item(&p, words, take_choices);
    if (strange)
        for_each_item(&p, words, take_strange);
    planted_observe(&p, &p.behaviour, p.seen);
    for_each_item(&p, words, distort_all);
    for_each_item(&p, words, spoil_cases);
    for_each_item(&p, words, see_only);
    for_each_item(&p, words, count_item);
    if (strange && understood)
        fail_msg("not understood: %s", words);
    return p;
}

static void library_free(struct planted *p)
{
    free((bool *)p->only);
    planted_free(p);
}

/* With its sentence, where it holds in some calls only. */
static void put_blame(enum dialect dialect, const struct blame *blame,
                      const char *interface, FILE *out)
{
    char sentence[1000] = "", *words;
    struct memory_stream names;

    blame_print_names(blame, memory_stream(&names));
    if (blame->partial)
        sentence_add(dialect, blame, sentence, sizeof sentence);
    words = memory_format("%s:%s%s%s%s", interface, memory_stream_end(&names),
                          blame->lone ? ", lone" : "", *sentence ? ": " : "",
                          sentence);
    golden_words(words, out);
    free(words);
    free(names.text);
}

/* So many cases that fail of what departures alone do, which is not put down to
 * more. */
static size_t departures_alone;

/* Whether what is wrong with a case is no more than what is wrong without
 * defects of no table, and is put down to more. */
static bool is_put_down_to_more(const struct planted *p,
                                const struct planted *alone, size_t k,
                                const struct judgement *j)
{
    if (outcome_difference(&p->seen[k].outcome, &alone->seen[k].outcome) >= 0)
        return false;
    departures_alone += j->cause_count > 0;
    return *j->other;
}

static bool departs(const struct planted *p)
{
    bool any = false;

    for (unsigned r = 0; r < RULES; r++)
        any = any || planted_departs(p->dialect, p->behaviour.choice[r]);
    return any;
}

static void put_found(struct planted *p, const struct planted *alone, FILE *out)
{
    struct judge *judge = planted_judge(p, RULES);
    struct mixed_labels labels = {.count = 0};
    struct judgement j;
    unsigned failed = 0;
    bool more = false;

    for (size_t k = 0; k < p->n; k++) {
        if (p->only && !p->only[k])
            continue;
        judge_case(judge, p->cases[k], &p->seen[k], &j);
        failed += j.verdict == VERDICT_FAIL;
        if (*j.other)
            mixed_label(&labels, j.other);
        if (p->strange_count > 0 && departs(p))
            more |= is_put_down_to_more(p, alone, k, &j);
    }
    for (unsigned k = 0; k < labels.count; k++)
        golden_words(labels.of[k], out);
    if (more)
        fputs("    and what departures do alone is put down to them\n", out);
    if (p->only)
        fprintf(out, "    failed: %u\n", failed);
    for (unsigned i = 0; i < judge->interfaces; i++) {
        const struct diagnosis *d = &judge->of[i].diagnosis;

        assert_true(labels.count > 0 || blame_explains_all(&judge->of[i]));
        for (unsigned k = 0; k < d->count; k++)
            put_blame(p->dialect, &d->blames[k], judge_interface_name(i), out);
    }
    judge_free(judge);
}

static void take_row(void *context, const char *line, FILE *out)
{
    struct planted p, alone;

    (void)context;
    if (*line != ':')
        return;
    fprintf(out, "%s\n", line);
    p = library(line + 2, true);
    alone = library(line + 2, false);
    put_found(&p, &alone, out);
    library_free(&p);
    library_free(&alone);
}

TEST(libraries)
{
    golden_hold("conformance/diagnosis/libraries.txt", NULL, take_row, NULL);
    assert_true(departures_alone > 0);
}

TEST(two_things_that_are_done_to_all_alike_may_be_behind_a_case)
{
    struct planted p = library("irix; every second tick; next instruction", 1);
    struct judge *judge = planted_judge(&p, RULES);
    struct judgement j;
    unsigned both = 0;

    for (size_t k = 0; k < p.n; k++) {
        judge_case(judge, p.cases[k], &p.seen[k], &j);
        both += strcmp(j.why, "each tick is counted as if its pc were 4 bytes "
                              "higher, and of each 2 ticks only the last is "
                              "counted") == 0;
    }
    assert_true(both > 0);
    judge_free(judge);
    library_free(&p);
}

int main(int argc, char **argv)
{
    golden_writes = argc == 2 && strcmp(argv[1], "write") == 0;
    return RUN_TESTS(load, unload);
}
