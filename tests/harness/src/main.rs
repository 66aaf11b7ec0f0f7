//! Runs random plans and checks their histories.

use std::{
    collections::BTreeSet,
    fs,
    path::PathBuf,
    process::ExitCode,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use clap::Parser;
use keywright_harness::{check::Verdict, judge, plan::Plan, shrink::shrink, tally::Tally};
use mimalloc::MiMalloc;

/// Draws random plans, runs them on the embedded engine, and checks every history against the specification.
#[derive(Debug, Parser)]
struct Arguments {
    /// The total number of operations to run.
    #[arg(long, default_value_t = 100_000)]
    operations: u64,
    /// The number of threads.
    #[arg(long, default_value_t = 1)]
    threads: u64,
    /// The maximum duration, in seconds.
    #[arg(long)]
    seconds: Option<u64>,
    /// The first seed. Each run takes the next one.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Only runs this design.
    #[arg(long)]
    design: Option<String>,
    /// The maximum number of plans that the search for a small failing one tries.
    #[arg(long, default_value_t = 3_000)]
    shrink: usize,
    /// The number of failing seeds after which the command ends.
    #[arg(long, default_value_t = 1)]
    failures: u64,
    /// Runs a program that a failing run has printed, in place of random ones.
    #[arg(long)]
    replay: Option<PathBuf>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match &arguments.replay {
        Some(path) => replay(path),
        None => search(&arguments),
    }
}

fn replay(path: &PathBuf) -> ExitCode {
    let plan = fs::read_to_string(path).map_err(|error| error.to_string()).and_then(|text| Plan::parse(&text));
    match plan {
        Ok(plan) => report(&plan),
        Err(error) => {
            eprintln!("{}: {error}", path.display());
            ExitCode::from(2)
        }
    }
}

/// Runs one plan and prints its whole history.
fn report(plan: &Plan) -> ExitCode {
    let (verdict, history) = judge(plan);
    println!("{plan}");
    for event in history.iter().flat_map(|history| &history.events) {
        println!(
            "{:>4} to {:<4} client {} step {} {:?} (seen {:?}): {:?}, {:?}",
            event.invoked,
            event.answered,
            event.client,
            event.step,
            event.call,
            event.seen,
            event.answer,
            event.traffic
        );
    }
    match verdict {
        Verdict::Wrong(reason) => {
            println!("\n{reason}");
            ExitCode::FAILURE
        }
        verdict => {
            println!("\n{verdict:?}");
            ExitCode::SUCCESS
        }
    }
}

/// Allows about a sixth more runs than the system's allocator.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The shared state of the threads.
struct Shared<'a> {
    arguments: &'a Arguments,
    seeds: Mutex<Seeds>,
    failed: AtomicU64,
    is_over: AtomicBool,
    tally: Mutex<Tally>,
}

/// The seeds that the threads use.
struct Seeds {
    next: u64,
    running: BTreeSet<u64>,
}

impl Seeds {
    fn take(&mut self) -> u64 {
        let seed = self.next;
        self.next += 1;
        self.running.insert(seed);
        seed
    }

    /// Returns the first seed that is not done. All seeds before it are done.
    fn first_open(&self) -> u64 {
        self.running.first().copied().unwrap_or(self.next)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn search(arguments: &Arguments) -> ExitCode {
    let shared = Shared {
        arguments,
        seeds: Mutex::new(Seeds { next: arguments.seed, running: BTreeSet::new() }),
        failed: AtomicU64::new(0),
        is_over: AtomicBool::new(false),
        tally: Mutex::default(),
    };
    let started = Instant::now();
    thread::scope(|scope| {
        let workers: Vec<_> = (0..arguments.threads).map(|_| scope.spawn(|| shared.work())).collect();
        let mut last_report = Instant::now();
        while workers.iter().any(|worker| !worker.is_finished()) {
            thread::sleep(Duration::from_millis(100));
            if arguments.seconds.is_some_and(|seconds| started.elapsed().as_secs() >= seconds) {
                shared.is_over.store(true, Ordering::Relaxed);
            }
            if last_report.elapsed() > Duration::from_secs(30) {
                last_report = Instant::now();
                shared.progress(started);
            }
        }
    });
    shared.progress(started);
    print!("{}", shared.tally());
    match shared.failed.load(Ordering::Relaxed) {
        0 => ExitCode::SUCCESS,
        failed => {
            eprintln!("{failed} seeds failed");
            ExitCode::FAILURE
        }
    }
}

impl Shared<'_> {
    fn work(&self) {
        while !self.is_over.load(Ordering::Relaxed) {
            let seed = locked(&self.seeds).take();
            let plan = Plan::draw(seed, self.arguments.design.as_deref());
            let (verdict, history) = judge(&plan);
            if let Some(history) = &history {
                let mut tally = locked(&self.tally);
                tally.add(&plan.design, &verdict, history);
                if tally.operations >= self.arguments.operations {
                    self.is_over.store(true, Ordering::Relaxed);
                }
            }
            if let Verdict::Wrong(reason) = verdict {
                if self.failed.fetch_add(1, Ordering::Relaxed) + 1 >= self.arguments.failures {
                    self.is_over.store(true, Ordering::Relaxed);
                }
                self.fail(&plan, &reason);
            }
            locked(&self.seeds).running.remove(&seed);
        }
    }

    fn fail(&self, plan: &Plan, reason: &str) {
        let fails = |plan: &Plan| matches!(judge(plan).0, Verdict::Wrong(_));
        if !fails(plan) {
            println!("\nseed {} failed once and not again: {reason}\n{plan}", plan.seed);
            return;
        }
        let (small, tried) = shrink(plan, self.arguments.shrink, fails);
        let reason = match judge(&small).0 {
            Verdict::Wrong(reason) => reason,
            verdict => format!("{verdict:?}"),
        };
        let (was, is) = (plan.steps.len(), small.steps.len());
        println!(
            "\nseed {} fails; {was} steps shrank to {is} in {tried} runs. Keep the program in a file, and run it with \
             --replay FILE:\n\n{small}\n{reason}",
            plan.seed
        );
    }

    fn progress(&self, started: Instant) {
        let tally = self.tally();
        let seconds = started.elapsed().as_secs_f64();
        println!(
            "{seconds:>7.0} s  {:>10} operations  {:>7.0} a second  {:>8} runs  {} failed  go on with --seed {}",
            tally.operations,
            tally.operations as f64 / seconds,
            tally.runs,
            self.failed.load(Ordering::Relaxed),
            locked(&self.seeds).first_open()
        );
    }

    fn tally(&self) -> Tally {
        locked(&self.tally).clone()
    }
}
