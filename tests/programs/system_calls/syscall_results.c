/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * System calls that write as much as they have to say.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>

#include "syscall_bytes.h"

/*--- Addresses and options of sockets ---*/

static void names_of_sockets(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", "a-socket");
    const socklen_t length = offsetof(struct sockaddr_un, sun_path) + 9;
    const int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    void* own = input("bind", &address, sizeof address, length, 0);
    MUST(CALL(bind(listener, own, length)) == 0 && listen(listener, 2) == 0);
    const int client = socket(AF_UNIX, SOCK_STREAM, 0);
    void* other = input("connect", &address, sizeof address, length, 0);
    MUST(CALL(connect(client, other, length)) == 0);
    const socklen_t large = 100, small = 5;
    char* whole = room("getsockname", 100, length);
    socklen_t* size = input("getsockname length", &large, 4, 4, 4);
    MUST(CALL(getsockname(listener, (void*)whole, size)) == 0);
    char* cut = room("getsockname cut", 100, 5);
    size = input("getsockname cut length", &small, 4, 4, 4);
    MUST(CALL(getsockname(listener, (void*)cut, size)) == 0 && *size == length);
    char* peer = room("getpeername", 100, length);
    size = input("getpeername length", &large, 4, 4, 4);
    MUST(CALL(getpeername(client, (void*)peer, size)) == 0);
    char* caller = room("accept4", 100, 2);
    size = input("accept4 length", &large, 4, 4, 4);
    const int server = (int)CALL(accept4(listener, (void*)caller, size, 0));
    MUST(server >= 0 && close(server) == 0 && close(client) == 0);
    char* nobody = room("accept of nobody", 100, 0);
    MUST(fcntl(listener, F_SETFL, O_NONBLOCK) == 0);
    socklen_t unused = 100;
    MUST(CALL(accept(listener, (void*)nobody, &unused)) == -1);
    MUST(close(listener) == 0 && unlink("a-socket") == 0);
}

static void options_of_sockets(void) {
    const int socket_of = socket(AF_INET, SOCK_STREAM, 0);
    const socklen_t large = 100, small = 2;
    char* type = room("getsockopt", 100, 4);
    socklen_t* size = input("getsockopt length", &large, 4, 4, 4);
    MUST(CALL(getsockopt(socket_of, SOL_SOCKET, SO_TYPE, type, size)) == 0);
    char* cut = room("getsockopt cut", 100, 2);
    size = input("getsockopt cut length", &small, 4, 4, 4);
    MUST(CALL(getsockopt(socket_of, SOL_SOCKET, SO_TYPE, cut, size)) == 0);
    const int one = 1;
    void* value = input("setsockopt", &one, 4, 4, 0);
    MUST(CALL(setsockopt(socket_of, SOL_SOCKET, SO_KEEPALIVE, value, 4)) == 0);
    char* wrong = room("getsockopt that fails", 100, 0);
    socklen_t unused = 100;
    MUST(CALL(getsockopt(socket_of, SOL_SOCKET, 12345, wrong, &unused)) == -1);
    MUST(close(socket_of) == 0);
}

/*--- Names and attributes of files ---*/

static void names_of_files(void) {
    MUST(symlink("0123456789", "a-link") == 0);
    char* target = room("readlink", 100, 10);
    char* path = input("readlink path", "a-link", 7, 7, 0);
    MUST(CALL(syscall(SYS_readlink, path, target, 100)) == 10);
    char* cut = room("readlinkat cut", 100, 4);
    MUST(CALL(readlinkat(AT_FDCWD, "a-link", cut, 4)) == 4);
    char* wrong = room("readlink that fails", 100, 0);
    MUST(CALL(readlink("no-link", wrong, 100)) == -1);
    MUST(unlink("a-link") == 0);
    MUST(mkdir("a-folder", 0700) == 0);
    const int folder = open("a-folder", O_RDONLY);
    /* Without the gaps behind the names, which count. */
    char* entries = block("getdents64", 1000, 0, 48, 0);
    MUST(CALL(syscall(SYS_getdents64, folder, entries, 1000)) == 48);
    char* no_more = room("getdents64 at the end", 1000, 0);
    MUST(CALL(syscall(SYS_getdents64, folder, no_more, 1000)) == 0);
    MUST(lseek(folder, 0, SEEK_SET) == 0);
    char* old = block("getdents", 1000, 0, 48, 0);
    MUST(CALL(syscall(SYS_getdents, folder, old, 1000)) == 48);
    MUST(close(folder) == 0 && rmdir("a-folder") == 0);
    char here[4000];
    const long size = syscall(SYS_getcwd, here, sizeof here);
    char* now = room("getcwd", 4000, (size_t)size);
    MUST(CALL(syscall(SYS_getcwd, now, 4000)) == size);
    char* no_room = room("getcwd that fails", 1, 0);
    MUST(CALL(syscall(SYS_getcwd, no_room, 1)) == -1);
}

