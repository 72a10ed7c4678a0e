/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Handles the reports of the C library's wrappers: hpcmp/preload/posix and preload/cxx.
 */
#ifndef HP_POSIX_H
#define HP_POSIX_H

#include "hpcmp/threads/threads.h"

/* Requests of shared/client_requests.h; each says whether it was one of its own.  Requests from
   inside a runtime library are left out, joins excepted, because they are that library's business
   ... */
Bool hp_posix_request(Thread* t, const UWord* arg, UWord* result);
/* ... but these are answered for a runtime library, too.  Only their events are left out. */
Bool hp_once_request(Thread* t, const UWord* arg, UWord* result);

#endif
