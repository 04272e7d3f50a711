/* SPDX-License-Identifier: MIT */
/*
 * What is said of cases, compared with the texts of judged/; see golden_test.h.
 * Rows are:
 *
 *     : as DIALECT           another judge, and a library that does what the
 *                            dialect permits
 *     : does RULE=CHOICE...  the library does that, from here on
 *     : seen OBSERVATION     so the last case was observed (observed.h), which
 *                            else is what the library does
 *     : noted ITEM; ITEM...  of that observation, too: its tail
 *     : printed OBSERVATION  the same, and each event of it in words
 *     : apart OBSERVATION    so it was observed in a process of its own
 *     : given N              the PROFIL_MAX of all cases so far
 *     : alone                the last case, judged by one who sees no other
 *     : forgotten            all of it, once something was concluded
 *     : judged CASE          one, by the judge, who was shown all of them
 *     : concluded            what the judge found out about the library
 *     : blamed               what is behind it
 *     : evidence CASE        what each cause alone explains of it
 *     : candidates           cases from here on are not shown to the judge, and
 *                            there are no others
 *     : separating [seen | suite]
 *                            which of the candidates separates what is behind
 *                            it from what would do as well; of the cases that
 *                            were shown, or of the quick suite
 *     : assessed RULE=CHOICE...
 *                            the results of all cases, which shared a process;
 *                            alone each does these, or the same if there are
 *                            none, or it dies
 *     : explained            why the last case does not pass
 *     : viewed [RULE=CHOICE...] [OBSERVATION |] OBSERVATION
 *                            how that differs from what a right library shows,
 *                            or one that departs so, and showed the first
 *     : beside OBSERVATION | OBSERVATION...
 *                            how it differs from these, and what the like have
 *     : features [N]         of the last case, up to the N-th operation
 *     : permitted all N      outcomes of the last case, N at most, and choices
 *                            that lead to each; seen N: where nobody can see
 *                            what is returned
 *     : asked N RULE CHOICE... [or CHOICE...]
 *                            which of these explain what was seen, all else
 *                            being as usual; the others if N is not 0
 *     : map DIALECT RULE=CHOICE... OFFSET SIZE SCALE PC
 *                            where a formula leads, by 16-bit counters
 *     : departs DIALECT RULE=CHOICE...
 *                            a library that does one of these choices of each
 *                            rule
 *     : nameless WORDS       a defect that no rule is behind: judgement.other
 */
#include "blame_test.h"
#include "causes.h"
#include "conformance/diagnosis/describe.h"
#include "conformance/diagnosis/features.h"
#include "conformance/diagnosis/text.h"
#include "conformance/language/events.h"
#include "conformance/language/observed.h"
#include "conformance/language/suite.h"
#include "explain.h"
#include "golden_test.h"
#include "judge_state.h"
#include "judged_test.h"
#include "sentence.h"

static struct bench bench;
static struct case_list candidates;
static bool in_candidates;
static struct observation *apart[SHOWN]; /* of each case, or null */

static void take_cases(void *context, const char *text, size_t length)
{
    struct case_list *list = in_candidates ? &candidates : &bench.cases;
    struct case_error error;
    size_t before = bench.cases.count;

    (void)context;
    if (!case_list_parse(list, "test", text, length, &error))
        fail_msg("%s", error.text);
    for (size_t k = before; k < bench.cases.count; k++) {
        assert_true(k < SHOWN && !bench.shown_count);
        simulate_kept(&bench.workspace, &bench.cases.cases[k], &bench.behaviour,
                      &bench.seen[k]);
    }
}

static void put(const char *name, const char *words, FILE *out)
{
    char line[sizeof bench.judgement.detail + 20];

    snprintf(line, sizeof line, "%s: %s", name, words);
    if (*words)
        golden_words(line, out);
}

/* "rounding=down rounding=up" */
static void put_choices(const char *name, enum rule rule, choice_set set,
                        FILE *out)
{
    fprintf(out, "    %s %s:", name, rule_table[rule].name);
    for (unsigned k = 0; k < rule_table[rule].count; k++)
        if (set >> k & 1)
            fprintf(out, " %s", choice_table[rule_table[rule].first + k].name);
    putc('\n', out);
}

