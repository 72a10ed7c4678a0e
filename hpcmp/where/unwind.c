/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A frame's instruction and its registers SP and FP determine the registers of its caller. The
 * return address lies just below the caller's SP. The caller's FP is the same as the frame's, or
 * has been saved between the two values of SP.
 */

#include "hpcmp/where/unwind.h"

#include "hpcmp/base/core.h"
#include "libvex_guest_amd64.h"
#include "pub_tool_machine.h"
#include "pub_tool_stacktrace.h"

static Addr fp_of(ThreadId tid) {
    Addr fp;
    VG_(get_shadow_regs_area)(tid, (UChar*)&fp, 0, offsetof(VexGuestAMD64State, guest_RBP),
                              sizeof fp);
    return fp;
}

Registers hp_registers_of(const Thread* t) {
    return (Registers){VG_(get_IP)(t->tid), VG_(get_SP)(t->tid), fp_of(t->tid)};
}

static void set_registers(const Thread* t, Registers to) {
    VG_(set_IP)(t->tid, to.ip);
    VG_(set_SP)(t->tid, to.sp);
    VG_(set_shadow_regs_area)(t->tid, 0, offsetof(VexGuestAMD64State, guest_RBP), sizeof to.fp,
                              (const UChar*)&to.fp);
}

const Frames* hp_unwind(const Thread* t, Registers registers, UInt most) {
    static Frames frames;
    Registers before = hp_registers_of(t);
    if (most > HP_MOST_FRAMES)
        most = HP_MOST_FRAMES;
    set_registers(t, registers);
    frames.n = VG_(get_StackTrace)(t->tid, frames.ip, most, frames.sp, frames.fp, 0);
    frames.is_cut = frames.n == most;
    set_registers(t, before);
    return &frames;
}

/* Registers that a function may save besides FP. */
enum { MOST_SAVED = 8 };

/* Where the frame has saved its caller's FP, or 0. */
static Addr saved_fp(Addr sp, Addr callers_sp, Addr fp) {
    for (Addr at = callers_sp - 2 * sizeof(Addr);
         at >= sp && at + MOST_SAVED * sizeof(Addr) >= callers_sp; at -= sizeof(Addr))
        if (*(const Addr*)at == fp)
            return at;
    return 0;
}

/* A function that finds its frame by FP has FP pointing into it; in others it may have any
   value. */
static Bool has_frame_pointer(const Frames* f, UInt i) {
    return f->fp[i] >= f->sp[i] && f->fp[i] < f->sp[i + 1];
}

static void add_word(Unwound* from, Addr at, Addr value) {
    from->words[from->n_words++] = (Word8){at, value};
}

/* FP of frame i is as the innermost frame has it, or as the last of the frames inside that
   had another one has saved it. */
static Bool add_fp(Unwound* from, const Frames* f, UInt i) {
    UInt saver = i;
    while (saver > 0 && f->fp[saver - 1] == f->fp[i])
        saver--;
    if (saver == 0) {
        from->is_fp_needed = True;
        return True;
    }
    Addr at = saved_fp(f->sp[saver - 1], f->sp[saver], f->fp[i]);
    if (at != 0)
        add_word(from, at, f->fp[i]);
    return at != 0;
}

const Unwound* hp_unwound_from(const Frames* f, UInt n) {
    static Unwound from;
    from.is_known = from.is_fp_needed = False;
    from.n_words = 0;
    for (UInt i = 1; i < n; i++) {
        Addr at = f->sp[i] - sizeof(Addr);
        if (has_frame_pointer(f, i - 1) && !add_fp(&from, f, i - 1))
            return &from;
        if (at < f->sp[i - 1] || *(const Addr*)at != f->ip[i] + 1)
            return &from;
        add_word(&from, at, f->ip[i] + 1);
    }
    from.is_known = True;
    return &from;
}
