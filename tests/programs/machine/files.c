/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Opens, lists and looks at files that say which processors there are, in all the ways that there
 * are, and says what came back.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define CPU "/sys/devices/system/cpu"

static void say_file(const char* what, int fd) {
    char text[3000];
    if (fd < 0) {
        printf("%s: %s\n", what, strerror(errno));
        return;
    }
    const ssize_t n = read(fd, text, sizeof text - 1);
    text[n < 0 ? 0 : n] = '\0';
    text[strcspn(text, "\n")] = '\0';
    printf("%s: %s\n", what, text);
    close(fd);
}

static void ways_to_open(void) {
    say_file("open", open(CPU "/online", O_RDONLY));
    say_file("odd path", open("/sys/devices//system/./cpu/cpu3/topology/core_id", O_RDONLY));
    const int folder = open(CPU, O_RDONLY | O_DIRECTORY);
    say_file("openat", openat(folder, "possible", O_RDONLY));
    say_file("openat of a third processor", openat(folder, "cpu3/topology/core_id", O_RDONLY));
    const int third = openat(folder, "cpu3", O_RDONLY | O_DIRECTORY);
    say_file("below its folder", openat(third, "topology/thread_siblings_list", O_RDONLY));
    close(third);
    say_file("other file, same descriptor", openat(folder, "present", O_RDONLY));
    close(folder);
    if (chdir(CPU) == 0)
        say_file("relative", open("online", O_RDONLY));
    FILE* stream = fopen(CPU "/online", "re");
    char line[100] = "";
    if (stream != NULL && fgets(line, sizeof line, stream) != NULL)
        printf("fopen: %s", line);
    say_file("below a file", open(CPU "/online/x", O_RDONLY));
    say_file("beyond", open(CPU "/cpu5000/topology/core_id", O_RDONLY));
    say_file("not there", open(CPU "/cpu3/none", O_RDONLY));
    say_file("wrong address", openat(AT_FDCWD, (const char*)8, O_RDONLY));
}

