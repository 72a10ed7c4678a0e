/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Finds out which code is the program's own, and where a thread inside a library returns to it. The
 * sampler asks this in its signal handler, and hpcmp-native asks it about another process, so
 * nothing here takes a lock or allocates. Addresses on a stack may point anywhere. So memory is
 * never read directly. Instead the kernel copies it, and says if there is none at an address.
 */
#ifndef HM_OWN_CODE_H
#define HM_OWN_CODE_H

#include "hpcmp/measure/native_samples.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* The words above the stack pointer among which a return address is searched. System calls are made
   by short functions of the C library, so the address is near. */
#define HM_STACK_WORDS 128

/* Whether code from this file is the program's own, and not that of a runtime library. */
bool hm_is_own(const char* path);
/* The newest mapping that contains the address; NULL: none does. */
const HmMapping* hm_mapping_at(const HmSamples* samples, uint64_t address);

/* Copies bytes of a process; false: not all of them are there. */
bool hm_peek(pid_t process, void* to, uint64_t from, size_t n);
/* Copies up to HM_STACK_WORDS words, and returns how many. There are fewer at the stack's end. */
size_t hm_peek_stack(pid_t process, uint64_t sp, uint64_t* words);
/* The first of these words of a stack that looks like an address to which the program's own code
   returns. 0: there is none. Example: read() of the C library was called by take_line() of the
   program, so the result is the address behind the call in take_line(). */
uint64_t hm_own_caller(pid_t process, const HmSamples* samples, const uint64_t* words, size_t n);

#endif
