/* SPDX-License-Identifier: MIT */
/* profilcheck: what is asked for, and by which verb it is done. */
#include <stdlib.h>
#include <string.h>

#include "conformance/base/nearest.h"
#include "conformance/contain/contain.h"
#include "conformance/contain/sandbox_time.h"
#include "conformance/delivery/observe.h"
#include "conformance/results/results.h"
#include "conformance/run/environment.h"
#include "conformance/run/interrupt.h"
#include "limits.h"
#include "verbs.h"

static const struct verb *const verbs[] = {
#define VERB(name) &verb_##name,
#include "verbs.def"
#undef VERB
};
enum { VERBS = sizeof verbs / sizeof *verbs };

static const struct verb *main_find(const char *name)
{
    for (size_t k = 0; k < VERBS; k++)
        if (strcmp(name, verbs[k]->name) == 0)
            return verbs[k];
    return NULL;
}

static int unknown_verb(const char *name)
{
    static const char *const options[] = {"--help", "--version", NULL};
    const char *names[VERBS + 2] = {NULL};
    char text[400];

    for (size_t k = 0; k < VERBS; k++)
        names[k] = verbs[k]->name;
    names[VERBS] = "help";
    if (*name == '-')
        nearest_of(name, "option", options, text, sizeof text);
    else
        nearest_of(name, "verb", names, text, sizeof text);
    return complain(STATUS_USAGE, "%s", text);
}

static int help(void)
{
    struct output output;
    FILE *out = output_begin(&output);

    if (!out)
        return STATUS_HARNESS;
    fputs("usage: profilcheck VERB [OPTION]... [WORD]...\n"
          "\n"
          "A conformance oracle for the Unix profil family.\n"
          "\n",
          out);
    for (size_t k = 0; k < VERBS; k++)
        fprintf(out, "  %-9s%s\n", verbs[k]->name, verbs[k]->summary);
    fputs("\n"
          "profilcheck help VERB tells more; profilcheck --version the "
          "version.\n"
          "\n"
          "example:\n"
          "  profilcheck run --dialect aix signal\n"
          "\n"
          "exit status: 0 all pass, 1 some fail, 2 usage, 3 harness error\n",
          out);
    return output_end(&output, STATUS_PASS);
}

static int version(void)
{
    struct output output;
    FILE *out = output_begin(&output);

    if (!out)
        return STATUS_HARNESS;
    fputs("profilcheck " PROFILCHECK_VERSION, out);
    if (environment_commit())
        fprintf(out, " (%s)", environment_commit());
    putc('\n', out);
    return output_end(&output, STATUS_PASS);
}

/* Of a verb, or, with none, of all. */
static int help_on(const char *name)
{
    const struct verb *verb = name ? main_find(name) : NULL;

    return !name ? help() : verb ? verb_help(verb) : unknown_verb(name);
}

/* What cases are run by, whichever verb runs them. */
static int check_environment(void)
{
    enum containment best;
    double factor;

    if (!sandbox_factor(&factor))
        return complain(STATUS_USAGE,
                        "PROFILCHECK_TIMEOUT_FACTOR: read %s, "
                        "expected a number from 1 to 1000",
                        getenv("PROFILCHECK_TIMEOUT_FACTOR"));
    if (!containment_wanted(&best))
        return complain(STATUS_USAGE,
                        "PROFILCHECK_CONTAINMENT: read %s, "
                        "expected namespace, cgroup or subreaper",
                        getenv("PROFILCHECK_CONTAINMENT"));
    return STATUS_PASS;
}

int main(int argc, char **argv)
{
    const struct verb *verb;
    int status;

    observe_after_exec(argc, argv);
#ifdef PROFILCHECK_COMMIT
    environment_built_of(PROFILCHECK_COMMIT);
#endif
    interrupt_spare_files();
    if (check_environment() != STATUS_PASS)
        return STATUS_USAGE;
    if (argc < 2)
        return complain(STATUS_USAGE, "what to do? profilcheck --help lists "
                                      "the verbs");
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return help();
    if (strcmp(argv[1], "help") == 0)
        return help_on(argv[2]);
    if (strcmp(argv[1], "--version") == 0)
        return version();
    verb = main_find(argv[1]);
    if (!verb)
        return unknown_verb(argv[1]);
    status = limits_check(verb == &verb_run || verb == &verb_smoke ||
                          verb == &verb_identify || verb == &verb_shrink);
    return status == STATUS_PASS ? verb->run(argv + 2) : status;
}
