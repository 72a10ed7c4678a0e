/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The trace tells two kinds of pages: those that mmap(2) gives without a file, as long as they may
 * be accessed, and those that brk(2) adds. Stacks of threads are left out, and so are pages that
 * the dynamic linker needs for a library's variables.
 */

#include "hpcmp/calls/pages.h"

#include "hpcmp/base/libraries.h"
#include "hpcmp/base/linux.h"
#include "hpcmp/base/options.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/trace/trace.h"
#include "hpcmp/where/text.h"
#include "pub_tool_oset.h"
#include "shared/trace_vocabulary.h"

/* Pages that are told together. */
typedef struct {
    Addr lo; /* the key */
    Addr end;
    HChar* lent_at; /* of its own; NULL: it is reserved, and nobody can access it */
} Pages;

static OSet* g_pages;
static Addr g_break; /* of the heap that brk moves; 0: not known yet */

/*------------------------------------------------------------*/
/*--- Pieces of the address space                           ---*/
/*------------------------------------------------------------*/

static Word compare_address(const void* key, const void* element) {
    Addr a = *(const Addr*)key;
    const Pages* pages = element;
    return a < pages->lo ? -1 : a >= pages->end ? 1 : 0;
}

/* The first one that has bytes in [lo, end). */
static Pages* first_in(Addr lo, Addr end) {
    if (lo >= end)
        return NULL;
    Pages* pages = VG_(OSetGen_LookupWithCmp)(g_pages, &lo, compare_address);
    if (pages != NULL)
        return pages;
    VG_(OSetGen_ResetIterAt)(g_pages, &lo);
    pages = VG_(OSetGen_Next)(g_pages);
    return pages != NULL && pages->lo < end ? pages : NULL;
}

static void tell(Thread* t, const Pages* pages, const HChar* what, const HChar* where) {
    SizeT room = VG_(strlen)(what) + VG_(strlen)(where) + 80;
    HChar* text = VG_(malloc)("hp.pages.text", room);
    VG_(snprintf)(text, room, TRACE_INFO_PAGES "%#lx, %lu bytes, %s%s", pages->lo,
                  pages->end - pages->lo, what, where);
    hp_trace_info(t, text);
    VG_(free)(text);
}

static void add(Thread* t, Addr lo, Addr end, const HChar* lent_at) {
    Pages* pages = VG_(OSetGen_AllocNode)(g_pages, sizeof *pages);
    *pages = (Pages){lo, end, NULL};
    if (lent_at != NULL) {
        pages->lent_at = VG_(strdup)("hp.pages.lent_at", lent_at);
        tell(t, pages, TRACE_INFO_LENT, lent_at);
    }
    VG_(OSetGen_Insert)(g_pages, pages);
}

/* The pages in this range are gone. If pages lie only partly in it, the rest of them is told
   anew. */
static void clear(Thread* t, Addr lo, Addr end) {
    for (Pages* first; (first = first_in(lo, end)) != NULL;) {
        const Pages old = *first;
        VG_(OSetGen_FreeNode)(g_pages, VG_(OSetGen_Remove)(g_pages, &old.lo));
        if (old.lent_at != NULL)
            tell(t, &old, TRACE_INFO_GIVEN_BACK, "");
        if (old.lo < lo)
            add(t, old.lo, lo, old.lent_at);
        if (old.end > end)
            add(t, end, old.end, old.lent_at);
        VG_(free)(old.lent_at);
    }
}

/*------------------------------------------------------------*/
/*--- System calls                                          ---*/
/*------------------------------------------------------------*/

static void lend(Thread* t, Addr lo, Addr end, Bool is_accessible) {
    enum { MOST_CALLS = 3 };
    HChar* where = hp_stack_text(hp_stack_of(t), MOST_CALLS);
    add(t, lo, end, is_accessible ? where : NULL);
    VG_(free)(where);
}

static void after_mmap(Thread* t, const UWord* args, Addr lo) {
    Addr end = lo + VG_PGROUNDUP(args[1]);
    clear(t, lo, end);
    if ((args[3] & VKI_MAP_ANONYMOUS) != 0 && (args[3] & MAP_STACK) == 0 &&
        !hp_is_dynamic_linker(hp_registers_of(t).ip))
        lend(t, lo, end, args[2] != VKI_PROT_NONE);
}

static void after_mprotect(Thread* t, Addr lo, Addr end, Bool is_accessible) {
    for (Pages* pages; (pages = first_in(lo, end)) != NULL; lo = pages->end) {
        Addr from = pages->lo < lo ? lo : pages->lo;
        Addr to = pages->end < end ? pages->end : end;
        if ((pages->lent_at != NULL) == is_accessible)
            continue;
        clear(t, from, to);
        lend(t, from, to, is_accessible);
        pages = first_in(from, to);
    }
}

static void after_mremap(Thread* t, const UWord* args, Addr lo) {
    const Pages* old = first_in(args[0], args[0] + 1);
    Bool is_ours = old != NULL;
    Bool is_lent = is_ours && old->lent_at != NULL;
    HChar* lent_at = is_lent ? VG_(strdup)("hp.pages.moved", old->lent_at) : NULL;
    if ((args[3] & MREMAP_DONTUNMAP) == 0)
        clear(t, args[0], args[0] + VG_PGROUNDUP(args[1]));
    Addr end = lo + VG_PGROUNDUP(args[2]);
    clear(t, lo, end);
    if (is_ours)
        add(t, lo, end, lent_at);
    VG_(free)(lent_at);
}

static void after_brk(Thread* t, Addr now) {
    if (g_break != 0 && now > g_break)
        lend(t, g_break, now, True);
    else if (now < g_break)
        clear(t, now, g_break);
    g_break = now;
}

void hp_pages_after(Thread* t, UInt number, const UWord* args, SysRes res) {
    if (!hp_clo_pages || sr_isError(res))
        return;
    switch (number) {
    case __NR_mmap: after_mmap(t, args, sr_Res(res)); break;
    case __NR_munmap: clear(t, args[0], args[0] + VG_PGROUNDUP(args[1])); break;
    case __NR_mremap: after_mremap(t, args, sr_Res(res)); break;
    case __NR_mprotect:
    case __NR_pkey_mprotect:
        after_mprotect(t, args[0], args[0] + VG_PGROUNDUP(args[1]), args[2] != VKI_PROT_NONE);
        break;
    case __NR_brk: after_brk(t, sr_Res(res)); break;
    default: break;
    }
}

/* The parent's pages are forgotten, because they have not been told in the child's trace. */
void hp_pages_in_child(Thread* t) {
    for (Pages* pages; (pages = first_in(0, ~(Addr)0)) != NULL;) {
        VG_(free)(pages->lent_at);
        VG_(OSetGen_FreeNode)(g_pages, VG_(OSetGen_Remove)(g_pages, &pages->lo));
    }
}

void hp_pages_init(void) {
    g_pages = VG_(OSetGen_Create)(offsetof(Pages, lo), NULL, VG_(malloc), "hp.pages", VG_(free));
}
