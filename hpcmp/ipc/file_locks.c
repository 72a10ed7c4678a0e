/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The n-th unlock of a range of bytes publishes n. A lock comes after the unlocks of all ranges
 * that overlap its own. A lock for reading comes only after unlocks of locks for writing, because
 * readers do not exclude each other. Example: unlock 1 is of bytes 0 to 99, which were locked for
 * writing. Unlock 2 is of bytes 50 to 59, which were locked for reading. A lock of bytes 50 to 59
 * for writing comes after both unlocks. One for reading comes only after unlock 1.
 *
 * An unlock is recorded before it happens. Locks are unlocked in these cases: flock or fcntl
 * unlocks them; a lock of the other mode takes their place; the last descriptor of the open file is
 * closed; any descriptor of the file is closed (for locks of the process); the process ends.
 */

#include "hpcmp/ipc/file_locks.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"
#include "hpcmp/base/options.h"
#include "hpcmp/base/readable.h"
#include "hpcmp/calls/facts.h"
#include "hpcmp/channels/descriptors.h"
#include "hpcmp/ipc/held_locks.h"
#include "hpcmp/sync/sources.h"
#include "hpcmp/threads/in_runtime.h"
#include "hpcmp/threads/moments.h"
#include "shared/object_addresses.h"
#include "shared/trace_vocabulary.h"

typedef struct {
    FileLock lock;
    ULong thid;
    ULong seq;
} Released;

typedef struct {
    Addr address;
    ULong device;
    ULong number;
    Bool is_flock; /* the two kinds do not see each other */
    ULong n_released;
    XArray* released; /* of Released, that a lock may have to come after */
    FileLock written; /* the latest lock for writing that keeps all others out, and by whom */
    ULong writer;
} LockedFile;

typedef struct {
    LockedFile* file;
    FileLock wanted;
    XArray* downgraded; /* of FileLock: for writing, which will be released if it succeeds */
} FileLockCall;

HP_THREAD_SLOT(FileLockCall, call)

static XArray* g_files; /* of LockedFile* */

#define MOST_RELEASED 4096

static const HChar* mode_of(const FileLock* lock) {
    return lock->is_write ? TRACE_MODE_WR : TRACE_MODE_RD;
}

static Bool overlap(const FileLock* a, const FileLock* b) {
    return a->first <= b->last && b->first <= a->last;
}

static Bool is_within(const FileLock* inner, const FileLock* outer) {
    return outer->first <= inner->first && inner->last <= outer->last;
}

static Bool is_of_process(const FileLock* lock) {
    return lock->kind == HP_FILE_LOCK_PROCESS;
}

/* Locks of the process do not exclude each other. */
static Bool are_of_process(const FileLock* a, const FileLock* b) {
    return is_of_process(a) && is_of_process(b);
}

static SyncObj* object(Thread* t, const LockedFile* file) {
    HChar name[80];
    VG_(sprintf)(name, "%s of file %llu.%llu", file->is_flock ? "flock" : "locks", file->device,
                 file->number);
    return hp_sync_object(t, HP_BY_LIBRARY, HP_PRIM_FILE_LOCK, file->address, name);
}

/* For other processes. */
static void tell_range(Thread* t, SyncObj* obj, const FileLock* lock) {
    HChar text[64];
    VG_(sprintf)(text, "%s%llu %llu",
                 is_of_process(lock) ? TRACE_OBJECT_OF_PROCESS : TRACE_OBJECT_RANGE, lock->first,
                 lock->last);
    hp_sync_tell_more(t, obj, text);
}

/*------------------------------------------------------------*/
/*--- Files                                                 ---*/
/*------------------------------------------------------------*/

static LockedFile* known_file(const struct vg_stat* status, Bool is_flock) {
    for (Word i = 0; g_files != NULL && i < VG_(sizeXA)(g_files); i++) {
        LockedFile* file = *(LockedFile**)VG_(indexXA)(g_files, i);
        if (file->number == status->ino && file->device == status->dev &&
            file->is_flock == is_flock)
            return file;
    }
    return NULL;
}

static LockedFile* file_of(UWord fd, Bool is_flock) {
    static UInt n_files;
    struct vg_stat status;
    if (VG_(fstat)((Int)fd, &status) != 0)
        return NULL;
    LockedFile* file = known_file(&status, is_flock);
    if (file != NULL)
        return file;
    if (g_files == NULL)
        g_files = VG_(newXA)(VG_(malloc), "hp.file_locks.files", VG_(free), sizeof(LockedFile*));
    file = VG_(calloc)("hp.file_locks.file", 1, sizeof *file);
    *file = (LockedFile){.address = HP_FILE_ADDRESSES + ++n_files,
                         .device = status.dev,
                         .number = status.ino,
                         .is_flock = is_flock};
    file->released = VG_(newXA)(VG_(malloc), "hp.file_locks.released", VG_(free), sizeof(Released));
    VG_(addToXA)(g_files, &file);
    return file;
}

