/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The dependences of OpenMP's tasks. For each address, the children of a task form generations, in
 * the order of their creation. A generation consists of successive tasks of the same kind `in`,
 * inoutset or mutexinoutset, or of one task of kind out or inout. A task depends on all tasks of
 * the generation before its own, and through these on all earlier ones.
 */

#include "hpcmp/base/readable.h"
#include "hpcmp/base/tables.h"
#include "hpcmp/openmp/tool/omp.h"

typedef struct {
    OmpPoint* ends;
    UInt n;
    UInt capacity;
} Generation;

typedef struct {
    VgHashNode node; /* key: the address */
    OmpDepend kind;  /* of the newest generation */
    Generation newest;
    Generation before;
    OmpMutexSet* mutex; /* of the newest, if it is of the kind mutexinoutset */
} Dependences;

/*------------------------------------------------------------*/
/*--- Generations                                           ---*/
/*------------------------------------------------------------*/

static void add_end(Generation* generation, OmpPoint end) {
    if (generation->n == generation->capacity) {
        generation->capacity = 2 * generation->capacity + 2;
        generation->ends = VG_(realloc)("hp.omp.ends", generation->ends,
                                        generation->capacity * sizeof *generation->ends);
    }
    generation->ends[generation->n++] = end;
}

static void add_needs(OmpSpec* spec, const Generation* of) {
    if (of->n == 0)
        return;
    spec->needs =
        VG_(realloc)("hp.omp.needs", spec->needs, (spec->n_needs + of->n) * sizeof *spec->needs);
    for (UInt i = 0; i < of->n; i++)
        spec->needs[spec->n_needs++] = of->ends[i];
}

static Bool is_last(const Generation* generation, const OmpSpec* spec) {
    if (generation->n == 0)
        return False;
    const OmpPoint* end = &generation->ends[generation->n - 1];
    return end->object == spec->end.object && end->seq == spec->end.seq;
}

/*------------------------------------------------------------*/
/*--- Mutual exclusion                                      ---*/
/*------------------------------------------------------------*/

void hp_omp_mutex_set_unref(Thread* t, OmpMutexSet* set) {
    if (set == NULL || --set->n_refs > 0)
        return;
    SyncObj* obj = hp_sync_find((Addr)set);
    if (obj != NULL)
        hp_sync_end(t, obj);
    VG_(free)(set);
}

static void add_mutex(OmpSpec* spec, Dependences* on) {
    if (on->mutex == NULL) {
        on->mutex = VG_(calloc)("hp.omp.mutex", 1, sizeof *on->mutex);
        on->mutex->n_refs = 1;
    }
    on->mutex->n_refs++;
    spec->mutexes = VG_(realloc)("hp.omp.mutexes", spec->mutexes,
                                 (spec->n_mutexes + 1) * sizeof *spec->mutexes);
    spec->mutexes[spec->n_mutexes++] = on->mutex;
}

/*------------------------------------------------------------*/
/*--- One dependence                                        ---*/
/*------------------------------------------------------------*/

static Dependences* find_or_add(OmpTask* parent, Addr a) {
    if (parent->dependences == NULL)
        parent->dependences = VG_(HT_construct)("hp.omp.dependences");
    Dependences* on = VG_(HT_lookup)(parent->dependences, a);
    if (on != NULL)
        return on;
    on = hp_table_add(parent->dependences, a, "hp.omp.dependence", sizeof *on);
    if (parent->all_memory.seq != 0) {
        on->kind = OMP_DEPEND_INOUT;
        add_end(&on->newest, parent->all_memory);
    }
    return on;
}

/* The mutex that ends here is still held by its members. */
static void next_generation(Dependences* on, OmpDepend kind) {
    const Generation recycled = on->before;
    on->before = on->newest;
    on->newest = recycled;
    on->newest.n = 0;
    on->kind = kind;
    if (on->mutex != NULL && --on->mutex->n_refs == 0)
        VG_(free)(on->mutex);
    on->mutex = NULL;
}

static Bool continues(const Dependences* on, OmpDepend kind) {
    return kind == on->kind && kind != OMP_DEPEND_INOUT;
}

