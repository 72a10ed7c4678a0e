/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Keeps track of the program's file descriptors that are ends of pipes, of the system calls that
 * change these descriptors, and of the data that goes through them.
 */
#ifndef HP_DESCRIPTORS_H
#define HP_DESCRIPTORS_H

#include "hpcmp/channels/pipes.h"
#include "hpcmp/channels/units.h"

typedef struct {
    Pipe* from; /* the pipe that is read through the descriptor, or NULL */
    Pipe* to;   /* the pipe that is written through the descriptor, or NULL */
    HpUnit unit;
    UInt n_looks; /* how often the other end of a connection was looked for in vain */
} Descriptor;

void hp_descriptors_init(void);

/* All known descriptors are below this number. */
UWord hp_n_descriptors(void);
/* If fd is no end of a pipe, `from` and `to` are NULL. */
const Descriptor* hp_descriptor(UWord fd);
/* t may be NULL if fd is no end of a pipe so far. */
void hp_descriptor_set(Thread* t, UWord fd, Descriptor value);
Bool hp_descriptor_closes_on_exec(UWord fd);
/* The pipe of this name that is behind one of the descriptors, or NULL. */
Pipe* hp_descriptors_find_pipe(const ChannelName* name);
/* t is about to execute a program. */
void hp_descriptors_before_exec(Thread* t);

void hp_descriptors_before(Thread* t, UInt number, const UWord* args);
void hp_descriptors_after(Thread* t, UInt number, const UWord* args, SysRes res);

#endif