static void flags(void) {
    const int fd = open(CPU "/online", O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    printf("access %d, nonblocking %d, close-on-exec %d, writing %s\n",
           fcntl(fd, F_GETFL) & O_ACCMODE, (fcntl(fd, F_GETFL) & O_NONBLOCK) != 0,
           fcntl(fd, F_GETFD) & FD_CLOEXEC, write(fd, "x", 1) < 0 ? strerror(errno) : "done");
    close(fd);
    const int plain = open(CPU "/online", O_RDONLY);
    printf("close-on-exec %d, lowest number %d\n", fcntl(plain, F_GETFD) & FD_CLOEXEC, plain == fd);
    close(plain);
}

static void positions(void) {
    char a[3] = "", b[3] = "", c[9] = "", d[3] = "";
    const int fd = open(CPU "/online", O_RDONLY);
    const long begin = lseek(fd, 0, SEEK_CUR);
    if (read(fd, a, 2) < 0 || pread(fd, b, 2, 1) < 0 || read(fd, c, 8) < 0)
        printf("cannot be read\n");
    const ssize_t end = read(fd, c + 8, 1);
    lseek(fd, 0, SEEK_SET);
    const struct iovec parts[] = {{d, 1}, {d + 1, 1}};
    const ssize_t vector = readv(fd, parts, 2);
    c[strcspn(c, "\n")] = '\0';
    printf("at %ld, read '%s', pread '%s', read '%s', then %zd; readv %zd '%s'\n", begin, a, b, c,
           end, vector, d);
    close(fd);
}

static void looks(void) {
    struct stat status = {0}, other = {0};
    struct statx extended = {0};
    char link[200] = "";
    printf("stat %d, lstat %d, fstatat %d\n", stat(CPU "/cpu3/topology", &status),
           lstat(CPU "/cpu3", &other), fstatat(AT_FDCWD, CPU "/cpu3", &other, 0));
    printf("folders: %d %d\n", S_ISDIR(status.st_mode), S_ISDIR(other.st_mode));
    const int result = statx(AT_FDCWD, CPU "/cpu3", 0, STATX_TYPE, &extended);
    printf("statx %d %d\n", result, result == 0 ? S_ISDIR(extended.stx_mode) : 0);
    printf("access %d, faccessat %d\n", access(CPU "/cpu3", R_OK),
           faccessat(AT_FDCWD, CPU "/cpu3", R_OK, 0));
    printf("readlink %s\n",
           readlink(CPU "/cpu3/subsystem", link, 199) > 0 ? strrchr(link, '/') : "fails");
    printf("readlinkat %s\n", readlinkat(AT_FDCWD, CPU "/cpu3/subsystem", link, 199) > 0
                                  ? strrchr(link, '/')
                                  : "fails");
    printf("beyond: %d %d\n", stat(CPU "/cpu5000", &status), access(CPU "/cpu5000", F_OK));
}

static int is_processor(const char* name) {
    return strncmp(name, "cpu", 3) == 0 && name[3] >= '0' && name[3] <= '9';
}

/* How many processors are listed, and the sum of their numbers. */
static void count(DIR* folder, const char* what) {
    int n = 0, others = 0;
    long sum = 0;
    for (struct dirent* entry; (entry = readdir(folder)) != NULL;)
        if (is_processor(entry->d_name)) {
            n++;
            sum += atoi(entry->d_name + 3);
        } else {
            others++;
        }
    printf("%s: %d, sum %ld, %s others\n", what, n, sum, others > 5 ? "and" : "no");
}

static void lists(void) {
    DIR* folder = opendir(CPU);
    count(folder, "listed");
    count(folder, "behind the end");
    rewinddir(folder);
    count(folder, "again");
    closedir(folder);
    folder = opendir(CPU);
    count(folder, "anew");
    closedir(folder);
    folder = opendir("/proc/self/task");
    count(folder, "elsewhere");
    closedir(folder);
}

/* With room for two or three entries. */
static void small_lists(void) {
    char room[72];
    int n = 0;
    const int fd = open(CPU, O_RDONLY | O_DIRECTORY);
    for (long bytes; (bytes = syscall(SYS_getdents64, fd, room, sizeof room)) > 0;)
        for (char* at = room; at < room + bytes; at += *(unsigned short*)(at + 16))
            n += is_processor(at + 19);
    printf("in small parts: %d\n", n);
    close(fd);
}

/* How many lines of the file begin like that; the last such line. */
static void lines(const char* path, const char* begin) {
    char line[4000], last[4000] = "";
    int n = 0;
    FILE* file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, begin, strlen(begin)) == 0) {
            n++;
            strcpy(last, line);
        }
    last[strcspn(last, "\n")] = '\0';
    printf("%s, %s: %d, %s\n", path, begin, n, strncmp(last, "cpu", 3) == 0 ? "times" : last);
    if (file != NULL)
        fclose(file);
}

int main(void) {
    ways_to_open();
    flags();
    positions();
    looks();
    lists();
    small_lists();
    lines("/proc/cpuinfo", "processor");
    lines("/proc/cpuinfo", "siblings");
    lines("/proc/stat", "cpu");
    lines("/proc/self/status", "Cpus_allowed_list");
    lines("/proc/thread-self/status", "Cpus_allowed");
    say_file("node", open("/sys/devices/system/node/node0/cpumap", O_RDONLY));
    say_file("siblings", open(CPU "/cpu1/topology/core_siblings", O_RDONLY));
    say_file("own", open(CPU "/cpu3/topology/thread_siblings", O_RDONLY));
    say_file("offline", open(CPU "/offline", O_RDONLY));
    say_file("cgroup 1", open("/sys/fs/cgroup/cpuset/cpuset.cpus", O_RDONLY));
    say_file("cgroup 2", open("/sys/fs/cgroup/cpuset.cpus.effective", O_RDONLY));
    return 0;
}
