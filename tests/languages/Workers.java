// SPDX-License-Identifier: GPL-2.0-or-later
//
// Two threads that work in rounds: free, in a monitor, under a lock that parks, or one behind the
// other by a queue; one way after the other.  Says how many processors there are.

import java.util.Map;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.ReentrantLock;

public class Workers {
    static final int ROUNDS = 20;
    static final int[] results = new int[2];
    static final ReentrantLock lock = new ReentrantLock();
    static final SynchronousQueue<Integer> items = new SynchronousQueue<>();

    interface Way {
        void round(int me) throws InterruptedException;
    }

    static void work(int me) {
        int sum = 0;
        for (int i = 0; i < 30000; i++)
            sum += i ^ me;
        results[me] += sum;
    }

    static void inMonitor(int me) {
        synchronized (lock) {
            work(me);
        }
    }

    static void underLock(int me) {
        lock.lock();
        work(me);
        lock.unlock();
    }

    static void inTurn(int me) throws InterruptedException {
        if (me == 0) {
            work(me);
            items.put(1);
        } else {
            items.take();
            work(me);
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        Map<String, Way> ways = Map.of("free", Workers::work, "mutex", Workers::inMonitor,
                                       "lock", Workers::underLock, "queue", Workers::inTurn);
        System.out.println(Runtime.getRuntime().availableProcessors());
        for (String name : arguments) {
            Way way = ways.get(name);
            Thread[] threads = new Thread[2];
            for (int t = 0; t < 2; t++) {
                int me = t;
                threads[me] = new Thread(() -> {
                    try {
                        for (int i = 0; i < ROUNDS; i++)
                            way.round(me);
                    } catch (InterruptedException interrupted) {
                        System.exit(1);
                    }
                });
                threads[me].start();
            }
            for (Thread thread : threads)
                thread.join();
        }
    }
}