static void attributes(void) {
    const int file = open("a-file", O_RDWR | O_CREAT, 0600);
    MUST(file >= 0);
    if (fsetxattr(file, "user.test", "0123456789", 10, 0) == 0) {
        char* value = room("fgetxattr", 100, 10);
        MUST(CALL(fgetxattr(file, "user.test", value, 100)) == 10);
        char* size_only = room("fgetxattr, the size", 100, 0);
        MUST(CALL(fgetxattr(file, "user.test", size_only, 0)) == 10);
        char* of_path = room("getxattr", 100, 10);
        MUST(CALL(getxattr("a-file", "user.test", of_path, 100)) == 10);
        MUST(flistxattr(file, NULL, 0) == 10);
        char* list = room("flistxattr", 100, 10);
        MUST(CALL(flistxattr(file, list, 100)) == 10);
        char* list_size = room("flistxattr, the size", 100, 0);
        MUST(CALL(listxattr("a-file", list_size, 0)) == 10);
        char* set = block("fsetxattr", 100, 50, 0, 1);
        MUST(CALL(fsetxattr(file, "user.other", set, 50, 0)) == 0);
    }
    MUST(close(file) == 0 && unlink("a-file") == 0);
}

static void status_of_files(void) {
    void* status = room("stat", 200, 144);
    MUST(CALL(syscall(SYS_stat, "/", status)) == 0);
    status = room("fstat", 200, 144);
    MUST(CALL(syscall(SYS_fstat, 0, status)) == 0);
    status = room("newfstatat", 200, 144);
    MUST(CALL(syscall(SYS_newfstatat, AT_FDCWD, "/", status, 0)) == 0);
    status = room("lstat that fails", 200, 0);
    MUST(CALL(syscall(SYS_lstat, "/none", status)) == -1);
    status = room("statx", 300, 256);
    MUST(CALL(syscall(SYS_statx, AT_FDCWD, "/", 0, 0x7ff, status)) == 0);
    status = room("statfs", 200, 120);
    MUST(CALL(syscall(SYS_statfs, "/", status)) == 0);
    int* n = room("ioctl", 100, 4);
    int ends[2];
    MUST(pipe(ends) == 0);
    MUST(CALL(ioctl(ends[0], FIONREAD, n)) == 0);
    MUST(close(ends[0]) == 0 && close(ends[1]) == 0);
    int* made = room("pipe", 100, 8);
    MUST(CALL(syscall(SYS_pipe, made)) == 0);
    MUST(close(made[0]) == 0 && close(made[1]) == 0);
    made = room("socketpair", 100, 8);
    MUST(CALL(socketpair(AF_UNIX, SOCK_STREAM, 0, made)) == 0);
    MUST(close(made[0]) == 0 && close(made[1]) == 0);
}

/*--- Waiting ---*/

static void waiting_for_descriptors(void) {
    int ends[2];
    MUST(pipe(ends) == 0 && write(ends[1], "x", 1) == 1);
    struct pollfd some[2] = {{ends[0], POLLIN, 99}, {-1, POLLIN, 99}};
    void* polled = input("poll", some, sizeof some, 16, 4);
    MUST(CALL(syscall(SYS_poll, polled, 2, 0)) == 1);
    const int epoll = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN};
    void* wanted = input("epoll_ctl", &event, sizeof event, 12, 0);
    MUST(CALL(epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], wanted)) == 0);
    void* events = room("epoll_wait", 10 * 12, 12);
    MUST(CALL(syscall(SYS_epoll_wait, epoll, events, 10, 0)) == 1);
    events = room("epoll_pwait", 10 * 12, 12);
    MUST(CALL(syscall(SYS_epoll_pwait, epoll, events, 10, 0, NULL, 8)) == 1);
    fd_set set;
    FD_ZERO(&set);
    FD_SET(ends[0], &set);
    MUST(ends[1] < 64);
    void* reading = input("select", &set, sizeof set, 8, 8);
    const struct timeval none = {0, 0};
    void* limit = input("select limit", &none, sizeof none, 16, 0);
    MUST(CALL(syscall(SYS_select, ends[1] + 1, reading, NULL, NULL, limit)) == 1);
    reading = input("pselect6", &set, sizeof set, 8, 8);
    MUST(CALL(syscall(SYS_pselect6, ends[1] + 1, reading, NULL, NULL, NULL, NULL)) == 1);
    MUST(close(epoll) == 0 && close(ends[0]) == 0 && close(ends[1]) == 0);
}

