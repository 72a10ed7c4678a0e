# SPDX-License-Identifier: GPL-2.0-or-later
# HPCMP_VALGRIND
# --------------
# Finds an installed Valgrind through pkg-config: its headers, its static
# libraries, the folder its tools are in, and where its tool interface differs
# from one version to the next.
AC_DEFUN([HPCMP_VALGRIND], [
AS_IF([test "`uname -m`" = x86_64 && test "`uname -s`" = Linux], [],
      [AC_MSG_ERROR([the tool knows x86_64 Linux only, and this is `uname -m` `uname -s`])])

AC_MSG_CHECKING([for Valgrind 3.19 or later])
AS_IF([$PKG_CONFIG --exists 'valgrind >= 3.19'], [],
      [AC_MSG_RESULT([no])
       AC_MSG_ERROR([Valgrind 3.19 or later with its headers and libraries is missing (Debian: valgrind), or PKG_CONFIG_PATH does not lead to its valgrind.pc])])
VALGRIND_VERSION=`$PKG_CONFIG --modversion valgrind`
AC_MSG_RESULT([$VALGRIND_VERSION])
valgrind_prefix=`$PKG_CONFIG --variable=prefix valgrind`
valgrind_includedir=`$PKG_CONFIG --variable=includedir valgrind`
valgrind_libdir=`$PKG_CONFIG --variable=libdir valgrind`/valgrind
VALGRIND_LOAD_ADDRESS=`$PKG_CONFIG --variable=valt_load_address valgrind`

# The headers are in .../include/valgrind, and are included both as
# "pub_tool_basics.h" (the tool) and as <valgrind/valgrind.h> (programs).
AS_IF([test -f "$valgrind_includedir/valgrind/pub_tool_basics.h"],
      [valgrind_includedir=$valgrind_includedir/valgrind])
AS_IF([test -f "$valgrind_includedir/pub_tool_basics.h"], [],
      [AC_MSG_ERROR([Valgrind's tool header pub_tool_basics.h is not in $valgrind_includedir])])
VALGRIND_CFLAGS="-I$valgrind_includedir -I`dirname "$valgrind_includedir"`"

for valgrind_archive in coregrind vex replacemalloc_toolpreload; do
  AS_IF([test -f "$valgrind_libdir/lib$valgrind_archive-amd64-linux.a"], [],
        [AC_MSG_ERROR([Valgrind's library lib$valgrind_archive-amd64-linux.a is not in $valgrind_libdir])])
done
VALGRIND_TOOL_LIBS="$valgrind_libdir/libcoregrind-amd64-linux.a $valgrind_libdir/libvex-amd64-linux.a"
AS_IF([test -f "$valgrind_libdir/libgcc-sup-amd64-linux.a"],
      [VALGRIND_TOOL_LIBS="$VALGRIND_TOOL_LIBS $valgrind_libdir/libgcc-sup-amd64-linux.a"])
VALGRIND_PRELOAD_LIBS="-Wl,--whole-archive $valgrind_libdir/libreplacemalloc_toolpreload-amd64-linux.a -Wl,--no-whole-archive"

AC_MSG_CHECKING([for the folder of Valgrind's tools])
VALGRIND_LIBEXECDIR=
for valgrind_dir in "$valgrind_prefix/libexec/valgrind" "$valgrind_libdir" "$valgrind_prefix/lib/valgrind" "$valgrind_prefix/lib64/valgrind"; do
  AS_IF([test -z "$VALGRIND_LIBEXECDIR" && test -x "$valgrind_dir/none-amd64-linux"],
        [VALGRIND_LIBEXECDIR=$valgrind_dir])
done
AC_MSG_RESULT([${VALGRIND_LIBEXECDIR:-not found}])
AS_IF([test -n "$VALGRIND_LIBEXECDIR"], [],
      [AC_MSG_ERROR([Valgrind's tools (none-amd64-linux) are not below $valgrind_prefix])])
AC_PATH_PROG([VALGRIND_LAUNCHER], [valgrind], [], [$valgrind_prefix/bin:$PATH])
AS_IF([test -n "$VALGRIND_LAUNCHER"], [],
      [AC_MSG_ERROR([the valgrind command is not in $valgrind_prefix/bin])])

AC_ARG_WITH([toolsdir],
  [AS_HELP_STRING([--with-toolsdir=DIR],
                  [where to install the tool and its preload library @<:@the folder of Valgrind's own tools@:>@])],
  [toolsdir=$withval], [toolsdir=$VALGRIND_LIBEXECDIR])

HPCMP_VALGRIND_MALLOC_HANDLERS

AC_SUBST([VALGRIND_VERSION])
AC_SUBST([VALGRIND_CFLAGS])
AC_SUBST([VALGRIND_TOOL_LIBS])
AC_SUBST([VALGRIND_PRELOAD_LIBS])
AC_SUBST([VALGRIND_LOAD_ADDRESS])
AC_SUBST([VALGRIND_LIBEXECDIR])
AC_SUBST([toolsdir])
])

# HPCMP_VALGRIND_MALLOC_HANDLERS
# ------------------------------
# Later versions (from 3.22 on) tell the handlers of aligned operator new and of
# memalign the alignment as the program gave it, too, in another argument.
AC_DEFUN([HPCMP_VALGRIND_MALLOC_HANDLERS], [
HPCMP_VALGRIND_TAKES([aligned operator new],
  [0, 0, f, 0, f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  [VALGRIND_NEW_HAS_ORIG_ALIGNMENT])
HPCMP_VALGRIND_TAKES([memalign],
  [0, 0, 0, 0, 0, f, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  [VALGRIND_MEMALIGN_HAS_ORIG_ALIGNMENT])
])

# HPCMP_VALGRIND_TAKES(WHAT, ARGUMENTS, MACRO)
# Defines MACRO if the handler f at its place in ARGUMENTS may have four
# arguments.
AC_DEFUN([HPCMP_VALGRIND_TAKES], [
AC_MSG_CHECKING([whether the handler of $1 has the original alignment])
hpcmp_save_CPPFLAGS=$CPPFLAGS
hpcmp_save_CFLAGS=$CFLAGS
CPPFLAGS="$CPPFLAGS $VALGRIND_CFLAGS -DVGA_amd64=1 -DVGO_linux=1 -DVGP_amd64_linux=1"
CFLAGS="$CFLAGS -Werror"
AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[
#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"
void *f(ThreadId, SizeT, SizeT, SizeT);
]], [[
VG_(needs_malloc_replacement)($2);
]])],
  [AC_DEFINE([$3], [1], [Define if the handler of $1 has a fourth argument.])
   AC_MSG_RESULT([yes])],
  [AC_MSG_RESULT([no])])
CPPFLAGS=$hpcmp_save_CPPFLAGS
CFLAGS=$hpcmp_save_CFLAGS
])
