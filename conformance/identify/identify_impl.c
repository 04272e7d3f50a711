/* SPDX-License-Identifier: MIT */
#include "identify_impl.h"

#include <stdlib.h>

#include "conformance/base/json_text.h"
#include "conformance/base/output.h"
#include "conformance/base/terminal.h"
#include "conformance/cases/suite.h"
#include "conformance/workers/opening.h"
#include "identity_text.h"

#define SCHEMA "profilcheck.identify.1"

/* All that a script can tell of an implementation called that way, before any
 * case. */
static struct choice_sets known_of(const struct opening *opening)
{
    struct choice_sets known = {0};

    for (unsigned r = 0; r < RULES; r++)
        known.of[r] = dialect_has_rule(opening->dialect, r)
                          ? rule_choices((enum rule)r)
                          : 1;
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

/* enum system_calls, of a case's calls; 0: others too. */
static unsigned identify_calls_of(const struct test_case *c)
{
    unsigned calls = 0;

    for (size_t k = 0; k < c->script.count; k++)
        if (c->script.ops[k].kind == OP_CALL)
            switch (c->script.ops[k].call.kind) {
            case CALL_PROFIL:
            case CALL_PROFIL_LIST: calls |= SYSTEM_CALLS_PROFIL; break;
            case CALL_SPROFIL: calls |= SYSTEM_CALLS_SPROFIL; break;
            default: return 0;
            }
    return calls;
}

static size_t choose_cases(struct identify_request *request,
                           const struct opening *opening, unsigned calls)
{
    size_t count = 0;

    for (size_t k = 0; k < request->list.count; k++) {
        const struct test_case *c = &request->list.cases[k];

        if ((c->dialects >> opening->dialect & 1) &&
            identify_calls_of(c) == calls &&
            c->script.address_bits == sizeof(void *) * 8)
            request->cases[count++] = c;
    }
    return count;
}

/* Of void functions that look like others until one call. */
static bool is_void(const struct identity *identity)
{
    for (size_t k = 0; k < identity->count; k++)
        if (identity->cases[k].asked &&
            opening_is_void(&identity->cases[k].observation))
            return true;
    return false;
}

/* It in words, or as an object of the list. */
static bool identify_tell(struct identify_request *request,
                          const struct identity *identity,
                          struct identity_subject *subject, FILE *out)
{
    struct identity_matches matches;
    bool good = identity_matches(identity, subject->interface, subject->returns,
                                 &matches);

    subject->matches = &matches;
    if (good && request->json) {
        fputs(request->told ? ",\n" : "\n", out);
        identity_json(identity, subject, out);
    } else if (good) {
        if (subject->first) {
            fputs(request->told ? "\n" : "", out);
            terminal_clean(request->name, out);
            fprintf(out, ", called as %s's:\n",
                    dialect_table[subject->prototypes].name);
        }
        identity_print(identity, subject, out);
    }
    request->told++;
    identity_matches_free(&matches);
    return good;
}

static bool identify_calls(struct identify_request *request,
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
    char why[400];
    bool good = identify(request->cases, count, &known, opening_ask, opening,
                         &identity);

    if (good && request->dialect < 0 && opening->dialect == DIALECT_FREEBSD &&
        is_void(&identity) &&
        opening_as(opening, request->impl, request->name, DIALECT_HPUX, why,
                   sizeof why)) {
        identity_free(&identity);
        return identify_calls(request, opening, calls, out);
    }
    good = good && identify_tell(request, &identity, &subject, out);
    identity_free(&identity);
    return good;
}

static bool identify_opening(struct identify_request *request,
                             struct opening *opening, FILE *out)
{
    opening->options.timeout_ms = request->timeout_ms;
    if (opening->capabilities & IMPL_CAN_PROFIL &&
        !identify_calls(request, opening, SYSTEM_CALLS_PROFIL, out))
        return false;
    return !(opening->capabilities & IMPL_CAN_SPROFIL) ||
           identify_calls(request, opening, SYSTEM_CALLS_SPROFIL, out);
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

/* One that is several, each by the prototypes of its dialect. */
static int identify_each(struct identify_request *request, FILE *out)
{
    struct opening opening;
    char why[400] = "it has none of the calls";
    int status = STATUS_PASS, opened = 0;

    for (int d = 0; status == STATUS_PASS && d < DIALECTS; d++) {
        if ((request->dialect >= 0 && request->dialect != d) ||
            !dialect_has_call((enum dialect)d, CALL_PROFIL) ||
            !opening_as(&opening, request->impl, request->name, (enum dialect)d,
                        why, sizeof why))
            continue;
        opening.options.open.constants = &opening.constants;
        opened++;
        status = identify_check(&opening);
        if (status == STATUS_PASS && !identify_opening(request, &opening, out))
            status = out_of_memory();
    }
    if (!opened)
        return complain(STATUS_USAGE, "identify: %s: %s", request->name, why);
    return status;
}

static int identify_found(struct identify_request *request, FILE *out)
{
    struct opening opening;
    char why[400];
    int status;

    if (!opening_find(&opening, request->impl, request->name, why, sizeof why))
        return complain(STATUS_USAGE, "identify: %s: %s", request->name, why);
    opening.options.open.constants = &opening.constants;
    status = identify_check(&opening);
    if (status == STATUS_PASS && !identify_opening(request, &opening, out))
        status = out_of_memory();
    return status;
}

int identify_impl(struct identify_request *request)
{
    bool is_one = request->impl == &impl_so || request->impl == &impl_libc;
    struct case_error error;
    struct output output;
    int status;

    if (!suite_load(&request->list, DIALECT_GLIBC, false, &error) ||
        !suite_for_addresses(&request->list, sizeof(void *) * 8, &error))
        return complain(STATUS_HARNESS, "%s", error.text);
    request->cases = calloc(request->list.count + 1, sizeof *request->cases);
    if (!request->cases || !output_begin(&output))
        return out_of_memory();
    if (request->json) {
        fputs("{\"schema\": \"" SCHEMA "\", \"implementation\": ",
              output.stream);
        json_text(request->name, output.stream);
        fputs(", \"identities\": [", output.stream);
    }
    status = is_one && request->dialect < 0
                 ? identify_found(request, output.stream)
                 : identify_each(request, output.stream);
    if (request->json)
        fputs("\n]}\n", output.stream);
    if (status == STATUS_PASS)
        return output_end(&output, status);
    output_drop(&output);
    return status;
}
