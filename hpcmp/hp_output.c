/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hp_output.h"

#include "hp_core.h"
#include "hp_options.h"
#include "hp_processes.h"
#include "hp_trace.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_options.h"

/* Enough that writing costs nothing beside making the events. */
#define FLUSH_SIZE (1 << 20)
/* How long an event may wait in the buffer: a second or less with the tick of
   today's processors, which costs less to ask for than the system's clock. */
#define FLUSH_TICKS (1UL << 30)

static Int g_fd = -1;
static HChar* g_name;
static Bool g_is_regular; /* the file; not a pipe or the like */

/* Bytes [0, g_whole) of the buffer are whole events. */
OutputBuffer hp_output_buffer;
static SizeT g_whole;
static ULong g_last_flush; /* in ticks */

static Long g_written;  /* the place in the file that the buffer continues at */
static Long g_longest;  /* bytes of the file, some of them taken back */
static Long g_suspended_at;
static ULong g_suspended_events;

static ULong ticks(void)
{
   return __builtin_ia32_rdtsc();
}

/*------------------------------------------------------------*/
/*--- Opening                                               ---*/
/*------------------------------------------------------------*/

static const HChar* reason(UWord error)
{
   switch (error) {
   case VKI_ENOENT:  return "no such directory";
   case VKI_EACCES:  return "permission denied";
   case VKI_EISDIR:  return "it is a directory";
   case VKI_ENOTDIR: return "part of its path is no directory";
   case VKI_EROFS:   return "read-only file system";
   case VKI_ENOSPC:  return "no space left on device";
   case VKI_EFBIG:   return "the file would be too large";
   default:          return "input/output error";
   }
}

static Bool is_regular_file(const HChar* name)
{
   struct vg_stat st;
   return !sr_isError(VG_(stat)(name, &st)) && VKI_S_ISREG(st.mode);
}

/* Was this file written by an earlier image of this very process, one that
   executed the present one? */
static Bool is_of_this_process(const HChar* name)
{
   HChar start[4096];
   Int fd = VG_(fd_open)(name, VKI_O_RDONLY, 0);
   if (fd < 0)
      return False;
   Int n = VG_(read)(fd, start, sizeof start - 1);
   VG_(close)(fd);
   start[n > 0 ? n : 0] = '\0';
   HChar* identity = hp_process_identity();
   Bool found = VG_(strstr)(start, identity) != NULL;
   VG_(free)(identity);
   return found;
}

/* The name itself, or with .1, .2, ... for the images that a process executes
   one after the other. */
static HChar* name_of_image(const HChar* name)
{
   HChar* candidate = VG_(malloc)("hp.output.name", VG_(strlen)(name) + 12);
   VG_(strcpy)(candidate, name);
   for (UInt i = 1; is_regular_file(candidate) && is_of_this_process(candidate);
        i++)
      VG_(sprintf)(candidate, "%s.%u", name, i);
   return candidate;
}

void hp_output_open(Bool is_fatal)
{
   HChar* expanded =
      VG_(expand_file_name)("--hpcmp-out-file", hp_clo_out_file);
   g_name = name_of_image(expanded);
   VG_(free)(expanded);
   SysRes res = VG_(open)(g_name, VKI_O_CREAT | VKI_O_WRONLY | VKI_O_TRUNC,
                          VKI_S_IRUSR | VKI_S_IWUSR | VKI_S_IRGRP | VKI_S_IROTH);
   if (!sr_isError(res)) {
      g_fd = VG_(safe_fd)(sr_Res(res));
      g_is_regular = is_regular_file(g_name);
      g_last_flush = ticks();
      return;
   }
   VG_(umsg)("%s: cannot open the trace file '%s': %s (error %lu)\n", HP_NAME,
             g_name, reason(sr_Err(res)), sr_Err(res));
   if (is_fatal)
      VG_(exit)(1);
}

