/* SPDX-License-Identifier: MIT */
#include "identify.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/base/json_text.h"
#include "conformance/base/memory.h"
#include "conformance/base/output.h"
#include "conformance/base/plural.h"
#include "conformance/base/terminal.h"
#include "conformance/diagnosis/permits.h"
#include "conformance/language/suite.h"
#include "conformance/observe/probe.h"
#include "sentence.h"

#define SCHEMA "profilcheck.identify.1"

/* What was identified, and through what. */
struct identity_subject {
    const char *calls;               /* "profil", "sprofil" */
    unsigned interface;              /* enum system_calls */
    enum dialect prototypes;         /* those it was called by */
    bool returns;                    /* its calls return something */
    bool first;                      /* nothing was printed of it yet */
    const struct choice_sets *known; /* what was known before */
    const struct identity_matches *matches;
};

enum {
    NEAREST = 2, /* systems that are like it, but not in all */
    REASONS = 3  /* rules given for a difference */
};

static void identity_text_put_choices(enum rule rule, choice_set set, FILE *out)
{
    const struct rule_row *row = &rule_table[rule];

    for (unsigned k = 0, n = 0; k < row->count; k++)
        if (set >> k & 1)
            fprintf(out, "%s%s", n++ ? " or " : "",
                    choice_table[row->first + k].name);
}

static bool consulted(const struct identity *identity, enum rule rule)
{
    return rule_set_has(identity->consulted, rule);
}

static void put_behaviour(const struct identity *identity,
                          const struct identity_subject *subject, FILE *out)
{
    unsigned open = 0;

    for (unsigned r = 0; r < RULES; r++) {
        if (!consulted(identity, r) ||
            identity->left.of[r] == subject->known->of[r])
            continue;
        fprintf(out, "  %-20s ", rule_table[r].name);
        identity_text_put_choices(r, identity->left.of[r], out);
        putc('\n', out);
    }
    for (unsigned r = 0; r < RULES; r++)
        if (consulted(identity, r) && !rule_table[r].free &&
            identity->left.of[r] == subject->known->of[r] &&
            (identity->left.of[r] & (identity->left.of[r] - 1)))
            fprintf(out, "%s%s",
                    open++ ? ", " : "  no case shows: ", rule_table[r].name);
    fputs(open ? "\n" : "", out);
}

static void put_unexplained(const struct identity *identity, FILE *out)
{
    unsigned shown = 0;

    if (identity->unexplained == 0)
        return;
    fprintf(out, "  no known choices explain what %zu case%s showed:",
            identity->unexplained, plural(identity->unexplained));
    for (size_t k = 0; k < identity->count; k++)
        if (identity->cases[k].unexplained && shown++ < REASONS)
            fprintf(out, " %s", identity->cases[k].c->slug);
    fputs(shown > REASONS ? " and others\n" : "\n", out);
}

/* Whether the implementation has what this dialect is about. */
static bool has_calls(enum dialect dialect,
                      const struct identity_subject *subject)
{
    if (!dialect_has_call(dialect, CALL_PROFIL))
        return false;
    if (subject->interface == SYSTEM_CALLS_SPROFIL)
        return dialect_has_call(dialect, CALL_SPROFIL);
    if (dialect_has_call(dialect, CALL_PROFIL_LIST))
        return subject->prototypes == dialect;
    return !dialect_has_call(dialect, CALL_SPROFIL) ||
           dialect_has_call(subject->prototypes, CALL_SPROFIL);
}

static bool is_house_rule(enum dialect dialect, enum rule rule,
                          choice_set found)
{
    const struct clause_row *row =
        clause_by_id(sentence_clause(dialect, rule, found));

    return row && row->owner == OWNER_PROJECT;
}

/* Whether what is left of a rule is all forbidden, and not by a house rule;
 * void and int can't be distinguished by what is returned. */
static bool breaks(const struct identity *identity, enum dialect dialect,
                   enum rule rule)
{
    return consulted(identity, rule) && dialect_has_rule(dialect, rule) &&
           rule != RULE_RETURN_ON_ERROR &&
           !(rule == RULE_RETURN_ON_SUCCESS &&
             dialect_permission(dialect, RETURN_ON_SUCCESS_NONE) == DECIDED) &&
           (identity->left.of[rule] & permits_choices(dialect, rule)) == 0 &&
           !is_house_rule(dialect, rule, identity->left.of[rule]);
}

