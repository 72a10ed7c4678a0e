/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A digest of what a program writes to its standard output: the number of bytes, and a hash. It
 * shows whether two runs write the same, however much they write.
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

/* Reads the pipe and adds what it reads. Stops when the child has ended and the pipe is empty, or
   when all writers have closed the pipe. So this process does not wait for a process that the child
   leaves behind. `to`: a descriptor to which everything is passed on; -1: none. */
void hm_digest_output(Digest* digest, int pipe, pid_t child, int to);

#endif
