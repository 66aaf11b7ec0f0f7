//! Runs a program of many schemas with one mutant after the other.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Command, Stdio},
    sync::mpsc::{RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

use super::{Mutant, SWITCH};
use crate::{
    batch::{execute, failure_of, place, sources},
    compile::{Compiled, Crates, compile},
    schema::Schema,
};

/// What found a mutant first.
#[derive(Debug, Clone)]
pub struct Found {
    /// The number of schemas that were drawn until then.
    pub schemas: usize,
    /// The seed of the schema. `None` if the program hung or ended early, and did not say in which schema.
    pub seed: Option<u64>,
    /// The law that was broken, or the error.
    pub law: String,
}

/// Which mutants were found so far.
#[derive(Debug)]
pub struct Measurement {
    mutants: Vec<Mutant>,
    found: BTreeMap<u32, Found>,
    drawn: usize,
    ran: usize,
}

/// What a run of the program showed.
enum Run {
    /// All schemas keep all laws, apart from those that break one without a mutant.
    Clean,
    /// The schema at this place in the batch, if it is known, and the first line of what it reported.
    Broken(Option<usize>, String),
}

impl Measurement {
    /// Begins with no mutant found.
    pub fn of(mutants: Vec<Mutant>) -> Self {
        Self { mutants, found: BTreeMap::new(), drawn: 0, ran: 0 }
    }

    /// Returns each mutant with what found it.
    pub fn results(&self) -> impl Iterator<Item = (&Mutant, Option<&Found>)> {
        self.mutants.iter().map(|mutant| (mutant, self.found.get(&mutant.number)))
    }

    /// Returns the mutants that were not found.
    pub fn missed(&self) -> Vec<Mutant> {
        self.results().filter(|(_, found)| found.is_none()).map(|(mutant, _)| *mutant).collect()
    }

    /// Returns the numbers of schemas that were drawn, and of those that compiled and kept all laws without a mutant.
    pub fn schemas(&self) -> (usize, usize) {
        (self.drawn, self.ran)
    }

    /// Compiles each batch of schemas as one program in a folder, which is removed, and runs it with each mutant that
    /// was not found yet. The batches are measured concurrently, and count in their order.
    ///
    /// # Errors
    ///
    /// If a batch cannot be compiled, or its program does not end as it should without a mutant.
    pub fn run(&mut self, crates: &Crates, folder: &Path, batches: &[Vec<Schema>]) -> io::Result<()> {
        let missed = self.missed();
        let measured = thread::scope(|scope| {
            let mut running = Vec::with_capacity(batches.len());
            for (place, schemas) in batches.iter().enumerate() {
                let (folder, missed) = (folder.join(format!("batch{place}")), &missed);
                running.push(scope.spawn(move || Batch::measure(crates, &folder, schemas, missed)));
            }
            let join = |batch: thread::ScopedJoinHandle<'_, _>| batch.join().unwrap_or_else(|_| Err(panicked()));
            running.into_iter().map(join).collect::<io::Result<Vec<Batch>>>()
        })?;
        for (schemas, batch) in batches.iter().zip(measured) {
            self.ran += batch.ran;
            for (number, place, law) in batch.broken {
                let drawn = self.drawn + place.map_or(schemas.len(), |place| place + 1);
                let seed = place.and_then(|place| schemas.get(place)).map(|schema| schema.seed);
                self.found.entry(number).or_insert(Found { schemas: drawn, seed, law });
            }
            self.drawn += schemas.len();
        }
        fs::remove_dir_all(folder)
    }
}

fn panicked() -> io::Error {
    io::Error::other("the measurement of a batch panicked")
}

/// What one batch of schemas showed.
struct Batch {
    /// The number of schemas that compiled and kept all laws without a mutant.
    ran: usize,
    /// The number of each mutant with which a schema broke a law, the place of that schema, and the law.
    broken: Vec<(u32, Option<usize>, String)>,
}

impl Batch {
    fn measure(crates: &Crates, folder: &Path, schemas: &[Schema], mutants: &[Mutant]) -> io::Result<Self> {
        let mut sources = sources(schemas);
        sources.retain(|name, _| place(name).is_some_and(|place| !schemas[place].is_mistaken));
        let Compiled { program, refusals, .. } = compile(crates, folder, &sources)?;
        let Some(program) = program else { return Ok(Self { ran: 0, broken: Vec::new() }) };
        let begun = Instant::now();
        let excluded = execute(&program)?.iter().filter_map(|(name, _)| place(name)).collect();
        let limit = Duration::from_secs(60) + begun.elapsed() * 10;
        let mut broken = Vec::new();
        for mutant in mutants {
            if let Run::Broken(place, law) = with_mutant(&program, mutant, &excluded, limit)? {
                broken.push((mutant.number, place, law));
            }
        }
        // Frees the space while other batches are still running.
        fs::remove_dir_all(folder)?;
        Ok(Self { ran: sources.len() - refusals.len() - excluded.len(), broken })
    }
}

/// Runs the program until a schema breaks a law, other than those at the `excluded` places.
fn with_mutant(program: &Path, mutant: &Mutant, excluded: &BTreeSet<usize>, limit: Duration) -> io::Result<Run> {
    let mut child = Command::new(program)
        .env(SWITCH, mutant.number.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let (sender, lines) = channel();
    if let Some(output) = child.stdout.take() {
        thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            lines.map_while(|line| sender.send(line).ok()).for_each(drop);
        });
    }
    let end = Instant::now() + limit;
    let mut begun = None;
    let run = loop {
        match lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(line) if line == "end" => break Run::Clean,
            Ok(line) => match failure_of(&line) {
                None => begun = place(&line),
                Some((name, failure)) => {
                    if let Some(place) = place(&name).filter(|place| !excluded.contains(place)) {
                        break Run::Broken(Some(place), failure.lines().next().unwrap_or_default().to_owned());
                    }
                }
            },
            Err(RecvTimeoutError::Timeout) => break Run::Broken(begun, "the program does not end".to_owned()),
            Err(RecvTimeoutError::Disconnected) => break Run::Broken(begun, "the program ends early".to_owned()),
        }
    };
    child.kill()?;
    child.wait()?;
    Ok(run)
}
