# SPDX-License-Identifier: GPL-2.0-or-later
# ilmgen as several processes of MPI.
ilmgen_mpi_sources = \
	ilmgen/mpi/joint_model.cpp ilmgen/mpi/joint_model.h \
	ilmgen/mpi/main.cpp \
	ilmgen/mpi/mpi_peers.cpp ilmgen/mpi/mpi_peers.h \
	ilmgen/mpi/options.cpp ilmgen/mpi/options.h \
	ilmgen/mpi/job/bytes.h \
	ilmgen/mpi/job/common_names.cpp ilmgen/mpi/job/common_names.h \
	ilmgen/mpi/job/dealing.cpp ilmgen/mpi/job/dealing.h \
	ilmgen/mpi/job/job.cpp ilmgen/mpi/job/job.h \
	ilmgen/mpi/job/local_findings.cpp ilmgen/mpi/job/local_findings.h \
	ilmgen/mpi/job/mail.h \
	ilmgen/mpi/job/matching.cpp ilmgen/mpi/job/matching.h \
	ilmgen/mpi/job/moment.h \
	ilmgen/mpi/job/objects_by_mail.cpp ilmgen/mpi/job/objects_by_mail.h \
	ilmgen/mpi/job/run_numbers.cpp ilmgen/mpi/job/run_numbers.h \
	ilmgen/mpi/job/status.cpp ilmgen/mpi/job/status.h \
	ilmgen/mpi/job/step_bytes.cpp ilmgen/mpi/job/step_bytes.h \
	ilmgen/mpi/turns/parts.cpp ilmgen/mpi/turns/parts.h \
	ilmgen/mpi/turns/share_builder.cpp ilmgen/mpi/turns/share_builder.h \
	ilmgen/mpi/turns/shares.cpp ilmgen/mpi/turns/shares.h \
	ilmgen/mpi/turns/turn_exchange.cpp ilmgen/mpi/turns/turn_exchange.h \
	ilmgen/mpi/turns/turn_recorder.cpp ilmgen/mpi/turns/turn_recorder.h \
	ilmgen/mpi/turns/turn_spool.cpp ilmgen/mpi/turns/turn_spool.h

EXTRA_DIST += $(ilmgen_mpi_sources)
unit_mpi = $(filter %.cpp,$(ilmgen_mpi_sources))
nodist_ilmgen_mpi_ilmgen_mpi_SOURCES = ilmgen/units/mpi.cpp
ilmgen_mpi_ilmgen_mpi_SOURCES =

if HAVE_MPI
bin_PROGRAMS += ilmgen/mpi/ilmgen-mpi
endif
ilmgen_mpi_ilmgen_mpi_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CPPFLAGS) -DNDEBUG
ilmgen_mpi_ilmgen_mpi_CXXFLAGS = $(WARN_CXXFLAGS) $(AM_CXXFLAGS)
ilmgen_mpi_ilmgen_mpi_LDADD = ilmgen/libilmgen.a $(COMPRESSION_LIBS) $(OTF2_LIBS) $(MPI_LIBS)
