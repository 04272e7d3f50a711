/* SPDX-License-Identifier: MIT */
/*
 * An observation in a file, as one process hands it to another of the same
 * program: whole, and in no form that another program could read.
 */
#ifndef CONFORMANCE_RECORD_H
#define CONFORMANCE_RECORD_H

#include <stdio.h>

#include "conformance/delivery/observation.h"

/* False where it could not be written whole. */
bool record_write(FILE *file, const struct observation *observation);

/* The next one, to be released by observation_free.  False where there is no
 * whole one, or no memory: then nothing is to be released. */
bool record_read(FILE *file, struct observation *observation);

#endif
