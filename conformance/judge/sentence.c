/* SPDX-License-Identifier: MIT */
#include "sentence.h"

#include <string.h>

#include "conformance/diagnosis/permits.h"
#include "conformance/diagnosis/text.h"
#include "reference/sentences.h"

/* Choices of a rule that are each written as a sentence, at most. */
enum { MANY = 2 };

choice_set sentence_wanted(enum dialect dialect, enum rule rule)
{
    choice_set open = dialect_choices(dialect, rule, DECIDED) |
                      dialect_choices(dialect, rule, PERMITTED);

    return open ? open : dialect_choices(dialect, rule, UNSPECIFIED);
}

const char *sentence_clause(enum dialect dialect, enum rule rule,
                            choice_set found)
{
    choice_set open = sentence_wanted(dialect, rule);

    for (unsigned k = 0; k < rule_table[rule].count; k++)
        if (open >> k & 1)
            return sentence_ruling_out(
                dialect_clause(dialect, rule_table[rule].first + k), dialect,
                rule, found);
    return "";
}

/* Whose word it is, and what it does: "by convention, gmon.2 requires ",
 * "house rule decency.2, on which the manual is silent, asks for ". */
static void add_owner(const char *clause, bool decided, char *text, size_t size)
{
    const struct clause_row *row = clause_by_id(clause);

    if (row && row->owner == OWNER_PROJECT)
        text_add(text, size,
                 "the manual is silent, and house rule %s asks for ", clause);
    else
        text_add(text, size, "%s%s %s ",
                 row && row->owner == OWNER_CONVENTION ? "by convention, " : "",
                 clause, decided ? "requires" : "permits");
}

/* "freebsd.profil.8 requires EFAULT", for the choices that fail nobody, where
 * those found were done. */
static void sentence_requirement(enum dialect dialect, enum rule rule,
                                 choice_set found, char *text, size_t size)
{
    choice_set open = sentence_wanted(dialect, rule);
    bool decided = dialect_choices(dialect, rule, DECIDED) != 0;
    bool many = __builtin_popcount(open) > MANY;

    add_owner(sentence_clause(dialect, rule, found), decided, text, size);
    for (unsigned k = 0, n = 0; k < rule_table[rule].count; k++) {
        enum choice choice = rule_table[rule].first + k;

        if (open >> k & 1)
            text_add(text, size, "%s%s",
                     n++    ? many ? ", " : " or "
                     : many ? "any of: "
                            : "",
                     choice_table[choice].wanted);
    }
}

static void add_names(unsigned rule, choice_set set, char *text, size_t size)
{
    for (unsigned k = 0, n = 0; k < rule_table[rule].count; k++)
        if (set >> k & 1)
            text_add(text, size, "%s%s", n++ ? " or " : "",
                     choice_table[rule_table[rule].first + k].name);
}

/* What may have been done, each once: monitor does not report what profil
 * returned, so that there a call that failed is one that no tick followed. */
static choice_set found_once(enum dialect dialect, const struct blame *blame)
{
    choice_set none = choice_bit(TICKS_NONE), failed = choice_bit(TICKS_ENOSYS);

    return blame->rule == RULE_TICKS && blame->found & none &&
                   !dialect_has_call(dialect, CALL_PROFIL)
               ? blame->found & ~failed
               : blame->found;
}

/* Of calls that return nothing, an error is seen by what it leaves undone. */
static const struct {
    enum choice choice;
    const char *done;
} undone[] = {
    {SCALE_OFF_EINVAL, "A call of scale 0 or 1 had no effect"},
    {NULL_BUFFER_EFAULT, "A call with a null buffer had no effect"},
    {OFF_ADDRESS_CHECKED,
     "A call that turns profiling off had no effect where the address is bad"},
    {OFF_ADDRESS_CHECKED_OFF,
     "A call of scale 0 or 1 had no effect where the address is bad"},
    {OFF_ADDRESS_CHECKED_SIZE,
     "A call of size 0 had no effect where the address is bad"},
    {OFF_ADDRESS_CHECKED_RANGE, "A call of scale 0 or 1 had no effect where "
                                "part of its buffer is missing"},
};

static const char *what_was_done(enum dialect dialect, enum choice choice)
{
    bool silent =
        dialect_permission(dialect, RETURN_ON_SUCCESS_NONE) == DECIDED;

    for (size_t k = 0; silent && k < sizeof undone / sizeof *undone; k++)
        if (undone[k].choice == choice)
            return undone[k].done;
    return choice_table[choice].done;
}

/* What was done; of more than three things that may have been, names of what is
 * behind the second. */
static void add_found(enum dialect dialect, const struct blame *blame,
                      char *text, size_t size)
{
    choice_set found = found_once(dialect, blame);
    const struct rule_row *row = &rule_table[blame->rule];
    choice_set others = found;
    unsigned count = (unsigned)__builtin_popcount(found), n = 0;
    unsigned told = count == MANY + 1 ? count : MANY;

    for (unsigned k = 0; n < told && k < row->count; k++)
        if (found >> k & 1) {
            text_add(text, size, "%s%s", n++ ? ", or: " : "",
                     what_was_done(dialect, row->first + k));
            others &= (choice_set) ~(1u << k);
        }
    if (others) {
        text_add(text, size, ", or what rule %s calls ", row->name);
        add_names(blame->rule, others, text, size);
    }
}

