/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Client requests, to Valgrind's tools: the one place from which they go to whom they are
 * for.  They come from the preload library, from programs that use hpcmp.h or Helgrind's
 * and DRD's macros, and from custom allocators.
 */
#ifndef HP_CLIENT_REQUESTS_H
#define HP_CLIENT_REQUESTS_H

void hp_client_requests_init(void);

#endif