/* Unless it is these together. */
static void put_detail(const struct judgement *j, FILE *out)
{
    char text[sizeof j->detail + 1000] = "";
    const char *parts[][2] = {{"", j->input},
                              {": ", j->seen.got},
                              {", permitted ", j->seen.permitted},
                              {": ", j->why}};

    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        if (*parts[k][1])
            text_add(text, sizeof text, "%s%s", *text ? parts[k][0] : "",
                     parts[k][1]);
    assert_true(*j->detail || !*text);
    if (strcmp(text, j->detail) != 0)
        put("detail", j->detail, out);
}

static void put_rules(const char *name, struct rule_set set, FILE *out)
{
    char rules[RULES * 24] = "";

    RULE_SET_EACH (r, set)
        strcat(strcat(rules, *rules ? " " : ""), rule_table[r].name);
    put(name, rules, out);
}

static void put_judgement(const struct judgement *j, FILE *out)
{
    fprintf(out, "    %s, of %s, causes: %u%s\n", verdict_names[j->verdict],
            judge_interface_name(j->interface), j->cause_count,
            j->finding ? ", a finding" : "");
    put("input", j->input, out);
    put("got", j->seen.got, out);
    put("permitted", j->seen.permitted, out);
    put("why", j->why, out);
    put("other", j->other, out);
    put_detail(j, out);
    put_rules("rules", j->rules, out);
}

static void leave(void)
{
    bench.shown_count = (unsigned)bench.cases.count;
    end(&bench);
    bench = (struct bench){.judge = NULL};
    case_list_free(&candidates);
    in_candidates = false;
    for (unsigned k = 0; k < SHOWN; k++) {
        free(apart[k]);
        apart[k] = NULL;
    }
}

static void as(char *words, FILE *out)
{
    int dialect = dialect_by_name(words);

    (void)out;
    assert_true(dialect >= 0);
    leave();
    bench = begin(dialect);
}

/* The choices at the beginning of these words, which are moved past them. */
static struct formula chosen(enum dialect dialect, char **words)
{
    struct formula formula;
    const char *problem = NULL;

    formula_begin(&formula, dialect);
    while (!problem && *words && strchr(*words, '='))
        problem = formula_choose(&formula, strsep(words, " "));
    if (problem)
        fail_msg("%s", problem);
    return formula;
}

static void does(char *words, FILE *out)
{
    struct formula formula = chosen(bench.dialect, &words);

    (void)out;
    RULE_SET_EACH (r, formula.given)
        take(&bench, formula_choice(&formula, r));
}

static void seen(char *words, FILE *out)
{
    struct observation *o = &bench.seen[bench.cases.count - 1];

    (void)out;
    observation_free(o);
    *o = observed_from(words);
}

static void noted(char *words, FILE *out)
{
    char *before = observed_text(&bench.seen[bench.cases.count - 1]);
    char *all;

    assert_true(asprintf(&all, "%s; %s", before, words) > 0);
    seen(all, out);
    free(before);
    free(all);
}

static void seen_apart(char *words, FILE *out)
{
    struct observation *o = memory_new(1, sizeof *o);

    (void)out;
    *o = observed_from(words);
    apart[bench.cases.count - 1] = o;
}

static void given(char *words, FILE *out)
{
    (void)out;
    for (size_t k = 0; k < bench.cases.count; k++)
        bench.cases.cases[k].script.profil_max =
            (uint32_t)strtoul(words, NULL, 10);
}

static void alone(char *words, FILE *out)
{
    size_t last = bench.cases.count - 1;

    (void)words;
    judge_alone(bench.dialect, &bench.cases.cases[last], &bench.seen[last],
                &bench.judgement);
    put_judgement(&bench.judgement, out);
}

/* All cases are there, and none is judged yet. */
static void conclude(void)
{
    if (bench.shown_count)
        return;
    bench.shown_count = (unsigned)bench.cases.count;
    for (size_t k = 0; k < bench.shown_count; k++)
        judge_see(bench.judge, &bench.cases.cases[k], &bench.seen[k]);
    judge_conclude(bench.judge);
}

static void forgotten(char *words, FILE *out)
{
    (void)words, (void)out;
    conclude();
    judge_forget(bench.judge);
}

