/*
 * The MPI side of `scripts/bench messaging`: two ranks, one figure, printed by rank 0 as a number.
 *
 *   mpi_pingpong rtt    BYTES ROUNDS   mean round trip in nanoseconds
 *   mpi_pingpong window BYTES ROUNDS   64 messages one way, then one answer; messages per second
 *   mpi_pingpong posted BYTES ROUNDS   the same with 64 MPI_Isend and one MPI_Waitall
 *
 * A tenth of the rounds is run first to warm up.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW = 64 };

static void ping_pong(int rank, char *buffer, int bytes, long rounds) {
  for (long i = 0; i < rounds; i++) {
    if (rank == 0) {
      MPI_Send(buffer, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
      MPI_Recv(buffer, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(buffer, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(buffer, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    }
  }
}

static void window(int rank, char *buffer, int bytes, long rounds, int posted) {
  MPI_Request requests[WINDOW];
  for (long i = 0; i < rounds; i++) {
    if (rank == 0) {
      for (int k = 0; k < WINDOW; k++) {
        if (posted) {
          MPI_Isend(buffer, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &requests[k]);
        } else {
          MPI_Send(buffer, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        }
      }
      if (posted) {
        MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
      }
      MPI_Recv(buffer, 1, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      for (int k = 0; k < WINDOW; k++) {
        if (posted) {
          MPI_Irecv(buffer + k * bytes, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &requests[k]);
        } else {
          MPI_Recv(buffer, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
      }
      if (posted) {
        MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
      }
      MPI_Send(buffer, 1, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    }
  }
}

static void run(const char *what, int rank, char *buffer, int bytes, long rounds) {
  if (strcmp(what, "rtt") == 0) {
    ping_pong(rank, buffer, bytes, rounds);
  } else {
    window(rank, buffer, bytes, rounds, strcmp(what, "posted") == 0);
  }
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc != 4 || size != 2) {
    fprintf(stderr, "usage: mpirun -n 2 mpi_pingpong rtt|window|posted BYTES ROUNDS\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  int bytes = atoi(argv[2]);
  long rounds = atol(argv[3]);
  char *buffer = malloc((size_t)(bytes < 1 ? 1 : bytes) * WINDOW);
  memset(buffer, 1, (size_t)(bytes < 1 ? 1 : bytes) * WINDOW);

  run(argv[1], rank, buffer, bytes, rounds / 10 + 1);
  MPI_Barrier(MPI_COMM_WORLD);
  double start = MPI_Wtime();
  run(argv[1], rank, buffer, bytes, rounds);
  double seconds = MPI_Wtime() - start;
  if (rank == 0) {
    if (strcmp(argv[1], "rtt") == 0) {
      printf("%.1f\n", seconds / (double)rounds * 1e9);
    } else {
      printf("%.1f\n", (double)rounds * WINDOW / seconds);
    }
  }
  free(buffer);
  MPI_Finalize();
  return 0;
}
