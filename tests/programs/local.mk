# SPDX-License-Identifier: GPL-2.0-or-later
# Programs that run under the tool.  A test is a NAME.prog, which says what must
# hold; several may use one program.

subjects_c = \
	tests/programs/annotations \
	tests/programs/annotations_drd \
	tests/programs/atfork \
	tests/programs/barrier_destroyed_early \
	tests/programs/barrier_loop \
	tests/programs/busy \
	tests/programs/c11 \
	tests/programs/cancel \
	tests/programs/compressed \
	tests/programs/cond \
	tests/programs/cond_handover \
	tests/programs/costs \
	tests/programs/errors \
	tests/programs/exec \
	tests/programs/exit_ways \
	tests/programs/file_locks \
	tests/programs/flockfile \
	tests/programs/fork \
	tests/programs/futex \
	tests/programs/fork_in_thread \
	tests/programs/heap_churn \
	tests/programs/heap_chase \
	tests/programs/heap_comes \
	tests/programs/heap_faults \
	tests/programs/heap_cross_free \
	tests/programs/heap_functions \
	tests/programs/heap_overrun \
	tests/programs/heap_pool \
	tests/programs/heap_stacks \
	tests/programs/heap_syscalls \
	tests/programs/heap_traffic \
	tests/programs/one_name \
	tests/programs/out_too_large \
	tests/programs/hello \
	tests/programs/join \
	tests/programs/killed \
	tests/programs/longjmp \
	tests/programs/many_threads \
	tests/programs/message_queues \
	tests/programs/matrix_pool \
	tests/programs/misuse \
	tests/programs/mutex \
	tests/programs/mutex_contended \
	tests/programs/pipe \
	tests/programs/pipe_fork \
	tests/programs/pipe_many \
	tests/programs/pipe_waits \
	tests/programs/pipeline \
	tests/programs/primitives \
	tests/programs/processes \
	tests/programs/realloc_nothing \
	tests/programs/requests \
	tests/programs/requests_wrong \
	tests/programs/rounds_joined \
	tests/programs/rwlock \
	tests/programs/sem_named \
	tests/programs/semaphore \
	tests/programs/semop \
	tests/programs/signal_post \
	tests/programs/signals \
	tests/programs/spawn \
	tests/programs/spin \
	tests/programs/syscall_data \
	tests/programs/syscall_results \
	tests/programs/syscall_restarts \
	tests/programs/tsd \
	tests/programs/waiting \
	tests/programs/witnessed \
	tests/programs/wrapper_faults

subjects_cxx = \
	tests/programs/cxx20 \
	tests/programs/cxx_tasks \
	tests/programs/cxx_threads \
	tests/programs/new_delete \
	tests/programs/once \
	tests/programs/rounds

subjects_static = tests/programs/static

subjects_tbb =
tbb_tests =
if HAVE_TBB
subjects_tbb += tests/programs/tbb tests/programs/tbb_errors
tbb_tests += tests/programs/tbb.prog tests/programs/tbb_errors.prog
endif

# With LLVM's C++ library.
subjects_libcxx =
libcxx_tests = \
	tests/programs/cxx20_libcxx.prog \
	tests/programs/cxx_tasks_libcxx.prog \
	tests/programs/cxx_threads_libcxx.prog \
	tests/programs/once_libcxx.prog \
	tests/programs/rounds_cxx_libcxx.prog \
	tests/programs/rounds_std_barrier_libcxx.prog
if HAVE_LIBCXX
subjects_libcxx += $(patsubst %,%_libcxx,$(filter-out %new_delete,$(subjects_cxx)))
endif

subjects_freestanding = \
	tests/programs/freestanding \
	tests/programs/freestanding_faults \
	tests/programs/freestanding_threads