void sentence_add(enum dialect dialect, const struct blame *blame, char *text,
                  size_t size)
{
    char where[UNKNOWN_NAME];

    text_add(text, size, "%s", *text ? ". " : "");
    if (blame->partial) {
        sentence_where(blame->where, where, sizeof where);
        text_add(text, size, "W%s: ", where + 1);
    }
    add_found(dialect, blame, text, size);
    text_add(text, size, "; ");
    sentence_requirement(dialect, blame->rule, blame->found, text, size);
    for (unsigned k = 0; k < blame->other_count; k++) {
        text_add(text, size, "%s",
                 k ? "; or: " : ". This explains it equally well: ");
        text_add(text, size, "%s", what_was_done(dialect, blame->others[k]));
    }
    if (blame->lone)
        text_add(text, size, ". The unexplained cases may have the same cause");
}

void sentence_box(enum dialect dialect, const struct box *box, char *text,
                  size_t size)
{
    *text = 0;
    for (unsigned r = 0; r < RULES; r++)
        if (dialect_has_rule(dialect, r) &&
            (box->of[r] & ~dialect_choices(dialect, r, FORBIDDEN)) == 0)
            sentence_add(
                dialect,
                &(struct blame){.rule = (uint8_t)r, .found = box->of[r]}, text,
                size);
}

void sentence_inconsistent(unsigned rule, choice_set here, choice_set there,
                           const char *other, char *text, size_t size)
{
    *text = '\0';
    if (rule == RULES || other == NULL) {
        text_add(text, size, "no single behaviour explains both this and %s",
                 other ? other : "other cases");
        return;
    }
    text_add(text, size, "%s is ", rule_table[rule].name);
    add_names(rule, here, text, size);
    text_add(text, size, " here and ");
    add_names(rule, there, text, size);
    text_add(text, size,
             " in %s: each is permitted, but one implementation can't do both",
             other);
}

/* What is reported of causes without a rule, by how their names begin: with the
 * rest in the place of %s, and, where nothing known is behind it, that. */
static const struct {
    const char *kind, *words;
    bool unexplained;
} others[] = {
    {"timeout: ", "It did not return from %s in time", false},
    {"timeout: its opening", "It could not be opened in time%s", false},
    {"timeout: its answer", "It did not answer in time%s", false},
    {"timeout: the end", "It did not end in time%s", false},
    {"killed: ", "It crashed in %s", true},
    {"killed: the end", "It crashed at the end of the case%s", true},
    {"exited: ", "It exited in %s", true},
    {"exited: the end", "It exited at the end of the case%s", true},
    {"died: ", "It died %s", true},
    {"inconsistent: ",
     "Cases contradict each other in %s: each is permitted, both together are "
     "not",
     false},
    {"inconclusive: ", "%s clock may have slipped in", false},
    {"forged: ", "%s reported something impossible", false},
    {"stray: ", "Bytes were written %s the buffers", false},
    {"batch: ", "A case answers differently %s cases in its process", false},
    {"throughout: ", "Throughout, %s", false},
    {"in lists: ", "Where a list is given, %s", false},
    {"not in lists: ", "Where no list is given, %s", false},
    {"unexplained: ", "%s is wrong", true},
    {"unexplained: memory beside a buffer",
     "Memory beside a buffer was written%s", true},
    {"unexplained: too few", "Too few ticks were counted%s", true},
    {"unexplained: too many", "Too many ticks were counted%s", true},
    {"unexplained: elsewhere", "Ticks were counted in the wrong counters%s",
     true},
    {"unexplained: counts", "Ticks were counted wrongly%s", true},
    {"unexplained: profil and sprofil in one process",
     "Calls of profil and sprofil do not work together in one process%s", true},
    {"unexplained: too few, ", "Too few ticks were counted after %s", true},
    {"unexplained: too many, ", "Too many ticks were counted after %s", true},
    {"unexplained: elsewhere, ",
     "Ticks were counted in the wrong counters after %s", true},
};

void sentence_of_other(const char *other, char *text, size_t size)
{
    const char *all = strstr(other, SENTENCE_WHERE);
    const char *where = all ? all : strstr(other, SENTENCE_MOSTLY_WHERE);
    size_t length = where ? (size_t)(where - other) : strlen(other), best = 0;
    char rest[JUDGE_OTHER];

    snprintf(text, size, "%s", other);
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        size_t kind = strlen(others[k].kind);
        const char *at = strchr(others[k].words, '%');

        if (kind < best || kind > length ||
            strncmp(other, others[k].kind, kind) != 0)
            continue;
        best = kind;
        snprintf(rest, sizeof rest, "%.*s", (int)(length - kind), other + kind);
        snprintf(text, size, "%.*s%s%s", (int)(at - others[k].words),
                 others[k].words, rest, at + 2);
        text_add(text, size, "%s%s",
                 all     ? all + 1
                 : where ? where
                         : "",
                 others[k].unexplained ? "; " SENTENCE_UNEXPLAINED : "");
    }
    if (*text >= 'a' && *text <= 'z')
        *text += 'A' - 'a';
}

void sentence_where(const int features[2], char *text, size_t size)
{
    *text = '\0';
    for (unsigned k = 0; k < 2 && features[k] >= 0; k++)
        text_add(text, size, "%s%s", k ? " and " : "where ",
                 feature_words((unsigned)features[k]));
}

void sentence_detail(struct judgement *judgement)
{
    snprintf(judgement->detail, sizeof judgement->detail, "%s: %s%s%s: %s",
             judgement->input, judgement->seen.got,
             *judgement->seen.permitted ? ", permitted " : "",
             judgement->seen.permitted, judgement->why);
}
