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
VALGRIND_CLIENT_INCLUDEDIR=`dirname "$valgrind_includedir"`
VALGRIND_CFLAGS="-I$valgrind_includedir -I$VALGRIND_CLIENT_INCLUDEDIR"

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

HPCMP_TOOLSDIR
HPCMP_VALGRIND_DIFFERENCES

AC_SUBST([VALGRIND_VERSION])
AC_SUBST([VALGRIND_CFLAGS])
AC_SUBST([VALGRIND_TOOL_LIBS])
AC_SUBST([VALGRIND_PRELOAD_LIBS])
AC_SUBST([VALGRIND_LOAD_ADDRESS])
AC_SUBST([VALGRIND_LIBEXECDIR])
AC_SUBST([VALGRIND_CLIENT_INCLUDEDIR])
])

# HPCMP_TOOLSDIR
# --------------
# Where the tool goes: into Valgrind's own folder if --prefix is Valgrind's
# prefix, into one of ours otherwise, where the user may write; or where
# --with-toolsdir says.
#   TOOLS_ARE_APART  (conditional) it is not Valgrind's folder
AC_DEFUN([HPCMP_TOOLSDIR], [
AS_CASE([$prefix], [NONE], [hpcmp_prefix=$ac_default_prefix], [hpcmp_prefix=$prefix])
AC_ARG_WITH([toolsdir],
  [AS_HELP_STRING([--with-toolsdir=DIR],
                  [where to install the tool and its preload library @<:@Valgrind's folder if PREFIX is Valgrind's, else LIBEXECDIR/hpcmp@:>@])],
  [AS_CASE([$withval],
           [/*], [toolsdir=$withval],
           [AC_MSG_ERROR([--with-toolsdir needs the name of a folder that begins with /, not '$withval'])])],
  [HPCMP_SAME_FOLDER([$hpcmp_prefix], [$valgrind_prefix],
                     [toolsdir=$VALGRIND_LIBEXECDIR], [toolsdir='${libexecdir}/hpcmp'])])

# LD_PRELOAD has these between its names.
AS_CASE([$hpcmp_prefix$exec_prefix$libexecdir$toolsdir],
  [*[[\ :]]*], [AC_MSG_ERROR([a folder for the tool whose name has a blank or a colon in it cannot be preloaded from: $toolsdir, prefix $hpcmp_prefix])])

HPCMP_SAME_FOLDER([$toolsdir], [$VALGRIND_LIBEXECDIR],
                  [hpcmp_tools_are_apart=no], [hpcmp_tools_are_apart=yes])
AM_CONDITIONAL([TOOLS_ARE_APART], [test $hpcmp_tools_are_apart = yes])
AC_SUBST([toolsdir])
])

# HPCMP_SAME_FOLDER(A, B, IF-SAME, IF-NOT)
# Under whatever names; a folder that is not there yet is no other's.
AC_DEFUN([HPCMP_SAME_FOLDER], [
AS_IF([test -d "$1" && test "`cd "$1" && pwd -P`" = "`cd "$2" && pwd -P`"], [$3], [$4])
])

# HPCMP_VALGRIND_DIFFERENCES
# --------------------------
# Where the tool interface differs from one version to the next: what it has is
# tried, no version number is asked for.
AC_DEFUN([HPCMP_VALGRIND_DIFFERENCES], [
HPCMP_VALGRIND_TAKES([aligned operator new],
  [0, 0, f, 0, f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  [VALGRIND_NEW_HAS_ORIG_ALIGNMENT])
HPCMP_VALGRIND_TAKES([memalign],
  [0, 0, 0, 0, 0, f, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  [VALGRIND_MEMALIGN_HAS_ORIG_ALIGNMENT])
HPCMP_VALGRIND_COMPILES([the tool decides what realloc to no bytes does],
  [], [Bool frees = VG_(clo_realloc_zero_bytes_frees); (void)frees;],
  [VALGRIND_TOOL_REALLOCS_TO_NOTHING])
HPCMP_VALGRIND_COMPILES([memory from the system comes as a SysRes],
  [], [SysRes res = VG_(am_shadow_alloc)(1); (void)res;],
  [VALGRIND_SHADOW_ALLOC_GIVES_SYSRES])
HPCMP_VALGRIND_COMPILES([who runs out of memory says the error],
  [], [VG_(out_of_memory_NORETURN)("", 1, 0);],
  [VALGRIND_OUT_OF_MEMORY_TAKES_ERROR])
])

# HPCMP_VALGRIND_TAKES(WHAT, ARGUMENTS, MACRO)
# Defines MACRO if the handler f at its place in ARGUMENTS may have four
# arguments: the alignment as the program gave it, too.
AC_DEFUN([HPCMP_VALGRIND_TAKES], [
HPCMP_VALGRIND_COMPILES([the handler of $1 has the original alignment],
  [void *f(ThreadId, SizeT, SizeT, SizeT);], [VG_(needs_malloc_replacement)($2);], [$3])
])

# HPCMP_VALGRIND_COMPILES(WHAT, DECLARATIONS, STATEMENTS, MACRO)
# Defines MACRO if a tool may say so.
AC_DEFUN([HPCMP_VALGRIND_COMPILES], [
AC_MSG_CHECKING([whether $1])
hpcmp_save_CPPFLAGS=$CPPFLAGS
hpcmp_save_CFLAGS=$CFLAGS
CPPFLAGS="$CPPFLAGS $VALGRIND_CFLAGS -DVGA_amd64=1 -DVGO_linux=1 -DVGP_amd64_linux=1"
CFLAGS="$CFLAGS -Werror"
AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[
#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_replacemalloc.h"
#include "pub_tool_tooliface.h"
$2
]], [[$3]])],
  [AC_DEFINE([$4], [1], [Define if $1.])
   AC_MSG_RESULT([yes])],
  [AC_MSG_RESULT([no])])
CPPFLAGS=$hpcmp_save_CPPFLAGS
CFLAGS=$hpcmp_save_CFLAGS
])