program_tests = \
	tests/programs/annotations.prog \
	tests/programs/annotations_drd.prog \
	tests/programs/atfork.prog \
	tests/programs/barrier_destroyed_early.prog \
	tests/programs/barrier_loop.prog \
	tests/programs/busy_abort.prog \
	tests/programs/busy_alarms.prog \
	tests/programs/busy_exec.prog \
	tests/programs/busy_exit.prog \
	tests/programs/busy_fork.prog \
	tests/programs/busy_segv.prog \
	tests/programs/busy_term.prog \
	tests/programs/c11.prog \
	tests/programs/cancel.prog \
	tests/programs/compressed_abort.prog \
	tests/programs/compressed_be_outlived.prog \
	tests/programs/compressed_block_signals.prog \
	tests/programs/compressed_busy_exec.prog \
	tests/programs/compressed_busy_fork.prog \
	tests/programs/compressed_close.prog \
	tests/programs/compressed_died.prog \
	tests/programs/compressed_disk_full.prog \
	tests/programs/compressed_end.prog \
	tests/programs/compressed_exec.prog \
	tests/programs/compressed_exec_followed.prog \
	tests/programs/compressed_exec_limited.prog \
	tests/programs/compressed_fork.prog \
	tests/programs/compressed_gzip.prog \
	tests/programs/compressed_ignored.prog \
	tests/programs/compressed_interrupt.prog \
	tests/programs/compressed_kill.prog \
	tests/programs/compressed_kill_group.prog \
	tests/programs/compressed_killed_asleep.prog \
	tests/programs/compressed_killed_busy.prog \
	tests/programs/compressed_limit.prog \
	tests/programs/compressed_missing.prog \
	tests/programs/compressed_segv.prog \
	tests/programs/compressed_slow.prog \
	tests/programs/compressed_slow_exec.prog \
	tests/programs/compressed_term.prog \
	tests/programs/compressed_too_large.prog \
	tests/programs/compressed_unwritable.prog \
	tests/programs/compressed_wait.prog \
	tests/programs/cond.prog \
	tests/programs/cond_handover.prog \
	tests/programs/cxx20.prog \
	tests/programs/cxx_tasks.prog \
	tests/programs/cxx_threads.prog \
	tests/programs/errors.prog \
	tests/programs/exec.prog \
	tests/programs/exec_followed.prog \
	tests/programs/exec_one_name.prog \
	tests/programs/exit_abort.prog \
	tests/programs/exit_abort_main.prog \
	tests/programs/exit_in_thread.prog \
	tests/programs/exit_kill.prog \
	tests/programs/exit_main_first.prog \
	tests/programs/exit_quick.prog \
	tests/programs/exit_segv.prog \
	tests/programs/exit_segv_main.prog \
	tests/programs/exit_term.prog \
	tests/programs/exit_unlock.prog \
	tests/programs/file_locks.prog \
	tests/programs/flockfile.prog \
	tests/programs/fork.prog \
	tests/programs/fork_in_thread.prog \
	tests/programs/fork_exec.prog \
	tests/programs/fork_exec_followed.prog \
	tests/programs/fork_one_name.prog \
	tests/programs/futex.prog \
	tests/programs/heap_cross_free.prog \
	tests/programs/heap_chase.prog \
	tests/programs/heap_comes.prog \
	tests/programs/heap_faults.prog \
	tests/programs/heap_functions.prog \
	tests/programs/heap_overrun.prog \
	tests/programs/heap_overrun_more.prog \
	tests/programs/heap_pool.prog \
	tests/programs/heap_stacks.prog \
	tests/programs/heap_syscalls.prog \
	tests/programs/heap_traffic.prog \
	tests/programs/join.prog \
	tests/programs/killed_asleep.prog \
	tests/programs/killed_busy.prog \
	tests/programs/longjmp.prog \
	tests/programs/matrix_pool.prog \
	tests/programs/message_queues.prog \
	tests/programs/misuse.prog \
	tests/programs/mutex.prog \
	tests/programs/mutex_contended.prog \
	tests/programs/new_delete.prog \
	tests/programs/once.prog \
	tests/programs/one_name.prog \
	tests/programs/out_disk_full.prog \
	tests/programs/out_too_large.prog \
	tests/programs/out_format_wrong.prog \
	tests/programs/out_names.prog \
	tests/programs/out_pipe_closed.prog \
	tests/programs/out_unwritable.prog \
	tests/programs/pipe.prog \
	tests/programs/pipe_fork.prog \
	tests/programs/pipe_many.prog \
	tests/programs/pipe_many_busy.prog \
	tests/programs/pipe_many_counter.prog \
	tests/programs/pipe_many_old_kernel.prog \
	tests/programs/pipe_many_packets.prog \
	tests/programs/pipe_many_parts.prog \
	tests/programs/pipe_many_readers.prog \
	tests/programs/pipe_many_small.prog \
	tests/programs/pipe_many_stream.prog \
	tests/programs/pipe_waits.prog \
	tests/programs/pipe_waits_exit.prog \
	tests/programs/pipe_waits_killed.prog \
	tests/programs/pipe_waits_old_kernel.prog \
	tests/programs/pipeline.prog \
	tests/programs/pipeline_off.prog \
	tests/programs/processes.prog \
	tests/programs/realloc_nothing.prog \
	tests/programs/realloc_nothing_kept.prog \
	tests/programs/requests.prog \
	tests/programs/requests_wrong.prog \
	tests/programs/rounds_c11.prog \
	tests/programs/rounds_cxx.prog \
	tests/programs/rounds_eventfd.prog \
	tests/programs/rounds_futex.prog \
	tests/programs/rounds_joined.prog \
	tests/programs/rounds_messages.prog \
	tests/programs/rounds_none.prog \
	tests/programs/rounds_once.prog \
	tests/programs/rounds_pipe.prog \
	tests/programs/rounds_posix.prog \
	tests/programs/rounds_semaphore.prog \
	tests/programs/rounds_std_barrier.prog \
	tests/programs/rounds_stream.prog \
	tests/programs/rwlock.prog \
	tests/programs/sem_named.prog \
	tests/programs/semaphore.prog \
	tests/programs/semop.prog \
	tests/programs/signal_post.prog \
	tests/programs/signals.prog \
	tests/programs/spawn.prog \
	tests/programs/spawn_pids.prog \
	tests/programs/spin.prog \
	tests/programs/static.prog \
	tests/programs/syscall_data.prog \
	tests/programs/syscall_results.prog \
	tests/programs/syscall_restarts.prog \
	tests/programs/sync_all.prog \
	tests/programs/sync_filter.prog \
	tests/programs/sync_filter_wrong.prog \
	tests/programs/threads_1000.prog \
	tests/programs/threads_400.prog \
	tests/programs/threads_sequential.prog \
	tests/programs/tsd.prog \
	tests/programs/waiting.prog \
	tests/programs/waiting_counted.prog \
	tests/programs/wrapper_faults.prog

