/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/order/plan.h"

#include "hpcmp/base/command_line.h"
#include "hpcmp/base/core.h"
#include "hpcmp/base/read_json.h"
#include "pub_tool_libcproc.h"
#include "shared/trace_vocabulary.h"

/* A thread of the plan. */
typedef struct {
    VgHashNode node; /* key: parent << 32 | which fork of its parent it was, from 1 on */
    UInt number;     /* its own */
    UInt parent;     /* the number of its parent */
    ULong n_steps;   /* that have been read */
    PlanStepNumber first, last;
    Bool has_exited; /* its last step is there */
} PlannedThread;

static Plan g_plan;
static XArray* g_steps;        /* of PlanStep */
static XArray* g_threads;      /* of PlannedThread*, by number */
static VgHashTable* g_by_fork; /* the same, but for the first thread */
static JsonFile g_file;

static PlanStep* step_at(Word i) {
    return VG_(indexXA)(g_steps, i);
}

static PlannedThread* thread_at(UInt number) {
    return *(PlannedThread**)VG_(indexXA)(g_threads, number);
}

/*------------------------------------------------------------*/
/*--- Threads                                               ---*/
/*------------------------------------------------------------*/

static UWord key_of(UInt parent, ULong k) {
    return (UWord)parent << 32 | k;
}

static PlannedThread* add_thread(UInt parent, ULong k) {
    PlannedThread* t = VG_(calloc)("hp.plan.thread", 1, sizeof *t);
    t->node.key = key_of(parent, k);
    t->number = VG_(sizeXA)(g_threads);
    t->parent = parent;
    t->first = t->last = HP_NO_STEP;
    VG_(addToXA)(g_threads, &t);
    if (t->number > 0)
        VG_(HT_add_node)(g_by_fork, t);
    return t;
}

static PlannedThread* child_of(UInt parent, ULong k) {
    return VG_(HT_lookup)(g_by_fork, key_of(parent, k));
}

UInt hp_plan_child(UInt thread, ULong k, PlanStepNumber* first) {
    const PlannedThread* child = k > ~0U ? NULL : child_of(thread, k);
    if (child == NULL || child->first == HP_NO_STEP)
        return HP_NO_PLANNED_THREAD;
    *first = child->first;
    return child->number;
}

PlanStepNumber hp_plan_first_step(void) {
    return thread_at(0)->first;
}

HChar* hp_plan_path(UInt thread) {
    enum { DIGITS = 12 };
    UInt depth = 0;
    for (UInt at = thread; at > 0; at = thread_at(at)->parent)
        depth++;
    HChar* text = VG_(malloc)("hp.plan.path", (depth + 1) * DIGITS);
    HChar number[DIGITS];
    VG_(strcpy)(text, "]");
    for (UInt at = thread; at > 0; at = thread_at(at)->parent) {
        UInt n = VG_(sprintf)(number, "%s%u", thread_at(at)->parent > 0 ? "," : "",
                              (UInt)thread_at(at)->node.key);
        VG_(memmove)(text + n, text, VG_(strlen)(text) + 1);
        VG_(memcpy)(text, number, n);
    }
    VG_(memmove)(text + 1, text, VG_(strlen)(text) + 1);
    text[0] = '[';
    return text;
}

/*------------------------------------------------------------*/
/*--- One step of the file                                  ---*/
/*------------------------------------------------------------*/

/* The members of a step that must be there. */
enum { PATH = 1, NTH = 2, KIND = 4, START = 8, END = 16, HBAL = 32, HMAX = 64, ALL = 127 };
static const HChar* const g_members[] = {"path", "nth", "kind", "start", "end", "hbal", "hmax"};

typedef struct {
    UInt found; /* of the members above */
    PlannedThread* thread;
    ULong nth;
    PlanStep step;
} StepOfFile;

static PlannedThread* read_path(void) {
    PlannedThread* t = thread_at(0);
    hp_read_begin_array(&g_file);
    while (hp_read_item(&g_file)) {
        Long k = hp_read_integer(&g_file);
        if (k < 1 || k > 0x7fffffff) {
            hp_read_set_fault(&g_file, "a fork's number in \"path\" is 1 or more");
            break;
        }
        PlannedThread* child = child_of(t->number, k);
        t = child != NULL ? child : add_thread(t->number, k);
    }
    return t;
}