static void put_breaches(const struct identity *identity, enum dialect dialect,
                         unsigned count, FILE *out)
{
    char text[300];
    unsigned shown = 0;

    fprintf(out, "  does not conform to %s: ", dialect_table[dialect].name);
    for (unsigned r = 0; r < RULES && shown < REASONS; r++) {
        struct box box = box_everything();

        if (!breaks(identity, dialect, r))
            continue;
        box.of[r] = identity->left.of[r];
        sentence_box(dialect, &box, text, sizeof text);
        fprintf(out, "%s%s", shown++ ? "; " : "", text);
    }
    if (count > shown)
        fprintf(out, "; and %u more", count - shown);
    putc('\n', out);
}

static unsigned count_breaches(const struct identity *identity,
                               enum dialect dialect)
{
    unsigned breaches = 0;

    for (unsigned r = 0; r < RULES; r++)
        breaches += breaks(identity, dialect, r);
    return breaches;
}

/* Whether the dialect permits all that it does, and is about such calls. */
static bool identity_conforms(const struct identity *identity,
                              const struct identity_subject *subject,
                              enum dialect dialect)
{
    return has_calls(dialect, subject) &&
           count_breaches(identity, dialect) == 0 &&
           identity->unexplained == 0 && !identity_is_few(identity);
}

static void put_dialects(const struct identity *identity,
                         const struct identity_subject *subject, FILE *out)
{
    bool few = identity_is_few(identity);
    unsigned conforms = 0;

    fputs("  conforms to:", out);
    for (enum dialect d = 0; d < DIALECTS; d++)
        if (identity_conforms(identity, subject, d))
            fprintf(out, "%s %s", conforms++ ? "," : "", dialect_table[d].name);
    if (few)
        fprintf(out,
                " not enough was seen to say: the buffers of %zu of %zu case%s",
                identity->seen, identity->probed, plural(identity->probed));
    fputs(conforms || few ? "\n" : " none\n", out);
    for (enum dialect d = 0; d < DIALECTS; d++) {
        unsigned breaches = count_breaches(identity, d);

        if (has_calls(d, subject) && breaches > 0)
            put_breaches(identity, d, breaches, out);
    }
}

/* "rounding is up here, and down there" for the rules that differ. */
static void put_separation(const struct identity *identity,
                           const struct choice_sets *sets, FILE *out)
{
    unsigned shown = 0, more = 0;

    for (unsigned r = 0; r < RULES; r++) {
        if (!consulted(identity, r) || (identity->left.of[r] & sets->of[r]))
            continue;
        if (shown == REASONS) {
            more++;
            continue;
        }
        fprintf(out, "%s%s is ", shown++ ? "; " : ": ", rule_table[r].name);
        identity_text_put_choices(r, identity->left.of[r], out);
        fputs(" here, ", out);
        identity_text_put_choices(r, sets->of[r], out);
        fputs(" there", out);
    }
    if (more)
        fprintf(out, "; and %u more", more);
    putc('\n', out);
}

static void put_evidence(const struct identity_match *match, FILE *out)
{
    fprintf(out, "%s: %zu case%s explained, %zu contradict%s, %zu inconclusive",
            system_table[match->system].name, match->explained,
            plural(match->explained), match->contradicts,
            match->contradicts == 1 ? "s" : "", match->silent);
}

/* What its row rests on. */
static void put_source(const struct system_row *row, FILE *out)
{
    fprintf(out, "; by %s%s%s%s\n", row->source, *row->beyond ? " (" : "",
            row->beyond, *row->beyond ? ")" : "");
}

/* Those that it is the same as.  Returns their number. */
static unsigned identity_text_put_same(const struct identity_matches *matches,
                                       FILE *out)
{
    unsigned same = 0;

    for (unsigned k = 0; k < matches->count; k++)
        if (identity_is_same(&matches->rows[k]))
            fprintf(out, "%s%s", same++ ? ", " : "  the same as: ",
                    system_table[matches->rows[k].system].name);
    fputs(same ? "\n" : "", out);
    for (unsigned k = 0; k < matches->count; k++)
        if (identity_is_same(&matches->rows[k])) {
            fputs("    ", out);
            put_evidence(&matches->rows[k], out);
            put_source(&system_table[matches->rows[k].system], out);
        }
    return same;
}

