/* SPDX-License-Identifier: MIT */
/* The libraries run on signals from their first call on. */
#include "impls/signal/engine.h"

const struct engine *engine_current = &engine_signal;
