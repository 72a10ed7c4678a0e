/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hp_omp.h"

/* Those that begin an operation. */
static Bool begins(Thread* t, const UWord* arg, UWord* result)
{
   switch (arg[0]) {
   case HP_REQ_OMP_PARALLEL_BEGIN: *result = hp_omp_parallel_begin(t, arg[1]); break;
   case HP_REQ_OMP_BARRIER_ARRIVE: *result = hp_omp_barrier_arrive(t);         break;
   case HP_REQ_OMP_LOCK_WAIT:      *result = hp_omp_lock_wait(t, arg[1]);      break;
   case HP_REQ_OMP_LOCK_RELEASE:   *result = hp_omp_lock_release(t, arg[1]);   break;
   case HP_REQ_OMP_SINGLE_COPY:    *result = hp_omp_single_copy(t);            break;
   case HP_REQ_OMP_SINGLE_PUBLISH: *result = hp_omp_single_publish(t);         break;
   default:                        return False;
   }
   return True;
}

static Bool ends(Thread* t, const UWord* arg)
{
   switch (arg[0]) {
   case HP_REQ_OMP_PARALLEL_END:   hp_omp_parallel_end(t, arg[1]);         break;
   case HP_REQ_OMP_IMPLICIT_BEGIN: hp_omp_implicit_begin(t, arg[1]);       break;
   case HP_REQ_OMP_IMPLICIT_END:   hp_omp_implicit_end(t);                 break;
   case HP_REQ_OMP_BARRIER_DEPART: hp_omp_barrier_depart(t, arg[1]);       break;
   case HP_REQ_OMP_LOCK_WAITED:    hp_omp_lock_waited(t, arg[1], arg[2]);  break;
   case HP_REQ_OMP_SINGLE_COPIED:  hp_omp_single_copied(t, arg[1]);        break;
   case HP_REQ_OMP_LEAVE:          hp_omp_leave(t);                        break;
   default:                        return False;
   }
   return True;
}

Bool hp_omp_request(Thread* t, const UWord* arg, UWord* result)
{
   return begins(t, arg, result) || ends(t, arg);
}
