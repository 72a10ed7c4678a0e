/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hp_processes.h"

#include "config.h"
#include "hp_descriptors.h"
#include "hp_futex.h"
#include "hp_options.h"
#include "hp_output.h"
#include "hp_relatives.h"
#include "hp_sync.h"
#include "hp_threads.h"
#include "hp_trace.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_xarray.h"

/*------------------------------------------------------------*/
/*--- Who we are                                            ---*/
/*------------------------------------------------------------*/

/* When the process started, in clock ticks since boot: field 22 of
   /proc/self/stat (proc(5)), counted from the end of the name in parentheses,
   which may hold anything.  0 if it cannot be read. */
static ULong start_time(void)
{
   HChar text[1024];
   Int fd = VG_(fd_open)("/proc/self/stat", VKI_O_RDONLY, 0);
   if (fd < 0)
      return 0;
   Int n = VG_(read)(fd, text, sizeof text - 1);
   VG_(close)(fd);
   text[n > 0 ? n : 0] = '\0';
   const HChar* at = VG_(strrchr)(text, ')');
   for (UInt field = 2; at != NULL && field < 22; field++)
      at = VG_(strchr)(at + 1, ' ');
   return at == NULL ? 0 : VG_(strtoull10)(at + 1, NULL);
}

HChar* hp_process_identity(void)
{
   HChar* text = VG_(malloc)("hp.processes.identity", 80);
   VG_(sprintf)(text, "pid %d, started at tick %llu,", VG_(getpid)(),
                start_time());
   return text;
}

static void append(XArray* text, const HChar* part)
{
   VG_(addBytesToXA)(text, part, VG_(strlen)(part));
}

HChar* hp_process_description(void)
{
   XArray* text = VG_(newXA)(VG_(malloc), "hp.processes.text", VG_(free),
                             sizeof(HChar));
   append(text, HP_NAME " " PACKAGE_VERSION ", Valgrind " VALGRIND_VERSION ", ");
   HChar* identity = hp_process_identity();
   append(text, identity);
   VG_(free)(identity);
   append(text, " command: ");
   append(text, VG_(args_the_exename));
   for (Word i = 0; i < VG_(sizeXA)(VG_(args_for_client)); i++) {
      append(text, " ");
      append(text, *(HChar**)VG_(indexXA)(VG_(args_for_client), i));
   }
   VG_(addBytesToXA)(text, "", 1);
   HChar* copy = VG_(strdup)("hp.processes.description",
                             VG_(indexXA)(text, 0));
   VG_(deleteXA)(text);
   return copy;
}

/*------------------------------------------------------------*/
/*--- fork                                                  ---*/
/*------------------------------------------------------------*/

/* A child has a trace of its own if its name can be another one. */
static Bool name_has_pid(void)
{
   return VG_(strstr)(hp_clo_out_file, "%p") != NULL;
}

static void in_child(ThreadId tid)
{
   hp_relatives_fork(hp_thread(tid));
   hp_sync_reset_in_child(hp_thread(tid));
   hp_descriptors_reset_in_child();
   hp_threads_reset_in_child(tid);
   hp_output_drop_in_child();
   hp_trace_restart();
   if (name_has_pid()) {
      hp_output_open(False);
      hp_trace_begin(hp_thread(tid));
   }
   hp_relatives_begin(hp_thread(tid));
}

/*------------------------------------------------------------*/
/*--- execve, and other system calls                        ---*/
/*------------------------------------------------------------*/

static Bool is_exec(UInt number)
{
   return number == __NR_execve || number == __NR_execveat;
}

static void before_syscall(ThreadId tid, UInt number, UWord* args, UInt n_args)
{
   hp_thread(tid)->is_in_kernel = True;
   if (is_exec(number))
      hp_output_suspend();
   if (number == __NR_futex)
      hp_futex_before(hp_thread(tid), args);
   hp_descriptors_before(hp_thread(tid), number, args);
}

static void after_syscall(ThreadId tid, UInt number, UWord* args, UInt n_args,
                          SysRes res)
{
   hp_thread(tid)->is_in_kernel = False;
   if (is_exec(number))
      hp_output_resume();
   if (number == __NR_clone)
      hp_threads_created(tid, !sr_isError(res));
   if (number == __NR_futex)
      hp_futex_after(hp_thread(tid), args, res);
   hp_descriptors_after(hp_thread(tid), number, args, res);
   hp_relatives_after(hp_thread(tid), number, args, res);
}

void hp_processes_init(void)
{
   VG_(atfork)(NULL, NULL, in_child);
   VG_(needs_syscall_wrapper)(before_syscall, after_syscall);
}
