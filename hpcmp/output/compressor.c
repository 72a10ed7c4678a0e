/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/output/compressor.h"

#include "hpcmp/base/core.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vkiscnums.h"

/* Numbers of the kernel's that Valgrind's headers do not have. */
enum {
    CLOSE_ON_EXEC = 02000000, /* O_CLOEXEC */
    SET_PIPE_SIZE = 1031,     /* F_SETPIPE_SZ */
    MAY_EXECUTE = 1,          /* X_OK */
    ALL_KINDS = 0x40000000    /* __WALL: children that send no signal, too */
};

/* How many bytes the writer may be ahead of the compressor.  It is not more, because the kernel
   limits the size of all pipes of a user together. */
enum { PIPE_SIZE = 256 * 1024 };

enum { STACK_SIZE = 16384 };

typedef struct {
    HChar bytes[STACK_SIZE];
} __attribute__((aligned(16))) Stack;

static Stack g_stack_of_attendant;
static Stack g_stack_of_compressor;

static Int g_attendant;       /* its process id; 0: there is none */
static Int g_complaints = -1; /* what the compressor says on its stderr */

/* For the attendant, and from it. */
static const HChar* const* g_arguments;
static const HChar* g_environment[4] = {"LC_ALL=C"};
static Int g_input, g_output, g_errors;
static volatile Int g_error;  /* why it could not be started */
static volatile Int g_status; /* how it ended, as wait(2) says it */
enum { NOT_KNOWN = -1 };

static Word call(UWord number, UWord a, UWord b, UWord c, UWord d) {
    SysRes res = VG_(do_syscall)(number, a, b, c, d, 0, 0, 0, 0);
    return sr_isError(res) ? -(Word)sr_Err(res) : (Word)sr_Res(res);
}

/*------------------------------------------------------------*/
/*--- The two processes                                     ---*/
/*------------------------------------------------------------*/

/* Begins a process that shares our memory, with a stack of its own, in a function
   that does not return.  Returns its id or an error's number with a minus. */
static Word begin_process(UWord flags, Stack* stack, void (*body)(void)) {
    register UWord no_tid asm("r10") = 0;
    register UWord no_tls asm("r8") = 0;
    Word result;
    __asm__ volatile("syscall\n\t"
                     "test %%rax, %%rax\n\t"
                     "jnz 1f\n\t"
                     "xor %%ebp, %%ebp\n\t"
                     "call *%[body]\n\t"
                     "ud2\n"
                     "1:"
                     : "=a"(result)
                     : "a"(__NR_clone), "D"(flags), "S"(stack + 1), "d"(0), "r"(no_tid),
                       "r"(no_tls), [body] "b"(body)
                     : "rcx", "r11", "memory", "cc");
    return result;
}

static void leave(Int status) {
    for (;;)
        call(__NR_exit_group, status, 0, 0, 0);
}

/* Lifts the limits that the program may have set for itself.  Valgrind sets RLIMIT_DATA, too. */
static void lift_limits(void) {
    static const Int resources[] = {0 /* CPU */, 2 /* DATA */, 9 /* AS */};
    for (UInt i = 0; i < sizeof resources / sizeof *resources; i++) {
        struct vki_rlimit limit;
        if (VG_(getrlimit)(resources[i], &limit) != 0)
            continue;
        limit.rlim_cur = limit.rlim_max;
        VG_(setrlimit)(resources[i], &limit);
    }
}

/* The compressor inherits the mask: it ends when the pipe does, and no signal ends it before.
   The result of its write tells it of a file that would be too large. */
static void block_signals(void) {
    const UWord all = ~0UL;
    call(__NR_rt_sigprocmask, VKI_SIG_SETMASK, (UWord)&all, 0, sizeof all);
}

static void run_compressor(void) {
    lift_limits();
    g_error =
        -call(__NR_execve, (UWord)g_arguments[0], (UWord)g_arguments, (UWord)g_environment, 0);
    leave(127);
}

/* The same file with a number that is not one of the standard streams'. */
static Int above_standard(Int fd) {
    enum { FIRST = 3 };
    return fd >= FIRST ? fd : call(__NR_fcntl, fd, VKI_F_DUPFD, FIRST, 0);
}

/* Leaves the three descriptors that the compressor needs, and no other. */
static Word arrange_descriptors(void) {
    const Int standard[] = {above_standard(g_input), above_standard(g_output),
                            above_standard(g_errors)};
    for (Int fd = 0; fd < 3; fd++) {
        Word result = call(__NR_dup2, standard[fd], fd, 0, 0);
        if (result < 0)
            return result;
    }
    return call(__NR_close_range, 3, ~0U, 0, 0);
}

/* If SIGCHLD were ignored, the kernel would not keep for us how the compressor ended. */
static void stop_ignoring_children(void) {
    const struct { UWord handler, flags, restorer, mask; } by_default = {0};
    call(__NR_rt_sigaction, VKI_SIGCHLD, (UWord)&by_default, 0, sizeof by_default.mask);
}

static void attend(void) {
    block_signals();
    stop_ignoring_children();
    call(__NR_setsid, 0, 0, 0, 0);
    Word pid = arrange_descriptors();
    if (pid == 0)
        pid = begin_process(VKI_CLONE_VM | VKI_CLONE_VFORK | VKI_SIGCHLD, &g_stack_of_compressor,
                            run_compressor);
    if (pid < 0)
        g_error = -pid;
    if (g_error != 0)
        leave(1);
    /* It runs: this is what the tool waits for. */
    call(__NR_write, 2, (UWord) "", 1, 0);
    /* The attendant closes its own ends, because the tool, which writes to the pipe, has to
       notice when the compressor dies. */
    call(__NR_close, 0, 0, 0, 0);
    call(__NR_close, 1, 0, 0, 0);
    Int status;
    Word ended;
    do
        ended = call(__NR_wait4, pid, (UWord)&status, 0, 0);
    while (ended == -VKI_EINTR);
    if (ended == pid)
        g_status = status;
    leave(0);
}

