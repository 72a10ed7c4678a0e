! SPDX-License-Identifier: GPL-2.0-or-later
!
! Messages, rounds, neighbours and windows by a form of MPI for Fortran: FORM is 1 for mpif.h, 2
! for the module mpi, 3 for mpi_f08, and NAME is the subroutine that it becomes; MPI_4 is defined
! where there is what came with MPI 4.  The program has all three, the first of which calls
! MPI_Init and the last one MPI_Finalize.
!
! usage: bindings forward|backward

#if FORM == 3
#define COMM type(MPI_Comm)
#define GROUP type(MPI_Group)
#define REQUEST type(MPI_Request)
#define WINDOW type(MPI_Win)
#define STATUS type(MPI_Status)
#define STATUSES(name, n) type(MPI_Status) :: name(n)
#define SOURCE(status) status%MPI_SOURCE
#else
#define COMM integer
#define GROUP integer
#define REQUEST integer
#define WINDOW integer
#define STATUS integer, dimension(MPI_STATUS_SIZE)
#define STATUSES(name, n) integer :: name(MPI_STATUS_SIZE, n)
#define SOURCE(status) status(MPI_SOURCE)
#endif

#if FORM == 1
program bindings
  character(len=8) :: order
  call get_command_argument(1, order)
  if (order == 'forward') then
    call by_mpif(.true., .false.)
    call by_mpi(.false., .false.)
    call by_mpi_f08(.false., .true.)
  else
    call by_mpi_f08(.true., .false.)
    call by_mpi(.false., .false.)
    call by_mpif(.false., .true.)
  end if
end program
#endif

subroutine NAME(is_first, is_last)
  use, intrinsic :: iso_c_binding, only: c_char, c_int, c_null_char
#if FORM == 3
  use mpi_f08
#elif FORM == 2
  use mpi
#endif
  implicit none
#if FORM == 1
  include 'mpif.h'
#endif
  interface
    subroutine steps_begin(rank, size) bind(c)
      import c_int
      integer(c_int), value :: rank, size
    end subroutine
    subroutine step_before() bind(c)
    end subroutine
    subroutine step_after(what, ranks) bind(c)
      import c_char, c_int
      character(kind=c_char), intent(in) :: what(*)
      integer(c_int), value :: ranks
    end subroutine
    subroutine step_expect(is, should_be, what) bind(c)
      import c_char, c_int
      integer(c_int), value :: is, should_be
      character(kind=c_char), intent(in) :: what(*)
    end subroutine
    subroutine steps_end() bind(c)
    end subroutine
  end interface
  logical, intent(in) :: is_first, is_last
  integer, save, asynchronous :: sent(8), taken(8)
  integer :: rank, ranks, next, last, error

  if (is_first) call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  call steps_begin(rank, ranks)
  next = modulo(rank + 1, ranks)
  last = modulo(rank - 1, ranks)
  sent = rank
  call replaced
  call probed
  call some
  call kept
#ifdef MPI_4
  call kept_rounds
#endif
  call rounds
  call neighbours
  call windows
  call groups
  if (is_last) call steps_end
  if (is_last) call MPI_Finalize(error)

