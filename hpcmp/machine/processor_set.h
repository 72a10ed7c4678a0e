/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A set of processors, as the program sees it with --hpcmp-processors=N: the processors have the
 * numbers 0 to N - 1.
 *
 * The room machine shows the program a machine that has N processors, whatever the host has. It
 * asks base, threads, order, count, trace and calls.
 */
#ifndef HP_PROCESSOR_SET_H
#define HP_PROCESSOR_SET_H

#include "hpcmp/base/options.h"
#include "pub_tool_xarray.h"

enum { HP_SET_WORDS = HP_MOST_PROCESSORS / 64 };

typedef struct {
    ULong words[HP_SET_WORDS]; /* processor p is bit p % 64 of words[p / 64] */
} ProcessorSet;

/* The sets of the processors 0 to N - 1, of one processor, and of none. */
ProcessorSet hp_processors_all(void);
ProcessorSet hp_processors_only(UInt processor);
ProcessorSet hp_processors_none(void);

UInt hp_processors_count(const ProcessorSet* set);
/* The processor with the i-th lowest number, from 0; i is less than the set's size. */
UInt hp_processors_member(const ProcessorSet* set, UInt i);

/* The number of bytes of the words that a set of N processors needs. */
SizeT hp_processors_n_bytes(void);
/* Reads a set of `size` bytes, which is an argument of a system call. Returns those of its
   processors that the machine has. The caller has checked that the bytes are readable. */
ProcessorSet hp_processors_from_bytes(const void* bytes, SizeT size);

/* Append the set in the two forms that Linux uses in files, without the end of the line. Example:
   with 40 processors, the set of 0, 1 and 34 is "04,00000003" as a mask and "0-1,34" as a list. */
void hp_processors_append_mask(XArray* text, const ProcessorSet* set);
void hp_processors_append_list(XArray* text, const ProcessorSet* set);
/* Reads a mask. Returns False if the text is anything else. */
Bool hp_processors_read_mask(const HChar* text, ProcessorSet* set);

#endif
