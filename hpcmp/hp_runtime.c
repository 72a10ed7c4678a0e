/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hp_runtime.h"

void hp_runtime_enter(Thread* t)
{
   t->is_in_runtime = True;
}

void hp_runtime_leave(Thread* t)
{
   t->is_in_runtime = False;
}

Bool hp_in_runtime(const Thread* t)
{
   return t->is_in_runtime;
}
