/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Which file descriptors of the program are ends of pipes, what system calls do to
 * them, and what goes through them.
 */
#ifndef HP_DESCRIPTORS_H
#define HP_DESCRIPTORS_H

#include "hpcmp/kernel/pipes.h"
#include "hpcmp/kernel/units.h"

typedef struct {
    Pipe* from; /* what is read from it, or NULL */
    Pipe* to;   /* what is written into it, or NULL */
    HpUnit unit;
    UInt n_looks; /* for a connection's other end, in vain */
} Descriptor;

void hp_descriptors_init(void);

/* All of them are below that. */
UWord hp_n_descriptors(void);
/* Of one that is no end of a pipe, both are NULL. */
const Descriptor* hp_descriptor(UWord fd);
/* t: may be NULL if it is none so far. */
void hp_descriptor_set(Thread* t, UWord fd, Descriptor value);
Bool hp_descriptor_closes_on_exec(UWord fd);
/* Of this name, that is behind one of them; or NULL. */
Pipe* hp_descriptors_pipe(const ChannelName* name);
/* t is about to execute a program. */
void hp_descriptors_before_exec(Thread* t);

void hp_descriptors_before(Thread* t, UInt number, const UWord* args);
void hp_descriptors_after(Thread* t, UInt number, const UWord* args, SysRes res);

#endif
