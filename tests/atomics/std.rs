// SPDX-License-Identifier: GPL-2.0-or-later
//
// Hand-overs by Rust's standard library, and by a program's own atomics.
// points.h explains what a point is and what is printed.

use std::cell::UnsafeCell;
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering::*};
use std::sync::{mpsc, Arc, Barrier, Condvar, Mutex, Once, OnceLock, RwLock};
use std::thread;

const POINT_BYTES: usize = 1_000_000;
const THREADS: usize = 4;

fn name(thread: usize, number: usize) -> usize {
    thread * 1000 + number
}

/// The block must not be left out, so something that the compiler does not know gets it.
fn point(name: usize) {
    drop(black_box(Vec::<u8>::with_capacity(POINT_BYTES + name)));
}

/// The same work for each unit, of some 50,000 instructions.
#[inline(never)]
fn units(n: usize) {
    let mut product = 1u64;
    for i in 0..n * 10_000 {
        product = black_box(product).wrapping_mul(6364136223846793005).wrapping_add(i as u64);
    }
    black_box(product);
}

fn required(a: usize, b: usize) {
    println!("required {a} {b}");
}
fn forbidden(a: usize, b: usize) {
    println!("forbidden {a} {b}");
}
fn parallelism(value: f64) {
    println!("parallelism {value}");
}

/// Threads 1 to n execute body(i), and their results are returned in this order.
fn run_same<T: Send>(n: usize, body: impl Fn(usize) -> T + Sync) -> Vec<T> {
    thread::scope(|scope| {
        let begun: Vec<_> = (1..=n).map(|me| (me, scope.spawn({ let body = &body; move || {
            point(name(me, 0));
            let result = body(me);
            point(name(me, 999));
            result
        }}))).collect();
        begun.into_iter().map(|(_, handle)| handle.join().unwrap()).collect()
    })
}

/// A thread's first point comes after no other thread's, and its last point before no other thread's.
fn forbid_ends(n: usize) {
    for i in 1..=n {
        for j in (1..=n).filter(|j| *j != i) {
            forbidden(name(i, 0), name(j, 0));
            forbidden(name(i, 999), name(j, 999));
        }
    }
}

// --- Locks ---------------------------------------------------------------------

/// Threads that enter a section five times each; `inside` says the section's point, and `sections`
/// are in their order. All the work but little is in the sections.
fn check_sections(sections: &[usize]) {
    for pair in sections.windows(2) {
        if pair[0] / 1000 != pair[1] / 1000 {
            required(pair[0], pair[1]);
            forbidden(pair[0] + 1, pair[1]);
            forbidden(pair[0], pair[1] - 1);
        }
    }
    forbid_ends(3);
    parallelism(75.0 / 61.0);
}

fn enter(me: usize, section: impl Fn(usize)) {
    for i in 0..5 {
        units(1);
        let inside = name(me, 10 * i + 2);
        point(inside - 1);
        section(inside);
        point(inside + 1);
    }
}

fn note_section(sections: &mut Vec<usize>, inside: usize) {
    sections.push(inside);
    point(inside);
    units(4);
}

fn run_mutex() {
    let sections = Mutex::new(Vec::with_capacity(15));
    run_same(3, |me| enter(me, |inside| note_section(&mut sections.lock().unwrap(), inside)));
    check_sections(&sections.into_inner().unwrap());
}

fn run_write_lock() {
    let sections = RwLock::new(Vec::with_capacity(15));
    run_same(3, |me| enter(me, |inside| note_section(&mut sections.write().unwrap(), inside)));
    check_sections(&sections.into_inner().unwrap());
}

struct SpinLock {
    is_taken: AtomicBool,
    sections: UnsafeCell<Vec<usize>>,
}
unsafe impl Sync for SpinLock {}

fn run_spin_lock() {
    let lock = SpinLock { is_taken: AtomicBool::new(false), sections: UnsafeCell::new(Vec::with_capacity(15)) };
    run_same(3, |me| enter(me, |inside| {
        let lock = &lock;
        while lock.is_taken.swap(true, Acquire) {
            std::hint::spin_loop();
        }
        note_section(unsafe { &mut *lock.sections.get() }, inside);
        lock.is_taken.store(false, Release);
    }));
    check_sections(&lock.sections.into_inner());
}

/// Thread 1 has two locks, one after the other; later thread 2 has the first one, and thread 3 the second.
fn run_two_locks() {
    let (first, second) = (Mutex::new(0), Mutex::new(0));
    run_same(3, |me| {
        units(10 * me);
        if me < 3 {
            let mut held = first.lock().unwrap();
            *held += me;
            point(name(me, 1));
        }
        if me != 2 {
            let mut held = second.lock().unwrap();
            *held += me;
            point(name(me, 2));
        }
    });
    required(name(1, 1), name(2, 1));
    required(name(1, 2), name(3, 2));
    forbidden(name(1, 2), name(2, 1));
    forbid_ends(3);
    parallelism(60.0 / 30.0);
}

