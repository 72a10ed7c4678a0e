/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hp_runtime.h"

#include "hp_waiting.h"

void hp_runtime_enter(Thread* t)
{
   t->runtime_in = t->n_handlers + 1;
}

void hp_runtime_leave(Thread* t)
{
   t->runtime_in = 0;
   hp_waiting_end(t);
}

Bool hp_in_runtime(const Thread* t)
{
   return t->runtime_in == t->n_handlers + 1;
}

void hp_runtime_wait(Thread* t)
{
   hp_waiting_begin(t);
}

void hp_runtime_created(Thread* parent, Thread* child)
{
   if (!hp_in_runtime(parent))
      return;
   hp_runtime_enter(child);
   hp_runtime_wait(child);
}
