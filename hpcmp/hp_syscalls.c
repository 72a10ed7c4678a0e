/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hp_syscalls.h"

#include "hp_threads.h"
#include "hp_traffic.h"
#include "pub_tool_aspacemgr.h"

Bool hp_is_readable(Addr a, SizeT size)
{
   return VG_(am_is_valid_for_client)(a, size, VKI_PROT_READ);
}

SizeT hp_readable_string_length(Addr a, SizeT max)
{
   const SizeT page = 4096;
   for (SizeT len = 0; len < max; len++) {
      Bool on_new_page = len == 0 || (a + len) % page == 0;
      if (on_new_page && !hp_is_readable(a + len, 1))
         return len;
      if (*(const HChar*)(a + len) == '\0')
         return len;
   }
   return max;
}

static void on_read(CorePart part, ThreadId tid, const HChar* what, Addr a,
                    SizeT size)
{
   if (part == Vg_CoreSysCall)
      hp_traffic_range(hp_thread(tid), a, size, False);
}

static void on_read_string(CorePart part, ThreadId tid, const HChar* what,
                           Addr a)
{
   const SizeT no_limit = ~(SizeT)0;
   if (part == Vg_CoreSysCall && hp_is_readable(a, 1))
      hp_traffic_range(hp_thread(tid), a,
                       hp_readable_string_length(a, no_limit) + 1, False);
}

static void on_written(CorePart part, ThreadId tid, Addr a, SizeT size)
{
   if (part == Vg_CoreSysCall)
      hp_traffic_range(hp_thread(tid), a, size, True);
}

void hp_syscalls_init(void)
{
   VG_(track_pre_mem_read)(on_read);
   VG_(track_pre_mem_read_asciiz)(on_read_string);
   VG_(track_post_mem_write)(on_written);
}
