/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What a program writes to its standard output, as a number of bytes and a hash: enough to see
 * whether two runs write the same, however much it is.
 */
#ifndef HM_DIGEST_H
#define HM_DIGEST_H

#include <stdint.h>
#include <sys/types.h>

typedef struct {
    uint64_t bytes;
    uint64_t hash; /* FNV-1a of all bytes; hm_digest_of_nothing if there are none */
} Digest;

extern const Digest hm_digest_of_nothing;

/* Reads the pipe until the child has ended and the pipe is empty, or all writers have closed it,
   and adds what comes.  So a process that the child leaves behind does not hold this one up.  `to`:
   a descriptor to which everything is passed on; -1: none. */
void hm_digest_output(Digest* digest, int pipe, pid_t child, int to);

#endif
