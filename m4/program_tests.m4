# SPDX-License-Identifier: GPL-2.0-or-later
# HPCMP_PROGRAM_TESTS
# -------------------
# The tests in tests/programs, which only make knows: see tests/programs/local.mk.
#   PROGRAM_TESTS
AC_DEFUN([HPCMP_PROGRAM_TESTS], [
AC_SUBST([PROGRAM_TESTS], ['$(program_tests)'])
])
