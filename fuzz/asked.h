/* SPDX-License-Identifier: MIT */
/*
 * How much memory is asked for.  A program that uses this is linked with
 * ASKED_FLAGS (fuzz.mk), by which all that is in it calls malloc, calloc and
 * realloc by way of here; a library has to be told to.
 */
#ifndef FUZZ_ASKED_H
#define FUZZ_ASKED_H

#include <stddef.h>

void asked_begin(void);

/* Bytes since then, freed or not. */
size_t asked_bytes(void);

#endif
