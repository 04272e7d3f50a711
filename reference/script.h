/* SPDX-License-Identifier: MIT */
/*
 * A script: what a case does, one operation after the other.
 *
 * Plain types, no pointers to real memory: an address in a call is a number
 * of the profiled machine, a buffer is named by its index.  The same script
 * is run by the model, and by the harness on an implementation.
 *
 * The lists that an operation points to belong to whoever made the script.
 */
#ifndef REFERENCE_SCRIPT_H
#define REFERENCE_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SCRIPT_BUFFERS = 8,    /* buffers in one script */
    SCRIPT_ZONE = 64,      /* canary bytes watched on each side of a buffer */
    SCRIPT_CANARY = 0xA5,  /* what they hold */
    SCRIPT_LIST = 1025,    /* regions in one list */
    SCRIPT_ELEMENTS = 80,  /* in one that p_high ends */
    SCRIPT_PROCESSES = 3,  /* one, its child, and that one's */
    PROFIL_LIMIT = 64,     /* PROFIL_MAX, where it is not said to differ */
    SCRIPT_FUNCTIONS = 16, /* functions that a script has called */
};

/* p_scale of a list element whose scale is to be computed (aix.profil.11) */
#define SCALE_COMPUTED UINT64_C(0xffffffff)

enum pointer_kind {
    POINTER_NULL,
    POINTER_BAD,   /* an address where nothing is mapped */
    POINTER_GIVEN, /* a buffer, a list or a time value that is there */
};

/* A pointer into a buffer: buffer number, and bytes past its start. */
struct pointer {
    uint8_t kind;
    uint8_t buffer;
    uint32_t at;
};

/*
 * One region: a member of an irix list, or an element of an aix list, whose
 * p_low is offset.  high is p_high, and nothing in the other dialects.
 */
struct region_arguments {
    struct pointer base;
    uint64_t size;
    uint64_t offset;
    uint64_t scale;
    uint64_t high;
};

enum call_kind {
    CALL_PROFIL,       /* profil(buffer, size, offset, scale) */
    CALL_PROFIL_LIST,  /* profil(list, -1, 0, 0), aix */
    CALL_SPROFIL,      /* sprofil(list, count, tvp, flags), irix and glibc */
    CALL_MONITOR,      /* monitor(lowpc, highpc, buffer, bufsize, nfunc) */
    CALL_MONITOR_LIST, /* monitor(lowpc, highpc, list, -1, nfunc) */
    CALL_MONITOR_STOP, /* monitor(0) */
    CALL_MONSTARTUP,   /* monstartup(lowpc, highpc) */
    CALL_MONCONTROL,   /* moncontrol(mode) */
    CALL_MCLEANUP,     /* _mcleanup(), freebsd and gmon */
    CALL_KINDS
};

enum call_flag {
    FLAG_USHORT = 1,
    FLAG_UINT = 2,
    FLAG_FAST = 4,
};

struct call {
    uint8_t kind;
    uint8_t list_kind; /* enum pointer_kind: where the list argument points */
    uint8_t tvp;       /* enum pointer_kind */
    uint8_t flags;     /* enum call_flag, or-ed */
    int32_t count;     /* profcnt as passed, whatever the list's length;
                          nfunc; mode */
    /* CALL_PROFIL.  Of monitor and monstartup: lowpc is offset, highpc high,
     * bufsize, as passed, size. */
    struct region_arguments region;
    const struct region_arguments *list; /* the forms with one */
    uint32_t listed;                     /* its length */
};

struct tick {
    uint64_t pc;
    uint32_t count; /* that many ticks, one after the other; at least 1 */
};

enum op_kind {
    OP_BUFFER, /* a buffer is created */
    OP_CALL,   /* one call of the family */
    OP_TICKS,  /* ticks, in order */
    OP_SWEEP,  /* a tick at each pc of a range; see enum sweep_result */
    OP_FORK,   /* a child runs the operations up to its OP_END, then exits */
    OP_END,
    OP_EXEC,       /* the process runs another program; its last operation */
    OP_UNMAP,      /* a buffer's memory goes away */
    OP_REMAP,      /* and comes back, zeroed */
    OP_PROTECT,    /* a buffer's memory becomes read-only */
    OP_SLEEP,      /* the process sleeps at a pc, its profiling clock running */
    OP_CALLER_SET, /* the caller sets a SIGPROF handler, timer and mask */
    OP_CALLER_CHECK, /* are they as they were, and nothing left behind? */
    OP_FUNCTIONS,    /* functions compiled for counting are called, in order */
    OP_FILE,         /* mon.out is looked at */
    OP_RATE,         /* the rate in gmon.out's header is looked at */
    OP_EXIT,         /* the process exits; its last operation */
    /* These are of the runtime behind -pg, as is the rest of their script. */
    OP_ARCS,   /* calls are counted: ticks are pairs, from and self; the count
                  of the first is how often */
    OP_ROW,    /* `size` arcs are counted, each once: the first from pc to end,
                  each next one step bytes on */
    OP_NESTED, /* calls are counted, and in each a signal handler makes another:
                  ticks are from, self and the other's self; the count of the
                  first is how often */
    OP_THREADS,    /* the same, where another thread makes the other call */
    OP_OWN_TEXT,   /* monstartup is called for the text of the program itself */
    OP_PROFILE,    /* gmon.out is looked at */
    OP_HEADER,     /* the rest of its header is looked at */
    OP_SAID,       /* the standard error output is looked at */
    OP_PREFIX,     /* GMON_OUT_PREFIX is set */
    OP_NO_ROOM,    /* what is written to gmon.out finds no room */
    OP_UNWRITABLE, /* nothing can be written to gmon.out */
    OP_KINDS
};

struct op {
    uint8_t kind;
    uint8_t buffer; /* OP_BUFFER, OP_UNMAP, OP_REMAP, OP_PROTECT, OP_SWEEP */
    uint8_t fill_width; /* OP_BUFFER: 0 zeroed, else 2 or 4: fill repeated */
    bool shared;        /* OP_BUFFER: with a child, both ways */
    uint32_t fill;
    uint32_t size;            /* OP_BUFFER: bytes.  OP_SWEEP: bytes watched */
    uint32_t at;              /* OP_SWEEP: first byte watched */
    uint32_t milliseconds;    /* OP_SLEEP */
    uint64_t pc;              /* OP_SLEEP; OP_SWEEP: the first pc */
    uint64_t end;             /* OP_SWEEP: the first pc not swept */
    uint32_t step;            /* OP_SWEEP */
    struct call call;         /* OP_CALL */
    const struct tick *ticks; /* OP_TICKS; OP_FUNCTIONS: their addresses */
    size_t tick_count;
};

struct script {
    const struct op *ops;
    size_t count;
    uint8_t address_bits; /* 16, 32 or 64: the profiled machine's */
    uint32_t profil_max;  /* PROFIL_MAX there; 0: PROFIL_LIMIT */
    bool swapped; /* that machine's byte order is not that of this one */
};

#endif
