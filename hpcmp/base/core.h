/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Symbols of Valgrind's core that tools can link with, although no public header declares them.
 * They are the same in 3.19 and 3.27.
 */
#ifndef HP_CORE_H
#define HP_CORE_H

#include "hpcmp/base/basics.h"
#include "libvex.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_xarray.h"

/* The linker redirects references from other files to our function, which can call the real one
   (--wrap in local.mk). */
#define HP_CONCAT_(a, b) a##b
#define HP_CONCAT(a, b) HP_CONCAT_(a, b)
#define HP_REAL(name) HP_CONCAT(__real_, name)
#define HP_OURS(name) HP_CONCAT(__wrap_, name)

/* How the scheduler lock, which serialises threads, passes from thread to thread (--fair-sched). */
enum { HP_FAIR_SCHED_NO, HP_FAIR_SCHED_YES, HP_FAIR_SCHED_TRY };
extern Int VG_(clo_fair_sched);

/* How translations are made. */
extern VexControl VG_(clo_vex_control);

/* --fullpath-after: the core names a file without its path up to one of these folders.  If there
   are none, it leaves out all folders. */
extern XArray* VG_(clo_fullpath_after);

/* Does the core read debug information about variables? */
extern Bool VG_(clo_read_var_info);

/* Does the core read debug information about inlined functions? */
extern Bool VG_(clo_read_inline_info);

/* Does the core also record programs that this one executes? */
extern Bool VG_(clo_trace_children);
/* Does the core record this program? It looks only at the options; see processes/followed.h. */
#define TRACES_CHILD vgPlain_should_we_trace_this_child
extern Bool HP_REAL(TRACES_CHILD)(const HChar* file, const HChar** arguments);
extern Bool HP_OURS(TRACES_CHILD)(const HChar* file, const HChar** arguments);
/* The file that starts Valgrind, and the folder of the tools. */
extern const HChar* VG_(name_of_launcher);
extern const HChar* VG_(libdir);

/* Makes a system call for the tool. */
extern SysRes VG_(do_syscall)(UWord number, UWord a, UWord b, UWord c, UWord d, UWord e, UWord f,
                              UWord g, UWord h);
extern SysRes VG_(mk_SysRes_Success)(UWord result);
extern SysRes VG_(mk_SysRes_Error)(UWord error);

/* --track-fds: not 0 if the core reports descriptors that are left open, or closed twice. The core
   knows the descriptors that the program's own calls open. If the tool opens a descriptor for the
   program, it has to tell the core. The variable has another name here, because a public header of
   later versions declares it with more bytes. This is its lowest byte. */
extern UChar hp_core_tracks_fds __asm__("vgPlain_clo_track_fds");
extern void ML_(record_fd_open_with_given_name)(ThreadId tid, Int fd, const HChar* path);

/* Returns -1 if the call has failed. */
extern Int VG_(fcntl)(Int fd, Int command, Addr argument);

/* Finds a function by a pattern of its library's soname and by its linker name. Searches all
   symbols, which is slow. */
typedef struct {
    Addr main;
} SymAVMAs;
extern Bool VG_(lookup_symbol_SLOW)(DiEpoch epoch, const HChar* soname, const HChar* name,
                                    SymAVMAs* address);

/* Translates a name as the linker knows it into the name in the source. The result is valid until
   the next call. */
extern void VG_(demangle)(Bool cxx, Bool z_encoded, const HChar* name, const HChar** result);

/* Registers of a thread. */
extern void VG_(set_IP)(ThreadId tid, Addr ip);
extern void VG_(set_SP)(ThreadId tid, Addr sp);

/* The name of the function at an address, as the linker knows it. */
extern Bool VG_(get_fnname_raw)(DiEpoch epoch, Addr a, const HChar** name);

/* All ThreadIds are less than this. */
extern UInt VG_N_THREADS;
/* The first function returns the thread that has this number in the kernel. The second one returns
   the calling thread's number in the kernel. */
extern ThreadId VG_(lwpid_to_vgtid)(Int lwpid);
extern Int VG_(gettid)(void);

/* The settings by which VEX makes translations at this moment. */
extern VexControl vex_control;

/* The scheduler lock, which serialises threads. */
typedef struct sched_lock SchedLock;
#define CREATE_SCHED_LOCK vgModuleLocal_create_sched_lock
extern SchedLock* HP_REAL(CREATE_SCHED_LOCK)(void);
extern SchedLock* HP_OURS(CREATE_SCHED_LOCK)(void);
#define ACQUIRE_SCHED_LOCK vgModuleLocal_acquire_sched_lock
extern void HP_REAL(ACQUIRE_SCHED_LOCK)(SchedLock* lock);
extern void HP_OURS(ACQUIRE_SCHED_LOCK)(SchedLock* lock);
#define RELEASE_SCHED_LOCK vgModuleLocal_release_sched_lock
extern void HP_REAL(RELEASE_SCHED_LOCK)(SchedLock* lock);
extern void HP_OURS(RELEASE_SCHED_LOCK)(SchedLock* lock);
/* The kernel's number of the thread that has the lock, or 0. */
#define SCHED_LOCK_OWNER vgModuleLocal_get_sched_lock_owner
extern Int HP_REAL(SCHED_LOCK_OWNER)(SchedLock* lock);
extern Int HP_OURS(SCHED_LOCK_OWNER)(SchedLock* lock);

/* The thread gives up the scheduler lock before a system call. */
enum { HP_THREAD_WAITS = 3 };
extern void VG_(release_BigLock)(ThreadId tid, UInt status, const HChar* who);

/* Executes translations with that guest state, beginning at `code`, until one of them returns to
   the scheduler. The two words of `why` then contain the reason. The translations count down a
   counter in the guest state. If they return because the counter was 0, it is -1 afterwards. */
