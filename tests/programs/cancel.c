/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads cancelled in a wait, and one that a signal handler ends there.
 */
#include <semaphore.h>
#include <signal.h>

#include "mark.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static sem_t sem;
static volatile int waiting;

static void unlock(void* unused)
{
   (void)unused;
   MUST(pthread_mutex_unlock(&mutex) == 0);
}

static void* in_cond_wait(void* unused)
{
   pthread_mutex_lock(&mutex);
   pthread_cleanup_push(unlock, NULL);
   waiting = 1;
   for (;;)
      pthread_cond_wait(&cond, &mutex);
   pthread_cleanup_pop(0);
   return unused;
}

static void* in_sem_wait(void* unused)
{
   waiting = 1;
   sem_wait(&sem);
   return unused;
}

static void* in_join(void* thread)
{
   waiting = 1;
   pthread_join(*(pthread_t*)thread, NULL);
   return NULL;
}

static void leave(int signal)
{
   (void)signal;
   pthread_exit(PTHREAD_CANCELED);
}

static pthread_t start_waiting(void* (*body)(void*), void* argument)
{
   waiting = 0;
   pthread_t thread = start(body, argument);
   while (!waiting)
      usleep(1000);
   usleep(50000);
   return thread;
}

static void join_cancelled(pthread_t thread)
{
   void* result;
   MUST(pthread_join(thread, &result) == 0);
   MUST(result == PTHREAD_CANCELED);
}

int main(void)
{
   pthread_t thread, other;
   mark_address("mutex", &mutex);
   mark_address("cond", &cond);
   mark_address("sem", &sem);
   sem_init(&sem, 0, 0);
   signal(SIGUSR1, leave);

   thread = start_waiting(in_cond_wait, NULL);
   pthread_cancel(thread);
   join_cancelled(thread);
   MUST(pthread_mutex_trylock(&mutex) == 0);
   MUST(pthread_mutex_unlock(&mutex) == 0);
   HPCMP_MARK("cancelled in cond_wait");

   thread = start_waiting(in_cond_wait, NULL);
   pthread_kill(thread, SIGUSR1);
   join_cancelled(thread);
   HPCMP_MARK("left cond_wait");

   thread = start_waiting(in_sem_wait, NULL);
   pthread_cancel(thread);
   join_cancelled(thread);

   other = start_waiting(in_sem_wait, NULL);
   thread = start_waiting(in_join, &other);
   pthread_cancel(thread);
   join_cancelled(thread);
   HPCMP_MARK("cancelled in join");
   sem_post(&sem);
   join(other);
   return 0;
}