/// Readers come after the writer whose value they read, and not after each other.
fn run_read_lock() {
    let written = RwLock::new(0);
    let seen = run_same(THREADS, |me| {
        if me == 1 {
            let mut value = written.write().unwrap();
            units(10);
            *value = name(me, 1);
            point(name(me, 1));
            return 0;
        }
        units(2);
        let value = written.read().unwrap();
        point(name(me, 1));
        units(10);
        *value
    });
    for me in 2..=THREADS {
        if seen[me - 1] != 0 {
            required(seen[me - 1], name(me, 1));
        }
        for other in (2..=THREADS).filter(|other| *other != me) {
            forbidden(name(other, 1), name(me, 1));
        }
    }
    forbid_ends(THREADS);
    parallelism(46.0 / 20.0);
}

// --- Hand-overs ----------------------------------------------------------------

fn run_condvar() {
    let (state, changed) = (Mutex::new(false), Condvar::new());
    run_same(2, |me| {
        if me == 1 {
            units(20);
            point(name(1, 1));
            *state.lock().unwrap() = true;
            changed.notify_one();
        } else {
            let mut is_set = state.lock().unwrap();
            while !*is_set {
                is_set = changed.wait(is_set).unwrap();
            }
            drop(is_set);
            point(name(2, 1));
            units(20);
        }
    });
    required(name(1, 1), name(2, 1));
    forbid_ends(2);
    parallelism(1.0);
}

/// Three stages, 10 items, 4 units of work on each item in each stage.
fn pipeline<S: FnMut(usize) + Send, T: FnMut(usize) + Send>(
    mut to_second: S, from_first: mpsc::Receiver<usize>,
    mut to_third: T, from_second: mpsc::Receiver<usize>,
) {
    thread::scope(|scope| {
        scope.spawn(move || (0..10).for_each(|i| { units(4); point(name(1, i)); to_second(i); }));
        scope.spawn(move || from_first.iter().for_each(|i| {
            point(name(2, 100 + i)); units(4); point(name(2, i)); to_third(i);
        }));
        scope.spawn(move || from_second.iter().for_each(|i| { point(name(3, i)); units(4); }));
    });
    for i in 0..10 {
        required(name(1, i), name(2, 100 + i));
        required(name(2, i), name(3, i));
        if i > 0 {
            forbidden(name(2, i), name(3, i - 1));
        }
    }
    parallelism(120.0 / 48.0);
}

fn run_channel() {
    let ((to_second, from_first), (to_third, from_second)) = (mpsc::channel(), mpsc::channel());
    pipeline(move |i| to_second.send(i).unwrap(), from_first, move |i| to_third.send(i).unwrap(), from_second);
}

fn run_bounded_channel() {
    let ((to_second, from_first), (to_third, from_second)) = (mpsc::sync_channel(2), mpsc::sync_channel(2));
    pipeline(move |i| to_second.send(i).unwrap(), from_first, move |i| to_third.send(i).unwrap(), from_second);
}

fn run_park() {
    let is_set = AtomicBool::new(false);
    thread::scope(|scope| {
        let sleeper = scope.spawn(|| {
            point(name(1, 0));
            while !is_set.load(Acquire) {
                thread::park();
            }
            point(name(1, 1));
            units(20);
        });
        let thread = sleeper.thread().clone();
        let is_set = &is_set;
        scope.spawn(move || {
            units(20);
            point(name(2, 1));
            is_set.store(true, Release);
            thread.unpark();
            point(name(2, 2));
        });
    });
    required(name(2, 1), name(1, 1));
    forbidden(name(2, 1), name(1, 0));
    forbidden(name(2, 2), name(1, 1));
    parallelism(1.0);
}

fn run_flag() {
    let (word, data) = (AtomicI32::new(0), AtomicUsize::new(0));
    run_same(2, |me| {
        if me == 1 {
            units(40);
            data.store(1, Relaxed);
            point(name(1, 1));
            word.store(1, Release);
            point(name(1, 2));
            units(20);
        } else {
            units(10);
            while word.load(Acquire) == 0 {
                std::hint::spin_loop();
            }
            point(name(2, 1));
            units(40);
        }
    });
    required(name(1, 1), name(2, 1));
    forbidden(name(1, 2), name(2, 1));
    forbid_ends(2);
    parallelism(110.0 / 80.0);
}

/// The order of what a thread has seen at a look decides.
fn run_look() {
    let word = AtomicI32::new(0);
    let seen = run_same(2, |me| {
        units(10 * me);
        if me == 1 {
            point(name(1, 1));
            word.store(1, Release);
            point(name(1, 2));
            return 0;
        }
        let seen = word.load(Acquire);
        point(name(2, 1));
        seen
    });
    println!("{} {} {}", if seen[1] == 1 { "named" } else { "untimely" }, name(1, 1), name(2, 1));
    forbidden(name(1, 2), name(2, 1));
    forbid_ends(2);
    parallelism(30.0 / 20.0);
}

