/* SPDX-License-Identifier: MIT */
#include "request.h"

#include "counters.h"

_Static_assert(
    CALL_E2BIG == 1 << (ERROR_PRECEDENCE_E2BIG - ERROR_PRECEDENCE_FIRST_) &&
        CALL_EFAULT ==
            1 << (ERROR_PRECEDENCE_EFAULT - ERROR_PRECEDENCE_FIRST_) &&
        CALL_EINVAL ==
            1 << (ERROR_PRECEDENCE_EINVAL - ERROR_PRECEDENCE_FIRST_) &&
        CALL_EACCES == 1 << (ERROR_PRECEDENCE_EACCES - ERROR_PRECEDENCE_FIRST_),
    "errors are named by their place among the choices");

void request_bad_address(struct model *m, struct request *request)
{
    switch (choose(m->choices, RULE_BAD_ADDRESS)) {
    case BAD_ADDRESS_EFAULT: /* aix.profil.20, irix.sprofil.11 */
        request->errors |= CALL_EFAULT;
        break;
    case BAD_ADDRESS_CRASHES: request->crash = true; break;
    default: break;
    }
}

static void bad_buffer(struct model *m, struct request *request)
{
    switch (choose(m->choices, RULE_BAD_BUFFER)) {
    case BAD_BUFFER_EFAULT: /* aix.profil.20, freebsd.profil.8 */
        request->errors |= CALL_EFAULT;
        break;
    case BAD_BUFFER_CRASHES: request->crash = true; break;
    default: break; /* irix.sprofil.17, hpux.profil.10: seen at the update */
    }
}

void request_region(struct model *m, struct request *request,
                    const struct region_arguments *arguments, unsigned width)
{
    struct scale_meaning meaning = mapping_scale(m->choices, arguments->scale);
    struct region *region = &request->profile.regions[request->profile.count++];

    *region = (struct region){
        .mapping = {.offset = arguments->offset,
                    .size = arguments->size,
                    .scale = meaning.scale,
                    .width = (uint8_t)width,
                    .address_bits = m->script->address_bits},
        .base = arguments->base,
        .high = arguments->high,
        .disabled = meaning.off || arguments->size == 0,
    };
    if (meaning.invalid)
        request->errors |= CALL_EINVAL;
    if (!meaning.off)
        request->off = false;
    if (!region->disabled &&
        !counters_writable(m->process, &region->base, 0, arguments->size))
        bad_buffer(m, request);
}
