! SPDX-License-Identifier: GPL-2.0-or-later
!
! Fortran with OpenMP: an array that each thread allocates, and a critical region.
! expected: line of the allocation, of the critical region
program region
  implicit none
  real(8), allocatable :: part(:)
  real(8) :: total
  total = 0
  !$omp parallel private(part) num_threads(2)
  allocate(part(500)) ! ALLOCATE
  part = 1
  !$omp critical ! CRITICAL
  total = total + sum(part)
  !$omp end critical
  deallocate(part)
  !$omp end parallel
  if (total /= 1000) stop 1
end program region
