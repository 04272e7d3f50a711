/* SPDX-License-Identifier: MIT */
/* The forms of the calls, each from its arguments to a request. */
#ifndef REFERENCE_FORMS_H
#define REFERENCE_FORMS_H

#include "request.h"

/* profil(buffer, size, offset, scale) */
void forms_profil(struct model *model, const struct call *call,
                  struct request *request);

/* profil(list, -1, 0, 0): aix.profil.10 */
void forms_list(struct model *model, const struct call *call,
                struct request *request);

/* sprofil(list, count, tvp, flags) */
void forms_sprofil(struct model *model, const struct call *call,
                   struct request *request);

/* How many elements a list has before the one that ends it (aix.profil.12,
 * aix-monitor.7). */
uint32_t forms_list_length(struct model *model, const struct call *call);

#endif
