/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/output/output.h"

#include "hpcmp/base/options.h"
#include "hpcmp/output/file_name.h"
#include "hpcmp/output/sink.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_options.h"

/* How long a record may wait in the buffer while its thread runs, and when it is
   about to wait: half a second and a hundredth of one or less with the tick of
   today's processors, which costs less to ask for than the system's clock. */
#define TICKS_WHILE_RUNNING (1UL << 29)
#define TICKS_BEFORE_WAIT (1UL << 24)

static HChar* g_name;

/* Bytes [0, g_whole) of the buffer are whole records. */
OutputBuffer hp_output_buffer;
static SizeT g_whole;
static SizeT g_chunk;      /* what is written at once */
static ULong g_last_flush; /* in ticks */

static ULong ticks(void) {
    return __builtin_ia32_rdtsc();
}

/*------------------------------------------------------------*/
/*--- Opening                                               ---*/
/*------------------------------------------------------------*/

/* For --hpcmp-keep-last, where what waits in the buffer counts, too. */
static void prepare_for_parts(Bool is_fatal) {
    const SizeT most = hp_clo_keep_last * (1024 * 1024 / 16);
    if (most < g_chunk)
        g_chunk = most;
    if (hp_sink_place() >= 0)
        return;
    VG_(umsg)("%s: --hpcmp-keep-last wants a file, because it drops what was written first, and %s "
              "is none\n",
              HP_NAME, hp_sink_described(g_name));
    hp_sink_close();
    if (is_fatal)
        VG_(exit)(1);
}

void hp_output_open(const HChar* run, Bool is_fatal) {
    HChar* wanted = VG_(expand_file_name)("--hpcmp-out-file", hp_clo_out_file);
    if (!hp_sink_choose(wanted)) {
        VG_(free)(wanted);
        if (is_fatal)
            VG_(exit)(1);
        return;
    }
    SysRes res = hp_output_open_file(wanted, run, &g_name);
    VG_(free)(wanted);
    if (!sr_isError(res)) {
        hp_sink_open(sr_Res(res), g_name);
        g_chunk = hp_sink_chunk();
        if (hp_clo_keep_last > 0)
            prepare_for_parts(is_fatal);
        g_last_flush = ticks();
        return;
    }
    /* The folder of a run's traces may be gone when a process of the run is still there. */
    if (is_fatal || sr_Err(res) != VKI_ENOENT || VG_(clo_verbosity) > 0)
        VG_(umsg)("%s: cannot open %s: %s (error %lu)\n", HP_NAME, hp_sink_described(g_name),
                  hp_sink_reason(sr_Err(res)), sr_Err(res));
    if (is_fatal)
        VG_(exit)(1);
}

void hp_output_drop_in_child(void) {
    hp_sink_drop_in_child();
    hp_output_buffer.used = g_whole = 0;
    VG_(free)(g_name);
    g_name = NULL;
}

Bool hp_output_is_open(void) {
    return hp_sink_is_open();
}

const HChar* hp_output_name(void) {
    return hp_output_is_open() ? g_name : NULL;
}

/*------------------------------------------------------------*/
/*--- Putting                                               ---*/
/*------------------------------------------------------------*/

void hp_output_grow(SizeT n) {
    OutputBuffer* buffer = &hp_output_buffer;
    SizeT capacity = buffer->capacity == 0 ? g_chunk + 65536 : 2 * buffer->capacity;
    while (capacity < buffer->used + n)
        capacity *= 2;
    buffer->bytes = VG_(realloc)("hp.output.buffer", buffer->bytes, capacity);
    buffer->capacity = capacity;
}

void hp_output_bytes(const HChar* bytes, SizeT n) {
    HChar* room = hp_output_room(n);
    VG_(memcpy)(room, bytes, n);
    hp_output_advance(room + n);
}

static UInt n_digits(ULong number) {
    UInt n = 1;
    for (; number >= 10000; number /= 10000)
        n += 4;
    return n + (number >= 10) + (number >= 100) + (number >= 1000);
}

/* 00 to 99. */
static const HChar pairs[] = "00010203040506070809101112131415161718192021222324"
                             "25262728293031323334353637383940414243444546474849"
                             "50515253545556575859606162636465666768697071727374"
                             "75767778798081828384858687888990919293949596979899";

static inline HChar* put_pair_before(HChar* end, UInt number) {
    return __builtin_memcpy(end - 2, &pairs[2 * number], 2);
}