contains

  integer function one(of)
    integer, intent(in) :: of
    one = ibset(0, of)
  end function

  integer function everybody()
    everybody = ibset(0, ranks) - 1
  end function

  subroutine after(what, set)
    character(len=*), intent(in) :: what
    integer, intent(in) :: set
    call step_after(what // c_null_char, set)
  end subroutine

  subroutine expect(is, should_be, what)
    integer, intent(in) :: is, should_be
    character(len=*), intent(in) :: what
    call step_expect(is, should_be, what // c_null_char)
  end subroutine

  subroutine replaced
    taken(1) = rank
    call step_before
    call MPI_Sendrecv_replace(taken, 1, MPI_INTEGER, next, 1, last, 1, MPI_COMM_WORLD, &
                              MPI_STATUS_IGNORE, error)
    call after('Sendrecv_replace', one(last))
    call expect(taken(1), last, 'Sendrecv_replace')
  end subroutine

  ! What has been found is taken by its handle, though another message is like it.
  subroutine probed
#if FORM == 3
    type(MPI_Message) :: message
#else
    integer :: message
#endif
    REQUEST :: requests(2)
    STATUS :: found
    logical :: is_there
    call step_before
    call MPI_Isend(sent, 1, MPI_INTEGER, next, 2, MPI_COMM_WORLD, requests(1), error)
    call MPI_Mprobe(MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, message, found, error)
    call MPI_Mrecv(taken, 1, MPI_INTEGER, message, MPI_STATUS_IGNORE, error)
    call MPI_Wait(requests(1), MPI_STATUS_IGNORE, error)
    call after('Mrecv', one(last))
    call expect(SOURCE(found), last, 'Mprobe')
    call step_before
    call MPI_Isend(sent, 1, MPI_INTEGER, last, 3, MPI_COMM_WORLD, requests(1), error)
    is_there = .false.
    do while (.not. is_there)
      call MPI_Improbe(next, MPI_ANY_TAG, MPI_COMM_WORLD, is_there, message, found, error)
    end do
    call MPI_Imrecv(taken, 1, MPI_INTEGER, message, requests(2), error)
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
    call after('Imrecv', one(next))
    call expect(taken(1), next, 'Imrecv')
  end subroutine

  subroutine begin_some(requests)
    REQUEST, intent(out) :: requests(4)
    call MPI_Irecv(taken(1), 1, MPI_INTEGER, MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, requests(1), error)
    call MPI_Irecv(taken(2), 1, MPI_INTEGER, next, 5, MPI_COMM_WORLD, requests(2), error)
    call MPI_Issend(sent(1), 1, MPI_INTEGER, last, 5, MPI_COMM_WORLD, requests(3), error)
    call MPI_Isend(sent(2), 1, MPI_INTEGER, next, 4, MPI_COMM_WORLD, requests(4), error)
  end subroutine

  ! Who sends synchronously comes after who takes it.
  subroutine some
    REQUEST :: requests(4)
    STATUSES(statuses, 4)
    integer :: places(4), n, done
    call step_before
    call begin_some(requests)
    done = 0
    do while (done < 4)
      call MPI_Testsome(4, requests, n, places, statuses, error)
      done = done + n
    end do
    call after('Testsome', ior(one(last), one(next)))
    call expect(taken(1), last, 'Testsome')
    call step_before
    call begin_some(requests)
    done = 0
    do while (done < 4)
      call MPI_Waitsome(4, requests, n, places, MPI_STATUSES_IGNORE, error)
      done = done + n
    end do
    call after('Waitsome', ior(one(last), one(next)))
    call expect(taken(2), next, 'Waitsome')
  end subroutine

  subroutine kept
    REQUEST :: requests(2)
    STATUSES(statuses, 2)
    integer :: i
    call MPI_Send_init(sent, 1, MPI_INTEGER, next, 6, MPI_COMM_WORLD, requests(1), error)
    call MPI_Recv_init(taken, 1, MPI_INTEGER, last, 6, MPI_COMM_WORLD, requests(2), error)
    do i = 1, 2
      call step_before
      call MPI_Startall(2, requests, error)
      call MPI_Waitall(2, requests, statuses, error)
      call after('Recv_init', one(last))
    end do
    call MPI_Request_free(requests(1), error)
    call MPI_Request_free(requests(2), error)
  end subroutine

#ifdef MPI_4
  subroutine kept_rounds
    REQUEST :: sum, told
    integer :: i, expected
    call MPI_Allreduce_init(sent, taken, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &
                            sum, error)
    call MPI_Bcast_init(sent(8), 1, MPI_INTEGER, 1, MPI_COMM_WORLD, MPI_INFO_NULL, told, error)
    expected = one(1)
    if (rank == 1) expected = 0
    do i = 1, 2
      call step_before
      call MPI_Start(told, error)
      call MPI_Wait(told, MPI_STATUS_IGNORE, error)
      call after('Bcast_init', expected)
      call step_before
      call MPI_Start(sum, error)
      call MPI_Wait(sum, MPI_STATUS_IGNORE, error)
      call after('Allreduce_init', everybody())
      call expect(taken(1), ranks * (ranks - 1) / 2, 'sum')
    end do
    call MPI_Request_free(sum, error)
    call MPI_Request_free(told, error)
  end subroutine
#endif

  ! In a communicator that is another one's copy.
  subroutine rounds
    COMM :: copy
    REQUEST :: going_on
    call step_before
    call MPI_Comm_dup(MPI_COMM_WORLD, copy, error)
    call after('Comm_dup', everybody())
    taken(1) = rank
    call step_before
    call MPI_Allreduce(MPI_IN_PLACE, taken, 1, MPI_INTEGER, MPI_SUM, copy, error)
    call after('Allreduce', everybody())
    call expect(taken(1), ranks * (ranks - 1) / 2, 'sum')
    call step_before
    call MPI_Reduce(sent, taken, 1, MPI_INTEGER, MPI_MAX, 1, copy, error)
    call after('Reduce', merge(everybody(), 0, rank == 1))
    call step_before
    call MPI_Ibarrier(copy, going_on, error)
    call MPI_Wait(going_on, MPI_STATUS_IGNORE, error)
    call after('Ibarrier', everybody())
    call MPI_Comm_free(copy, error)
  end subroutine

  subroutine neighbours
    COMM :: ring, line
    REQUEST :: going_on
    integer :: beside
    call MPI_Cart_create(MPI_COMM_WORLD, 1, [ranks], [.true.], .false., ring, error)
    call MPI_Cart_create(MPI_COMM_WORLD, 1, [ranks], [.false.], .false., line, error)
    call step_before
    call MPI_Neighbor_allgather(sent, 1, MPI_INTEGER, taken, 1, MPI_INTEGER, ring, error)
    call after('Neighbor_allgather', ior(one(last), one(next)))
    call expect(taken(1), last, 'Neighbor_allgather')
    beside = 0
    if (rank > 0) beside = one(last)
    if (rank < ranks - 1) beside = ior(beside, one(next))
    call step_before
    call MPI_Ineighbor_alltoall(sent, 1, MPI_INTEGER, taken, 1, MPI_INTEGER, line, going_on, error)
    call MPI_Wait(going_on, MPI_STATUS_IGNORE, error)
    call after('Ineighbor_alltoall', beside)
    call MPI_Comm_free(line, error)
    call MPI_Comm_free(ring, error)
  end subroutine

  subroutine put(to, window)
    integer, intent(in) :: to
    WINDOW, intent(in) :: window
    call MPI_Put(sent, 1, MPI_INTEGER, to, int(rank, MPI_ADDRESS_KIND), 1, MPI_INTEGER, window, &
                 error)
  end subroutine

  subroutine windows
    WINDOW :: window
    integer(MPI_ADDRESS_KIND) :: bytes
    bytes = 4 * size(taken)
    call step_before
    call MPI_Win_create(taken, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, window, error)
    call after('Win_create', everybody())
    call step_before
    call MPI_Win_fence(MPI_MODE_NOPRECEDE, window, error)
    call after('a fence with nothing before it', 0)
    call put(next, window)
    call step_before
    call MPI_Win_fence(MPI_MODE_NOSUCCEED, window, error)
    call after('a fence', everybody())
    call expect(taken(last + 1), last, 'what was put')
    call exposed(window)
    call step_before
    call MPI_Win_free(window, error)
    call after('Win_free', everybody())
  end subroutine

  ! Rank 0 to rank 1; others have an empty step, since steps of ranks are compared by their numbers.
  subroutine exposed(window)
    WINDOW, intent(in) :: window
    GROUP :: all, other
    call MPI_Win_get_group(window, all, error)
    call MPI_Group_incl(all, 1, [abs(1 - rank)], other, error)
    call step_before
    if (rank == 0) then
      call MPI_Win_post(other, 0, window, error)
      call MPI_Win_wait(window, error)
      call expect(taken(2), 1, 'what was put')
    else if (rank == 1) then
      call MPI_Win_start(other, 0, window, error)
      call put(0, window)
      call MPI_Win_complete(window, error)
    end if
    call after('post and complete', merge(one(abs(1 - rank)), 0, rank < 2))
    call MPI_Group_free(other, error)
    call MPI_Group_free(all, error)
  end subroutine

  ! Even and odd ranks.
  subroutine groups
    COMM :: own, between
    integer :: parity, set, i
    parity = modulo(rank, 2)
    set = 0
    do i = 1 - parity, ranks - 1, 2
      set = ior(set, one(i))
    end do
    call MPI_Comm_split(MPI_COMM_WORLD, parity, rank, own, error)
    call step_before
    call MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, 1 - parity, 7, between, error)
    call after('Intercomm_create', everybody())
    call step_before
    call MPI_Barrier(between, error)
    call after('Barrier between groups', set)
    call step_before
    if (rank < 2) then
      call MPI_Sendrecv(sent, 1, MPI_INTEGER, 0, 8, taken, 1, MPI_INTEGER, 0, 8, between, &
                        MPI_STATUS_IGNORE, error)
      call expect(taken(1), 1 - rank, 'Sendrecv')
    end if
    call after('Sendrecv between groups', merge(one(abs(1 - rank)), 0, rank < 2))
    call MPI_Comm_free(between, error)
    call MPI_Comm_free(own, error)
  end subroutine
end subroutine
