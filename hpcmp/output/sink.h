/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Takes the bytes of the trace to its file, through a compressor if the file's name says so.
 *
 * A compressed file is a sequence of frames.  Each compressor makes one, and what is
 * stored without one is a frame of its own.
 */
#ifndef HP_SINK_H
#define HP_SINK_H

#include "hpcmp/base/basics.h"

/* Finds the compressor that a file of this name needs, once and for all.  False,
   with a message: it is not installed. */
Bool hp_sink_choose(const HChar* name);
/* The file is empty.  The name stays the caller's. */
void hp_sink_open(Int file, const HChar* name);
Bool hp_sink_is_open(void);
/* Starts the compressor, if there is one and it does not run; writing would do so. */
void hp_sink_begin_frame(void);
/* How many bytes are best written at once. */
SizeT hp_sink_chunk(void);

/* Returns how many bytes were written; if that is fewer, all that is left is to
   give up. */
SizeT hp_sink_write(const HChar* bytes, SizeT n);
/* The same, past the compressor: each byte can be found in the file. */
SizeT hp_sink_store(const HChar* bytes, SizeT n);

/* Makes the file complete as far as it goes.  False: could not. */
Bool hp_sink_settle(void);
/* In a file that is settled: where it ends; -1: it is no file that could be cut off. */
Long hp_sink_place(void);
/* Cuts off what was written since it ended there. */
Bool hp_sink_cut(Long place);

/* Copies what a settled file has from `from` on to this one.  Returns the number of bytes, or -1:
   could not. */
Long hp_sink_copy(Int to, Long from);
/* A settled file: makes a new one of these n bytes, past the compressor, and of what the file has
   from `from` on, and goes on in it, under the same name.  False: could not; all is as it was. */
Bool hp_sink_replace(const HChar* bytes, SizeT n, Long from);

/* A file that is not compressed: steps back in it by so many bytes of those that were
   written last, which can then be written over. */
Bool hp_sink_step_back(SizeT n);

/* Settles the file and closes it. */
Bool hp_sink_close(void);
/* Tells why something went wrong, closes the file. */
void hp_sink_give_up(void);
/* In the child of a fork: closes the parent's, leaves all as it is. */
void hp_sink_drop_in_child(void);

/* The trace in messages: "the trace file 'x.json'", or without the name if hp_clo_by_command.
   The text is valid until the next call. */
const HChar* hp_sink_described(const HChar* name);
/* The meaning of the kernel's error number, in words. */
const HChar* hp_sink_reason(UWord error);

#endif
