/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Writes the bytes of the trace to its file, through a compressor if the file's name asks for it.
 *
 * A compressed file is a sequence of frames. Each compressor process writes one frame, and bytes
 * that are stored without compressor are a frame of their own.
 */
#ifndef HP_SINK_H
#define HP_SINK_H

#include "hpcmp/base/basics.h"

/* Finds the compressor that a file of this name needs. Called only once. Prints a message and
   returns False if the compressor is not installed. */
Bool hp_sink_choose(const HChar* name);
/* Begins to write to this file, which is empty. The name stays the caller's. */
void hp_sink_open(Int file, const HChar* name);
Bool hp_sink_is_open(void);
/* If the file needs a compressor that does not run yet, starts it now, and not only at the next
   write. */
void hp_sink_begin_frame(void);
/* How many bytes are best written at once. */
SizeT hp_sink_chunk(void);

/* Returns how many bytes were written. If these are fewer than n, the caller can only give up. */
SizeT hp_sink_write(const HChar* bytes, SizeT n);
/* The same without the compressor, so that the bytes stand in the file as they are. */
SizeT hp_sink_store(const HChar* bytes, SizeT n);

/* Makes the file complete up to now. Returns False if that is impossible. */
Bool hp_sink_settle(void);
/* The place where a settled file ends, or -1 if the file cannot be cut off. */
Long hp_sink_place(void);
/* Cuts off what was written behind this place. */
Bool hp_sink_cut(Long place);

/* Copies a settled file, from the place `from` on, to the file `to`. Returns the number of bytes,
   or -1 if that is impossible. */
Long hp_sink_copy(Int to, Long from);
/* Makes a new file with the same name. It contains these n bytes, stored without the compressor,
   and then the part of the settled file from `from` on. Later writes go to the new file. If that is
   impossible, changes nothing and returns False. */
Bool hp_sink_replace(const HChar* bytes, SizeT n, Long from);

/* In an uncompressed file, steps back by the n bytes that were written last, so that they can be
   overwritten. */
Bool hp_sink_step_back(SizeT n);

/* Settles the file and closes it. */
Bool hp_sink_close(void);
/* Prints why something went wrong, and closes the file. */
void hp_sink_give_up(void);
/* In the child of a fork: closes the parent's file, and leaves it unchanged. */
void hp_sink_drop_in_child(void);

/* The trace in messages: "the trace file 'x.json'", or without the name if hp_clo_by_command.
   The text is valid until the next call. */
const HChar* hp_sink_described(const HChar* name);
/* The meaning of the kernel's error number, in words. */
const HChar* hp_sink_reason(UWord error);

#endif
