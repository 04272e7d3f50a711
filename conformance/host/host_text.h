/* SPDX-License-Identifier: MIT */
/* All facts of the host: in lines, what is broken first; as TAP; as JSON. */
#ifndef CONFORMANCE_HOST_TEXT_H
#define CONFORMANCE_HOST_TEXT_H

#include <stdio.h>

#include "host.h"

void host_as_text(FILE *out);
void host_as_tap(FILE *out);
void host_as_json(FILE *out);

#endif
