# SPDX-License-Identifier: GPL-2.0-or-later
# Programs that run under the tool, in folders by subject.  A test is a NAME.prog, which
# says what must hold; several may use one program.
#
# No list has them: a new test is a new file in one of the folders, or in a new folder.
# GNU make looks for them each time that it starts, among the sources, wherever the build
# tree is.  Automake must not read the call of `wildcard` itself, whose words it would take
# for names of tests: so configure puts $(program_tests) in for @PROGRAM_TESTS@.

found = $(patsubst $(srcdir)/%,%,$(wildcard $(srcdir)/tests/programs/$(1)))
program_headers = $(call found,*.h) $(call found,*/*.h)
program_tests = $(filter-out $(tests_left_out),$(call found,*/*.prog))
EXTRA_DIST += $(program_headers) $(call found,*/*.c) $(call found,*/*.cpp) $(call found,*/*.prog)

tests_left_out =
if !HAVE_TBB
tests_left_out += tests/programs/tbb/%
endif

# What the files are compiled to: a program for each, those for OpenMP and C++ twice.
c_sources = $(filter-out %/omp_inoutset.c,$(call found,*/*.c))
cxx_sources = $(filter-out $(tests_left_out),$(call found,*/*.cpp))
c_subjects = $(c_sources:.c=)
cxx_subjects = $(cxx_sources:.cpp=)

# With LLVM's OpenMP runtime.  It does not serve these: clang compiles the atomic operation
# to a call of another library, and one program brings a stand-in for GCC's runtime.
omp_clang_subjects =
omp_clang_cxx_subjects =
omp_late_subjects = tests/programs/omp_runtime/omp_late.so
if HAVE_LIBOMP
omp_clang_subjects += $(patsubst %.c,%_clang,$(filter-out \
	%/omp_atomic.c %/omp_depend_kinds.c %/omp_late.c,$(call found,omp*/*.c)))
