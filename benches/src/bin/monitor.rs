//! Measures what it costs the monitor to count a write.

use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use keywright_benches::{
    Result, instructions,
    recording::{self, Stream},
    table,
};

/// Measures what the monitor costs for each write: the same stream of keys with and without it.
#[derive(Debug, Parser)]
struct Options {
    /// Short runs of each stream, with the monitor and without it.
    #[arg(long, default_value_t = 4_000)]
    runs: usize,
    /// Counts instructions as well, by `valgrind`.
    #[arg(long)]
    instructions: bool,
    /// Only makes a single stream of this many writes, so that `valgrind` can count the instructions.
    #[arg(long, requires = "writes", hide = true)]
    stream: Option<Stream>,
    /// Without the monitor.
    #[arg(long, requires = "stream", hide = true)]
    plain: bool,
    #[arg(hide = true)]
    writes: Option<usize>,
}

/// Returns the instructions that the monitor adds to a write.
fn instructions_of(stream: Stream) -> Result<f64> {
    let name = stream.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
    let of = |arguments: &[&str]| instructions::of_one(arguments, 50_000, 200_000);
    Ok(of(&["--stream", &name])? - of(&["--stream", &name, "--plain"])?)
}

fn run(options: &Options) -> Result<()> {
    if let Some((stream, writes)) = options.stream.zip(options.writes) {
        return recording::run(stream, !options.plain, writes);
    }
    let mut rows = Vec::new();
    for stream in Stream::ALL {
        let count = options.instructions.then(|| instructions_of(stream)).transpose()?;
        rows.push((stream.name(), recording::measure(stream, options.runs)?, count));
    }
    println!("{}", table::of_recordings(&rows));
    Ok(())
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