/*------------------------------------------------------------*/
/*--- Beginning                                             ---*/
/*------------------------------------------------------------*/

static Bool is_program(const HChar* path) {
    struct vg_stat status;
    return !sr_isError(VG_(stat)(path, &status)) && VKI_S_ISREG(status.mode) &&
                       call(__NR_access, (UWord)path, MAY_EXECUTE, 0, 0) == 0;
}

/* Keeps the variables that the compressor needs, before the program can change the
   environment. */
static void keep_environment(void) {
    static const HChar* const names[] = {"PATH", "LD_LIBRARY_PATH"};
    UInt n = 1;
    for (UInt i = 0; i < sizeof names / sizeof *names; i++) {
        const HChar* value = VG_(getenv)(names[i]);
        if (value == NULL)
            continue;
        HChar* copy = VG_(malloc)("hp.compressor.environment",
                                  VG_(strlen)(names[i]) + VG_(strlen)(value) + 2);
        VG_(sprintf)(copy, "%s=%s", names[i], value);
        g_environment[n++] = copy;
    }
}

HChar* hp_compressor_find(const HChar* command) {
    keep_environment();
    const HChar* folder = VG_(getenv)("PATH");
    if (folder == NULL)
        folder = "/usr/bin:/bin";
    HChar* path = VG_(malloc)("hp.compressor.path", VG_(strlen)(folder) + VG_(strlen)(command) + 2);
    while (*folder != '\0') {
        SizeT len = 0;
        while (folder[len] != '\0' && folder[len] != ':')
            len++;
        VG_(memcpy)(path, folder, len);
        VG_(sprintf)(path + len, "/%s", command);
        if (path[0] == '/' && is_program(path))
            return path;
        folder += len + (folder[len] == ':');
    }
    VG_(free)(path);
    return NULL;
}

/* A pipe's ends, for reading and for writing. */
typedef struct {
    Int from;
    Int to;
} CompressorPipe;

static Word make_pipe(CompressorPipe* made) {
    return call(__NR_pipe2, (UWord)made, CLOSE_ON_EXEC, 0, 0);
}

/* Gives it the other ends. */
static Word begin_attendant(CompressorPipe data, CompressorPipe complaints, Int file) {
    g_input = data.from;
    g_output = file;
    g_errors = complaints.to;
    g_error = 0;
    g_status = NOT_KNOWN;
    Word pid = begin_process(VKI_CLONE_VM, &g_stack_of_attendant, attend);
    VG_(close)(data.from);
    VG_(close)(complaints.to);
    if (pid < 0) {
        VG_(close)(data.to);
        VG_(close)(complaints.from);
    }
    return pid;
}

static Int read_complaints(HChar* to, Int size) {
    Int n;
    do
        n = VG_(read)(g_complaints, to, size);
    while (n == -VKI_EINTR);
    return n;
}

Int hp_compressor_start(const HChar* const* arguments, Int file) {
    CompressorPipe data, complaints;
    Word result = make_pipe(&data);
    if (result < 0)
        return result;
    result = make_pipe(&complaints);
    if (result < 0) {
        VG_(close)(data.from);
        VG_(close)(data.to);
        return result;
    }
    g_arguments = arguments;
    result = begin_attendant(data, complaints, file);
    if (result < 0)
        return result;
    g_attendant = result;
    Int to = VG_(safe_fd)(data.to);
    g_complaints = VG_(safe_fd)(complaints.from);
    call(__NR_fcntl, to, SET_PIPE_SIZE, PIPE_SIZE, 0);
    HChar runs;
    if (read_complaints(&runs, 1) == 1)
        return to;
    VG_(close)(to);
    hp_compressor_finish();
    return g_error != 0 ? -g_error : -VKI_EINTR;
}

/*------------------------------------------------------------*/
/*--- The end                                               ---*/
/*------------------------------------------------------------*/

/* Its own words, in one line, as far as there is room. */
static void keep_complaints(HChar* text, Int size) {
    HChar part[256];
    Int used = 0, n;
    while ((n = read_complaints(part, sizeof part)) > 0)
        for (Int i = 0; i < n; i++)
            if (used < size - 1)
                text[used++] = part[i] == '\n' || part[i] == '\0' ? ' ' : part[i];
    while (used > 0 && text[used - 1] == ' ')
        used--;
    text[used] = '\0';
}

static void forget(void) {
    VG_(close)(g_complaints);
    g_complaints = -1;
    g_attendant = 0;
}

const HChar* hp_compressor_finish(void) {
    static HChar why[400];
    keep_complaints(why, sizeof why);
    /* The complaints end when both processes have. */
    VG_(waitpid)(g_attendant, NULL, ALL_KINDS);
    forget();
    const Int status = g_status;
    const HChar* who = g_arguments[0];
    if (status == 0)
        return NULL;
    if (status == NOT_KNOWN)
        VG_(snprintf)(why, sizeof why, "how '%s' ended is not known", who);
    else if ((status & 0x7f) != 0)
        VG_(snprintf)(why, sizeof why, "'%s' was killed by signal %d", who, status & 0x7f);
    else if (why[0] == '\0')
        VG_(snprintf)(why, sizeof why, "'%s' ended with status %d", who, status >> 8);
    return why;
}

void hp_compressor_drop_in_child(void) {
    if (g_attendant != 0)
        forget();
}