static void judged_in_all(char *words, FILE *out)
{
    const struct test_case *c;

    conclude();
    c = case_list_find(&bench.cases, words);
    assert_non_null(c);
    judge_case(bench.judge, c, &bench.seen[c - bench.cases.cases],
               &bench.judgement);
    put_judgement(&bench.judgement, out);
}

/* A rule that the cases consulted has the choices that are left of it. */
static void concluded(char *words, FILE *out)
{
    (void)words;
    conclude();
    for (unsigned i = 0; i < judge_interfaces(bench.judge); i++) {
        const struct diagnosis *d = judge_diagnosis(bench.judge, i);
        struct choice_sets left;
        struct rule_set consulted = judge_behaviour(bench.judge, i, &left);

        fprintf(out, "    %s, cases: %zu\n", judge_interface_name(i),
                bench.judge->of[i].evidence.count);
        for (unsigned k = 0; k < d->best.count; k++) {
            enum choice choice = d->best.departures[k];

            put_choices("departs by", choice_table[choice].rule,
                        choice_bit(choice), out);
        }
        for (enum rule r = 0; r < RULES; r++)
            if (rule_set_has(consulted, r) || left.of[r] == 0)
                put_choices("left of", r, left.of[r], out);
    }
}

/* What explains all as well is among it, each set of so many once. */
static void put_diagnosis(const struct diagnosis *d, const struct evidence *e,
                          FILE *out)
{
    fprintf(out, "    missed: %zu, of which pass: %zu%s\n", d->best.missed,
            d->best.missed_passing, d->bounded ? ", bounded" : "");
    for (size_t k = 0; k < e->count; k++)
        if (!d->best.explains[k])
            fprintf(out, "    missed: %s\n", e->rows[k].id);
    for (unsigned k = 0; k < d->count; k++) {
        fputs("    behind it:", out);
        blame_print_one(&d->blames[k], out);
        fputs(d->blames[k].shown ? "\n" : " none of them fails alone\n", out);
    }
    for (unsigned k = 0; k < d->equal_count; k++) {
        fputs("    as good:", out);
        for (unsigned i = 0; i < d->equals[k].count; i++) {
            putc(' ', out);
            blame_print_choice(d->equals[k].departures[i], out);
        }
        putc('\n', out);
    }
}

static void blamed(char *words, FILE *out)
{
    (void)words;
    conclude();
    for (unsigned i = 0; i < judge_interfaces(bench.judge); i++)
        put_diagnosis(judge_diagnosis(bench.judge, i),
                      &bench.judge->of[i].evidence, out);
}

static void evidence(char *words, FILE *out)
{
    const struct test_case *c = case_list_find(&bench.cases, words);
    const struct diagnosis *d = judge_diagnosis(bench.judge, 0);

    conclude();
    for (unsigned k = 0; k < d->count; k++) {
        struct difference said;

        judge_evidence(bench.judge, c, &bench.seen[c - bench.cases.cases], k,
                       &said);
        put(rule_table[d->blames[k].rule].name, said.got, out);
        put("permitted", said.permitted, out);
    }
}

static void candidates_follow(char *words, FILE *out)
{
    (void)words, (void)out;
    case_list_free(&candidates);
    in_candidates = true;
}

static void separating(char *words, FILE *out)
{
    struct case_list suite = {0};
    const struct case_list *among = &candidates;
    const struct test_case *found;
    struct case_error error;

    if (words && strcmp(words, "seen") == 0)
        among = &bench.cases;
    else if (words) {
        assert_true(suite_load(&suite, bench.dialect, false, &error));
        among = &suite;
    }
    conclude();
    found = separating_find(bench.judge, 0, 0, among);
    fprintf(out, "    %s\n", found ? found->slug : "none");
    case_list_free(&suite);
}

static void put_lines(struct memory_stream *said, FILE *out)
{
    char *rest = memory_stream_end(said);

    for (char *line; (line = strsep(&rest, "\n")) && *line;)
        fprintf(out, "    %s\n", line);
    free(said->text);
}

/* What the library does in a process of its own: that; null, or where it dies:
 * the same. */
