# SPDX-License-Identifier: GPL-2.0-or-later
# Programs under test that use OpenMP: each for GCC's runtime and, with _clang at the
# end of its name, for LLVM's.

omp_subjects = \
	tests/programs/omp_alone \
	tests/programs/omp_atomic \
	tests/programs/omp_cancel \
	tests/programs/omp_depend \
	tests/programs/omp_detach \
	tests/programs/omp_forms \
	tests/programs/omp_locks \
	tests/programs/omp_none \
	tests/programs/omp_ordered \
	tests/programs/omp_parallel \
	tests/programs/omp_spin \
	tests/programs/omp_stencil \
	tests/programs/omp_tasks \
	tests/programs/omp_users \
	tests/programs/omp_ways \
	tests/programs/omp_work
omp_subjects_cxx = tests/programs/omp_copies
# With GCC's runtime inside: alone, or the C library, too.
omp_subjects_archive = tests/programs/omp_tasks_linked_in tests/programs/omp_tasks_static
# With a stand-in for GCC's runtime.
omp_subjects_alone = tests/programs/omp_depend_kinds
# A program without OpenMP and the library that brings it.
omp_subjects_late = tests/programs/omp_late tests/programs/omp_late.so
omp_subjects_clang =
omp_subjects_clang_cxx =
if HAVE_LIBOMP
omp_subjects_late += tests/programs/omp_late_clang tests/programs/omp_late_clang.so
omp_subjects_clang_cxx += $(patsubst %,%_clang,$(omp_subjects_cxx))
# clang compiles this atomic operation to a call of another library.
omp_subjects_clang += $(patsubst %,%_clang,$(filter-out %_atomic,$(omp_subjects)))
# And this program calls the runtime itself.
omp_subjects_clang += tests/programs/omp_inoutset_clang
endif
omp_all_subjects = $(omp_subjects) $(omp_subjects_cxx) $(omp_subjects_archive) $(omp_subjects_alone) \
	$(omp_subjects_late) $(omp_subjects_clang) $(omp_subjects_clang_cxx)

omp_tests = \
	tests/programs/omp_atomic.prog \
	tests/programs/omp_cancel.prog \
	tests/programs/omp_cancel_clang.prog \
	tests/programs/omp_copies.prog \
	tests/programs/omp_copies_clang.prog \
	tests/programs/omp_depend.prog \
	tests/programs/omp_depend_clang.prog \
	tests/programs/omp_depend_kinds.prog \
	tests/programs/omp_detach.prog \
	tests/programs/omp_detach_clang.prog \
	tests/programs/omp_detach_undeferred.prog \
	tests/programs/omp_exit.prog \
	tests/programs/omp_exit_clang.prog \
	tests/programs/omp_forms.prog \
	tests/programs/omp_forms_clang.prog \
	tests/programs/omp_fork.prog \
	tests/programs/omp_fork_clang.prog \
	tests/programs/omp_inoutset_clang.prog \
	tests/programs/omp_late.prog \
	tests/programs/omp_late_clang.prog \
	tests/programs/omp_late_removed.prog \
	tests/programs/omp_late_removed_clang.prog \
	tests/programs/omp_locks.prog \
	tests/programs/omp_locks_clang.prog \
	tests/programs/omp_none.prog \
	tests/programs/omp_none_clang.prog \
	tests/programs/omp_ordered.prog \
	tests/programs/omp_ordered_clang.prog \
	tests/programs/omp_parallel.prog \
	tests/programs/omp_parallel_clang.prog \
	tests/programs/omp_spin.prog \
	tests/programs/omp_spin_clang.prog \
	tests/programs/omp_stencil.prog \
	tests/programs/omp_stencil_clang.prog \
	tests/programs/omp_stencil_active.prog \
	tests/programs/omp_stencil_active_clang.prog \
	tests/programs/omp_stencil_asleep_clang.prog \
	tests/programs/omp_tasks.prog \
	tests/programs/omp_tasks_clang.prog \
	tests/programs/omp_tasks_linked_in.prog \
	tests/programs/omp_tasks_static.prog \
	tests/programs/omp_users.prog \
	tests/programs/omp_users_clang.prog \
	tests/programs/omp_ways.prog \
	tests/programs/omp_ways_clang.prog \
	tests/programs/omp_work.prog \
	tests/programs/omp_work_clang.prog

check_SCRIPTS += $(omp_all_subjects)
CLEANFILES += $(omp_all_subjects)
EXTRA_DIST += $(omp_tests) $(omp_subjects:=.c) $(omp_subjects_cxx:=.cpp) \
	$(omp_subjects_alone:=.c) tests/programs/omp_inoutset.c \
	tests/programs/omp_late.c tests/programs/omp_mark.h tests/programs/omp_meet.h

omp_headers = tests/programs/omp_meet.h tests/programs/omp_mark.h \
	tests/programs/mark.h hpcmp/hpcmp.h
# Valgrind 3.19 has something to say about clang's DWARF 5.
omp_clang = $(CLANG) -fopenmp -gdwarf-4 $(subject_flags)

$(omp_subjects): tests/programs/%: tests/programs/%.c $(omp_headers)
	$(AM_V_CC)$(MKDIR_P) tests/programs && $(CC) -fopenmp $(subject_flags) -o $@ $<

$(omp_subjects_alone): tests/programs/%: tests/programs/%.c $(omp_headers)
	$(AM_V_CC)$(MKDIR_P) tests/programs && $(CC) $(subject_flags) -o $@ $<

$(omp_subjects_clang): tests/programs/%_clang: tests/programs/%.c $(omp_headers)
	$(AM_V_CC)$(MKDIR_P) tests/programs && $(omp_clang) -o $@ $<

$(omp_subjects_cxx): tests/programs/%: tests/programs/%.cpp $(omp_headers)
	$(AM_V_CXX)$(MKDIR_P) tests/programs && \
	$(CXX) -std=c++20 -fopenmp $(subject_flags) -o $@ $<

$(omp_subjects_clang_cxx): tests/programs/%_clang: tests/programs/%.cpp $(omp_headers)
	$(AM_V_CXX)$(MKDIR_P) tests/programs && $(omp_clang) -std=c++20 -o $@ $< -lstdc++

tests/programs/omp_tasks_linked_in: tests/programs/omp_tasks.c $(omp_headers)
	$(AM_V_CC)$(MKDIR_P) tests/programs && \
	$(CC) -fopenmp -c $(subject_flags) -o $@.o $< && \
	$(CC) -pthread -o $@ $@.o `$(CC) -print-file-name=libgomp.a` && rm -f $@.o

tests/programs/omp_tasks_static: tests/programs/omp_tasks.c $(omp_headers)
	$(AM_V_CC)$(MKDIR_P) tests/programs && \
	$(CC) -fopenmp -static -Wl,--no-warnings $(subject_flags) -o $@ $<

tests/programs/omp_late tests/programs/omp_late_clang: tests/programs/omp_late.c $(omp_headers)
	$(AM_V_CC)$(MKDIR_P) tests/programs && $(CC) $(subject_flags) -o $@ $<

tests/programs/omp_late.so: tests/programs/omp_late.c $(omp_headers)
	$(AM_V_CC)$(MKDIR_P) tests/programs && \
	$(CC) -DLIBRARY -shared -fPIC -fopenmp $(subject_flags) -o $@ $<

tests/programs/omp_late_clang.so: tests/programs/omp_late.c $(omp_headers)
	$(AM_V_CC)$(MKDIR_P) tests/programs && $(omp_clang) -DLIBRARY -shared -fPIC -o $@ $<
