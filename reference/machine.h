/* SPDX-License-Identifier: MIT */
/*
 * The profiled machine as the model has it at one moment of a run: its
 * processes, their buffers, and what has been seen of them.
 */
#ifndef REFERENCE_MACHINE_H
#define REFERENCE_MACHINE_H

#include "choices.h"
#include "computed.h"
#include "gmon/counts.h"
#include "outcome.h"
#include "profile.h"
#include "script.h"

/* A buffer as one process has it. */
struct memory {
    unsigned char *bytes; /* zone, buffer, zone; NULL: no such buffer */
    uint32_t size;        /* of the buffer alone */
    bool shared;
    bool readonly;
    bool unmapped;
    bool undetermined; /* what it holds is not known */
    bool beyond;       /* nor what lies past its end */
    bool monitored;    /* monitor has counted in it, who knows where */
};

/* A function whose calls are counted. */
struct called {
    uint64_t address, calls;
};

/* What monitor has beside profil's state. */
struct monitor {
    bool on;           /* from its beginning to its stop */
    bool paused;       /* by moncontrol */
    bool maybe_paused; /* by moncontrol, of whose mode nothing is reported */
    bool misplaced;    /* its buffer is where its list is */
    uint64_t low, high;
    uint64_t ticks;    /* in the histogram, */
    uint64_t doubtful; /* but for so many of them, perhaps */
    uint64_t limit;    /* functions that may be counted */
    uint32_t functions;
    bool any_functions; /* more were called than may be counted */
    struct called called[SCRIPT_FUNCTIONS]; /* by their first call */
    uint32_t made;                       /* functions called while it was on, */
    struct called all[SCRIPT_FUNCTIONS]; /* and all of their calls */
};

/* What has been written, by any process. */
struct written {
    uint8_t state; /* enum file_state: mon.out's */
    bool unknown;  /* it is there, and what is in it is not known */
    struct file_contents file;
    bool recorded; /* by _mcleanup, in gmon.out */
};

/* The runtime behind -pg, as one process has it. */
struct gmon_state {
    bool on;        /* from monstartup to _mcleanup */
    bool cleaned;   /* _mcleanup was called before */
    bool paused;    /* by moncontrol */
    uint32_t depth; /* how often in a row */
    bool ticks_off; /* nobody samples a child */
    bool lost;      /* there will be no file */
    bool own;       /* its text is the program's */
    bool spoilt;    /* ticks were counted among calls counted before */
    uint64_t bound; /* highpc of the range before, where that was on */
    struct gmon_counts counted;
};

/* Its file, by whichever process. */
struct gmon_file {
    int64_t state; /* enum file_state, or VALUE_UNSEEN */
    bool own;      /* of the text of the program */
    bool begun;    /* monstartup was called since it was written */
    bool added_to; /* a child wrote it, and its parent's is added */
    bool prefix, no_room, unwritable;
    bool bare;       /* it has no histogram, and no rate */
    int64_t message; /* 1 if it was said that arcs were lost, else 0; or
                     VALUE_UNSEEN */
    struct gmon_counts contents;
};

/* What profiling does, where no sentence says it; see open.h. */
struct open_state {
    bool is, was;    /* it is, or was, not known whether profiling is on, */
    uint8_t buffers; /* and which of these it counts in, as bits, */
    uint8_t forms;   /* by a call of which of these forms, as bits */
    bool faults;     /* an update may fault */
};

struct process {
    uint8_t number; /* 0; 1 in a forked child, 2 in its own */
    bool on;        /* false too where open.is */
    bool was_on;    /* at some time before */
    bool ended;     /* and a call turned it off */
    uint8_t begun;  /* the buffers that it last began with, a bit each */
    struct open_state open;
    bool dead;   /* crashed, or gone by exec or exit */
    bool exited; /* by exit */
    struct profile profile;
    struct monitor monitor;
    struct memory memory[SCRIPT_BUFFERS];
    struct computed computed; /* ticks of elements of computed scale */
};

/* What one tick would do, when it is only asked and not done. */
struct probe {
    bool active;
    bool unknown;       /* no sentence says what it does */
    bool computed;      /* it met a region of computed scale, which begins, */
    bool counted;       /* or landed in a buffer: */
    uint8_t buffer;     /* in which, */
    int64_t at;         /* and how many bytes from its start */
    uint64_t size;      /* of the region whose scale is computed, */
    uint64_t low, high; /* and its range; */
    int64_t counter;    /* where monitor's would land in the buffer, or -1, */
    bool faults;        /* or that there is no memory, */
    bool lost;          /* or that it may land nowhere */
};

/* What a tick changed.  Where that is one counter alone, ticks at the same pc
 * do the same while there is room. */
struct effect {
    unsigned changes;       /* of counters, regions and computed parts */
    unsigned char *counter; /* one that went up by one; NULL: none did */
    unsigned width;
    bool swapped;
    uint32_t room; /* how often it goes up in that way before it is full, or
                    * anything else that a rule speaks of */
};

/* What is open of regions that count nothing, each asked once a run: whether
 * those that are like none of scale 0 are absent; and how they end a search, a
 * choice of REGION_END, 0 before it is asked. */
struct idle_regions {
    bool asked, open;
    bool absent_asked, absent;
    uint16_t end;
};

struct model {
    struct choices *choices;
    const struct script *script;
    struct outcome *outcome;
    unsigned char *arena; /* where buffers live */
    size_t arena_size, arena_used;
    uint16_t op; /* the operation being run */
    struct process *process;
    unsigned skipped; /* forks that a dead process did not come to */
    struct process processes[SCRIPT_PROCESSES];
    struct written written;
    bool gmon_script; /* what follows is used; see gmon/gmon.h */
    struct gmon_state gmon[SCRIPT_PROCESSES];
    struct gmon_file gmon_file;
    struct probe probe;
    struct effect effect; /* of the last tick */
    bool exhausted;       /* the arena or the outcome was too small */
    bool anything;        /* what was done is spoken of by no sentence */
    struct idle_regions idle;
    bool at_odds; /* with what runs are held against: no more matters */
    bool limit_asked, other_limit; /* PROFIL_MAX may be another; see forms.c */
    struct rule_set open, closed;  /* rules that this operation asked, which are
                                     answered by no choice, and by one */
};

/* Whether a rule is answered by that choice of it. */
static inline bool chose(struct model *model, enum choice choice)
{
    return choose(model->choices, choice_table[choice].rule) == choice;
}

/* As before the first operation.  What the lists of a process hold is left as
 * it was: they have no elements. */
void machine_begin(struct model *model);

/* Append an event of this operation and process. */
void machine_event(struct model *model, struct event event);

/* The process dies in this operation. */
void machine_crash(struct model *model);

/* No sentence speaks of what was done: anything may follow. */
void machine_anything(struct model *model);

/* So many bytes of the arena; null: there are no more. */
unsigned char *machine_allocate(struct model *model, size_t all);

#endif
