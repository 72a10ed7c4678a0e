/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The libraries whose code does not count as the program's own, by the beginnings of their files'
 * names. X(BEGINNING, KIND) is expanded for each. The first row that fits counts.
 */
#ifndef SHARED_RUNTIME_LIBRARIES_H
#define SHARED_RUNTIME_LIBRARIES_H

/* glibc's files were called libc-2.33.so and the like before 2.34. */
#define RUNTIME_LIBRARIES(X)                                                                       \
    X("libc.so.", C_LIBRARY)                                                                       \
    X("libc-2.", C_LIBRARY)                                                                        \
    X("libpthread.so.", C_LIBRARY)                                                                 \
    X("libpthread-2.", C_LIBRARY)                                                                  \
    X("ld-", C_LIBRARY)                                                                            \
    X("libtbb.so.", TBB_LIBRARY)                                                                   \
    X("libgomp.so.", GOMP_LIBRARY)                                                                 \
    X("libomp.so", RUNTIME_LIBRARY)                                                                \
    X("libomp-", RUNTIME_LIBRARY)                                                                  \
    X("libiomp", RUNTIME_LIBRARY)                                                                  \
    X("libstdc++.so.", RUNTIME_LIBRARY)                                                            \
    X("libc++.so.", RUNTIME_LIBRARY)                                                               \
    X("libc++abi.so.", RUNTIME_LIBRARY)                                                            \
    X("libgfortran.so.", RUNTIME_LIBRARY)                                                          \
    X("libgcc_s.so.", RUNTIME_LIBRARY)                                                             \
    X("vgpreload_core", VALGRINDS_LIBRARY)                                                         \
    X("vgpreload_", PRELOAD_LIBRARY)

#endif
