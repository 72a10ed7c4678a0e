/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/processes/followed.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"
#include "hpcmp/base/readable.h"
#include "pub_tool_libcfile.h"

/* The kernel reads so much of a file to find out what it is. */
enum { HEAD_SIZE = 256 };
/* A script's interpreter may be a script; the kernel allows so many in a row. */
enum { MOST_INTERPRETERS = 5 };

/* Places in the head of an ELF file, see elf(5). */
enum { ELF_CLASS = 4, ELF_CLASS_64 = 2, ELF_MACHINE = 18, ELF_MACHINE_AMD64 = 62 };

static Bool exists(const HChar* file) {
    struct vg_stat st;
    return !sr_isError(VG_(stat)(file, &st));
}

/* The number of bytes, which a zero follows; 0: the file cannot be read. */
static UInt read_head(const HChar* file, HChar head[HEAD_SIZE + 1]) {
    Int n = 0;
    const SysRes res = VG_(open)(file, VKI_O_RDONLY, 0);
    if (!sr_isError(res)) {
        n = VG_(read)(sr_Res(res), head, HEAD_SIZE);
        VG_(close)(sr_Res(res));
    }
    if (n < 0)
        n = 0;
    head[n] = '\0';
    return n;
}

/* The core refuses such a file, whoever its owner is. */
static Bool has_own_rights(const HChar* file) {
    struct vg_stat st;
    if (sr_isError(VG_(stat)(file, &st)))
        return False;
    return (st.mode & (VKI_S_ISUID | VKI_S_ISGID)) != 0 ||
           !sr_isError(VG_(do_syscall)(__NR_getxattr, (UWord)file, (UWord) "security.capability", 0,
                                       0, 0, 0, 0, 0));
}

static Bool is_foreign_elf(const HChar* head, UInt n) {
    return n > ELF_MACHINE + 1 &&
           VG_(memcmp)(head, "\177ELF", ELF_CLASS) == 0 &&
               (head[ELF_CLASS] != ELF_CLASS_64 || head[ELF_MACHINE] != ELF_MACHINE_AMD64 ||
                head[ELF_MACHINE + 1] != 0);
}

/* The interpreter that the first line of a script names, in place; NULL: it is no script. */
static const HChar* interpreter_of(HChar* head) {
    if (head[0] != '#' || head[1] != '!')
        return NULL;
    HChar* name = head + 2;
    while (*name == ' ' || *name == '\t')
        name++;
    HChar* end = name;
    while (*end != '\0' && *end != ' ' && *end != '\t' && *end != '\n')
        end++;
    *end = '\0';
    return name;
}

static Addr g_environment;

void hp_followed_set_environment(Addr environment) {
    g_environment = environment;
}

/* A variable's value in the environment of the call; NULL: it is not set. */
static const HChar* variable(const HChar* name) {
    const SizeT length = VG_(strlen)(name);
    for (const Addr* at = (const Addr*)g_environment; hp_is_readable((Addr)at, sizeof *at); at++) {
        if (*at == 0)
            break;
        if (hp_readable_string_length(*at, VKI_PATH_MAX) > length &&
            VG_(strncmp)((const HChar*)*at, name, length) == 0 &&
                ((const HChar*)*at)[length] == '=')
            return (const HChar*)*at + length + 1;
    }
    return NULL;
}

/* Valgrind's core needs files there, under the program's own variable. */
static Bool can_write_temporary_files(void) {
    enum { WRITE_AND_SEARCH = 3 };
    const HChar* folder = variable("TMPDIR");
    if (folder == NULL || folder[0] == '\0')
        folder = "/tmp";
    return !sr_isError(
        VG_(do_syscall)(__NR_access, (UWord)folder, WRITE_AND_SEARCH, 0, 0, 0, 0, 0, 0));
}

const HChar* hp_reason_not_followed(const HChar* file) {
    if (!VG_(clo_trace_children))
        return NULL;
    if (VG_(name_of_launcher) == NULL || !exists(VG_(name_of_launcher)) || !exists(VG_(libdir)))
        return "for which there is no Valgrind where the process is (chroot); run hpcmp there";
    if (!can_write_temporary_files())
        return "for which Valgrind has no folder for temporary files; TMPDIR names one";
    HChar head[HEAD_SIZE + 1];
    HChar interpreter[HEAD_SIZE + 1];
    for (UInt i = 0; i < MOST_INTERPRETERS && file != NULL; i++) {
        if (has_own_rights(file))
            return "which has rights of its own (setuid, setgid or capabilities); run hpcmp as "
                   "the user that it becomes";
        if (is_foreign_elf(head, read_head(file, head)))
            return "which is no 64-bit program for x86; compile it with -m64";
        file = interpreter_of(head);
        if (file != NULL)
            file = VG_(strcpy)(interpreter, file);
    }
    return NULL;
}

Bool HP_OURS(TRACES_CHILD)(const HChar* file, const HChar** arguments) {
    return HP_REAL(TRACES_CHILD)(file, arguments) && hp_reason_not_followed(file) == NULL;
}