#define RUN_TRANSLATIONS vgPlain_disp_run_translations
extern void HP_REAL(RUN_TRANSLATIONS)(UWord* why, volatile void* guest_state, Addr code);
extern void HP_OURS(RUN_TRANSLATIONS)(UWord* why, volatile void* guest_state, Addr code);
/* Drops the translations of this code of the program. Must not be called while one of them runs. */
extern void VG_(discard_translations)(Addr start, ULong range, const HChar* who);
/* Finds the translation of the program's code at `of`. Returns False if there is none. The pointer
   to an unwanted result may be NULL. */
extern Bool VG_(search_transtab)(Addr* code, UShort* sector, UInt* entry, Addr of, Bool upd_cache);

/* Does a symbol's name say that its function replaces or wraps others? If so, gives patterns of the
   soname and of the name of these other functions. The patterns are valid until the next call. */
#define PATTERN_OF vgPlain_maybe_Z_demangle
extern Bool HP_REAL(PATTERN_OF)(const HChar* name, const HChar** soname, const HChar** function,
                                Bool* is_wrapper, Int* tag, Int* priority);
extern Bool HP_OURS(PATTERN_OF)(const HChar* name, const HChar** soname, const HChar** function,
                                Bool* is_wrapper, Int* tag, Int* priority);

/* A file's i-th symbol. other_names is a list that ends with NULL, or NULL if there are no other
   names. Pointers to unwanted results may be NULL, but `name` and `other_names` must not be NULL.
 */
#define SYMBOL vgPlain_DebugInfo_syms_getidx
extern void HP_REAL(SYMBOL)(const DebugInfo* of, Int i, SymAVMAs* address, UInt* size,
                            const HChar** name, const HChar*** other_names, Bool* is_function,
                            Bool* is_indirect, Bool* is_global);
extern void HP_OURS(SYMBOL)(const DebugInfo* of, Int i, SymAVMAs* address, UInt* size,
                            const HChar** name, const HChar*** other_names, Bool* is_function,
                            Bool* is_indirect, Bool* is_global);

/* Makes a translation. */
#define TRANSLATE LibVEX_Translate
extern VexTranslateResult HP_REAL(TRANSLATE)(VexTranslateArgs* args);
extern VexTranslateResult HP_OURS(TRANSLATE)(VexTranslateArgs* args);

#define ACQUIRE_BIG_LOCK vgPlain_acquire_BigLock
extern void HP_REAL(ACQUIRE_BIG_LOCK)(ThreadId tid, const HChar* who);
extern void HP_OURS(ACQUIRE_BIG_LOCK)(ThreadId tid, const HChar* who);

/* Makes a system call of the program, without the scheduler lock. `registers`, a guest state,
   contains the arguments and later the result. The signals in the mask `during` are blocked during
   the call, and those in the mask `after` afterwards. */
#define CALL_WITHOUT_BIG_LOCK vgModuleLocal_do_syscall_for_client_WRK
extern UWord HP_REAL(CALL_WITHOUT_BIG_LOCK)(Word number, void* registers,
                                            const vki_sigset_t* during, const vki_sigset_t* after,
                                            Word size);
extern UWord HP_OURS(CALL_WITHOUT_BIG_LOCK)(Word number, void* registers,
                                            const vki_sigset_t* during, const vki_sigset_t* after,
                                            Word size);
/* Addresses in the code of that function, in this order: its beginning, the place from which the
   call is made or restarted, the place to which the call returns, its end. */
extern const Addr ML_(blksys_setup);
extern const Addr ML_(blksys_restart);
extern const Addr ML_(blksys_complete);
extern const Addr ML_(blksys_finished);

/* A signal has interrupted the call at `ip`. If the call had returned already, `res` is its result.
 */
#define AFTER_SIGNAL vgPlain_fixup_guest_state_after_syscall_interrupted
extern void HP_REAL(AFTER_SIGNAL)(ThreadId tid, Addr ip, SysRes res, Bool restarts,
                                  struct vki_ucontext* context);
extern void HP_OURS(AFTER_SIGNAL)(ThreadId tid, Addr ip, SysRes res, Bool restarts,
                                  struct vki_ucontext* context);

/* A signal has come to a thread. Returns False if gdb does not want the thread to get the signal.
   Otherwise the core then calls the program's handler, ignores the signal or ends the process. */
#define REPORT_SIGNAL vgPlain_gdbserver_report_signal
extern Bool HP_REAL(REPORT_SIGNAL)(vki_siginfo_t* info, ThreadId tid);
extern Bool HP_OURS(REPORT_SIGNAL)(vki_siginfo_t* info, ThreadId tid);
/* "SIGSEGV", for example. */
extern const HChar* VG_(signame)(Int signal);

/* A signal's handler is about to begin. This function puts what the handler needs on its stack. */
#define CREATE_FRAME vgPlain_sigframe_create
extern void HP_REAL(CREATE_FRAME)(ThreadId tid, Bool on_alt_stack, Addr sp,
                                  const vki_siginfo_t* info, const struct vki_ucontext* context,
                                  void* handler, UInt flags, const vki_sigset_t* mask,
                                  void* restorer);
extern void HP_OURS(CREATE_FRAME)(ThreadId tid, Bool on_alt_stack, Addr sp,
                                  const vki_siginfo_t* info, const struct vki_ucontext* context,
                                  void* handler, UInt flags, const vki_sigset_t* mask,
                                  void* restorer);

/* Moves a file descriptor out of the range that the program can see. This range ends at
   fd_hard_limit. */
extern Int VG_(safe_fd)(Int oldfd);
extern Int VG_(fd_hard_limit);

#endif
