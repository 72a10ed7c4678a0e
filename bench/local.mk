# SPDX-License-Identifier: GPL-2.0-or-later
# make bench           measures tool, ilmgen, its readers of logs, messages, and models of ranks;
#                      results in bench/ of the build tree
# make bench-publish   puts these results into docs/performance.md
#
# BENCH_FLAGS goes to the drivers: make bench-tool BENCH_FLAGS='--repeat 9'

# Debian's, because that is the one that python3-matplotlib is for.
bench_python = /usr/bin/python3

bench_tool_programs = \
	bench/programs/matrix_pool \
	bench/programs/small_floats \
	bench/programs/barrier_stencil \
	bench/programs/map_chase \
	bench/programs/atomic_storm \
	bench/programs/malloc_storm \
	bench/programs/grow_live_blocks \
	bench/programs/grow_block_size \
	bench/programs/grow_idle_blocks \
	bench/programs/grow_threads \
	bench/programs/grow_turns \
	bench/programs/grow_free_elsewhere \
	bench/programs/grow_realloc
bench_ilmgen_programs = bench/generate_trace bench/log_pass bench/sax_pass
bench_speedup_programs = bench/programs/arrays
bench_plan_programs = bench/plans/compare bench/plans/random
EXTRA_PROGRAMS += $(bench_tool_programs) $(bench_ilmgen_programs) $(bench_speedup_programs) \
	$(bench_plan_programs)
CLEANFILES += $(bench_tool_programs) $(bench_ilmgen_programs) $(bench_speedup_programs) \
	$(bench_plan_programs)

# At a fixed level: what is measured is the tool, not what CFLAGS make of the programs.
bench_cflags = $(WARN_CFLAGS) -O2 -g -pthread

bench_programs_matrix_pool_SOURCES = tests/programs/heap/matrix_pool.c
bench_programs_matrix_pool_CFLAGS = $(bench_cflags)
bench_programs_small_floats_SOURCES = bench/programs/small_floats.c bench/programs/bench.h
bench_programs_small_floats_CFLAGS = $(bench_cflags)
bench_programs_small_floats_LDADD = -lm
bench_programs_barrier_stencil_SOURCES = bench/programs/barrier_stencil.c bench/programs/bench.h
bench_programs_barrier_stencil_CFLAGS = $(bench_cflags)
bench_programs_map_chase_SOURCES = bench/programs/map_chase.cpp bench/programs/bench.h
bench_programs_map_chase_CXXFLAGS = -Wall -Wextra -O2 -g -pthread
bench_programs_atomic_storm_SOURCES = bench/programs/atomic_storm.c bench/programs/bench.h
bench_programs_atomic_storm_CFLAGS = $(bench_cflags)
bench_programs_malloc_storm_SOURCES = bench/programs/malloc_storm.c bench/programs/bench.h
bench_programs_malloc_storm_CFLAGS = $(bench_cflags)
bench_programs_grow_live_blocks_SOURCES = bench/programs/grow_live_blocks.c bench/programs/bench.h \
	bench/programs/resident.h
bench_programs_grow_live_blocks_CFLAGS = $(bench_cflags)
bench_programs_grow_block_size_SOURCES = bench/programs/grow_block_size.c bench/programs/bench.h \
	bench/programs/resident.h
bench_programs_grow_block_size_CFLAGS = $(bench_cflags)
bench_programs_grow_idle_blocks_SOURCES = bench/programs/grow_idle_blocks.c bench/programs/bench.h
bench_programs_grow_idle_blocks_CFLAGS = $(bench_cflags)
bench_programs_grow_threads_SOURCES = bench/programs/grow_threads.c bench/programs/bench.h
bench_programs_grow_threads_CFLAGS = $(bench_cflags)
bench_programs_grow_turns_SOURCES = bench/programs/grow_turns.c bench/programs/bench.h
bench_programs_grow_turns_CFLAGS = $(bench_cflags)
bench_programs_grow_free_elsewhere_SOURCES = bench/programs/grow_free_elsewhere.c bench/programs/bench.h
bench_programs_grow_free_elsewhere_CFLAGS = $(bench_cflags)
bench_programs_grow_realloc_SOURCES = bench/programs/grow_realloc.c bench/programs/bench.h
bench_programs_grow_realloc_CFLAGS = $(bench_cflags)

bench_programs_arrays_SOURCES = bench/programs/arrays.c bench/programs/bench.h
bench_programs_arrays_CFLAGS = $(bench_cflags)

bench_generate_trace_SOURCES = bench/generate_trace.cpp
bench_generate_trace_CXXFLAGS = $(WARN_CXXFLAGS) $(AM_CXXFLAGS)
bench_log_pass_SOURCES = bench/log_pass.cpp
bench_log_pass_CXXFLAGS = $(WARN_CXXFLAGS) $(AM_CXXFLAGS)
bench_log_pass_LDADD = ilmgen/libilmgen.a $(COMPRESSION_LIBS) $(OTF2_LIBS)
bench_plan_methods = \
	bench/plans/activation.cpp \
	bench/plans/first_fit.cpp \
	bench/plans/heft.cpp \
	bench/plans/list_schedule.h \
	bench/plans/mem_heft.cpp \
	bench/plans/methods.h \
	bench/plans/placing.h
