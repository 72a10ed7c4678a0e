/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Rank 0 sends to rank 1 in all modes.  A send that is complete only when rank 1 asks for the
 * message comes after that; one that is complete without does not.
 */
#include "steps.h"
#include <unistd.h>

enum { MESSAGE = 1, TOKEN = 2, LARGE = 1 << 20, LATE = 500000 /* us */ };

static char g_bytes[LARGE];

static unsigned of(unsigned sender, unsigned receiver) {
    return g_rank == 0 ? sender : g_rank == 1 ? receiver : 0;
}

static void pass_token(int from, int to) {
    if (g_rank == from)
        MPI_Send(g_bytes, 1, MPI_CHAR, to, TOKEN, MPI_COMM_WORLD);
    if (g_rank == to)
        MPI_Recv(g_bytes, 1, MPI_CHAR, from, TOKEN, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void receive(int from, int tag) {
    MPI_Recv(g_bytes, LARGE, MPI_CHAR, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void finish(MPI_Request* request) {
    MPI_Wait(request, MPI_STATUS_IGNORE);
}

static void synchronous(int from, int tag, const char* what) {
    before();
    if (g_rank == 0)
        MPI_Ssend(g_bytes, 8, MPI_CHAR, 1, MESSAGE, MPI_COMM_WORLD);
    if (g_rank == 1)
        receive(from, tag);
    after(what, of(bit(1), bit(0)));
}

static void eager(void) {
    before();
    if (g_rank == 0)
        MPI_Send(g_bytes, 8, MPI_CHAR, 1, MESSAGE, MPI_COMM_WORLD);
    if (g_rank == 1)
        receive(0, MESSAGE);
    after("Send", of(0, bit(0)));
}

/* Rank 1 asks when rank 0 has been held back for long. */
static void large(void) {
    before();
    if (g_rank == 0)
        MPI_Send(g_bytes, LARGE, MPI_CHAR, 1, MESSAGE, MPI_COMM_WORLD);
    if (g_rank == 1) {
        usleep(LATE);
        receive(0, MESSAGE);
    }
    after("Send, large", of(bit(1), bit(0)));
}

/* Rank 1 asks for the message after the token, which rank 0 sends when the send has begun. */
static void begun(int bytes, int is_synchronous, const char* what) {
    MPI_Request request;
    before();
    if (g_rank == 0 && is_synchronous)
        MPI_Issend(g_bytes, bytes, MPI_CHAR, 1, MESSAGE, MPI_COMM_WORLD, &request);
    else if (g_rank == 0)
        MPI_Isend(g_bytes, bytes, MPI_CHAR, 1, MESSAGE, MPI_COMM_WORLD, &request);
    pass_token(0, 1);
    if (g_rank == 0)
        finish(&request);
    if (g_rank == 1)
        receive(0, MESSAGE);
    after(what, of(bytes < LARGE && !is_synchronous ? 0 : bit(1), bit(0)));
}

static void tested(void) {
    MPI_Request request;
    before();
    if (g_rank == 0) {
        int is_complete = 0;
        MPI_Issend(g_bytes, 8, MPI_CHAR, 1, MESSAGE, MPI_COMM_WORLD, &request);
        while (!is_complete) {
            usleep(1000);
            MPI_Test(&request, &is_complete, MPI_STATUS_IGNORE);
        }
    }
    if (g_rank == 1) {
        MPI_Irecv(g_bytes, 8, MPI_CHAR, 0, MESSAGE, MPI_COMM_WORLD, &request);
        finish(&request);
    }
    after("Issend, Test", of(bit(1), bit(0)));
}

/* The second one goes to nobody, the third one is small. */
static void kept(void) {
    enum { N = 4 };
    MPI_Request requests[N];
    if (g_rank == 0) {
        MPI_Ssend_init(g_bytes, 8, MPI_CHAR, 1, MESSAGE, MPI_COMM_WORLD, &requests[0]);
        MPI_Ssend_init(g_bytes, 8, MPI_CHAR, MPI_PROC_NULL, MESSAGE, MPI_COMM_WORLD, &requests[1]);
        MPI_Send_init(g_bytes, 8, MPI_CHAR, 1, MESSAGE, MPI_COMM_WORLD, &requests[2]);
        MPI_Send_init(g_bytes, LARGE, MPI_CHAR, 1, MESSAGE, MPI_COMM_WORLD, &requests[3]);
    }
    for (int turn = 0; turn < 2; turn++)
        for (int which = 0; which < N; which++) {
            before();
            if (g_rank == 0)
                MPI_Start(&requests[which]);
            pass_token(0, 1);
            if (g_rank == 0)
                finish(&requests[which]);
            if (g_rank == 1 && which != 1)
                receive(0, MESSAGE);
            after("Start", of(which == 0 || which == 3 ? bit(1) : 0, bit(0)));
        }
    before();
    if (g_rank == 0)
        MPI_Startall(N, requests);
    pass_token(0, 1);
    if (g_rank == 0)
        MPI_Waitall(N, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; g_rank == 1 && i < N - 1; i++)
        receive(0, MESSAGE);
    after("Startall", of(bit(1), bit(0)));
    for (int i = 0; g_rank == 0 && i < N; i++)
        MPI_Request_free(&requests[i]);
}

/* Rank 1 has asked a step earlier.  If it asks any rank, nobody knows then that it is this message
   that it asks for. */
static void asked_before(int from, const char* what) {
    MPI_Request request;
    before();
    if (g_rank == 1)
        MPI_Irecv(g_bytes, 8, MPI_CHAR, from, MESSAGE, MPI_COMM_WORLD, &request);
    pass_token(1, 0);
    after("Irecv", of(bit(1), 0));
    before();
    if (g_rank == 0)
        MPI_Ssend(g_bytes, 8, MPI_CHAR, 1, MESSAGE, MPI_COMM_WORLD);
    if (g_rank == 1)
        finish(&request);
    after(what, of(0, bit(0)));
}

/* Rank 1 needs what rank 0 sends next before it asks whether its receive is complete. */
static void next_needed(void) {
    MPI_Request request;
    before();
    if (g_rank == 1)
        MPI_Irecv(g_bytes, 8, MPI_CHAR, MPI_ANY_SOURCE, MESSAGE, MPI_COMM_WORLD, &request);
    if (g_rank == 0)
        MPI_Ssend(g_bytes, 8, MPI_CHAR, 1, MESSAGE, MPI_COMM_WORLD);
    pass_token(0, 1);
    if (g_rank == 1)
        finish(&request);
    after("Irecv of any, another message", of(0, bit(0)));
}

static void probed(int waits) {
    MPI_Message message = MPI_MESSAGE_NULL;
    before();
    if (g_rank == 0)
        MPI_Ssend(g_bytes, 8, MPI_CHAR, 1, MESSAGE, MPI_COMM_WORLD);
    if (g_rank == 1) {
        int is_there = waits;
        if (waits)
            MPI_Mprobe(0, MESSAGE, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        while (!is_there) {
            usleep(1000);
            MPI_Improbe(0, MESSAGE, MPI_COMM_WORLD, &is_there, &message, MPI_STATUS_IGNORE);
        }
        MPI_Mrecv(g_bytes, 8, MPI_CHAR, &message, MPI_STATUS_IGNORE);
    }
    after(waits ? "Mprobe" : "Improbe", of(bit(1), bit(0)));
}

/* The next receive takes what it would have taken. */
static void cancelled(void) {
    MPI_Request request;
    before();
    if (g_rank == 1) {
        MPI_Irecv(g_bytes, 8, MPI_CHAR, 0, MESSAGE, MPI_COMM_WORLD, &request);
        MPI_Cancel(&request);
        finish(&request);
    }
    pass_token(1, 0);
    if (g_rank == 0)
        MPI_Ssend(g_bytes, 8, MPI_CHAR, 1, MESSAGE, MPI_COMM_WORLD);
    if (g_rank == 1)
        receive(0, MESSAGE);
    after("Ssend, Cancel of a receive", of(bit(1), bit(0)));
}

/* Each waits for both. */
static void exchanged(void) {
    MPI_Request requests[2];
    char there[8];
    before();
    if (g_rank < 2) {
        MPI_Issend(g_bytes, 8, MPI_CHAR, 1 - g_rank, MESSAGE, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(there, 8, MPI_CHAR, 1 - g_rank, MESSAGE, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    after("Issend and Irecv", of(bit(1), bit(0)));
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    synchronous(0, MESSAGE, "Ssend");
    synchronous(MPI_ANY_SOURCE, MESSAGE, "Ssend, from any rank");
    synchronous(MPI_ANY_SOURCE, MPI_ANY_TAG, "Ssend, from any rank with any tag");
    eager();
    large();
    begun(LARGE, 0, "Isend, large");
    begun(8, 0, "Isend");
    begun(8, 1, "Issend");
    tested();
    kept();
    asked_before(0, "Ssend to Irecv");
    asked_before(MPI_ANY_SOURCE, "Ssend to Irecv of any");
    next_needed();
    probed(1);
    probed(0);
    cancelled();
    exchanged();
    return end();
}