/// Thread 1 sets two flags; later thread 2 looks at the first one, and thread 3 at the second.
fn run_two_flags() {
    let words = [AtomicI32::new(0), AtomicI32::new(0)];
    let seen = run_same(3, |me| {
        units(10 * me);
        if me == 1 {
            for (i, word) in words.iter().enumerate() {
                point(name(1, i + 1));
                word.store(1, Release);
            }
            return 0;
        }
        let seen = words[me - 2].load(Acquire);
        point(name(me, 1));
        seen
    });
    for me in 2..=3 {
        println!("{} {} {}", if seen[me - 1] == 1 { "named" } else { "untimely" }, name(1, me - 1), name(me, 1));
    }
    forbidden(name(1, 2), name(2, 1));
    forbid_ends(3);
    parallelism(60.0 / 30.0);
}

// --- Meetings ------------------------------------------------------------------

fn run_barrier() {
    let barrier = Barrier::new(THREADS);
    run_same(THREADS, |me| for i in 0..4 {
        units((me + i) % THREADS + 2);
        point(name(me, 10 * i + 1));
        barrier.wait();
        point(name(me, 10 * i + 2));
        barrier.wait();
    });
    for i in 0..4 {
        for me in 1..=THREADS {
            let other = me % THREADS + 1;
            required(name(other, 10 * i + 1), name(me, 10 * i + 2));
            forbidden(name(other, 10 * i + 1), name(me, 10 * i + 1));
        }
    }
    forbid_ends(THREADS);
    parallelism(3.5 * THREADS as f64 / 5.0);
}

/// All come after the one that has initialised; `initialise` calls its argument once.
fn check_initialised(initialise: impl Fn(&dyn Fn()) + Sync) {
    let by = AtomicUsize::new(0);
    run_same(THREADS, |me| {
        units(me);
        initialise(&|| {
            units(10);
            by.store(me, Relaxed);
            point(name(me, 1));
        });
        point(name(me, 2));
        units(5);
    });
    let by = by.into_inner();
    for me in (1..=THREADS).filter(|me| *me != by) {
        required(name(by, 1), name(me, 2));
    }
    forbid_ends(THREADS);
    parallelism(40.0 / 16.0);
}

fn run_once() {
    let once = Once::new();
    check_initialised(|initialiser| once.call_once(initialiser));
}

fn run_once_lock() {
    let cell = OnceLock::new();
    check_initialised(|initialiser| *cell.get_or_init(initialiser));
}

struct Owned(Arc<AtomicUsize>);

thread_local!(static THIS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) });

impl Drop for Owned {
    fn drop(&mut self) {
        self.0.store(THIS.get(), Relaxed);
        point(name(THIS.get(), 2));
        units(10);
    }
}

/// The last owner drops what all others have used.
fn run_arc() {
    let by = Arc::new(AtomicUsize::new(0));
    let owners: Vec<_> = {
        let first = Arc::new(Owned(by.clone()));
        (0..THREADS).map(|_| Mutex::new(Some(first.clone()))).collect()
    };
    let mine: Vec<_> = owners.into_iter().map(|owner| owner.into_inner().unwrap()).collect();
    thread::scope(|scope| {
        for (i, owner) in mine.into_iter().enumerate() {
            scope.spawn(move || {
                THIS.set(i + 1);
                units(10 * (i + 1));
                point(name(i + 1, 1));
                drop(owner);
            });
        }
    });
    let by = by.load(Relaxed);
    for me in (1..=THREADS).filter(|me| *me != by) {
        required(name(me, 1), name(by, 2));
    }
    parallelism(110.0 / 50.0);
}

/// Items are dealt, which is no hand-over.
fn run_dealing() {
    let next = AtomicUsize::new(0);
    let dealt = run_same(3, |me| {
        let mut own = Vec::with_capacity(12);
        while next.fetch_add(1, Relaxed) < 12 {
            point(name(me, 10 + own.len()));
            own.push(name(me, 10 + own.len()));
            units(4);
        }
        own
    });
    for (i, own) in dealt.iter().enumerate() {
        for (_, other) in dealt.iter().enumerate().filter(|(j, _)| *j != i) {
            own.iter().for_each(|a| other.iter().for_each(|b| println!("relaxed {a} {b}")));
        }
    }
    forbid_ends(3);
    parallelism(3.0);
}

const KINDS: [(&str, fn()); 17] = [
    ("mutex", run_mutex),
    ("write_lock", run_write_lock),
    ("read_lock", run_read_lock),
    ("two_locks", run_two_locks),
    ("two_flags", run_two_flags),
    ("spin_lock", run_spin_lock),
    ("condvar", run_condvar),
    ("channel", run_channel),
    ("bounded_channel", run_bounded_channel),
    ("park", run_park),
    ("flag", run_flag),
    ("look", run_look),
    ("barrier", run_barrier),
    ("once", run_once),
    ("once_lock", run_once_lock),
    ("arc", run_arc),
    ("dealing", run_dealing),
];

fn main() {
    let chosen = std::env::args().nth(1);
    for (name, run) in KINDS {
        match &chosen {
            None => println!("{name}"),
            Some(wanted) if wanted == name => run(),
            _ => (),
        }
    }
}