/*------------------------------------------------------------*/
/*--- Events                                                ---*/
/*------------------------------------------------------------*/

/* Forgets earlier unlocks, because a lock that comes after this unlock comes after them, too. */
static void forget_earlier(LockedFile* file, const Thread* t, const FileLock* lock) {
    Bool is_after_all = lock->is_write && !is_of_process(lock) && file->writer == t->thid &&
                        is_within(lock, &file->written);
    for (Word i = VG_(sizeXA)(file->released) - 1; i >= 0; i--) {
        const Released* earlier = VG_(indexXA)(file->released, i);
        Bool is_same = earlier->thid == t->thid && earlier->lock.is_write == lock->is_write &&
                       is_of_process(&earlier->lock) == is_of_process(lock);
        if ((is_after_all || is_same) && is_within(&earlier->lock, lock))
            VG_(removeIndexXA)(file->released, i);
    }
}

static void release(Thread* t, LockedFile* file, const FileLock* lock) {
    forget_earlier(file, t, lock);
    if (VG_(sizeXA)(file->released) >= MOST_RELEASED)
        VG_(dropHeadXA)(file->released, MOST_RELEASED / 2);
    tell_range(t, object(t, file), lock);
    hp_sync_release(t, object(t, file), ++file->n_released, mode_of(lock));
    VG_(addToXA)(file->released, &(Released){*lock, t->thid, file->n_released});
}

/* Releases the parts of these locks that lie in the range. */
static void release_within(Thread* t, LockedFile* file, const XArray* held, const FileLock* range) {
    for (Word i = 0; i < VG_(sizeXA)(held); i++) {
        FileLock lock = *(const FileLock*)VG_(indexXA)(held, i);
        if (!overlap(&lock, range))
            continue;
        if (lock.first < range->first)
            lock.first = range->first;
        if (lock.last > range->last)
            lock.last = range->last;
        release(t, file, &lock);
    }
}

static void acquire(Thread* t, LockedFile* file, const FileLock* lock) {
    XArray* sources = hp_sources_new();
    for (Word i = 0; i < VG_(sizeXA)(file->released); i++) {
        const Released* earlier = VG_(indexXA)(file->released, i);
        if (overlap(&earlier->lock, lock) && (lock->is_write || earlier->lock.is_write) &&
            !are_of_process(&earlier->lock, lock))
            hp_sources_add(sources, earlier->thid, earlier->seq);
    }
    tell_range(t, object(t, file), lock);
    if (!hp_sources_acquire(t, object(t, file), sources, mode_of(lock)))
        hp_sync_acquire(t, object(t, file), 0, mode_of(lock));
    VG_(deleteXA)(sources);
    if (lock->is_write && !is_of_process(lock)) {
        file->written = *lock;
        file->writer = t->thid;
    }
}

/*------------------------------------------------------------*/
/*--- Locking and unlocking                                 ---*/
/*------------------------------------------------------------*/

static void note_wanted(Thread* t, LockedFile* file, const FileLock* lock, XArray* downgraded) {
    *HP_THREAD_DATA(t, call) = (FileLockCall){file, *lock, downgraded};
}

/* A lock of the other mode takes the place of one in two steps: it is unlocked in any
   case.  One of the same mode changes nothing. */
static void before_flock(Thread* t, UWord fd, UWord operation) {
    UInt what = (UInt)operation & ~(UInt)LOCK_NB;
    LockedFile* file = file_of(fd, True);
    if (file == NULL || (what != LOCK_SH && what != LOCK_EX && what != LOCK_UN))
        return;
    FileLock all = {0, HP_LAST_BYTE, what == LOCK_EX, HP_FILE_LOCK_FLOCK};
    XArray* held = hp_file_locks_through(fd, HP_FILE_LOCK_FLOCK);
    const FileLock* former = VG_(sizeXA)(held) > 0 ? VG_(indexXA)(held, 0) : NULL;
    Bool stays = former != NULL && what != LOCK_UN && former->is_write == all.is_write;
    if (!stays)
        release_within(t, file, held, &all);
    if (!stays && what != LOCK_UN)
        note_wanted(t, file, &all, NULL);
    VG_(deleteXA)(held);
}

