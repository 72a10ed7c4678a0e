/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Passes each client request on to the function that handles it. Client requests are calls of the
 * program to the tool. They come from the preload library, from programs that use hpcmp.h or
 * Helgrind's and DRD's macros, and from custom allocators.
 */
#ifndef HP_CLIENT_REQUESTS_H
#define HP_CLIENT_REQUESTS_H

void hp_client_requests_init(void);

#endif