static const char *look_alone(void *context, struct assessed *cases,
                              const size_t *indices, size_t count)
{
    const struct behaviour *alone = context;

    for (size_t k = 0; k < count; k++) {
        struct assessed *a = &cases[indices[k]];
        char *text = observed_text(&a->observation);

        a->has_alone = true;
        if (alone && a->observation.ended == ENDED_NORMALLY)
            simulate_kept(&bench.workspace, a->c, alone, &a->alone);
        else
            a->alone = observed_from(text);
        a->alone.batched = false;
        free(text);
    }
    return NULL;
}

static void put_results(const struct results *results,
                        const struct assessed *cases, FILE *out)
{
    for (size_t k = 0; k < results->case_count; k++) {
        const struct result *r = &results->cases[k];

        fprintf(out, "    %s%s: %s\n", cases[k].c->slug,
                !cases[k].has_alone ? ""
                : r->batched        ? ", judged alone"
                                    : ", looked at alone",
                verdict_names[r->verdict]);
        put("got", r->got ? r->got : "", out);
        put("permitted", r->permitted ? r->permitted : "", out);
    }
    for (size_t k = 0; k < results->cause_count; k++) {
        const struct cause *cause = &results->causes[k];

        fprintf(out, "    cause %s, cases: %zu", cause->id, cause->case_count);
        if (cause->limit)
            fprintf(out, ", PROFIL_MAX below: %zu", cause->limit);
        putc('\n', out);
        put("its own", cause->got ? cause->got : "", out);
        put("in its place", cause->instead ? cause->instead : "", out);
        put("separating", cause->telling ? cause->telling : "", out);
    }
    for (size_t k = 0; k < results->behaviour_count; k++) {
        const struct rule_finding *found = &results->behaviour[k];

        if (found->standing == STANDING_REQUIRED)
            continue;
        fprintf(out, "    %s:", found->rule);
        for (size_t i = 0; i < found->choice_count; i++)
            fprintf(out, " %s", found->choices[i]);
        fprintf(out, ": %s by %s\n", standing_names[found->standing],
                found->clause);
    }
}

static void assessed(char *words, FILE *out)
{
    struct formula formula = chosen(bench.dialect, &words);
    struct behaviour alone = behaviour_default(bench.dialect);
    struct assessed cases[SHOWN] = {{.c = NULL}};
    struct results results = {0};

    RULE_SET_EACH (r, formula.given)
        alone.choice[r] = (uint16_t)formula_choice(&formula, r);
    for (size_t k = 0; k < bench.cases.count; k++) {
        cases[k] = (struct assessed){.c = &bench.cases.cases[k],
                                     .observation = bench.seen[k]};
        cases[k].observation.batched = true;
        cases[k].has_alone = apart[k] != NULL;
        if (apart[k])
            cases[k].alone = *apart[k];
    }
    assert_null(
        assess_twice(bench.dialect, cases, bench.cases.count, look_alone,
                     rule_set_empty(formula.given) ? NULL : &alone, &results));
    put_results(&results, cases, out);
    for (size_t k = 0; k < bench.cases.count; k++)
        observation_free(&cases[k].alone);
    results_free(&results);
}

static void explained(char *words, FILE *out)
{
    size_t last = bench.cases.count - 1;
    struct memory_stream said;

    (void)words;
    cause_print(bench.dialect, &bench.cases.cases[last], &bench.seen[last],
                NULL, 0, memory_stream(&said));
    put_lines(&said, out);
}

static void printed(char *words, FILE *out)
{
    size_t last = bench.cases.count - 1;
    struct memory_stream said;

    seen(words, out);
    outcome_print(&bench.cases.cases[last], &bench.seen[last].outcome,
                  memory_stream(&said));
    put_lines(&said, out);
}

/* "counts: more, first; no tick is counted" */
static void put_view(const struct view *view, FILE *out)
{
    static const char *const kinds[] = {
        "nothing",         "counts",          "calls of functions", "a return",
        "a death in call", "a death in tick", "a death elsewhere",
    };
    static const char *const ways[WAYS] = {"fewer", "more",  "as many",
                                           "?",     "first", "anew",
                                           "gone",  "part",  "far"};
    const char *mark = ": ";

    fprintf(out, "    %s",
            view->kind < UNKNOWN_MIXED
                ? kinds[view->kind]
                : event_rows[view->kind - UNKNOWN_OTHERS].word);
    for (unsigned k = 0; k < WAYS; k++)
        if (view->way >> k & 1) {
            fprintf(out, "%s%s", mark, ways[k]);
            mark = ", ";
        }
    fprintf(out, "%s%s\n",
            feature_has(&view->features, FEATURE_TICKS) ? "" : "; before ticks",
            view->counts ? "" : "; no tick is counted");
}