/* fcntl(2)'s struct flock. */
typedef struct {
    Short type;
    Short whence;
    Long start;
    Long length;
    Int pid; /* must be 0 of an open file's */
} FcntlLock;

static Bool range_of(UWord fd, const FcntlLock* asked, FileLock* range) {
    struct vg_stat status;
    Long base = 0;
    if (asked->whence == SEEK_CUR)
        base = VG_(lseek)((Int)fd, 0, SEEK_CUR);
    else if (asked->whence == SEEK_END)
        base = VG_(fstat)((Int)fd, &status) == 0 ? status.size : 0;
    Long first = base + asked->start;
    Long last = first + asked->length - 1;
    if (asked->length < 0) {
        last = first - 1;
        first += asked->length;
    }
    range->first = first;
    range->last = asked->length == 0 ? HP_LAST_BYTE : (ULong)last;
    return first >= 0;
}

/* Returns an array of FileLock: the locks for writing that overlap the range. */
static XArray* writing_within(const XArray* held, const FileLock* range) {
    XArray* writing = VG_(newXA)(VG_(malloc), "hp.file_locks.writing", VG_(free), sizeof(FileLock));
    for (Word i = 0; i < VG_(sizeXA)(held); i++) {
        const FileLock* lock = VG_(indexXA)(held, i);
        if (lock->is_write && overlap(lock, range))
            VG_(addToXA)(writing, lock);
    }
    return writing;
}

static Bool is_all_held(const XArray* held, const FileLock* range) {
    for (Word i = 0; i < VG_(sizeXA)(held); i++)
        if (is_within(range, VG_(indexXA)(held, i)))
            return True;
    return False;
}

/* Reading what one has locked for writing lets other readers in, at once if there is
   nothing to wait for. */
static void before_reading(Thread* t, LockedFile* file, const XArray* held, const FileLock* range) {
    XArray* writing = writing_within(held, range);
    if (is_all_held(writing, range)) {
        release_within(t, file, writing, range);
        VG_(dropTailXA)(writing, VG_(sizeXA)(writing));
    }
    note_wanted(t, file, range, writing);
}

static void before_lock(Thread* t, UWord fd, FileLockKind kind, const FcntlLock* asked) {
    FileLock range;
    LockedFile* file = file_of(fd, False);
    if (file == NULL || !hp_is_readable((Addr)asked, sizeof *asked) ||
        (kind == HP_FILE_LOCK_OPEN_FILE && asked->pid != 0) || !range_of(fd, asked, &range))
        return;
    range.kind = kind;
    range.is_write = asked->type == F_WRLCK;
    XArray* held = kind == HP_FILE_LOCK_PROCESS ? hp_file_locks_of_process(fd)
                                                : hp_file_locks_through(fd, kind);
    switch (asked->type) {
    case F_RDLCK: before_reading(t, file, held, &range); break;
    case F_WRLCK: note_wanted(t, file, &range, NULL); break;
    case F_UNLCK: release_within(t, file, held, &range); break;
    default: break;
    }
    VG_(deleteXA)(held);
}

static void record_lock(Thread* t) {
    const FileLockCall* call = call_of(t);
    if (call->downgraded != NULL)
        release_within(t, call->file, call->downgraded, &call->wanted);
    acquire(t, call->file, &call->wanted);
}

/*------------------------------------------------------------*/
/*--- Closing                                               ---*/
/*------------------------------------------------------------*/

/* Does nobody else have the open file behind fd, no descriptor below this number nor one of the
   parent's?  A process's locks are no parent's. */
static Bool is_last(Int fd, Int below, FileLockKind kind) {
    return !hp_has_other_descriptor(fd, below) &&
           (kind == HP_FILE_LOCK_PROCESS || !hp_parent_has_open_file(fd));
}

/* Releases the locks of the open file behind fd, if nobody else has that open file. Does nothing if
   `file` is NULL. */
static void release_open_file(Thread* t, Int fd, Int below, LockedFile* file, FileLockKind kind) {
    const FileLock all = {.last = HP_LAST_BYTE};
    if (file == NULL)
        return;
    XArray* held = hp_file_locks_through(fd, kind);
    if (VG_(sizeXA)(held) > 0 && is_last(fd, below, kind))
        release_within(t, file, held, &all);
    VG_(deleteXA)(held);
}

static void release_process(Thread* t, Int fd, LockedFile* file) {
    const FileLock all = {.last = HP_LAST_BYTE};
    if (file == NULL)
        return;
    XArray* held = hp_file_locks_of_process(fd);
    release_within(t, file, held, &all);
    VG_(deleteXA)(held);
}

