/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "impl.h"

const struct impl_class *const impl_table[] = {
    &impl_signal, &impl_perf, &impl_ptrace, &impl_libc, NULL,
};

const struct impl_class *impl_find(const char *name)
{
    size_t length = strlen(name);

    for (size_t k = 0; impl_table[k]; k++)
        if (!strcmp(impl_table[k]->name, name))
            return impl_table[k];
    if (strncmp(name, "exec:", 5) == 0)
        return name[5 + strspn(name + 5, " \t\n")] ? &impl_exec : NULL;
    if (strchr(name, '/') || (length > 3 && !strcmp(name + length - 3, ".so")))
        return &impl_so;
    return NULL;
}
