/* SPDX-License-Identifier: MIT */
/* The one mark by which a name leaves a library. */
#ifndef IMPLS_SIGNAL_EXPORT_H
#define IMPLS_SIGNAL_EXPORT_H

#define EXPORT __attribute__((visibility("default")))

#endif
