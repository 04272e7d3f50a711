/* SPDX-License-Identifier: MIT */
/* A program that holds several engines has none until it opens one. */
#include "engine.h"

const struct engine *engine_current;
