/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/processes/progress.h"

#include "hpcmp/base/libraries.h"
#include "hpcmp/base/options.h"
#include "hpcmp/output/output.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/trace/ids.h"
#include "pub_tool_libcfile.h"

/* Half a second or less with the tick of today's processors, as in output.c. */
#define TICKS_BETWEEN (1UL << 29)

static ULong g_latest;   /* in ticks */
static ULong g_furthest; /* of the clocks that were seen */

/* If the run has ended, the folder is gone, and nobody asks any more. */
static void write_line(UInt n_threads) {
    HChar path[VKI_PATH_MAX];
    HChar line[80];
    const HChar* trace = hp_output_name();
    if (trace == NULL)
        return;
    VG_(snprintf)(path, sizeof path, "%s/%s", hp_clo_progress, hp_base_name(trace));
    const Int fd = VG_(fd_open)(path, VKI_O_CREAT | VKI_O_WRONLY, 0600);
    if (fd < 0)
        return;
    /* The numbers only grow, and the last one is padded: what was there is written over. */
    VG_(write)(fd, line,
               VG_(sprintf)(line, "%llu %llu %-10u\n", hp_n_events(), g_furthest, n_threads));
    VG_(close)(fd);
}

void hp_progress_turn_ends(Thread* t) {
    if (hp_clo_progress == NULL)
        return;
    if (t->clock > g_furthest)
        g_furthest = t->clock;
    const ULong now = __builtin_ia32_rdtsc();
    if (now - g_latest < TICKS_BETWEEN)
        return;
    g_latest = now;
    UInt n_threads = 0;
    HP_FOR_EACH_THREAD (other)
        n_threads++;
    write_line(n_threads);
}

void hp_progress_end(void) {
    if (hp_clo_progress != NULL)
        write_line(0);
}
