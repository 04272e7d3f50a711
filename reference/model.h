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
#include "outcome.h"
#include "regions.h"
#include "script.h"

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
    bool was_on;    /* at some time before */
    bool dead;      /* crashed, or gone by exec */
    struct profile profile;
    struct memory memory[SCRIPT_BUFFERS];
};

/* What one tick would do, when it is only asked and not done. */
struct probe {
    bool active;
    bool computed;  /* it met a region of computed scale */
    bool counted;   /* it landed in a buffer */
    uint8_t buffer; /* which, */
    int64_t at;     /* and how many bytes from its start */
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
    struct probe probe;
    bool exhausted;       /* the arena or the outcome was too small */
};

/* Bytes of arena that a script needs: every buffer with its zones, once for
 * each process. */
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

/* For the files of the model: append an event of this operation and process;
 * let the process die in this operation. */
void model_event(struct model *model, struct event event);
void model_crash(struct model *model);

#endif
