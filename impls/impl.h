/* SPDX-License-Identifier: MIT */
/*
 * The one interface to what is judged.
 *
 * An implementation is some code that claims to be profil, sprofil or both,
 * in the terms of one dialect.  The harness opens it, makes the calls of a
 * script with it, has ticks delivered to it, and closes it.  It does so in a
 * process made for the purpose: an implementation may crash, hang or exit
 * there.  Opening and closing happen once in such a process, many calls may
 * come between, and a call may come after fork in the child.
 *
 * Who owns what: buffers, lists and time values belong to the harness.  They
 * stay where they are until the process ends or the script unmaps them.  An
 * adapter marshals an impl_call into the native call (struct prof has another
 * layout in each dialect) and must neither check nor repair its arguments:
 * what the script says is what the implementation gets.
 *
 * Delivery: most implementations on Linux take their ticks as SIGPROF; they
 * leave deliver null and the harness delivers real SIGPROFs to them, with the
 * pc it wants.  One with a mechanism of its own sets deliver; a shared object
 * exports, to the same end,
 *
 *     int profilcheck_tick(uint64_t pc, uint32_t count, const char **why);
 *
 * which has count ticks at pc counted before it returns: 0, or an errno, with
 * a sentence in *why.  ENOTSUP: not at that pc.  A count of 0 asks
 * whether any could be.
 *
 * Nothing here shares arithmetic, or anything else, with reference/.
 */
#ifndef IMPLS_IMPL_H
#define IMPLS_IMPL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/time.h>

/* A region: one member of an irix list, or one element of an aix list, whose
 * p_low is offset and p_high is high. */
struct impl_region {
    void *base;
    uint64_t size;   /* bytes */
    uint64_t offset; /* address */
    uint64_t scale;
    uint64_t high; /* address; aix lists only */
};

enum impl_entry {
    IMPL_PROFIL,       /* profil(base, size, offset, scale) */
    IMPL_PROFIL_LIST,  /* profil(list, -1, 0, 0): aix */
    IMPL_SPROFIL,      /* sprofil(list, count, tvp, flags): irix, glibc */
    IMPL_MONITOR,      /* monitor(offset, high, base, size, count) */
    IMPL_MONITOR_LIST, /* monitor(offset, high, list, -1, count) */
    IMPL_MONITOR_STOP, /* monitor(0), of one argument */
    IMPL_MONSTARTUP,   /* monstartup(offset, high) */
    IMPL_MONCONTROL,   /* moncontrol(count) */
    IMPL_MCLEANUP,     /* _mcleanup(): freebsd */
};

/* The flags of sprofil by meaning; the adapter puts in the constants that
 * the implementation's own header gives them. */
enum impl_flag { IMPL_USHORT = 1, IMPL_UINT = 2, IMPL_FAST = 4 };

/* At most: members in a list, and elements in one that p_high ends. */
enum { IMPL_LIST = 1025, IMPL_ELEMENTS = 80 };

struct impl_call {
    enum impl_entry entry;
    struct impl_region region;      /* IMPL_PROFIL; of monitor: high is highpc,
                                       size is bufsize as passed */
    const struct impl_region *list; /* the others; null: pass list_address */
    unsigned listed;                /* its length; aix: without terminator */
    void *list_address;             /* a pointer to pass in place of a list */
    int count;                      /* profcnt, whatever the length is; nfunc;
                                       mode */
    struct timeval *tvp;
    unsigned flags; /* enum impl_flag, or-ed */
};

/* What a call led to.  errno is set to 0 before the call; error is what it
 * is after. */
struct impl_result {
    bool has_value; /* false where the dialect's function returns void */
    int64_t value;
    int error;
};

struct impl_tick {
    uint64_t pc;
    uint32_t count;
};

enum impl_capability {
    IMPL_CAN_PROFIL = 1,
    IMPL_CAN_LIST = 2,
    IMPL_CAN_SPROFIL = 4,
    IMPL_CAN_MONITOR = 8,
    IMPL_CAN_STOP = 16, /* monitor(0), or what does the same */
    IMPL_CAN_MONSTARTUP = 32,
    IMPL_CAN_MONCONTROL = 64,
    IMPL_CAN_COUNT = 128, /* mcount */
    IMPL_CAN_MCLEANUP = 256,
    IMPL_IS_LINKED = 512, /* its code is that of the program which judges, not
                             to be begun anew, nor to come to its end */
};

/* What an implementation's header says where ours can't know.  Fields of
 * value 0 in impl_defaults for glibc (its PROF_USHORT is 0) are meant. */
struct impl_constants {
    unsigned prof_ushort, prof_uint, prof_fast;
    unsigned clk_tck; /* ticks a second by <time.h>; 0: unknown */
};

/* Those of a dialect's own header. */
struct impl_constants impl_defaults(const char *dialect);

struct impl_options {
    const char *path;    /* of a shared object; else null */
    const char *dialect; /* "aix", "irix", "hpux", "freebsd", "glibc" */
    const struct impl_constants *constants; /* null: the dialect's own */
};

struct impl; /* begins with: const struct impl_class *class; */

struct impl_class {
    const char *name;    /* "signal" */
    const char *summary; /* one line for `profilcheck list impls` */

    /* Make ready for calls of one dialect.  Null where there is none,
     * with a sentence in why (what was wrong, with which file). */
    struct impl *(*open)(const struct impl_options *options, char *why,
                         size_t why_size);

    /* enum impl_capability, or-ed: the calls that it has. */
    unsigned (*capabilities)(const struct impl *impl);

    /* Make one call and note what it returned. */
    void (*call)(struct impl *impl, const struct impl_call *call,
                 struct impl_result *result);

    /* Have ticks counted by the implementation's own mechanism, in order,
     * before returning.  0, or an errno: then the reason is in refused, and
     * where that is ENOTSUP nothing was delivered.  With no ticks: whether
     * any could be.  Null: it takes SIGPROF. */
    int (*deliver)(struct impl *impl, const struct impl_tick *ticks,
                   size_t count);

    /* With deliver: hold the implementation's own clock, on or turned on
     * later, so that no tick comes but those delivered; or let it go, as it
     * is at first.  Null: there is none. */
    void (*hold)(struct impl *impl, bool held);

    void (*close)(struct impl *impl);
};

struct impl {
    const struct impl_class *class;
    const char *refused;  /* a sentence, where deliver failed */
    void (*mcount)(void); /* what a function compiled for it calls on its
                             entry, its frame set up, to be counted; null:
                             calls are not counted */
};

extern const struct impl_class impl_signal; /* ours, on SIGPROF */
extern const struct impl_class impl_perf;   /* ours, on perf_event_open */
extern const struct impl_class impl_ptrace; /* ours, on ptrace */
extern const struct impl_class impl_libc;   /* the host's, unmodified */
extern const struct impl_class impl_so;     /* any shared object, by path */
extern const struct impl_class impl_exec;   /* a program: "exec:PROGRAM" */

/* Whether a shared object may bring its ticks itself: its file, which is read
 * and not loaded, has the name of what it would export for that. */
bool impl_so_names_ticks(const char *path);

/* Null-terminated: those that `run` finds by name. */
extern const struct impl_class *const impl_table[];

/* The class for a name from the table; impl_exec for "exec:..."; impl_so for
 * anything with a slash, or that ends in ".so"; null where it is none. */
const struct impl_class *impl_find(const char *name);

#endif