void hp_output_drop_in_child(void)
{
   if (g_fd >= 0)
      VG_(close)(g_fd);
   g_fd = -1;
   hp_output_buffer.used = g_whole = 0;
   g_written = g_longest = 0;
   VG_(free)(g_name);
   g_name = NULL;
}

Bool hp_output_is_open(void)
{
   return g_fd >= 0;
}

const HChar* hp_output_name(void)
{
   return hp_output_is_open() ? g_name : NULL;
}

/*------------------------------------------------------------*/
/*--- Putting                                               ---*/
/*------------------------------------------------------------*/

void hp_output_grow(SizeT n)
{
   OutputBuffer* buffer = &hp_output_buffer;
   SizeT capacity =
      buffer->capacity == 0 ? FLUSH_SIZE + 65536 : 2 * buffer->capacity;
   while (capacity < buffer->used + n)
      capacity *= 2;
   buffer->bytes =
      VG_(realloc)("hp.output.buffer", buffer->bytes, capacity);
   buffer->capacity = capacity;
}

void hp_output_bytes(const HChar* bytes, SizeT n)
{
   HChar* room = hp_output_room(n);
   VG_(memcpy)(room, bytes, n);
   hp_output_advance(room + n);
}

static UInt n_digits(ULong number)
{
   UInt n = 1;
   for (; number >= 10000; number /= 10000)
      n += 4;
   return n + (number >= 10) + (number >= 100) + (number >= 1000);
}

/* 00 to 99. */
static const HChar pairs[] =
   "00010203040506070809101112131415161718192021222324"
   "25262728293031323334353637383940414243444546474849"
   "50515253545556575859606162636465666768697071727374"
   "75767778798081828384858687888990919293949596979899";

static inline HChar* put_pair_before(HChar* end, UInt number)
{
   return __builtin_memcpy(end - 2, &pairs[2 * number], 2);
}

/* The last digits first; most numbers have few enough bits for quick divisions. */
HChar* hp_output_number_at(HChar* room, ULong number)
{
   HChar* end = room + n_digits(number);
   HChar* at = end;
   for (; number > ~0U; number /= 100)
      at = put_pair_before(at, number % 100);
   UInt rest = number;
   for (; rest >= 100; rest /= 100)
      at = put_pair_before(at, rest % 100);
   if (rest >= 10)
      put_pair_before(at, rest);
   else
      at[-1] = '0' + rest;
   return end;
}

void hp_output_number(ULong number)
{
   hp_output_advance(hp_output_number_at(hp_output_room(HP_MAX_DIGITS), number));
}

void hp_output_end_event(void)
{
   g_whole = hp_output_buffer.used;
   if (hp_output_buffer.used >= FLUSH_SIZE)
      hp_output_flush();
}

/*------------------------------------------------------------*/
/*--- Writing                                               ---*/
/*------------------------------------------------------------*/

#define RLIMIT_FSIZE 1

/* How many bytes may be written from that place on.  Beyond it the system would
   send the program a signal. */
static SizeT room_from(Long place)
{
   struct vki_rlimit limit;
   if (!g_is_regular || VG_(getrlimit)(RLIMIT_FSIZE, &limit) != 0)
      return ~(SizeT)0;
   return limit.rlim_cur > (ULong)place ? limit.rlim_cur - place : 0;
}

/* Writes at that place, which is the file's current one.  Returns how much was
   written, and in *error why it was not more. */
static SizeT write_all(Long place, const HChar* bytes, SizeT n, Int* error)
{
   const SizeT room = room_from(place);
   SizeT done = 0;
   *error = 0;
   while (done < n) {
      if (done == room) {
         *error = VKI_EFBIG;
         break;
      }
      SizeT rest = (n < room ? n : room) - done;
      Int res = VG_(write)(g_fd, bytes + done,
                           rest < (1 << 30) ? (Int)rest : 1 << 30);
      if (res > 0)
         done += res;
      else if (res != -VKI_EINTR) {
         *error = res == 0 ? VKI_ENOSPC : -res;
         break;
      }
   }
   return done;
}

