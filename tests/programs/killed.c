/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A process that gets SIGKILL while it is busy, or asleep.  Its marks say what it
 * did how long before.
 *    killed busy|asleep
 */
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "mark.h"

enum { MS_UNTIL_KILLED = 2000, MS_BETWEEN_MARKS = 20, MS_BEFORE_SLEEP = 50 };

static long ms(void)
{
   struct timespec now;
   clock_gettime(CLOCK_MONOTONIC, &now);
   return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void mark_time(long left)
{
   char text[40];
   snprintf(text, sizeof text, "left %ld", left);
   HPCMP_MARK(text);
}

/* A clock that is read without a system call, for a while. */
static void run_clock(volatile long* left, pid_t parent)
{
   const long end = ms() + MS_UNTIL_KILLED;
   while ((*left = end - ms()) > 0)
      usleep(1000);
   kill(parent, SIGKILL);
   _exit(0);
}

static void be_busy(volatile long* left)
{
   long next = MS_UNTIL_KILLED;
   for (;;) {
      const long now = *left;
      if (now <= next) {
         mark_time(now);
         next = now - MS_BETWEEN_MARKS;
      }
   }
}

/* When it has been asleep for a while. */
static void kill_asleep(pid_t parent)
{
   char name[40], state = 0;
   snprintf(name, sizeof name, "/proc/%d/stat", (int)parent);
   for (int seen = 0; seen < 10; seen += state == 'S') {
      usleep(10000);
      FILE* file = fopen(name, "r");
      MUST(file != NULL && fscanf(file, "%*d (%*[^)]) %c", &state) == 1);
      fclose(file);
   }
   kill(parent, SIGKILL);
   _exit(0);
}

/* Without a system call between the mark and the sleep. */
static void be_asleep(void)
{
   const long end = ms() + MS_BEFORE_SLEEP;
   HPCMP_MARK("asleep");
   while (ms() < end)
      work(1000);
   for (;;)
      pause();
}

int main(int argc, char** argv)
{
   MUST(argc == 2);
   const pid_t parent = getpid();
   const int is_busy = strcmp(argv[1], "busy") == 0;
   volatile long* left = mmap(NULL, sizeof *left, PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
   MUST(left != MAP_FAILED);
   *left = MS_UNTIL_KILLED;
   if (fork() == 0) {
      if (is_busy)
         run_clock(left, parent);
      kill_asleep(parent);
   }
   if (is_busy)
      be_busy(left);
   be_asleep();
   return 0;
}