bench_plans_compare_SOURCES = bench/plans/compare.cpp bench/plans/run_of_trace.h $(bench_plan_methods)
bench_plans_compare_CXXFLAGS = $(WARN_CXXFLAGS) $(AM_CXXFLAGS)
bench_plans_compare_LDADD = ilmgen/libilmgen.a $(COMPRESSION_LIBS) $(OTF2_LIBS)
bench_plans_random_SOURCES = bench/plans/random.cpp bench/plans/first_fit.cpp bench/plans/list_schedule.h \
	bench/plans/methods.h bench/plans/run_of_trace.h tests/unit/plan/random_problem.h
bench_plans_random_CXXFLAGS = $(WARN_CXXFLAGS) $(AM_CXXFLAGS)
bench_plans_random_LDADD = ilmgen/libilmgen.a $(COMPRESSION_LIBS) $(OTF2_LIBS)
bench_sax_pass_SOURCES = bench/sax_pass.cpp
bench_sax_pass_CXXFLAGS = $(WARN_CXXFLAGS) $(AM_CXXFLAGS)

EXTRA_DIST += \
	bench/logs.py \
	bench/machine.py \
	bench/measure.py \
	bench/options.py \
	bench/page.py \
	bench/pictures.py \
	bench/plans/README.md \
	bench/plans/best.json \
	bench/plans/cases.py \
	bench/plans/compare.py \
	bench/plans/dags \
	bench/plans/make_dags.py \
	bench/plans/plans \
	bench/plans/programs \
	bench/plans/reduce.py \
	bench/plans/verify.py \
	bench/plot.py \
	bench/programs/messages.c \
	bench/publish.py \
	bench/report.py \
	bench/speedup.py \
	bench/run_ilmgen.py \
	bench/run_logs.py \
	bench/run_mpi.py \
	bench/run_ranks.py \
	bench/run_tool.py \
	bench/tool_programs.py

bench: bench-tool bench-ilmgen bench-logs bench-mpi bench-ranks
bench-tool: all $(bench_tool_programs)
	$(bench_python) -B $(top_srcdir)/bench/run_tool.py --valgrind=./vg-in-place \
		--programs=bench/programs --results=bench $(BENCH_FLAGS)
bench-ilmgen: all $(bench_ilmgen_programs)
	$(bench_python) -B $(top_srcdir)/bench/run_ilmgen.py --ilmgen=ilmgen/ilmgen \
		--programs=bench --results=bench $(BENCH_FLAGS)
bench-logs: all $(bench_ilmgen_programs)
	$(bench_python) -B $(top_srcdir)/bench/run_logs.py --ilmgen=ilmgen/ilmgen \
		--programs=bench --results=bench $(BENCH_FLAGS)
# It compiles its program for each implementation of MPI that is there.
bench-mpi: all
	$(bench_python) -B $(top_srcdir)/bench/run_mpi.py --valgrind=./vg-in-place --results=bench $(BENCH_FLAGS)
bench-ranks: all
	$(bench_python) -B $(top_srcdir)/bench/run_ranks.py --ilmgen=ilmgen/ilmgen --results=bench $(BENCH_FLAGS)
# Prints a table for docs/how-it-works/order.md.  NPB=FOLDER adds ft.W, is.W, mg.W and cg.W of the NAS
# parallel benchmarks, for OpenMP, which that folder has; SPLASH=FOLDER adds fft, radix and lu of Splash-3.
bench-speedup: all $(all_subjects) $(bench_speedup_programs)
	NPB='$(NPB)' SPLASH='$(SPLASH)' $(bench_python) -B $(top_srcdir)/bench/speedup.py .
# Prints a table for docs/how-it-works/page.md.  PAGE=--large adds a trace of 10^8 events, 13 GB.
bench-page: all bench/generate_trace
	$(bench_python) -B $(top_srcdir)/bench/page.py . $(PAGE)
# Makes the documents' pictures of pages anew, in the sources.
page-pictures: all tests/programs/heap/matrix_pool tests/programs/omp_runtime/omp_stencil
	$(bench_python) -B $(top_srcdir)/bench/pictures.py .
# Prints what docs/how-it-works/plan.md says of plans.
bench-plan-quality: bench/plans/random bench/generate_trace
	bench/plans/random quality
	for kind in barrier chain posts; do \
		bench/generate_trace $$kind 1000000 16 >bench/plans/trace.json && \
		bench/plans/random replay bench/plans/trace.json 4 || exit 1; \
	done
	bench/plans/random speed 1000000
	rm -f bench/plans/trace.json
# Prints the tables of docs/plans-benchmark.md.
bench-plans: bench/plans/compare
	$(bench_python) -B $(top_srcdir)/bench/plans/compare.py bench/plans/compare
# Makes its graphs anew.
bench-plans-dags: all
	$(bench_python) -B $(top_srcdir)/bench/plans/make_dags.py .
bench-publish:
	$(bench_python) -B $(top_srcdir)/bench/publish.py --results=bench --docs=$(top_srcdir)/docs
.PHONY: bench bench-tool bench-ilmgen bench-logs bench-mpi bench-ranks bench-speedup bench-page bench-plans \
	bench-plans-dags bench-plan-quality bench-publish page-pictures
