/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Calls of originals with any number of words.  Valgrind's macros pass on twelve at most.
 */
#ifndef HPCMP_PRELOAD_MANY_WORDS_H
#define HPCMP_PRELOAD_MANY_WORDS_H

#include "hpcmp/preload/wrap.h"

/* function: the nraddr of an OrigFn. n: 6 or more. The unwinder can pass through this call. */
__attribute__((visibility("hidden"))) Word hw_call_with_words(Word function, Word n,
                                                              const Word* words);

#endif
