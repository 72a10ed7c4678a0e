# SPDX-License-Identifier: GPL-2.0-or-later
#
# HPCMP_LTO
#
#   LTO_CFLAGS  makes the tool one unit for the compiler, because each turn of a thread calls small
#               functions of many files.  Empty if the compiler is another one than GCC, with which
#               this has not been tried.

AC_DEFUN([HPCMP_LTO], [
AC_LANG_PUSH([C])
AC_MSG_CHECKING([for the flag that optimizes while linking])
hpcmp_cflags=$CFLAGS
CFLAGS="$CFLAGS -flto=auto"
AC_LINK_IFELSE([AC_LANG_PROGRAM([[
    #ifdef __clang__
    #error another compiler
    #endif]], [[]])],
    [LTO_CFLAGS=-flto=auto], [LTO_CFLAGS=])
CFLAGS=$hpcmp_cflags
AC_MSG_RESULT([${LTO_CFLAGS:-none}])
AC_SUBST([LTO_CFLAGS])
AC_LANG_POP([C])
])