/* Where several are seen of the last case, of the last of them. */
static void viewed(char *words, FILE *out)
{
    enum { MOST = 2 };
    const struct test_case *c = &bench.cases.cases[bench.cases.count - 1];
    struct evidence e = evidence_of(bench.dialect);
    struct hypothesis h = {.count = 0};
    struct formula by = chosen(bench.dialect, &words);
    struct observation all[MOST];
    struct divergence d = {.c = c};
    struct examined examined = {&e, &h, NULL};
    struct views views;
    size_t count = 0;

    RULE_SET_EACH (r, by.given)
        hypothesis_add(&h, (uint16_t)formula_choice(&by, r));
    for (char *text; (text = strsep(&words, "|")); count++) {
        assert_true(count < MOST);
        all[count] = observed_from(text);
        evidence_add(&e, c, &all[count]);
    }
    hypothesis_test(&h, &e, count);
    examined.explains = h.explains;
    views_make(&examined, 1, &views);
    put_view(&views.of[count - 1], out);
    d.observed = &all[count - 1].outcome;
    view_divergence(&examined, count - 1, &d);
    if (count > 1)
        fprintf(out, "    in event %zu\n", d.event);
    views_free(&views);
    hypothesis_free(&h);
    evidence_free(&e);
    while (count > 0)
        observation_free(&all[--count]);
}

static void beside(char *words, FILE *out)
{
    size_t last = bench.cases.count - 1;
    const struct test_case *c = &bench.cases.cases[last];
    const struct observation *o = &bench.seen[last];
    struct divergence d = {.c = c, .observed = &o->outcome};
    bool any = words;
    struct difference said;
    char like[80];

    for (char *text; (text = strsep(&words, "|"));) {
        char *whole = memory_format("%s; ended normally at 0", text);
        struct observation other = observed_from(whole);

        divergence_add(&d, &other.outcome);
        observation_free(&other);
        free(whole);
    }
    diagnose_seen(c, o, &d, &said);
    put("got", said.got, out);
    put("permitted", said.permitted, out);
    diagnose_like(c, o, any ? &d : NULL, like, sizeof like);
    if (*said.got)
        put("like", like, out);
}

static void featured(char *words, FILE *out)
{
    static const char *const names[FEATURES] = {
#define FEATURE(id, words) #id,
#include "conformance/diagnosis/features.def"
#undef FEATURE
    };
    size_t last = bench.cases.count - 1;
    struct feature_set set = features_of(
        &bench.cases.cases[last].script,
        words ? strtoul(words, NULL, 10) : SIZE_MAX, &bench.seen[last].outcome);
    char text[FEATURES * 24] = "";

    for (unsigned k = 0; k < FEATURES; k++)
        if (feature_has(&set, k))
            text_add(text, sizeof text, "%s%s", *text ? " " : "", names[k]);
    golden_words(text, out);
}

static void put_permitted(void *context, const struct outcome *outcome,
                          const struct choices *choices)
{
    struct observation o = {.outcome = *outcome};
    struct rule_set roomy =
        rule_set_common(choices->consulted, permits_roomy(bench.dialect));
    char *text = observed_text(&o), *made = memory_text("by");

    golden_words(text, context);
    RULE_SET_EACH (r, roomy)
        memory_replace(&made,
                       memory_format("%s %s=%s", made, rule_table[r].name,
                                     choice_table[choices->made[r]].name));
    golden_words(made, context);
    free(text);
    free(made);
}

static void permitted(char *words, FILE *out)
{
    bool seen_only = strcmp(strsep(&words, " "), "seen") == 0;

    evaluate_permitted(bench.dialect, &bench.cases.cases[bench.cases.count - 1],
                       seen_only, strtoul(words, NULL, 10), put_permitted, out);
}