static void put_systems(const struct identity *identity,
                        const struct identity_matches *matches, FILE *out)
{
    unsigned same = identity_text_put_same(matches, out), near = 0;

    if (!same && matches->count && !identity_is_few(identity) &&
        !identity_is_like(&matches->rows[0])) {
        fputs("  like none of them; the nearest is ", out);
        put_evidence(&matches->rows[0], out);
        put_separation(identity, &matches->rows[0].sets, out);
        return;
    }
    if (!same)
        fputs("  the same as: no known system\n", out);
    for (unsigned k = 0; k < matches->count && near < NEAREST; k++) {
        const struct identity_match *match = &matches->rows[k];

        if (identity_is_same(match) || !identity_is_like(match))
            continue;
        near++;
        fputs("  near: ", out);
        put_evidence(match, out);
        put_separation(identity, &match->sets, out);
    }
}

static void identity_print(const struct identity *identity,
                           const struct identity_subject *subject, FILE *out)
{
    fprintf(out, "%s, from %zu of %zu case%s:\n", subject->calls,
            identity->probed, identity->count, plural(identity->count));
    put_behaviour(identity, subject, out);
    put_unexplained(identity, out);
    put_dialects(identity, subject, out);
    put_systems(identity, subject->matches, out);
}

static void json_choices(struct json *json, const char *name, enum rule rule,
                         choice_set set)
{
    const struct rule_row *row = &rule_table[rule];

    json_open(json, name, "[", ", ");
    for (unsigned k = 0; k < row->count; k++)
        if (set >> k & 1)
            json_put(json, NULL, choice_table[row->first + k].name);
    json_close(json, "]");
}

/* The members of the object at hand that follow have lines of their own. */
static void json_lines(struct json *json, const char *separator)
{
    json->levels[json->depth].separator = separator;
}

static void json_behaviour(struct json *json, const struct identity *identity)
{
    json_open(json, "behaviour", "{", ",\n    ");
    RULE_SET_EACH (r, identity->consulted)
        json_choices(json, rule_table[r].name, r, identity->left.of[r]);
    json_close(json, "\n  }");
}

static void json_differences(struct json *json, const struct identity *identity,
                             const struct identity_match *match)
{
    json_open(json, "differences", "[", ", ");
    RULE_SET_EACH (r, identity->consulted) {
        choice_set here = identity->left.of[r], there = match->sets.of[r];

        if (here & there)
            continue;
        json_open(json, NULL, "{", ", ");
        json_put(json, "rule", rule_table[r].name);
        json_choices(json, "here", r, here);
        json_choices(json, "there", r, there);
        json_close(json, "}");
    }
    json_close(json, "]");
}

static void json_system(struct json *json, const struct identity *identity,
                        const struct identity_match *match)
{
    json_open(json, NULL, "{", ", ");
    json_put(json, "name", system_table[match->system].name);
    json_put(json, "like",
             identity_is_same(match)   ? "same"
             : identity_is_like(match) ? "near"
                                       : "unlike");
    json_number(json, "explained", match->explained);
    json_number(json, "contradicts", match->contradicts);
    json_number(json, "silent", match->silent);
    json_lines(json, ",\n     ");
    json_open(json, "contradicting", "[", ", ");
    for (size_t k = 0; k < identity->count; k++)
        if (match->says[k] == IDENTITY_CONTRADICTS)
            json_put(json, NULL, identity->cases[k].c->id);
    json_close(json, "]");
    json_differences(json, identity, match);
    json_close(json, "}");
}