check_SCRIPTS += $(subjects_c) $(subjects_cxx) $(subjects_tbb) $(subjects_libcxx) \
	$(subjects_static) $(subjects_freestanding)
CLEANFILES += $(subjects_c) $(subjects_cxx) $(subjects_tbb) $(subjects_libcxx) \
	$(subjects_static) $(subjects_freestanding)
# What runs the tool, and is no .prog file.
tool_scripts = \
	tests/costs.test \
	tests/instructions.test \
	tests/real-programs.test \
	tests/trace-names.test \
	tests/tutorial.test \
	tests/waiting.test \
	tests/witness.test
EXTRA_DIST += $(program_tests) $(tool_scripts) \
	tests/run_program.py tests/program_trace.py tests/programs/mark.h \
	tests/programs/old_kernel.h tests/programs/syscall_bytes.h \
	tests/programs/jthread.h $(libcxx_tests) tests/programs/tbb.cpp tests/programs/tbb.prog \
	tests/programs/tbb_errors.cpp tests/programs/tbb_errors.prog \
	$(subjects_c:=.c) $(subjects_static:=.c) $(subjects_cxx:=.cpp) \
	$(subjects_freestanding:=.c)

# The tests know what these programs do to the byte and to the event, so the
# user's CFLAGS have no say in them.
subject_flags = -g -O1 -pthread -D_GNU_SOURCE -Wall -Wextra \
	-I$(top_srcdir)/hpcmp $(VALGRIND_CFLAGS)

tests/programs/pipe_many tests/programs/pipe_waits: tests/programs/old_kernel.h
tests/programs/syscall_data tests/programs/syscall_results: \
	tests/programs/syscall_bytes.h
$(subjects_c): tests/programs/%: tests/programs/%.c tests/programs/mark.h hpcmp/hpcmp.h
	$(AM_V_CC)$(MKDIR_P) tests/programs && $(CC) $(subject_flags) -o $@ $<

cxx_headers = tests/programs/jthread.h tests/programs/mark.h hpcmp/hpcmp.h

$(subjects_cxx): tests/programs/%: tests/programs/%.cpp $(cxx_headers)
	$(AM_V_CXX)$(MKDIR_P) tests/programs && $(CXX) -std=c++20 $(subject_flags) -o $@ $<

# Valgrind 3.19 has something to say about clang's DWARF 5.
$(subjects_libcxx): tests/programs/%_libcxx: tests/programs/%.cpp $(cxx_headers)
	$(AM_V_CXX)$(MKDIR_P) tests/programs && \
	$(CLANG) -std=c++20 -stdlib=libc++ -gdwarf-4 $(subject_flags) -o $@ $< \
		-lc++ -lc++abi -lm

$(subjects_static): tests/programs/%: tests/programs/%.c tests/programs/mark.h hpcmp/hpcmp.h
	$(AM_V_CC)$(MKDIR_P) tests/programs && $(CC) -static $(subject_flags) -o $@ $<

$(subjects_tbb): tests/programs/%: tests/programs/%.cpp tests/programs/mark.h hpcmp/hpcmp.h
	$(AM_V_CXX)$(MKDIR_P) tests/programs && $(CXX) -std=c++20 $(subject_flags) -o $@ $< -ltbb

$(subjects_freestanding): tests/programs/%: tests/programs/%.c
	$(AM_V_CC)$(MKDIR_P) tests/programs && \
	$(CC) -g -O1 -Wall -Wextra -nostdlib -static -fno-stack-protector -mno-red-zone -o $@ $<