/* The last digits first; most numbers have few enough bits for quick divisions. */
HChar* hp_output_number_at(HChar* room, ULong number) {
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

void hp_output_number(ULong number) {
    hp_output_advance(hp_output_number_at(hp_output_room(HP_MAX_DIGITS), number));
}

/*------------------------------------------------------------*/
/*--- Writing                                               ---*/
/*------------------------------------------------------------*/

/* Only a part of the buffer could be written.  Makes the file end after a whole
   record and, in the room that the part of one has taken, close its array. */
static void repair_end(SizeT written) {
    HChar* bytes = hp_output_buffer.bytes;
    SizeT whole = written;
    while (whole > 0 && bytes[whole - 1] != '\n')
        whole--;
    /* A record is followed by a comma and a line break. */
    if (whole < 2 || bytes[whole - 2] != ',')
        return;
    whole -= 2;
    SizeT n = written - whole;
    if (!hp_sink_step_back(n))
        return;
    VG_(memset)(bytes, '\n', n);
    if (n >= 2)
        bytes[1] = ']';
    hp_sink_write(bytes, n);
}

static void give_up(SizeT written) {
    repair_end(written);
    hp_sink_give_up();
    hp_output_buffer.used = g_whole = 0;
}

/* Writes the whole records out, by the one function of the sink or the other. */
static void write_out(SizeT (*write)(const HChar*, SizeT)) {
    if (!hp_sink_is_open() || g_whole == 0)
        return;
    OutputBuffer* buffer = &hp_output_buffer;
    tl_assert(g_whole <= buffer->used);
    SizeT written = write(buffer->bytes, g_whole);
    if (written < g_whole) {
        give_up(written);
        return;
    }
    buffer->used -= written;
    VG_(memmove)(buffer->bytes, buffer->bytes + written, buffer->used);
    g_whole = 0;
    g_last_flush = ticks();
}

static void flush(void) {
    write_out(hp_sink_write);
}

void hp_output_end_record(void) {
    g_whole = hp_output_buffer.used;
    if (hp_output_buffer.used >= g_chunk)
        flush();
}

void hp_output_end_head(void) {
    write_out(hp_sink_store);
    hp_sink_begin_frame();
}

static void flush_if_older(ULong most) {
    if (g_whole > 0 && ticks() - g_last_flush >= most)
        flush();
}

void hp_output_tick(void) {
    enum { TURNS_BETWEEN = 16 }; /* a look at the clock costs as much as the rest of a short turn */
    static UInt n_turns;
    if (++n_turns % TURNS_BETWEEN == 0)
        flush_if_older(TICKS_WHILE_RUNNING);
}

void hp_output_before_wait(void) {
    flush_if_older(TICKS_BEFORE_WAIT);
}

/*------------------------------------------------------------*/
/*--- Ending, perhaps only for a while                      ---*/
/*------------------------------------------------------------*/

Long hp_output_settle(void) {
    flush();
    if (!hp_sink_is_open())
        return HP_NO_PLACE;
    if (!hp_sink_settle()) {
        give_up(0);
        return HP_NO_PLACE;
    }
    return hp_sink_place();
}

void hp_output_store(void) {
    g_whole = hp_output_buffer.used;
    write_out(hp_sink_store);
}

void hp_output_cut(Long place) {
    if (hp_sink_is_open() && !hp_sink_cut(place))
        give_up(0);
}

Long hp_output_copy(Int to) {
    return hp_sink_copy(to, 0);
}

Long hp_output_place(void) {
    return hp_sink_is_open() ? hp_sink_place() : HP_NO_PLACE;
}

HChar* hp_output_take(SizeT* n) {
    HChar* bytes = hp_output_buffer.bytes;
    *n = hp_output_buffer.used;
    hp_output_buffer = (OutputBuffer){.bytes = NULL};
    return bytes;
}

Long hp_output_replace(const HChar* bytes, SizeT n, Long from) {
    if (hp_sink_replace(bytes, n, from))
        return hp_sink_place();
    VG_(umsg)("%s: cannot drop the older part of %s, so all is kept from here on\n", HP_NAME,
              hp_sink_described(g_name));
    return HP_NO_PLACE;
}

Bool hp_output_close(void) {
    if (!hp_sink_is_open())
        return False;
    g_whole = hp_output_buffer.used;
    flush();
    if (!hp_sink_is_open())
        return False;
    if (!hp_sink_close()) {
        give_up(0);
        return False;
    }
    return True;
}
