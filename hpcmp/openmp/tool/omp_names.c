/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Names of threads that an OpenMP runtime creates: the thread's number in its first team, and the
 * place of that team's region.
 *
 * LLVM's runtime tells the number. GCC's runtime first uses the threads that it has kept, and
 * creates the other threads of a team by ascending number. It keeps the threads of the same
 * leader's last team with several threads, if the region of this team was not inside of another
 * region (observed with GCC 12).
 */

#include "hpcmp/openmp/tool/omp.h"
#include "hpcmp/threads/in_runtime.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/trace/trace.h"
#include "hpcmp/where/text.h"
#include "shared/trace_vocabulary.h"

typedef struct {
    UInt number;    /* in the team that it was created for; 0: it was not, or has its name */
    Bool is_leader; /* the team that it leads is about to begin ... */
    UInt n_there;   /* ... and has so many threads, with itself */
} OmpNumbers;

HP_THREAD_SLOT(OmpNumbers, numbers)

void hp_omp_names_created(Thread* t) {
    Thread* parent = hp_thread(t->parent);
    if (parent == NULL || numbers_of(parent) == NULL || !numbers_of(parent)->is_leader)
        return;
    HP_THREAD_DATA(t, numbers)->number = numbers_of(parent)->n_there++;
}

void hp_omp_team_begin(Thread* t, Bool is_inside) {
    OmpNumbers* numbers = HP_THREAD_DATA(t, numbers);
    numbers->is_leader = True;
    if (is_inside || numbers->n_there == 0)
        numbers->n_there = 1;
}

void hp_omp_team_end(Thread* t, const OmpTeam* team) {
    if (team->n_threads > 1)
        HP_THREAD_DATA(t, numbers)->n_there = team->n_threads;
}

static void name(Thread* t, UInt number, Addr region) {
    HChar* place = hp_code_text(region);
    SizeT room = VG_(strlen)(place) + 60;
    HChar* text = VG_(malloc)("hp.omp_names.text", room);
    VG_(snprintf)(text, room, TRACE_INFO_NAMED "OpenMP %u of %s", number, place);
    hp_trace_info(t, text);
    VG_(free)(text);
    VG_(free)(place);
}

void hp_omp_team_join(Thread* t, OmpTeam* team, UInt number) {
    team->n_threads++;
    OmpNumbers* numbers = numbers_of(t);
    if (numbers == NULL)
        return;
    numbers->is_leader = False;
    if (numbers->number > 0)
        name(t, number > 0 ? number : numbers->number, team->begin.object);
    numbers->number = 0;
}
