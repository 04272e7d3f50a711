/* SPDX-License-Identifier: MIT */
/* What a call asks for, between its arguments and its effect. */
#ifndef REFERENCE_REQUEST_H
#define REFERENCE_REQUEST_H

#include "machine.h"

/* Errors that apply to a call, or-ed: the bits of ERROR_PRECEDENCE. */
enum call_error {
    CALL_E2BIG = 1,
    CALL_EFAULT = 2,
    CALL_EINVAL = 4,
    CALL_EACCES = 8,
};

/* What a call is about to do. */
struct request {
    struct profile profile; /* what to turn on with */
    unsigned errors;        /* enum call_error */
    bool off;               /* it is a call to turn off */
    bool crash;             /* it is the process's last */
    bool idle;              /* it has no effect (aix.profil.9) */
    bool ends;              /* it turns off whatever is on */
    bool replaces;          /* it takes effect even where it would be ignored */
    bool open;              /* no sentence says what it does; see open.h */
    bool monitors;          /* it is monitor's own */
    bool timed;             /* tvp is given */
    bool fatal_time;        /* to write there ends the process */
    uint8_t tick_time;      /* enum tick_time: what the caller learns */
    uint8_t fast;
};

/* Nothing asked for yet, by a call of that form. */
void request_begin(struct request *request, enum form form);

/* Append a region to the request, with the errors that its scale, size and
 * buffer cause.  width: bytes in a counter. */
void request_region(struct model *model, struct request *request,
                    const struct region_arguments *arguments, unsigned width);

/* The first argument or tvp, of that enum pointer_kind, is not a valid address;
 * read: something there is read in any case. */
void request_bad_address(struct model *model, struct request *request,
                         enum pointer_kind kind, bool read);

/* The buffer of a call that turns off, or has size 0 (aix.profil.8, .9, .20;
 * freebsd.profil.6, .8; hpux.profil.7).  May add an error, or settle what the
 * call does. */
void request_off_address(struct model *model, struct request *request,
                         const struct region_arguments *arguments);

/* The buffer of a list's element whose scale turns off, or whose size is 0
 * (aix.profil.20).  May add an error. */
void request_idle_element(struct model *model, struct request *request,
                          const struct pointer *base, uint64_t size, bool off);

#endif