static void asked(char *words, FILE *out)
{
    const struct test_case *c = &bench.cases.cases[bench.cases.count - 1];
    struct behaviour behaviour = behaviour_default(bench.dialect);
    struct question question = {.allowed = behaviour_sets(&behaviour),
                                .budget = (unsigned)strtoul(words, &words, 10),
                                .work = 1000000};
    struct explanations found;
    choice_set sets[2] = {0};
    bool extra = false;
    int rule;

    words++;
    rule = rule_by_name(strsep(&words, " "));
    assert_true(rule >= 0);
    for (char *word; (word = strsep(&words, " "));)
        if (strcmp(word, "or") == 0)
            extra = true;
        else
            sets[extra] |= choice_bit(choice_by_name(rule, word));
    question.allowed.of[rule] = sets[0];
    question.extra.of[rule] = sets[1];
    workspace_fit(&bench.workspace, c);
    evaluate(&bench.workspace, c, &bench.seen[c - bench.cases.cases].outcome,
             &question, &found, NULL, NULL);
    assert_false(found.exhausted);
    fprintf(out, "    %zu of %zu runs\n", found.boxes.count, found.runs);
    put_choices("with", rule, box_list_hull(&found.boxes).of[rule], out);
    put_rules("consulted", found.consulted, out);
    put_rules("explaining", found.explaining, out);
    free(found.boxes.boxes);
}

static void map(char *words, FILE *out)
{
    struct mapping mapping = {.width = 2, .address_bits = 64};
    int dialect = dialect_by_name(strsep(&words, " "));
    struct formula formula = chosen(dialect, &words);
    struct memory_stream said;
    uint64_t pc;

    assert_true(dialect >= 0);
    mapping.offset = strtoull(words, &words, 0);
    mapping.size = strtoull(words, &words, 0);
    mapping.scale = strtoull(words, &words, 0);
    pc = strtoull(words, &words, 0);
    explain_pc(&formula, &mapping, pc, memory_stream(&said));
    put_lines(&said, out);
}

static void departs(char *words, FILE *out)
{
    int dialect = dialect_by_name(strsep(&words, " "));
    struct box box = box_everything();
    struct rule_set rules = {{0}};
    char text[600];

    assert_true(dialect >= 0);
    while (words) {
        char *word = strsep(&words, " ");
        struct formula one = chosen(dialect, &word);

        RULE_SET_EACH (r, one.given) {
            choice_set before = rule_set_has(rules, r) ? box.of[r] : 0;

            box.of[r] = before | choice_bit(formula_choice(&one, r));
            rule_set_add(&rules, r);
        }
    }
    sentence_box(dialect, &box, text, sizeof text);
    golden_words(*text ? text : "nothing", out);
}

static void nameless(char *words, FILE *out)
{
    char text[200];

    sentence_of_other(words, text, sizeof text);
    golden_words(text, out);
}

static const struct golden_kind kinds[] = {
    {"as", as},
    {"does", does},
    {"seen", seen},
    {"noted", noted},
    {"printed", printed},
    {"apart", seen_apart},
    {"given", given},
    {"alone", alone},
    {"forgotten", forgotten},
    {"judged", judged_in_all},
    {"concluded", concluded},
    {"blamed", blamed},
    {"evidence", evidence},
    {"candidates", candidates_follow},
    {"separating", separating},
    {"assessed", assessed},
    {"explained", explained},
    {"viewed", viewed},
    {"beside", beside},
    {"features", featured},
    {"permitted", permitted},
    {"asked", asked},
    {"map", map},
    {"departs", departs},
    {"nameless", nameless},
    {NULL, NULL},
};

static void hold(const char *name)
{
    char path[80];

    snprintf(path, sizeof path, "conformance/judge/judged/%s.txt", name);
    golden_hold_kinds(path, take_cases, kinds);
    leave();
}

HOLD(verdicts)
HOLD(together)
HOLD(ends)
HOLD(sentences)
HOLD(explanations)
HOLD(words)
HOLD(outcomes)
HOLD(questions)
HOLD(views)
HOLD(differences)
HOLD(features)
HOLD(results)
HOLD(blames)
HOLD(rivals)

GOLDEN_TESTS
