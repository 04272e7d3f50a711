/* SPDX-License-Identifier: MIT */
/* The host's <unistd.h> without its profil, which is not this dialect's. */
#pragma GCC system_header
#define profil profil_of_the_host
#include_next <unistd.h>
#undef profil
