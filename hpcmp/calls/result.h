/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The result that the program gets from a system call, if the tool replaces the kernel's result.
 */
#ifndef HP_RESULT_H
#define HP_RESULT_H

#include "hpcmp/threads/threads.h"

/* An error as the kernel returns it in the register of the result. */
#define HP_ERROR(error) (-(UWord)(error))

/* The call of t has returned. Gives t this result, which is a value or an error such as
   HP_ERROR(VKI_EINVAL). Returns the result in Valgrind's form. */
SysRes hp_give_result(const Thread* t, UWord result);

#endif
