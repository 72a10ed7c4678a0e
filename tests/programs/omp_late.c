/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A program that does not know of OpenMP loads a library that does, twice.
 *    omp_late keep     the library, and with it the runtime, remains
 *    omp_late remove   they are taken away in between, and at the end; LLVM's
 *                      runtime remains nevertheless
 *                      must not be linked with an OpenMP runtime
 *    -DLIBRARY         the library, omp_late.so
 */
#ifdef LIBRARY

#include "omp_mark.h"

int in_parallel(int n)
{
   int sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
   {
      mark_number("share", omp_get_thread_num());
      sum += n;
#pragma omp barrier
      mark_number("after barrier", omp_get_thread_num());
   }
   return sum;
}

#else

#include <dirent.h>
#include <dlfcn.h>
#include <string.h>

#include "mark.h"

/* Adds to n_switches how often the thread has been given a processor; returns
 * whether it sleeps. */
static int looks_asleep(const char* id, unsigned long* n_switches)
{
   char line[300], state = 0;
   unsigned long n;
   snprintf(line, sizeof line, "/proc/self/task/%s/status", id);
   FILE* status = fopen(line, "r");
   MUST(status != NULL);
   while (fgets(line, sizeof line, status) != NULL) {
      sscanf(line, "State: %c", &state);
      if (sscanf(line, "voluntary_ctxt_switches: %lu", &n) == 1
          || sscanf(line, "nonvoluntary_ctxt_switches: %lu", &n) == 1)
         *n_switches += n;
   }
   fclose(status);
   return state == 'S';
}

static int others_look_asleep(unsigned long* n_switches)
{
   char self[30];
   int all_asleep = 1;
   snprintf(self, sizeof self, "%d", (int)gettid());
   *n_switches = 0;
   DIR* threads = opendir("/proc/self/task");
   MUST(threads != NULL);
   for (struct dirent* entry; (entry = readdir(threads)) != NULL;)
      if (entry->d_name[0] != '.' && strcmp(entry->d_name, self) != 0)
         all_asleep &= looks_asleep(entry->d_name, n_switches);
   closedir(threads);
   return all_asleep;
}

/* Returns when all other threads sleep, and have done so for some time.  (One that
 * only waits for its turn under Valgrind gets it while this one sleeps.) */
static void wait_until_others_sleep(void)
{
   unsigned long before, after;
   int asleep;
   do {
      asleep = others_look_asleep(&before);
      usleep(50000);
      asleep &= others_look_asleep(&after);
   } while (!asleep || before != after);
}

static void call_library(const char* program, int keep)
{
   char name[4096];
   MUST(snprintf(name, sizeof name, "%s.so", program) < (int)sizeof name);
   void* library =
      dlopen(name, RTLD_NOW | RTLD_LOCAL | (keep ? RTLD_NODELETE : 0));
   MUST(library != NULL);
   int (*in_parallel)(int) = (int (*)(int))dlsym(library, "in_parallel");
   MUST(in_parallel != NULL && in_parallel(2) == 6);
   /* GCC's runtime does not end its threads.  One that still runs has no code. */
   wait_until_others_sleep();
   MUST(dlclose(library) == 0);
   MUST((dlopen(name, RTLD_NOW | RTLD_NOLOAD) != NULL) == keep);
}

static void* sleeper(void* nothing)
{
   return nothing;
}

int main(int argc, char** argv)
{
   MUST(argc == 2);
   const int keep = strcmp(argv[1], "keep") == 0;
   in_a_thread(sleeper, NULL);
   HPCMP_MARK("begin");
   call_library(argv[0], keep);
   HPCMP_MARK("again");
   call_library(argv[0], keep);
   HPCMP_MARK("end");
   return 0;
}

#endif