/* The same for programs: one object. */
static void identity_json(const struct identity *identity,
                          const struct identity_subject *subject, FILE *out)
{
    const struct identity_matches *matches = subject->matches;
    struct json json = {.out = out};

    json_open(&json, NULL, "{", ", ");
    json_put(&json, "calls", subject->calls);
    json_put(&json, "prototypes", dialect_table[subject->prototypes].name);
    json_number(&json, "asked", identity->probed);
    json_number(&json, "cases", identity->count);
    json_lines(&json, ",\n  ");
    json_open(&json, "unexplained", "[", ", ");
    for (size_t k = 0; k < identity->count; k++)
        if (identity->cases[k].unexplained)
            json_put(&json, NULL, identity->cases[k].c->id);
    json_close(&json, "]");
    json_behaviour(&json, identity);
    json_open(&json, "conforms", "[", ", ");
    for (enum dialect d = 0; d < DIALECTS; d++)
        if (identity_conforms(identity, subject, d))
            json_put(&json, NULL, dialect_table[d].name);
    json_close(&json, "]");
    json_open(&json, "systems", "[", ",\n    ");
    for (unsigned k = 0; k < matches->count; k++)
        json_system(&json, identity, &matches->rows[k]);
    json_close(&json, "\n  ]");
    json_close(&json, "}");
}

/* The choices that a prototype leaves, before any case has run. */
static struct choice_sets known_of(const struct opening *opening)
{
    struct choice_sets known = {0};

    for (unsigned r = 0; r < RULES; r++)
        known.of[r] =
            dialect_has_rule(opening->dialect, r) ? rule_choices(r) : 1;
    if (opening->returns) {
        known.of[RULE_RETURN_ON_SUCCESS] &=
            (choice_set)~choice_bit(RETURN_ON_SUCCESS_NONE);
        known.of[RULE_RETURN_ON_ERROR] =
            rule_choices(RULE_RETURN_ON_ERROR) &
            (choice_set)~choice_bit(RETURN_ON_ERROR_NONE);
    } else {
        known.of[RULE_RETURN_ON_SUCCESS] = choice_bit(RETURN_ON_SUCCESS_NONE);
    }
    if (!(opening->capabilities & IMPL_CAN_SPROFIL))
        known.of[RULE_PROFIL_MEMBER] = choice_bit(PROFIL_MEMBER_OWN);
    return known;
}

/* Whether a case makes calls of that interface, enum system_calls, alone. */
static bool is_of_interface(const struct test_case *c, unsigned interface)
{
    unsigned own = interface == SYSTEM_CALLS_SPROFIL
                       ? 1u << CALL_SPROFIL
                       : 1u << CALL_PROFIL | 1u << CALL_PROFIL_LIST;
    unsigned calls = test_case_calls(c);

    return calls && !(calls & ~own);
}

static size_t choose_cases(struct identify_request *request,
                           const struct opening *opening, unsigned calls)
{
    size_t count = 0;

    for (size_t k = 0; k < request->list.count; k++) {
        const struct test_case *c = &request->list.cases[k];

        if ((c->dialects >> opening->dialect & 1) &&
            is_of_interface(c, calls) &&
            c->script.address_bits == sizeof(void *) * 8)
            request->cases[count++] = c;
    }
    return count;
}

/* Whether it is a void function, which some call shows. */
static bool is_void(const struct identity *identity)
{
    for (size_t k = 0; k < identity->count; k++)
        if (identity->cases[k].probed &&
            opening_is_void(&identity->cases[k].observation))
            return true;
    return false;
}

/* It in words, or as an object of the list. */
static void identify_print(struct identify_request *request,
                           const struct identity *identity,
                           struct identity_subject *subject, FILE *out)
{
    struct identity_matches matches;

    identity_matches(identity, subject->interface, subject->returns, &matches);
    subject->matches = &matches;
    if (request->json) {
        fputs(request->written ? ",\n" : "\n", out);
        identity_json(identity, subject, out);
    } else {
        if (subject->first) {
            fputs(request->written ? "\n" : "", out);
            terminal_clean(request->name, out);
            fprintf(out, ", called by %s's prototypes:\n",
                    dialect_table[subject->prototypes].name);
        }
        identity_print(identity, subject, out);
    }
    request->written++;
    identity_matches_free(&matches);
}

static void identify_calls(struct identify_request *request,
                           struct opening *opening, unsigned calls, FILE *out)
{
    struct choice_sets known = known_of(opening);
    struct identity_subject subject = {
        .calls = calls == SYSTEM_CALLS_PROFIL ? "profil" : "sprofil",
        .interface = calls,
        .prototypes = opening->dialect,
        .first = calls == SYSTEM_CALLS_PROFIL ||
                 !(opening->capabilities & IMPL_CAN_PROFIL),
        .returns = opening->returns,
        .known = &known};
    size_t count = choose_cases(request, opening, calls);
    struct identity identity;

