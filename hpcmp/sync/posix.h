/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the wrappers of the C library report: hpcmp/preload/posix and preload/cxx.
 */
#ifndef HP_POSIX_H
#define HP_POSIX_H

#include "hpcmp/threads/threads.h"

/* Requests of shared/client_requests.h; each says whether it was one of its own.  What a
   runtime library does with these primitives is its business ... */
Bool hp_posix_request(Thread* t, const UWord* arg, UWord* result);
/* ... but these are answered whoever asks; only their events are left out. */
Bool hp_once_request(Thread* t, const UWord* arg, UWord* result);

#endif