static void waiting_for_children(void) {
    int ends[2];
    MUST(pipe(ends) == 0);
    const pid_t child = fork();
    if (child == 0) {
        char byte;
        close(ends[1]);
        (void)!read(ends[0], &byte, 1);
        _exit(0);
    }
    MUST(close(ends[0]) == 0);
    int* status = room("wait4 of nobody yet", 100, 0);
    MUST(CALL(syscall(SYS_wait4, child, status, WNOHANG, NULL)) == 0);
    siginfo_t* info = room("waitid", 200, 24);
    MUST(close(ends[1]) == 0);
    MUST(CALL(syscall(SYS_waitid, P_PID, child, info, WEXITED | WNOWAIT, NULL)) == 0);
    status = room("wait4", 100, 4);
    void* usage = room("wait4 usage", 200, 144);
    MUST(CALL(syscall(SYS_wait4, child, status, 0, usage)) == child);
}

static void on_alarm(int signal) {
    (void)signal;
}

static void sleeping(void) {
    const struct timespec brief = {0, 1000}, long_time = {5, 0};
    void* time = input("nanosleep", &brief, sizeof brief, 16, 0);
    void* rest = room("nanosleep rest", 100, 0);
    MUST(CALL(syscall(SYS_nanosleep, time, rest)) == 0);
    const struct sigaction action = {.sa_handler = on_alarm};
    MUST(sigaction(SIGALRM, &action, NULL) == 0);
    const struct itimerval soon = {{0, 0}, {0, 20000}};
    MUST(setitimer(ITIMER_REAL, &soon, NULL) == 0);
    rest = room("nanosleep rest, interrupted", 100, 16);
    time = input("nanosleep, interrupted", &long_time, sizeof long_time, 16, 0);
    MUST(CALL(syscall(SYS_nanosleep, time, rest)) == -1 && errno == EINTR);
}

/*--- What else the system knows ---*/

static void times_of_day(void) {
    void* now = room("clock_gettime", 100, 16);
    MUST(CALL(syscall(SYS_clock_gettime, CLOCK_MONOTONIC, now)) == 0);
    now = room("gettimeofday", 100, 16);
    MUST(CALL(syscall(SYS_gettimeofday, now, NULL)) == 0);
    now = room("times", 100, 32);
    MUST(CALL(syscall(SYS_times, now)) > 0);
    now = room("time", 100, 8);
    MUST(CALL(syscall(SYS_time, now)) > 0);
    void* timer = room("getitimer", 100, 32);
    MUST(CALL(syscall(SYS_getitimer, ITIMER_REAL, timer)) == 0);
}

static void about_the_process(void) {
    void* values = room("getrusage", 200, 144);
    MUST(CALL(syscall(SYS_getrusage, RUSAGE_SELF, values)) == 0);
    values = room("getrlimit", 100, 16);
    MUST(CALL(syscall(SYS_getrlimit, RLIMIT_NPROC, values)) == 0);
    values = room("prlimit64", 100, 16);
    MUST(CALL(syscall(SYS_prlimit64, 0, RLIMIT_NPROC, NULL, values)) == 0);
    const long n = syscall(SYS_getgroups, 0, NULL);
    values = room("getgroups", 4000, 4 * (size_t)n);
    MUST(n <= 1000 && CALL(syscall(SYS_getgroups, 1000, values)) == n);
    values = room("getgroups, the number", 4000, 0);
    MUST(CALL(syscall(SYS_getgroups, 0, values)) == n);
    values = room("getresuid", 100, 4);
    unsigned others[2];
    MUST(CALL(syscall(SYS_getresuid, values, &others[0], &others[1])) == 0);
    unsigned long cpus[128];
    const long size = syscall(SYS_sched_getaffinity, 0, sizeof cpus, cpus);
    void* set = room("sched_getaffinity", 1024, (size_t)size);
    MUST(CALL(syscall(SYS_sched_getaffinity, 0, 1024, set)) == size);
    values = room("sched_getparam", 100, 4);
    MUST(CALL(syscall(SYS_sched_getparam, 0, values)) == 0);
    values = room("prctl name", 100, 16);
    MUST(CALL(prctl(PR_GET_NAME, values, 0, 0, 0)) == 0);
    values = room("prctl signal", 100, 4);
    MUST(CALL(prctl(PR_GET_PDEATHSIG, values, 0, 0, 0)) == 0);
}