    identify(request->cases, count, &known, opening_ask, opening, &identity);
    if (request->dialect < 0 && opening->dialect == DIALECT_FREEBSD &&
        is_void(&identity) &&
        opening_as(opening, request->impl, request->name, DIALECT_HPUX)) {
        identity_free(&identity);
        identify_calls(request, opening, calls, out);
        return;
    }
    identify_print(request, &identity, &subject, out);
    identity_free(&identity);
}

/* Whether there is anything to identify. */
static int identify_check(const struct opening *opening)
{
    enum smoke smoke = opening->options.learnt.smoke;

    if (smoke == SMOKE_READY || smoke == SMOKE_SILENT)
        return STATUS_PASS;
    return complain(smoke == SMOKE_HARNESS ? STATUS_HARNESS : STATUS_USAGE,
                    "identify: %s: %s", opening->options.open.path,
                    opening->options.learnt.why);
}

/* One that has other calls of the family. */
static int identify_no_profil(const struct identify_request *request)
{
    char *word = terminal_word(request->name);

    complain(STATUS_USAGE,
             "identify: %s: it has no profil or sprofil, which identify calls; "
             "profilcheck run %s finds the dialect that fits it best",
             request->name, word);
    free(word);
    return STATUS_USAGE;
}

static int identify_opening(struct identify_request *request,
                            struct opening *opening, FILE *out)
{
    int status;

    opening->options.open.constants = &opening->constants;
    opening->options.timeout_ms = request->timeout_ms;
    if (!(opening->capabilities & (IMPL_CAN_PROFIL | IMPL_CAN_SPROFIL)))
        return identify_no_profil(request);
    status = identify_check(opening);
    if (status == STATUS_PASS && opening->capabilities & IMPL_CAN_PROFIL)
        identify_calls(request, opening, SYSTEM_CALLS_PROFIL, out);
    if (status == STATUS_PASS && opening->capabilities & IMPL_CAN_SPROFIL)
        identify_calls(request, opening, SYSTEM_CALLS_SPROFIL, out);
    return status;
}

/* One that is several, each by the prototypes of its dialect. */
static int identify_each(struct identify_request *request, FILE *out)
{
    struct opening opening;
    const char *why = "it has none of the calls";
    int status = STATUS_PASS, opened = 0;

    for (int d = 0; status == STATUS_PASS && d < DIALECTS; d++) {
        if (request->dialect >= 0 ? request->dialect != d
                                  : !dialect_has_call(d, CALL_PROFIL))
            continue;
        why = opening.options.learnt.why;
        if (!opening_as(&opening, request->impl, request->name, d))
            continue;
        opened++;
        status = identify_opening(request, &opening, out);
    }
    if (!opened)
        return complain(STATUS_USAGE, "identify: %s: %s", request->name, why);
    return status;
}

static int identify_found(struct identify_request *request, FILE *out)
{
    struct opening opening;
    bool opens = opening_find(&opening, request->impl, request->name);
    const char *why = problem_of("%s", opening.options.learnt.why);

    for (int d = 0; !opens && d < DIALECTS; d++)
        opens = opening.options.learnt.smoke == SMOKE_USAGE &&
                opening_as(&opening, request->impl, request->name, d);
    if (!opens)
        return complain(STATUS_USAGE, "identify: %s: %s", request->name, why);
    return identify_opening(request, &opening, out);
}

int identify_impl(struct identify_request *request, FILE *out)
{
    bool is_one = request->impl == &impl_so || request->impl == &impl_libc;
    struct case_error error;
    int status;

    if (!suite_load(&request->list, DIALECT_GLIBC, false, &error))
        return complain(STATUS_HARNESS, "%s", error.text);
    suite_for_addresses(&request->list, sizeof(void *) * 8);
    request->cases = memory_new(request->list.count, sizeof *request->cases);
    if (request->json) {
        fputs("{\"schema\": \"" SCHEMA "\", \"implementation\": ", out);
        json_text(request->name, out);
        fputs(", \"identities\": [", out);
    }
    status = is_one && request->dialect < 0 ? identify_found(request, out)
                                            : identify_each(request, out);
    if (request->json)
        fputs("\n]}\n", out);
    return status;
}
