/* SPDX-License-Identifier: MIT */
/* profilcheck: what is asked for, and by which verb it is done. */
#include <string.h>

#include "conformance/delivery/observe.h"
#include "verbs.h"

static const struct verb *const verbs[] = {
    &verb_run, &verb_map, &verb_list, &verb_case, &verb_identify,
    &verb_explain, &verb_shrink, &verb_coverage, &verb_prof,
    &verb_verify, &verb_compare, &verb_report, &verb_merge,
};
enum { VERBS = sizeof verbs / sizeof *verbs };

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
          "profilcheck VERB --help tells more; profilcheck --version the "
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
    fputs("profilcheck " PROFILCHECK_VERSION "\n", out);
    return output_end(&output, STATUS_PASS);
}

int main(int argc, char **argv)
{
    observe_after_exec(argc, argv);
    if (argc < 2)
        return complain(STATUS_USAGE, "what to do? profilcheck --help lists "
                        "the verbs");
    if (strcmp(argv[1], "--help") == 0)
        return help();
    if (strcmp(argv[1], "--version") == 0)
        return version();
    for (size_t k = 0; k < VERBS; k++)
        if (strcmp(argv[1], verbs[k]->name) == 0)
            return verbs[k]->run(argv + 2);
    return complain(STATUS_USAGE, "%s: no such verb; profilcheck --help lists "
                    "them", argv[1]);
}