/* omp_all_memory: after all that has any dependence, and before all that will. */
static void depend_on_all(OmpTask* parent, OmpSpec* spec, Bool is_task) {
    const Generation former = {&parent->all_memory, parent->all_memory.seq != 0, 0};
    add_needs(spec, &former);
    if (parent->dependences == NULL)
        parent->dependences = VG_(HT_construct)("hp.omp.dependences");
    VG_(HT_ResetIter)(parent->dependences);
    Dependences* on;
    while ((on = VG_(HT_Next)(parent->dependences)) != NULL) {
        add_needs(spec, &on->newest);
        if (!is_task)
            continue;
        next_generation(on, OMP_DEPEND_INOUT);
        add_end(&on->newest, spec->end);
    }
    if (is_task)
        parent->all_memory = spec->end;
}

void hp_omp_add_dependence(OmpTask* parent, OmpSpec* spec, Addr a, OmpDepend kind, Bool is_task) {
    spec->is_needed = True;
    if (kind == OMP_DEPEND_OUT)
        kind = OMP_DEPEND_INOUT;
    if (a == 0 && kind == OMP_DEPEND_INOUT) {
        depend_on_all(parent, spec, is_task);
        return;
    }
    Dependences* on = find_or_add(parent, a);
    /* A second clause of the same task; the stronger ones came first. */
    if (is_task && is_last(&on->newest, spec))
        return;
    if (!is_task) {
        add_needs(spec, continues(on, kind) ? &on->before : &on->newest);
        return;
    }
    if (!continues(on, kind))
        next_generation(on, kind);
    add_needs(spec, &on->before);
    add_end(&on->newest, spec->end);
    if (kind == OMP_DEPEND_MUTEXINOUTSET)
        add_mutex(spec, on);
}

void hp_omp_forget_dependences(Thread* t, OmpTask* task) {
    if (task->dependences == NULL)
        return;
    VG_(HT_ResetIter)(task->dependences);
    Dependences* on;
    while ((on = VG_(HT_Next)(task->dependences)) != NULL) {
        VG_(free)(on->newest.ends);
        VG_(free)(on->before.ends);
        hp_omp_mutex_set_unref(t, on->mutex);
    }
    VG_(HT_destruct)(task->dependences, VG_(free));
    task->dependences = NULL;
    task->all_memory.seq = 0;
}

/*------------------------------------------------------------*/
/*--- libgomp's lists                                       ---*/
/*------------------------------------------------------------*/

/* Words: n, how many of them are out or inout, n addresses: those first, then
   the `in`.  Or 0, n, numbers of out, mutexinoutset and in, then n addresses: in
   this order, and for the rest that of an omp_depend_t: the address, the kind. */

typedef struct {
    UWord n;
    UWord n_out;
    UWord n_mutex;
    UWord n_in;
    const UWord* addresses;
} DependList;

static Bool read_list(Addr a, DependList* list) {
    const UWord* word = (const UWord*)a;
    if (!hp_is_readable(a, 2 * sizeof *word))
        return False;
    if (word[0] != 0) {
        *list = (DependList){
            .n = word[0], .n_out = word[1], .n_in = word[0] - word[1], .addresses = word + 2};
    } else {
        if (!hp_is_readable(a, 5 * sizeof *word))
            return False;
        *list = (DependList){word[1], word[2], word[3], word[4], word + 5};
    }
    return hp_is_readable((Addr)list->addresses, list->n * sizeof *word);
}

static OmpDepend kind_of(const DependList* list, UWord i) {
    if (i < list->n_out)
        return OMP_DEPEND_INOUT;
    return i < list->n_out + list->n_mutex ? OMP_DEPEND_MUTEXINOUTSET : OMP_DEPEND_IN;
}

/* The two words of an omp_depend_t. */
static void depend_object(OmpTask* parent, OmpSpec* spec, Addr object, Bool reads, Bool is_task) {
    const UWord* word = (const UWord*)object;
    if (!hp_is_readable(object, 2 * sizeof *word))
        return;
    Bool is_in = word[1] == OMP_DEPEND_IN || word[1] == OMP_DEPEND_INOUTSET;
    if (is_in == reads)
        hp_omp_add_dependence(parent, spec, word[0], word[1], is_task);
}

void hp_omp_add_dependences(OmpTask* parent, OmpSpec* spec, Addr a, Bool is_task) {
    DependList list;
    if (!read_list(a, &list))
        return;
    const UWord n_plain = list.n_out + list.n_mutex + list.n_in;
    for (UWord i = n_plain; i < list.n; i++)
        depend_object(parent, spec, list.addresses[i], False, is_task);
    for (UWord i = 0; i < n_plain; i++)
        hp_omp_add_dependence(parent, spec, list.addresses[i], kind_of(&list, i), is_task);
    for (UWord i = n_plain; i < list.n; i++)
        depend_object(parent, spec, list.addresses[i], True, is_task);
}
