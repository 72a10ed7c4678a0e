# SPDX-License-Identifier: GPL-2.0-or-later
# HPCMP_MPI
# ---------
# --with-mpi: whether ilmgen-mpi is built, with the MPI whose compiler wrapper MPICXX is.  Only what
# all have in C is used.
#   HAVE_MPI  (conditional)
#   MPI_CPPFLAGS, MPI_LIBS
AC_DEFUN([HPCMP_MPI], [
AC_ARG_WITH([mpi],
  [AS_HELP_STRING([--with-mpi@<:@=yes|no|check@:>@],
                  [ilmgen-mpi makes models of MPI jobs in several processes @<:@check@:>@])],
  [], [with_mpi=check])
AC_ARG_VAR([MPICXX], [the compiler wrapper of the MPI that ilmgen-mpi runs under])
hpcmp_have_mpi=no
MPI_CPPFLAGS=
MPI_LIBS=
AS_IF([test "$with_mpi" != no],
      [AC_PATH_PROGS([MPICXX], [mpicxx mpic++])
       AS_IF([test -n "$MPICXX"], [HPCMP_MPI_LINKS])
       AS_IF([test $hpcmp_have_mpi = no],
             [AS_IF([test "$with_mpi" = yes],
                    [AC_MSG_ERROR([MPI is missing (Debian: libopenmpi-dev)])],
                    [AC_MSG_NOTICE([no ilmgen-mpi (Debian: libopenmpi-dev)])])])])
AC_SUBST([MPI_CPPFLAGS])
AC_SUBST([MPI_LIBS])
AM_CONDITIONAL([HAVE_MPI], [test $hpcmp_have_mpi = yes])
])

# HPCMP_MPI_LINKS
# ---------------
# The wrapper tells what it adds: Open MPI's in two parts, MPICH's as a command.  The bindings for
# C++, which are no more, are left out of the header.
AC_DEFUN([HPCMP_MPI_LINKS], [
AC_MSG_CHECKING([whether MPI can be used])
AS_IF([MPI_CPPFLAGS=$("$MPICXX" --showme:compile 2>/dev/null)],
      [MPI_LIBS=$("$MPICXX" --showme:link 2>/dev/null)],
      [hpcmp_command=$("$MPICXX" -show 2>/dev/null)
       MPI_CPPFLAGS=
       MPI_LIBS=
       for hpcmp_word in $hpcmp_command; do
         AS_CASE([$hpcmp_word],
           [-I*], [MPI_CPPFLAGS="$MPI_CPPFLAGS $hpcmp_word"],
           [-L*|-l*|-Wl,-rpath*], [MPI_LIBS="$MPI_LIBS $hpcmp_word"])
       done])
MPI_CPPFLAGS="$MPI_CPPFLAGS -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX"
hpcmp_CPPFLAGS=$CPPFLAGS
hpcmp_LIBS=$LIBS
CPPFLAGS="$MPI_CPPFLAGS $CPPFLAGS"
LIBS="$MPI_LIBS $LIBS"
AC_LANG_PUSH([C++])
AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <mpi.h>]], [[MPI_Init(nullptr, nullptr);]])],
  [hpcmp_have_mpi=yes])
AC_LANG_POP([C++])
CPPFLAGS=$hpcmp_CPPFLAGS
LIBS=$hpcmp_LIBS
AC_MSG_RESULT([$hpcmp_have_mpi])
])
