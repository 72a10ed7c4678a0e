/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Handles the requests by which programs tell Helgrind and DRD about their own synchronisation,
 * with the macros of <valgrind/helgrind.h> and <valgrind/drd.h>.
 */
#ifndef HP_ANNOTATIONS_H
#define HP_ANNOTATIONS_H

#include "hpcmp/threads/threads.h"

/* Handles the client request if it is one of Helgrind's or DRD's that orders threads. Returns
   whether it is one. */
Bool hp_annotation_request(Thread* t, const UWord* arg, UWord* result);

#endif