omp_clang_cxx_subjects += $(patsubst %.cpp,%_clang,$(call found,omp*/*.cpp))
omp_late_subjects += tests/programs/omp_runtime/omp_late_clang tests/programs/omp_runtime/omp_late_clang.so
endif

# With GCC's runtime inside: alone, or the C library, too.
omp_archive_subjects = \
	tests/programs/omp_tasks/omp_tasks_linked_in \
	tests/programs/omp_tasks/omp_tasks_static

# With LLVM's C++ library.
libcxx_subjects =
if HAVE_LIBCXX
libcxx_subjects += $(patsubst %.cpp,%_libcxx,$(call found,cxx/*.cpp) $(call found,once/*.cpp) \
	$(call found,meetings/*.cpp))
endif

all_subjects = $(c_subjects) $(cxx_subjects) $(omp_clang_subjects) $(omp_clang_cxx_subjects) \
	$(omp_late_subjects) $(omp_archive_subjects) $(libcxx_subjects)
check_SCRIPTS += $(all_subjects)
CLEANFILES += $(all_subjects)

# The tests know what these programs do to the byte and to the event, so the
# user's CFLAGS have no say in them.
subject_flags = -g -O1 -pthread -D_GNU_SOURCE -Wall -Wextra $(WERROR) -I$(top_srcdir)/tests/programs \
	-I$(top_srcdir)/hpcmp/client $(VALGRIND_CFLAGS) $(subject_needs)
# Valgrind 3.19 has something to say about clang's DWARF 5.
clang_flags = -gdwarf-4 $(subject_flags)
cc_subject = $(AM_V_CC)$(MKDIR_P) $(@D) && $(CC) $(subject_flags) -o $@ $< $(subject_libraries)
cxx_subject = $(AM_V_CXX)$(MKDIR_P) $(@D) && $(CXX) -std=c++20 $(subject_flags) -o $@ $< $(subject_libraries)
clang_subject = $(AM_V_CC)$(MKDIR_P) $(@D) && $(CLANG) $(clang_flags) -o $@ $< $(subject_libraries)

# What some of them need.
tests/programs/omp/% tests/programs/omp_runtime/% tests/programs/omp_tasks/%: subject_needs = -fopenmp
tests/programs/tbb/%: subject_libraries = -ltbb
# What the dynamic linker does at a first call would fall to one worker.
tests/programs/order/%: subject_libraries = -Wl,-z,now
tests/programs/threads/static: subject_needs = -static
tests/programs/counting/free%: subject_flags = -g -O1 -Wall -Wextra $(WERROR) \
	-nostdlib -static -fno-stack-protector -mno-red-zone
$(libcxx_subjects): subject_needs = -std=c++20 -stdlib=libc++
$(libcxx_subjects): subject_libraries = -lc++ -lc++abi -lm
$(omp_clang_cxx_subjects): subject_needs = -fopenmp -std=c++20
$(omp_clang_cxx_subjects): subject_libraries = -lstdc++
# A program without OpenMP loads a library that has it, and one has a runtime of its own.
tests/programs/omp_runtime/omp_late tests/programs/omp_runtime/omp_late_clang tests/programs/omp_tasks/omp_depend_kinds: \
	subject_needs =
$(filter %.so,$(omp_late_subjects)): subject_needs = -fopenmp -DLIBRARY -shared -fPIC

$(all_subjects): $(program_headers) hpcmp/client/hpcmp.h
$(c_subjects): tests/programs/%: tests/programs/%.c
	$(cc_subject)
$(cxx_subjects): tests/programs/%: tests/programs/%.cpp
	$(cxx_subject)
$(omp_clang_subjects): tests/programs/%_clang: tests/programs/%.c
	$(clang_subject)
$(omp_clang_cxx_subjects): tests/programs/%_clang: tests/programs/%.cpp
	$(clang_subject)
$(libcxx_subjects): tests/programs/%_libcxx: tests/programs/%.cpp
	$(clang_subject)
tests/programs/omp_runtime/omp_late_clang tests/programs/omp_runtime/omp_late.so: tests/programs/omp_runtime/omp_late.c
	$(cc_subject)
tests/programs/omp_runtime/omp_late_clang.so: tests/programs/omp_runtime/omp_late.c
	$(clang_subject)
tests/programs/omp_tasks/omp_tasks_static: tests/programs/omp_tasks/omp_tasks.c
	$(cc_subject) -static -Wl,--no-warnings
tests/programs/omp_tasks/omp_tasks_linked_in: tests/programs/omp_tasks/omp_tasks.c
	$(AM_V_CC)$(MKDIR_P) $(@D) && $(CC) $(subject_flags) -c -o $@.o $< && \
	$(CC) -pthread -o $@ $@.o `$(CC) -print-file-name=libgomp.a` && rm -f $@.o

# What runs the tool, and is no .prog file: what may come out otherwise with another version
# of Valgrind, and what is about the traces and what ilmgen makes of them.
valgrind_scripts = \
	tests/atomics/atomic-types.test \
	tests/tool/costs.test \
	tests/tool/instructions.test \
	tests/order/reproducible.test \
	tests/tool/real-programs.test \
	tests/where/where.test
tool_scripts = $(valgrind_scripts) \
	tests/first-line/first-line.test \
	tests/commands/hpcmp-command.test \
	tests/seconds/machine.test \
	tests/seconds/native.test \
	tests/order/order.test \
	tests/order/order-ends.test \
	tests/seconds/processors.test \
	tests/tool/runtimes.test \
	tests/order/waiting.test \
	tests/order/order-locks.test \
	tests/profiles/otf2.test \
	tests/plan/plans.test \
	tests/order/stress.test \
	tests/commands/trace-names.test \
	tests/project/tutorial.test \
	tests/page/page.test \
	tests/page/page-axe.test \
	tests/jobs/mpi.test \
	tests/jobs/mpi-abort.test \
	tests/jobs/mpi-bindings.test \
	tests/jobs/mpi-forms.test \
	tests/jobs/mpi-freed.test \
	tests/jobs/mpi-functions.test \
	tests/jobs/mpi-meet.test \
	tests/jobs/mpi-moves.test \
	tests/jobs/mpi-order.test \
	tests/jobs/mpi-spawn.test \
	tests/jobs/mpi-threads.test \
	tests/processes/processes.test \
	tests/jobs/ilmgen-mpi.test \
	tests/page/page-compare.test \
	tests/page/page-data.test \
	tests/page/page-flames.test \
	tests/page/page-model.test \
	tests/tool/last-part.test \
	tests/tool/pages.test \
	tests/profiles/perfetto.test \
	tests/profiles/profiles.test \
	tests/report/report.test \
	tests/workflows/workflows.test \
	tests/tool/witness.test
# What they compile, run and import.
helpers = $(patsubst $(srcdir)/%,%,$(wildcard $(srcdir)/tests/$(1)/*.*))
EXTRA_DIST += $(tool_scripts) tests/run_program.py tests/program_trace.py tests/plan_maker.py \
	tests/languages/other_languages.py tests/languages/workers.go tests/languages/workers.py \
	tests/languages/Workers.java \
	$(foreach folder,first-line mpi order page processes profiles report where workflows,$(call helpers,$(folder)))