static void about_the_system(void) {
    void* values = room("uname", 500, 390);
    MUST(CALL(syscall(SYS_uname, values)) == 0);
    values = room("sysinfo", 200, 112);
    MUST(CALL(syscall(SYS_sysinfo, values)) == 0);
    /* Once in 300 runs a random byte is that of both fillings. */
    char* random = block("getrandom", 300, 0, 200, 0);
    MUST(CALL(syscall(SYS_getrandom, random, 200, 0)) == 200);
    random = room("getrandom that fails", 300, 0);
    MUST(CALL(syscall(SYS_getrandom, random, 200, 0x100)) == -1);
    char* pages = mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char* resident = room("mincore", 100, 3);
    MUST(CALL(syscall(SYS_mincore, pages, 3 * 4096, resident)) == 0);
    MUST(munmap(pages, 3 * 4096) == 0);
    void* cpu = room("getcpu", 100, 4);
    MUST(CALL(syscall(SYS_getcpu, cpu, NULL, NULL)) == 0);
}

static void signals(void) {
    sigset_t some;
    sigemptyset(&some);
    sigaddset(&some, SIGUSR1);
    void* set = input("rt_sigprocmask", &some, sizeof some, 8, 0);
    void* former = room("rt_sigprocmask former", 128, 8);
    MUST(CALL(syscall(SYS_rt_sigprocmask, SIG_BLOCK, set, former, 8)) == 0);
    MUST(raise(SIGUSR1) == 0);
    void* pending = room("rt_sigpending", 128, 8);
    MUST(CALL(syscall(SYS_rt_sigpending, pending, 8)) == 0);
    siginfo_t* info = room("rt_sigtimedwait", 200, 128);
    set = input("rt_sigtimedwait set", &some, sizeof some, 8, 0);
    const struct timespec none = {0, 0};
    MUST(CALL(syscall(SYS_rt_sigtimedwait, set, info, &none, 8)) == SIGUSR1);
    info = room("rt_sigtimedwait of none", 200, 0);
    MUST(CALL(syscall(SYS_rt_sigtimedwait, &some, info, &none, 8)) == -1);
    sigprocmask(SIG_UNBLOCK, &some, NULL);
}

static void handlers(void) {
    void* former = block("sigaltstack former", 100, 0, 24, 0);
    MUST(CALL(syscall(SYS_sigaltstack, NULL, former)) == 0);
    former = block("rt_sigaction former", 200, 0, 32, 0);
    MUST(CALL(syscall(SYS_rt_sigaction, SIGUSR2, NULL, former, 8)) == 0);
    const struct itimerval none = {{0, 0}, {0, 0}};
    void* timer = input("setitimer", &none, sizeof none, 32, 0);
    former = room("setitimer former", 100, 32);
    MUST(CALL(syscall(SYS_setitimer, ITIMER_VIRTUAL, timer, former)) == 0);
}

static void timers(void) {
    void* id = room("timer_create", 100, 4);
    MUST(CALL(syscall(SYS_timer_create, CLOCK_MONOTONIC, NULL, id)) == 0);
    int number;
    memcpy(&number, id, sizeof number);
    void* value = room("timer_gettime", 100, 32);
    MUST(CALL(syscall(SYS_timer_gettime, number, value)) == 0);
    MUST(syscall(SYS_timer_delete, number) == 0);
    const int timer = timerfd_create(CLOCK_MONOTONIC, 0);
    const struct itimerspec soon = {{0, 0}, {1000, 0}};
    void* time = input("timerfd_settime", &soon, sizeof soon, 32, 0);
    value = room("timerfd_settime former", 100, 32);
    MUST(CALL(syscall(SYS_timerfd_settime, timer, 0, time, value)) == 0);
    value = room("timerfd_gettime", 100, 32);
    MUST(CALL(syscall(SYS_timerfd_gettime, timer, value)) == 0);
    MUST(close(timer) == 0);
    value = room("clock_getres", 100, 16);
    MUST(CALL(syscall(SYS_clock_getres, CLOCK_MONOTONIC, value)) == 0);
    const struct timespec past = {0, 1000};
    time = input("clock_nanosleep", &past, sizeof past, 16, 0);
    value = room("clock_nanosleep rest", 100, 0);
    MUST(CALL(syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, time, value)) == 0);
}