static void before_close(Thread* t, Int fd) {
    enum { ALL = 0x7fffffff };
    struct vg_stat status;
    if (g_files == NULL || VG_(fstat)(fd, &status) != 0)
        return;
    release_open_file(t, fd, ALL, known_file(&status, True), HP_FILE_LOCK_FLOCK);
    release_open_file(t, fd, ALL, known_file(&status, False), HP_FILE_LOCK_OPEN_FILE);
    release_process(t, fd, known_file(&status, False));
}

static void close_on_exec(Int fd, void* t) {
    if (hp_descriptor_closes_on_exec(fd))
        before_close(t, fd);
}

void hp_file_locks_before_exec(Thread* t) {
    if (g_files != NULL)
        hp_for_each_descriptor(close_on_exec, t);
}

/* If a descriptor has copies, only the first of them releases its locks. */
static void end_descriptor(Int fd, void* t) {
    struct vg_stat status;
    if (VG_(fstat)(fd, &status) != 0)
        return;
    release_open_file(t, fd, fd, known_file(&status, True), HP_FILE_LOCK_FLOCK);
    release_open_file(t, fd, fd, known_file(&status, False), HP_FILE_LOCK_OPEN_FILE);
    release_open_file(t, fd, fd, known_file(&status, False), HP_FILE_LOCK_PROCESS);
}

void hp_file_locks_process_ends(Thread* t) {
    if (hp_clo_sync[HP_PRIM_FILE_LOCK] && g_files != NULL)
        hp_for_each_descriptor(end_descriptor, t);
}

/*------------------------------------------------------------*/
/*--- System calls                                          ---*/
/*------------------------------------------------------------*/

/* The call that t was in will not return, or has returned. */
void hp_file_locks_exits(Thread* t) {
    FileLockCall* call = call_of(t);
    *call_slot(t) = NULL;
    if (call != NULL && call->downgraded != NULL)
        VG_(deleteXA)(call->downgraded);
    VG_(free)(call);
}

static void before_fcntl(Thread* t, const UWord* args) {
    Int command = args[1];
    if (command == VKI_F_SETLK || command == F_SETLKW)
        before_lock(t, args[0], HP_FILE_LOCK_PROCESS, (const FcntlLock*)args[2]);
    else if (command == F_OFD_SETLK || command == F_OFD_SETLKW)
        before_lock(t, args[0], HP_FILE_LOCK_OPEN_FILE, (const FcntlLock*)args[2]);
}

void hp_file_locks_before(Thread* t, UInt number, const UWord* args) {
    if (!hp_clo_sync[HP_PRIM_FILE_LOCK])
        return;
    hp_file_locks_exits(t);
    const Int closed = hp_call_closed_descriptor(number, args);
    if (closed >= 0)
        before_close(t, closed);
    Bool is_of_library = hp_is_in_runtime(t);
    switch (number) {
    case __NR_flock:
        if (!is_of_library)
            before_flock(t, args[0], args[1]);
        break;
    case __NR_fcntl:
        if (!is_of_library)
            before_fcntl(t, args);
        break;
    default: break;
    }
}

void hp_file_locks_after(Thread* t, UInt number, const UWord* args, SysRes res) {
    if (!sr_isError(res) && call_of(t) != NULL)
        record_lock(t);
    hp_file_locks_exits(t);
}

void hp_file_locks_in_child(Thread* unused) {
    HP_FOR_EACH_THREAD (t)
        hp_file_locks_exits(t);
    for (Word i = 0; g_files != NULL && i < VG_(sizeXA)(g_files); i++) {
        LockedFile* file = *(LockedFile**)VG_(indexXA)(g_files, i);
        VG_(dropTailXA)(file->released, VG_(sizeXA)(file->released));
        file->n_released = 0;
        file->writer = 0;
    }
}

/* The program that the process executed before may hold locks, if it has not closed the file on
   exec. Then the file is known from the beginning. */
static void find_locked(Int fd, void* unused) {
    for (FileLockKind kind = HP_FILE_LOCK_FLOCK; kind <= HP_FILE_LOCK_PROCESS; kind++) {
        XArray* held = hp_file_locks_through(fd, kind);
        if (VG_(sizeXA)(held) > 0)
            file_of(fd, kind == HP_FILE_LOCK_FLOCK);
        VG_(deleteXA)(held);
    }
}

void hp_file_locks_init(void) {
    hp_for_each_descriptor(find_locked, NULL);
}
