/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/ipc/held_locks.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"
#include "hpcmp/base/proc.h"
#include "pub_tool_libcproc.h"

/*------------------------------------------------------------*/
/*--- Descriptors                                           ---*/
/*------------------------------------------------------------*/

static void visit_entries(const ULong* listing, Int size, Int folder, void (*visit)(Int, void*),
                          void* data) {
    const UChar* at = (const UChar*)listing;
    while (size > 0) {
        const struct vki_dirent64* entry = (const struct vki_dirent64*)at;
        HChar* end;
        Long fd = VG_(strtoll10)(entry->d_name, &end);
        if (*end == '\0' && end != entry->d_name && fd != folder)
            visit(fd, data);
        at += entry->d_reclen;
        size -= entry->d_reclen;
    }
}

void hp_for_each_descriptor(void (*visit)(Int fd, void* data), void* data) {
    ULong listing[512];
    Int folder = VG_(fd_open)("/proc/self/fd", VKI_O_RDONLY, 0);
    Int size;
    if (folder < 0)
        return;
    while ((size = VG_(getdents64)(folder, (struct vki_dirent64*)listing, sizeof listing)) > 0)
        visit_entries(listing, size, folder, visit, data);
    VG_(close)(folder);
}

/* b: of this process. */
static Bool is_same_open_file(Int pid, Int a, Int b) {
    SysRes res = VG_(do_syscall)(__NR_kcmp, pid, VG_(getpid)(), KCMP_FILE, a, b, 0, 0, 0);
    return !sr_isError(res) && sr_Res(res) == 0;
}

Bool hp_parent_has_open_file(Int fd) {
    return is_same_open_file(VG_(getppid)(), fd, fd);
}

typedef struct {
    Int fd;
    Int below;
    Bool is_found;
} Search;

static void compare(Int fd, void* data) {
    Search* search = data;
    if (!search->is_found && fd != search->fd && fd < search->below)
        search->is_found = is_same_open_file(VG_(getpid)(), search->fd, fd);
}

Bool hp_has_other_descriptor(Int fd, Int below) {
    Search search = {fd, below, False};
    hp_for_each_descriptor(compare, &search);
    return search.is_found;
}

/*------------------------------------------------------------*/
/*--- What is held                                          ---*/
/*------------------------------------------------------------*/

static const HChar* const g_words[] = {[HP_FILE_LOCK_FLOCK] = "FLOCK ",
                                       [HP_FILE_LOCK_OPEN_FILE] = "OFDLCK ",
                                       [HP_FILE_LOCK_PROCESS] = "POSIX "};

static const HChar* after_word(const HChar* at) {
    while (*at != ' ' && *at != '\t' && *at != '\n' && *at != '\0')
        at++;
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

static Bool begins(const HChar* text, const HChar* with) {
    return VG_(strncmp)(text, with, VG_(strlen)(with)) == 0;
}

/* Copies of a descriptor tell the same locks of the process. */
static Bool is_known(const XArray* held, const FileLock* lock) {
    for (Word i = 0; i < VG_(sizeXA)(held); i++) {
        const FileLock* known = VG_(indexXA)(held, i);
        if (known->first == lock->first && known->last == lock->last)
            return True;
    }
    return False;
}

/* "lock: 1: FLOCK  ADVISORY  WRITE 4711 fe:00:42 0 EOF": number, kind, WRITE or READ,
   process, file, first and last byte. */
static void add_lock(const HChar* line, FileLockKind kind, XArray* held) {
    enum { KIND = 2, MODE = 4, FIRST = 7, LAST = 8, N_WORDS };
    const HChar* word[N_WORDS];
    word[0] = line;
    for (UInt i = 1; i < N_WORDS; i++)
        word[i] = after_word(word[i - 1]);
    if (!begins(word[KIND], g_words[kind]))
        return;
    Bool is_to_end = begins(word[LAST], "EOF");
    FileLock lock = {.kind = kind, .last = HP_LAST_BYTE};
    lock.first = VG_(strtoull10)(word[FIRST], NULL);
    if (!is_to_end)
        lock.last = VG_(strtoull10)(word[LAST], NULL);
    lock.is_write = begins(word[MODE], "WRITE");
    if (!is_known(held, &lock))
        VG_(addToXA)(held, &lock);
}

static void add_locks(Int fd, FileLockKind kind, XArray* held) {
    static HChar text[65536];
    hp_read_proc(text, sizeof text, "/proc/self/fdinfo/%d", fd);
    for (const HChar* line = VG_(strstr)(text, "lock:"); line != NULL;
         line = VG_(strstr)(line + 1, "lock:"))
        add_lock(line, kind, held);
}

typedef struct {
    struct vg_stat file;
    XArray* held;
} OfFile;

static void add_locks_of_file(Int fd, void* data) {
    OfFile* of = data;
    struct vg_stat status;
    if (VG_(fstat)(fd, &status) == 0 && status.ino == of->file.ino && status.dev == of->file.dev)
        add_locks(fd, HP_FILE_LOCK_PROCESS, of->held);
}

static XArray* new_held(void) {
    return VG_(newXA)(VG_(malloc), "hp.held_locks", VG_(free), sizeof(FileLock));
}

XArray* hp_file_locks_through(Int fd, FileLockKind kind) {
    XArray* held = new_held();
    add_locks(fd, kind, held);
    return held;
}

XArray* hp_file_locks_of_process(Int fd) {
    OfFile of = {.held = new_held()};
    if (VG_(fstat)(fd, &of.file) == 0)
        hp_for_each_descriptor(add_locks_of_file, &of);
    return of.held;
}
