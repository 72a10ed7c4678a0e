/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The result that the program gets of a system call, if it is another one than the kernel's.
 */
#ifndef HP_RESULT_H
#define HP_RESULT_H

#include "hpcmp/threads/threads.h"

/* An error as the kernel returns it in the register of the result. */
#define HP_ERROR(error) (-(UWord)(error))

/* The call of t has returned, and t gets this result: a value, or HP_ERROR(VKI_EINVAL), for
   example. Returns it in Valgrind's form. */
SysRes hp_give_result(const Thread* t, UWord result);

#endif
