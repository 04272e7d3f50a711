/* SPDX-License-Identifier: MIT */
/*
 * The model: a script and a behaviour in, an outcome out.
 *
 * A pure function.  It allocates nothing, does no I/O and keeps no state
 * between runs; all memory is the caller's.  The behaviour is whatever
 * answers choose(); which rules were consulted is in choices.asked after.
 */
#ifndef REFERENCE_MODEL_H
#define REFERENCE_MODEL_H

#include "choices.h"
#include "mapping.h"
#include "outcome.h"
#include "script.h"

/* A region that profiling was turned on with. */
struct region {
    struct mapping mapping;
    struct pointer base;
    uint64_t high;   /* first address past it, where bounded */
    bool bounded;    /* an aix list element */
    bool computed;   /* its scale is computed: counts are not known */
    bool disabled;   /* scale 0 or 1, or size 0 */
    bool overflow;   /* the overflow bin (irix.sprofil.8) */
    bool stopped;    /* turned off by a fault or a full counter */
};

/* A buffer as one process has it. */
struct memory {
    unsigned char *bytes; /* zone, buffer, zone; NULL: no such buffer */
    uint32_t size;        /* of the buffer alone */
    bool shared;
    bool readonly;
    bool unmapped;
    bool undetermined;    /* a tick went to a region of computed scale */
};

struct process {
    uint8_t number; /* 0, or 1 in a forked child */
    bool on;
    bool dead;      /* crashed, or gone by exec */
    bool by_list;   /* turned on by the list form (aix.profil.17) */
    bool by_size_zero; /* on, but idle */
    uint32_t count;
    struct region regions[SCRIPT_LIST];
    struct memory memory[SCRIPT_BUFFERS];
};

struct model {
    struct choices *choices;
    const struct script *script;
    struct outcome *outcome;
    unsigned char *arena; /* where buffers live */
    size_t arena_size, arena_used;
    uint16_t op;          /* the operation being run */
    struct process *process;
    struct process processes[2];
    bool exhausted;       /* the arena or the outcome was too small */
};

/* Bytes of arena that a script needs, for the model and for each outcome:
 * every buffer with its zones, twice. */
size_t model_arena_size(const struct script *script);

/* Events that a script can lead to, at most. */
size_t model_event_limit(const struct script *script);

/*
 * Run the script.  outcome->events and arena are the caller's, sized by the
 * two functions above; the outcome's bytes point into the arena.  Returns
 * false only where they were too small.
 */
bool model_run(struct model *model, const struct script *script,
               struct choices *choices, struct outcome *outcome,
               unsigned char *arena, size_t arena_size);

#endif
