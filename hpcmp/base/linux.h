/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Constants of Linux on amd64 that are missing in Valgrind's headers, or in some versions of them.
 * They have the names that the kernel's uapi headers give them.
 */
#ifndef HP_LINUX_H
#define HP_LINUX_H

#include "hpcmp/base/basics.h"
#include "pub_tool_vkiscnums.h"

#ifndef __NR_copy_file_range
#define __NR_copy_file_range 326
#endif
#ifndef __NR_preadv2
#define __NR_preadv2 327
#endif
#ifndef __NR_pwritev2
#define __NR_pwritev2 328
#endif
#ifndef __NR_io_uring_setup
#define __NR_io_uring_setup 425
#endif
#ifndef __NR_openat2
#define __NR_openat2 437
#endif
#ifndef __NR_pidfd_getfd
#define __NR_pidfd_getfd 438
#endif
#ifndef __NR_memfd_create
#define __NR_memfd_create 319
#endif
#ifndef __NR_statx
#define __NR_statx 332
#endif
#ifndef __NR_faccessat2
#define __NR_faccessat2 439
#endif
#ifndef __NR_close_range
#define __NR_close_range 436
#endif

/* open(2), poll(2), reading and writing. */
enum { O_DIRECT = 040000, O_CLOEXEC = 02000000, O_PATH = 010000000 };
enum { O_DIRECTORY = 0200000, O_NOFOLLOW = 0400000, MFD_CLOEXEC = 1 };
enum { POLLIN = 1, POLLOUT = 4, POLLNVAL = 0x20 };
enum { RWF_NOWAIT = 8, UIO_MAXIOV = 1024 };
enum { CLOSE_RANGE_CLOEXEC = 4 };
enum { EFD_SEMAPHORE = 1 };
enum { F_DUPFD_CLOEXEC = 1030 };
enum { EOPNOTSUPP = 95, ECONNRESET = 104, EISCONN = 106, ETIMEDOUT = 110 };
enum { EALREADY = 114, EINPROGRESS = 115 };
enum { SEEK_CUR = 1, SEEK_END = 2 };
enum { KCMP_FILE = 0, RLIMIT_FSIZE = 1 };

/* mmap(2), mremap(2). */
enum { MAP_STACK = 0x20000, MREMAP_DONTUNMAP = 4 };

/* The bits of a file's mode that say what it is. */
enum { S_IFMT = 0170000, S_IFIFO = 0010000, S_IFCHR = 0020000, S_IFDIR = 0040000 };
enum { S_IFBLK = 0060000, S_IFREG = 0100000, S_IFSOCK = 0140000 };

/* Types of file systems. */
enum { CGROUP_SUPER_MAGIC = 0x27e0eb, CGROUP2_SUPER_MAGIC = 0x63677270 };

/* Sockets. */
enum { MSG_OOB = 1, MSG_PEEK = 2, MSG_DONTWAIT = 0x40, MSG_WAITALL = 0x100, MSG_ERRQUEUE = 0x2000 };
enum { SO_TYPE = 3, SO_RCVTIMEO = 20, SO_SNDTIMEO = 21, SO_PROTOCOL = 38, SO_DOMAIN = 39 };
enum { AF_UNIX = 1, AF_INET = 2, AF_INET6 = 10, PROTOCOL_TCP = 6 };
enum { SHUT_WR = 1, SHUT_RDWR = 2, SCM_RIGHTS = 1 };
enum { SOCK_SEQPACKET = 5, SOCK_TYPE_MASK = 0xf };

/* Locks on files: flock(2), fcntl(2). */
enum { LOCK_SH = 1, LOCK_EX = 2, LOCK_NB = 4, LOCK_UN = 8 };
enum { F_RDLCK = 0, F_WRLCK = 1, F_UNLCK = 2 };
enum { F_SETLKW = 7, F_OFD_GETLK = 36, F_OFD_SETLK = 37, F_OFD_SETLKW = 38 };

/* System V: semctl(2), msgctl(2), msgrcv(2). */
enum { IPC_RMID = 0, IPC_STAT = 2, IPC_NOWAIT = 04000 };
enum { SEM_UNDO = 0x1000 };
enum { GETVAL = 12, SETVAL = 16, SETALL = 17 };
enum { MSG_STAT = 11, MSG_STAT_ANY = 13, MSG_NOERROR = 010000, MSG_COPY = 040000 };

/* Signals and processes. */
enum { SIGRTMIN = 32 };
enum { SI_USER = 0, SI_TKILL = -6 };
enum { SIG_DFL = 0, SIG_IGN = 1 };
enum { CLD_EXITED = 1, CLD_KILLED = 2, CLD_DUMPED = 3 };

#endif