static const HChar* read_kind(void) {
    static const HChar* const kinds[] = {TRACE_ACQ, TRACE_REL, TRACE_FORK, TRACE_JOIN, TRACE_EXIT};
    HChar text[16];
    hp_read_text(&g_file, text, sizeof text);
    for (UInt i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (VG_(strcmp)(text, kinds[i]) == 0)
            return kinds[i];
    hp_read_set_fault(&g_file, "'%s' is no kind of event that ends a step", text);
    return NULL;
}

/* A few names stand for many steps, so each is kept once. */
static const HChar* read_prim(void) {
    static XArray* names;
    HChar text[64];
    if (hp_read_null(&g_file))
        return NULL;
    hp_read_text(&g_file, text, sizeof text);
    if (names == NULL)
        names = VG_(newXA)(VG_(malloc), "hp.plan.names", VG_(free), sizeof(HChar*));
    for (Word i = 0; i < VG_(sizeXA)(names); i++)
        if (VG_(strcmp)(text, *(HChar**)VG_(indexXA)(names, i)) == 0)
            return *(HChar**)VG_(indexXA)(names, i);
    HChar* name = VG_(strdup)("hp.plan.name", text);
    VG_(addToXA)(names, &name);
    return name;
}

static const HChar* read_command(void) {
    static HChar text[HP_LONGEST_COMMAND];
    hp_read_text(&g_file, text, sizeof text);
    return text;
}

static ULong read_natural(const HChar* what) {
    Long number = hp_read_integer(&g_file);
    if (number < 0)
        hp_read_set_fault(&g_file, "\"%s\" is less than 0", what);
    return number;
}

static void read_member(StepOfFile* read, const HChar* key) {
    UInt i = 0;
    while (i < sizeof g_members / sizeof *g_members && VG_(strcmp)(key, g_members[i]) != 0)
        i++;
    read->found |= 1U << i & ALL;
    PlanStep* step = &read->step;
    switch (1U << i) {
    case PATH: read->thread = read_path(); break;
    case NTH: read->nth = read_natural(key); break;
    case KIND: step->kind = read_kind(); break;
    case START: step->start = read_natural(key); break;
    case END: step->end = read_natural(key); break;
    case HBAL: step->hbal = hp_read_integer(&g_file); break;
    case HMAX: step->hmax = read_natural(key); break;
    default:
        if (VG_(strcmp)(key, "prim") == 0)
            step->prim = read_prim();
        else if (VG_(strcmp)(key, "object") == 0)
            step->object = read_natural(key);
        else
            hp_read_skip(&g_file);
    }
}

/* Says what is wrong with a step that has all members, or NULL. */
static const HChar* fault_of(const StepOfFile* read) {
    const PlannedThread* t = read->thread;
    const PlanStep* before = t->last == HP_NO_STEP ? NULL : step_at(t->last);
    const Word n = VG_(sizeXA)(g_steps);
    if (read->step.end < read->step.start)
        return "ends before it begins";
    if (n > 0 && read->step.start < step_at(n - 1)->start)
        return "begins before the step that stands before it";
    if (t->has_exited)
        return "is behind the exit of its thread";
    if (read->nth != t->n_steps + 1)
        return "is not the next one of its thread: \"nth\" counts 1, 2, ...";
    if (before != NULL && read->step.start < before->end)
        return "begins before the same thread's step before it ends";
    return n >= HP_NO_STEP - 1 ? "is one too many" : NULL;
}

static void add_step(StepOfFile* read) {
    PlannedThread* t = read->thread;
    PlanStepNumber number = VG_(sizeXA)(g_steps);
    read->step.thread = t->number;
    read->step.later = HP_NO_STEP;
    VG_(addToXA)(g_steps, &read->step);
    if (t->last == HP_NO_STEP)
        t->first = number;
    else
        step_at(t->last)->later = number;
    t->last = number;
    t->n_steps++;
    t->has_exited = VG_(strcmp)(read->step.kind, TRACE_EXIT) == 0;
    ULong length = read->step.end - read->step.start;
    if (length > g_plan.longest)
        g_plan.longest = length;
}

static void read_step(void) {
    StepOfFile read = {.found = 0, .step = {.object = HP_NO_PLANNED_OBJECT}};
    HChar key[16];
    hp_read_begin_object(&g_file);
    while (hp_read_key(&g_file, key, sizeof key))
        read_member(&read, key);
    if (g_file.fault[0] != '\0')
        return;
    ULong number = VG_(sizeXA)(g_steps) + 1;
    for (UInt i = 0; i < sizeof g_members / sizeof *g_members; i++)
        if ((read.found & 1U << i) == 0)
            hp_read_set_fault(&g_file, "step %llu has no \"%s\"", number, g_members[i]);
    const HChar* fault = g_file.fault[0] != '\0' ? NULL : fault_of(&read);
    if (fault != NULL)
        hp_read_set_fault(&g_file, "step %llu %s", number, fault);
    if (g_file.fault[0] == '\0')
        add_step(&read);
}

/*------------------------------------------------------------*/
/*--- The whole file                                        ---*/
/*------------------------------------------------------------*/

static void read_all(Bool* has_steps) {
    HChar key[16];
    hp_read_begin_object(&g_file);
    while (hp_read_key(&g_file, key, sizeof key)) {
        if (VG_(strcmp)(key, "steps") == 0 && !*has_steps) {
            *has_steps = True;
            hp_read_begin_array(&g_file);
            while (hp_read_item(&g_file))
                read_step();
        } else if (VG_(strcmp)(key, "processors") == 0) {
            g_plan.processors = read_natural(key);
        } else if (VG_(strcmp)(key, "memory") == 0) {
            g_plan.memory = hp_read_null(&g_file) ? 0 : read_natural(key);
        } else if (VG_(strcmp)(key, "peak") == 0) {
            g_plan.peak = read_natural(key);
        } else if (VG_(strcmp)(key, "command") == 0) {
            g_plan.command = read_command();
        } else {
            hp_read_skip(&g_file);
        }
    }
    hp_read_end(&g_file);
}

/* Is called for a file that has been read to its end. */
static void check_threads(void) {
    for (UInt i = 0; i < VG_(sizeXA)(g_threads) && g_file.fault[0] == '\0'; i++) {
        HChar* path = hp_plan_path(i);
        if (thread_at(i)->first == HP_NO_STEP)
            hp_read_set_fault(&g_file, "the thread with \"path\" %s has no steps", path);
        else if (!thread_at(i)->has_exited)
            hp_read_set_fault(&g_file, "the thread with \"path\" %s does not end with an exit",
                              path);
        VG_(free)(path);
    }
}

static PlanStep* g_sorted; /* all steps */

static Int by_end(const void* one, const void* other) {
    PlanStepNumber a = *(const PlanStepNumber*)one, b = *(const PlanStepNumber*)other;
    if (g_sorted[a].end != g_sorted[b].end)
        return g_sorted[a].end < g_sorted[b].end ? -1 : 1;
    return a < b ? -1 : a > b;
}

/* The steps in the order of their ends, of equal ones the first of the file.  A step needs those
   that end before it begins; of steps that end when it begins, those before it in the file.  Both
   orders ascend, so one walk through both of them counts these. */
static void find_needs(PlanStep* steps, UInt n) {
    PlanStepNumber* by_ends = VG_(malloc)("hp.plan.by_ends", n * sizeof *by_ends);
    for (UInt i = 0; i < n; i++)
        by_ends[i] = i;
    g_sorted = steps;
    VG_(ssort)(by_ends, n, sizeof *by_ends, by_end);
    for (UInt i = 0; i < n; i++)
        steps[by_ends[i]].rank = i;
    UInt n_ended = 0;
    for (UInt i = 0; i < n; i++) {
        for (; n_ended < n; n_ended++) {
            PlanStepNumber ended = by_ends[n_ended];
            if (steps[ended].end > steps[i].start ||
                (steps[ended].end == steps[i].start && ended >= i))
                break;
        }
        steps[i].needs = n_ended;
    }
    VG_(free)(by_ends);
}

const Plan* hp_plan_read(const HChar* file) {
    Bool has_steps = False;
    g_plan.file = file;
    g_steps = VG_(newXA)(VG_(malloc), "hp.plan.steps", VG_(free), sizeof(PlanStep));
    g_threads = VG_(newXA)(VG_(malloc), "hp.plan.threads", VG_(free), sizeof(PlannedThread*));
    g_by_fork = VG_(HT_construct)("hp.plan.by_fork");
    add_thread(0, 0);
    if (hp_read_open(&g_file, file))
        read_all(&has_steps);
    hp_read_close(&g_file);
    if (!has_steps)
        hp_read_set_fault(&g_file, "there are no \"steps\"");
    check_threads();
    if (g_file.fault[0] != '\0') {
        VG_(umsg)(
            "%s: '%s' is no plan that can be followed: %s; 'ilmgen --plan=PROCESSORS,MEMORY' makes "
            "one\n",
            HP_NAME, file, g_file.fault);
        VG_(exit)(1);
    }
    g_plan.n_steps = VG_(sizeXA)(g_steps);
    g_plan.steps = step_at(0);
    find_needs(step_at(0), g_plan.n_steps);
    return &g_plan;
}
