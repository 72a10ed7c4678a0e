/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Condition variables.
 */
#include <stdint.h>
#include <time.h>

#include "mutex.h"
#include "wrap.h"

WRAP(int, pthread_cond_init, pthreadZucondZuinit,
     (pthread_cond_t * cond, const pthread_condattr_t* attr))
{
   OrigFn original;
   int result;
   VALGRIND_GET_ORIG_FN(original);
   CALL_FN_W_WW(result, original, cond, attr);
   if (result == 0)
      TELL(OBJECT_INIT, HP_PRIM_COND, cond, 0);
   return result;
}

WRAP(int, pthread_cond_destroy, pthreadZucondZudestroy, (pthread_cond_t * cond))
{
   OrigFn original;
   int result;
   VALGRIND_GET_ORIG_FN(original);
   CALL_FN_W_W(result, original, cond);
   if (result == 0)
      TELL(OBJECT_DESTROY, HP_PRIM_COND, cond, 0);
   return result;
}

WRAP(int, pthread_cond_signal, pthreadZucondZusignal, (pthread_cond_t * cond))
{
   OrigFn original;
   int result;
   VALGRIND_GET_ORIG_FN(original);
   TELL(COND_SIGNAL, cond, 0, 0);
   CALL_FN_W_W(result, original, cond);
   return result;
}

WRAP(int, pthread_cond_broadcast, pthreadZucondZubroadcast,
     (pthread_cond_t * cond))
{
   OrigFn original;
   int result;
   VALGRIND_GET_ORIG_FN(original);
   TELL(COND_SIGNAL, cond, 1, 0);
   CALL_FN_W_W(result, original, cond);
   return result;
}

/* --------------------------------------------------------------------------
 * Waiting.  A thread that is cancelled in its sleep, or left by pthread_exit in
 * a signal handler, never returns from the original: the mutex is obtained
 * again while its stack is unwound.  The tool must hear of that.  A CALL_FN_
 * macro cannot be unwound into a handler of its caller, since it moves the stack
 * and frame pointers behind the compiler's back; hence a call of our own, whose
 * frame has a personality routine that reports.
 */

/* What the unwinder calls for each frame it finds this routine in; see the
 * Itanium C++ ABI, Exception Handling, 1.6.  Without libgcc it cannot know
 * which wait that was, but the tool does. */
__attribute__((used)) static int wait_unwound(
   int version, int actions, uint64_t exception_class, void* exception,
   void* context)
{
   enum { CLEANUP_PHASE = 2, CONTINUE_UNWIND = 8 };
   (void)version, (void)exception_class, (void)exception, (void)context;
   if (actions & CLEANUP_PHASE)
      TELL(COND_WAIT_UNWOUND, 0, 0, 0);
   return CONTINUE_UNWIND;
}

/* Calls the original with these arguments, as CALL_FN_W_WWWW does.  Its own
 * five arguments are one register off from where the callee expects its four.
 * 0x1b: the personality's address is relative to its place, in 4 bytes. */
__attribute__((naked, noinline)) static int call_to_wait(
   __attribute__((unused)) unsigned long original,
   __attribute__((unused)) void* cond, __attribute__((unused)) void* mutex,
   __attribute__((unused)) unsigned long arg3,
   __attribute__((unused)) unsigned long arg4)
{
   __asm__ volatile(".cfi_personality 0x1b, wait_unwound\n\t"
                    "subq $8, %%rsp\n\t"
                    ".cfi_adjust_cfa_offset 8\n\t"
                    "movq %%rdi, %%rax\n\t"
                    "movq %%rsi, %%rdi\n\t"
                    "movq %%rdx, %%rsi\n\t"
                    "movq %%rcx, %%rdx\n\t"
                    "movq %%r8, %%rcx\n\t"
                    VALGRIND_CALL_NOREDIR_RAX
                    "addq $8, %%rsp\n\t"
                    ".cfi_adjust_cfa_offset -8\n\t"
                    "ret\n\t"
                    :
                    :);
}

static int wait(OrigFn original, pthread_cond_t* cond, pthread_mutex_t* mutex,
                unsigned long arg3, unsigned long arg4)
{
   int result;
   TELL(COND_WAIT_BEGIN, cond, mutex, unlock_may_fail(mutex));
   result = call_to_wait(original.nraddr, cond, mutex, arg3, arg4);
   /* Any other result came before the sleep, or without the mutex. */
   if (mutex_obtained(result) || result == ETIMEDOUT)
      TELL(COND_WAIT_END, cond, mutex, result != ETIMEDOUT);
   return result;
}

static int is_valid(const struct timespec* until)
{
   return until->tv_nsec >= 0 && until->tv_nsec < 1000000000;
}

WRAP(int, pthread_cond_wait, pthreadZucondZuwait,
     (pthread_cond_t * cond, pthread_mutex_t* mutex))
{
   OrigFn original;
   VALGRIND_GET_ORIG_FN(original);
   return wait(original, cond, mutex, 0, 0);
}

WRAP(int, pthread_cond_timedwait, pthreadZucondZutimedwait,
     (pthread_cond_t * cond, pthread_mutex_t* mutex,
      const struct timespec* until))
{
   OrigFn original;
   VALGRIND_GET_ORIG_FN(original);
   if (!is_valid(until))
      return call_to_wait(original.nraddr, cond, mutex, (unsigned long)until,
                          0);
   return wait(original, cond, mutex, (unsigned long)until, 0);
}

WRAP(int, pthread_cond_clockwait, pthreadZucondZuclockwait,
     (pthread_cond_t * cond, pthread_mutex_t* mutex, clockid_t clock,
      const struct timespec* until))
{
   OrigFn original;
   VALGRIND_GET_ORIG_FN(original);
   if (!is_valid(until)
       || (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC))
      return call_to_wait(original.nraddr, cond, mutex, (unsigned long)clock,
                          (unsigned long)until);
   return wait(original, cond, mutex, (unsigned long)clock,
               (unsigned long)until);
}
