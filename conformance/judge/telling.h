/* SPDX-License-Identifier: MIT */
/*
 * The telling case: where something else would do as well in the place of a
 * blame, a case on which the two lead to outcomes of which none is the same.
 *
 * What each of the two behaviours can lead to is taken from all that is left
 * of it, so that a case which is found tells, whatever it shows; a case that
 * would tell only perhaps is not found.
 */
#ifndef CONFORMANCE_TELLING_H
#define CONFORMANCE_TELLING_H

#include "judge.h"

/*
 * The case of the suite that tells the most of a blame's rivals from it, the
 * cheapest of them; null where there are no rivals, or none tells.  Looked for
 * among those that tell about the interface, make no other calls than were
 * seen, and are for the same kind of machine; before
 * judge_forget.  A function of what was seen, and bounded.  False where memory
 * ran out.
 */
bool telling_find(const struct judge *judge, unsigned interface, unsigned blame,
                  const struct case_list *suite,
                  const struct test_case **telling);

/* Of what kind of machine the cases are that tell about the interface. */
unsigned telling_address_bits(const struct judge *judge, unsigned interface);

#endif
