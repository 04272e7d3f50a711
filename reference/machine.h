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
    bool recorded;     /* and has put a header and functions in it */
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
    bool reused;       /* a header and functions are where it counts */
    uint64_t low, high;
    uint64_t ticks;    /* in the histogram */
    uint64_t doubtful; /* of which so many may be missing */
    uint64_t limit;    /* functions that may be counted */
    uint32_t functions;
    bool any_functions; /* any of `all` may be counted, up to the limit */
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
    uint32_t depth; /* pauses in a row */
    bool ticks_off; /* nobody samples a child */
    bool lost;      /* there will be no file */
    bool own;       /* its text is the program's */
    bool spoilt;    /* ticks were counted where calls had been */
    uint64_t bound; /* highpc of the range that was on before; 0: none was */
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

/* What profiling may do, where no sentence says what it does; see open.h. */
struct open_state {
    bool is, was;    /* whether profiling is on is, or was once, not known */
    uint8_t buffers; /* that it may count in, a bit each */
    uint8_t forms;   /* of the call that may have turned it on, a bit each */
    bool faults;     /* an update may fault */
};

struct process {
    uint8_t number; /* 0; 1 in a forked child, 2 in its own */
    bool on;        /* false too where open.is */
    bool was_on;    /* at some time before */
    bool ended;     /* and a call turned it off */
    bool unticked;  /* while it is on: forked, and no tick comes */
    uint8_t begun;  /* the buffers that it last began with, a bit each */
    struct open_state open;
    bool dead;   /* crashed, or gone by exec or exit */
    bool exited; /* by exit */
    struct monitor monitor;
    struct memory memory[SCRIPT_BUFFERS];
    struct computed computed; /* ticks of elements of computed scale */
    struct profile profile;   /* last: of its regions only those are copied that
                               are there */
};

/* What one tick would do: while it is active, a tick fills it in, and counts
 * nothing. */
struct probe {
    bool active;
    bool unknown;   /* no sentence says what it does */
    bool computed;  /* it is in a region of computed scale */
    bool counted;   /* it is in a counter that is known */
    uint8_t buffer; /* of that region, or counter */
    int64_t at;     /* where that begins, in bytes from the buffer's start */
    uint64_t size;  /* computed: of the region's counters, in bytes */
    uint64_t low, high; /* computed: the region's range */
    int64_t counter;    /* of monitor: as `at`; -1: not known */
    bool faults;        /* of monitor: its counter is not in memory */
    bool lost;          /* of monitor: it may be counted nowhere */
};

/* What a tick changed.  If that is one counter alone, more ticks at the same pc
 * do the same while there is room. */
struct effect {
    unsigned changes;       /* of counters, regions and computed parts */
    unsigned char *counter; /* one that went up by one; NULL: none did */
    unsigned width;
    bool swapped;
    uint32_t
        room; /* how often it can go up in that way before a rule applies */
};

/* What a run has decided about regions that count nothing: whether they do what
 * no choice is; whether those not of scale 0 are then as if absent; and the
 * choice of REGION_END by which they end a search, 0 before that is decided. */
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
    bool anything; /* no sentence speaks of what was done: the run ends */
    struct idle_regions idle;
    bool compared; /* its events are held against what was seen */
    bool at_odds;  /* with what was seen: no more matters */
    bool limit_asked, other_limit; /* PROFIL_MAX may be another; see forms.c */
    bool overlaps_asked, overlaps; /* see regions.c */
    struct rule_set open, closed;  /* of this operation: where open_answer was
                                     true, and where it was false */
};

/* Whether this run makes that choice of its rule. */
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

/* So many bytes of the arena; null: there are no more, and the run is
 * exhausted. */
unsigned char *machine_allocate(struct model *model, size_t all);

#endif