static void of_ipc(void) {
    const int semaphores = semget(IPC_PRIVATE, 3, 0600);
    void* values = room("semctl GETALL", 100, 6);
    MUST(CALL(syscall(SYS_semctl, semaphores, 0, GETALL, values)) == 0);
    void* status = room("semctl IPC_STAT", 200, 104);
    MUST(CALL(syscall(SYS_semctl, semaphores, 0, IPC_STAT, status)) == 0);
    MUST(semctl(semaphores, 0, IPC_RMID) == 0);
    const int memory = shmget(IPC_PRIVATE, 4096, 0600);
    status = room("shmctl IPC_STAT", 200, 112);
    MUST(CALL(syscall(SYS_shmctl, memory, IPC_STAT, status)) == 0);
    MUST(shmctl(memory, IPC_RMID, NULL) == 0);
    const int queue = msgget(IPC_PRIVATE, 0600);
    status = room("msgctl IPC_STAT", 200, 120);
    MUST(CALL(syscall(SYS_msgctl, queue, IPC_STAT, status)) == 0);
    MUST(msgctl(queue, IPC_RMID, NULL) == 0);
}

static void locks_of_files(void) {
    const int file = open("a-file", O_RDWR | O_CREAT, 0600);
    const struct flock wanted = {.l_type = F_WRLCK};
    void* lock = input("fcntl F_GETLK", &wanted, sizeof wanted, 32, 32);
    MUST(CALL(syscall(SYS_fcntl, file, F_GETLK, lock)) == 0);
    lock = input("fcntl F_SETLK", &wanted, sizeof wanted, 32, 0);
    MUST(CALL(syscall(SYS_fcntl, file, F_SETLK, lock)) == 0);
    const int zero = 0;
    void* flag = input("ioctl FIONBIO", &zero, 4, 4, 0);
    MUST(CALL(ioctl(file, FIONBIO, flag)) == 0);
    MUST(close(file) == 0 && unlink("a-file") == 0);
}

static void with_rights(void) {
    int ends[2];
    MUST(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    struct {
        struct cmsghdr header;
        int fd;
        int gap;
    } rights = {{CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS}, 0, 0};
    char* data = block("sendmsg with rights", 100, 10, 0, 1);
    memset(data, 'x', 100);
    struct iovec part = {data, 10};
    void* control = input("sendmsg control", &rights, sizeof rights, 24, 0);
    /* The vector lies right behind the header. */
    struct {
        struct msghdr header;
        struct iovec part;
    } both = {
        {.msg_iov = NULL, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof rights},
        part};
    char* sent = input("sendmsg header and vector", &both, sizeof both, 56 + 16, 0);
    struct msghdr* header = (struct msghdr*)sent;
    header->msg_iov = (struct iovec*)(header + 1);
    MUST(CALL(sendmsg(ends[1], header, 0)) == 10);
    char* received = room("recvmsg with rights", 100, 10);
    /* With the gap behind the last. */
    char* taken = block("recvmsg control", 100, 0, 24, 0);
    struct iovec into = {received, 100};
    const struct msghdr wanted = {
        .msg_iov = &into, .msg_iovlen = 1, .msg_control = taken, .msg_controllen = 100};
    header = input("recvmsg header", &wanted, sizeof wanted, 56, 12);
    MUST(CALL(recvmsg(ends[0], header, 0)) == 10);
    int fd;
    memcpy(&fd, CMSG_DATA((struct cmsghdr*)taken), sizeof fd);
    MUST(close(fd) == 0 && close(ends[0]) == 0 && close(ends[1]) == 0);
}

static void scheduling(void) {
    void* values = room("sched_rr_get_interval", 100, 16);
    MUST(CALL(syscall(SYS_sched_rr_get_interval, 0, values)) == 0);
}

int main(void) {
    run_case("handlers", handlers);
    run_case("timers", timers);
    run_case("of_ipc", of_ipc);
    run_case("locks_of_files", locks_of_files);
    run_case("with_rights", with_rights);
    run_case("scheduling", scheduling);
    run_case("names_of_sockets", names_of_sockets);
    run_case("options_of_sockets", options_of_sockets);
    run_case("names_of_files", names_of_files);
    run_case("attributes", attributes);
    run_case("status_of_files", status_of_files);
    run_case("waiting_for_descriptors", waiting_for_descriptors);
    run_case("waiting_for_children", waiting_for_children);
    run_case("sleeping", sleeping);
    run_case("times_of_day", times_of_day);
    run_case("about_the_process", about_the_process);
    run_case("about_the_system", about_the_system);
    run_case("signals", signals);
    return 0;
}
