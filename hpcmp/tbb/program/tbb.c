/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * oneTBB. Giving tasks to its scheduler, and waiting for them, are calls of functions in libtbb.
 * Everything between these is compiled into the program.
 *
 * The scheduler executes a task by calling the task's virtual functions. To report this, we replace
 * the table of virtual functions of a task that is given to the scheduler by our own, until the
 * task is executed. The tool keeps the task's original table.
 */
#include "hpcmp/preload/call.h"

/* A tbb::detail::d1::task and what it is executed with, as far as we need them:
 * the layouts are part of oneTBB's binary interface since version 2021. */
typedef struct {
    void* const* functions;
} TbbTask;

typedef struct {
    void* context;
} ExecutionData;

enum { DESTROY, DESTROY_AND_DELETE, EXECUTE, CANCEL, N_FUNCTIONS };

static void destroy(TbbTask* task);
static void destroy_and_delete(TbbTask* task);
static TbbTask* execute(TbbTask* task, ExecutionData* data);
static TbbTask* cancel(TbbTask* task, ExecutionData* data);

/* The Itanium C++ ABI puts two words before the functions, 2.5.2. */
static const struct {
    long offset_to_top;
    void* type;
    void* functions[N_FUNCTIONS];
} g_ours = {0, 0, {destroy, destroy_and_delete, execute, cancel}};

/* is_spawned: others may execute it, not just this thread and at once. */
static void watch(TbbTask* task, int is_spawned) {
    if (task == 0 || task->functions == g_ours.functions)
        return;
    TELL(TBB_TASK_GIVEN, task, task->functions, is_spawned);
    task->functions = g_ours.functions;
}

/* Gives the task its own table back, which the tool has kept. */
static void unwatch(TbbTask* task, Word functions) {
    task->functions = (void* const*)functions;
}

/* A task that is left by an exception has ended, too. */
DEFINE_CALL(hw_call_task, "call *%%rax\n\t", TBB_TASK_ENDS)

/* This thread executes next the task that the function returns. */
static TbbTask* run(TbbTask* task, ExecutionData* data, int function) {
    unwatch(task, ASK_OR((Word)task->functions, TBB_TASK_BEGINS, task, data->context));
    TbbTask* next = (TbbTask*)hw_call_task((unsigned long)task->functions[function],
                                           (unsigned long)task, (unsigned long)data, 0, 0);
    TELL(TBB_TASK_ENDS);
    watch(next, 0);
    return next;
}

static TbbTask* execute(TbbTask* task, ExecutionData* data) {
    return run(task, data, EXECUTE);
}

static TbbTask* cancel(TbbTask* task, ExecutionData* data) {
    return run(task, data, CANCEL);
}

static void drop(TbbTask* task, int function) {
    unwatch(task, ASK_OR((Word)task->functions, TBB_TASK_DROPPED, task));
    ((void (*)(TbbTask*))task->functions[function])(task);
}

static void destroy(TbbTask* task) {
    drop(task, DESTROY);
}

static void destroy_and_delete(TbbTask* task) {
    drop(task, DESTROY_AND_DELETE);
}

/*------------------------------------------------------------*/
/*--- What the program calls                                ---*/
/*------------------------------------------------------------*/

/* In tbb::detail::r1; zfn is the mangled name, Z-encoded. */
#define WRAP_TBB(fn, zfn, params) WRAP_AS(void, fn, params, WRAP_NAME(00000, libtbbZdsoZa, zfn))

/* A whole wrapper of a function that gives `task` to the scheduler. */
#define WRAP_GIVE(fn, zfn, params, call)                                                           \
    WRAP_TBB(fn, zfn, params) {                                                                    \
        OrigFn original;                                                                           \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        watch(task, 1);                                                                            \
        call;                                                                                      \
    }

WRAP_GIVE(spawn, ZuZZN3tbb6detail2r15spawnERNS0Zu2d14taskERNS2Zu18taskZugroupZucontextE,
          (TbbTask * task, void* context), CALL_FN_v_WW(original, task, context))
WRAP_GIVE(spawn_at, ZuZZN3tbb6detail2r15spawnERNS0Zu2d14taskERNS2Zu18taskZugroupZucontextEt,
          (TbbTask * task, void* context, unsigned short slot),
          CALL_FN_v_WWW(original, task, context, slot))
WRAP_GIVE(submit,
          ZuZZN3tbb6detail2r16submitERNS0Zu2d14taskERNS2Zu18taskZugroupZucontextEPNS1Zu5arenaEm,
          (TbbTask * task, void* context, void* arena, unsigned long is_critical),
          CALL_FN_v_WWWW(original, task, context, arena, is_critical))
WRAP_GIVE(enqueue, ZuZZN3tbb6detail2r17enqueueERNS0Zu2d14taskEPNS2Zu15taskZuarenaZubaseE,
          (TbbTask * task, void* arena), CALL_FN_v_WW(original, task, arena))
WRAP_GIVE(
    enqueue_in,
    ZuZZN3tbb6detail2r17enqueueERNS0Zu2d14taskERNS2Zu18taskZugroupZucontextEPNS2Zu15taskZuarenaZubaseE,
    (TbbTask * task, void* context, void* arena), CALL_FN_v_WWW(original, task, context, arena))

/* An exception of a task leaves these functions; the tasks have ended even so. */
DEFINE_CALL(hw_call_tbb_wait, VALGRIND_CALL_NOREDIR_RAX, TBB_WAITED)

WRAP_TBB(wait, ZuZZN3tbb6detail2r14waitERNS0Zu2d112waitZucontextERNS2Zu18taskZugroupZucontextE,
         (void* counter, void* context)) {
    OrigFn original;
    VALGRIND_GET_ORIG_FN(original);
    TELL(TBB_WAIT_BEGINS, context);
    hw_call_tbb_wait(original.nraddr, (unsigned long)counter, (unsigned long)context, 0, 0);
    TELL(TBB_WAITED);
}

WRAP_TBB(
    execute_and_wait,
    ZuZZN3tbb6detail2r116executeZuandZuwaitERNS0Zu2d14taskERNS2Zu18taskZugroupZucontextERNS2Zu12waitZucontextES6Zu,
    (TbbTask * task, void* task_context, void* counter, void* context)) {
    OrigFn original;
    VALGRIND_GET_ORIG_FN(original);
    TELL(TBB_WAIT_BEGINS, context);
    watch(task, 0);
    hw_call_tbb_wait(original.nraddr, (unsigned long)task, (unsigned long)task_context,
                     (unsigned long)counter, (unsigned long)context);
    TELL(TBB_WAITED);
}