/* Only a part of the buffer could be written.  Makes the file end after a whole
   event and, in the room that the part event has taken, close its array. */
static void repair_end(SizeT written)
{
   SizeT whole = written;
   while (whole > 0 && hp_output_buffer.bytes[whole - 1] != '\n')
      whole--;
   if (whole == 0)
      return;
   Bool is_json = hp_clo_format == HP_FORMAT_JSON;
   if (is_json) {
      /* An event is followed by a comma and a line break. */
      if (whole < 2 || hp_output_buffer.bytes[whole - 2] != ',')
         return;
      whole -= 2;
   }
   if (VG_(lseek)(g_fd, g_written + whole, VKI_SEEK_SET) < 0)
      return;
   SizeT n = written - whole;
   VG_(memset)(hp_output_buffer.bytes, '\n', n);
   if (is_json && n >= 2)
      hp_output_buffer.bytes[1] = ']';
   Int error;
   write_all(g_written + whole, hp_output_buffer.bytes, n, &error);
}

static void give_up(SizeT written, Int error)
{
   VG_(umsg)("%s: cannot write to the trace file '%s': %s (error %d); the trace "
             "ends here, the program runs on\n",
             HP_NAME, g_name, reason(error), error);
   repair_end(written);
   VG_(close)(g_fd);
   g_fd = -1;
}

static void write_out(SizeT n)
{
   Int error;
   SizeT written = write_all(g_written, hp_output_buffer.bytes, n, &error);
   if (error != 0) {
      give_up(written, error);
      hp_output_buffer.used = g_whole = 0;
      return;
   }
   g_written += n;
   if (g_written > g_longest)
      g_longest = g_written;
   VG_(memmove)(hp_output_buffer.bytes, hp_output_buffer.bytes + n, hp_output_buffer.used - n);
   hp_output_buffer.used -= n;
   g_whole = 0;
   g_last_flush = ticks();
}

void hp_output_flush(void)
{
   if (g_fd >= 0 && g_whole > 0)
      write_out(g_whole);
}

void hp_output_tick(void)
{
   if (g_whole > 0 && ticks() - g_last_flush >= FLUSH_TICKS)
      hp_output_flush();
}

/*------------------------------------------------------------*/
/*--- Ending, perhaps only for a while                      ---*/
/*------------------------------------------------------------*/

void hp_output_suspend(void)
{
   hp_output_flush();
   g_suspended_at = g_written;
   g_suspended_events = hp_trace_n_events();
   Bool can_go_back = g_fd >= 0
                      && VG_(lseek)(g_fd, 0, VKI_SEEK_CUR) == g_written;
   if (!can_go_back)
      return;
   hp_trace_end();
   g_whole = hp_output_buffer.used;
   hp_output_flush();
}

void hp_output_resume(void)
{
   if (g_fd < 0 || g_written == g_suspended_at)
      return;
   VG_(lseek)(g_fd, g_suspended_at, VKI_SEEK_SET);
   g_written = g_suspended_at;
   hp_trace_set_n_events(g_suspended_events);
}

/* What was taken back is overwritten, if need be by line breaks. */
static void cover_longest(void)
{
   while (g_written + (Long)hp_output_buffer.used < g_longest)
      hp_output_bytes("\n", 1);
}

void hp_output_close(void)
{
   if (g_fd < 0)
      return;
   cover_longest();
   g_whole = hp_output_buffer.used;
   hp_output_flush();
   if (g_fd < 0)
      return;
   VG_(close)(g_fd);
   g_fd = -1;
   if (VG_(clo_verbosity) > 0)
      VG_(umsg)("%s: %llu events in %s\n", HP_NAME, hp_trace_n_events(), g_name);
}
