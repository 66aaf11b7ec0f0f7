//! 12,951 real departures in one table, and eight questions that a user would ask.
//!
//! `cargo run --example flights` loads them into the embedded engine and asks the questions. `cargo run --example
//! flights -- docs` prints the access patterns, and `-- help` lists the other commands.

mod file;
mod load;
mod naive;
mod questions;
mod schema;

use std::{error::Error, process::ExitCode, time::Instant};

use comfy_table::{CellAlignment, Table, presets};
use keywright_local::Local;

use crate::{file::File, questions::Answer, schema::Departures};

/// The compiler's message for the first design that comes to mind. A test keeps it up to date.
const REFUSED: &str = include_str!("../../tests/ui/fail/kw002_departures_by_origin.stderr");

async fn run() -> Result<(), Box<dyn Error>> {
    println!("The first design that comes to mind is a partition for each airport. The compiler refuses it:\n");
    println!("{REFUSED}");
    println!("The design that it accepts spreads each day over 4 shards, and finds aircraft and airlines by index.\n");

    let started = Instant::now();
    let file = File::read()?;
    let table = Local::start().open::<Departures>("departures").await?;
    let written = load::load(&table, &file).await?;
    println!(
        "Loaded {written} items in {:.1} s: {} departures, {} aircraft, {} days of routes.",
        started.elapsed().as_secs_f64(),
        file.departures.len(),
        file.aircraft.len(),
        file.routes.len()
    );
    println!("(14 local days fall on 15 UTC days: the last departures of 14 July leave after midnight UTC.)\n");

    let answers = questions::ask_all(&table, &file).await?;
    println!("{}\n", table_of(&answers));
    println!("Each answer was checked against the file. By hand: every lane is read up to the limit of the page.");
    println!("The access patterns of this design: examples/docs/flights/access-patterns.md");
    Ok(())
}

fn table_of(answers: &[Answer]) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::UTF8_HORIZONTAL_ONLY);
    table.set_header(["Question", "Answer", "Requests", "RCU", "RCU by hand"]);
    for answer in answers {
        table.add_row([
            answer.question.to_owned(),
            answer.answer.clone(),
            answer.requests.to_string(),
            answer.read_units.to_string(),
            answer.naive_units.to_string(),
        ]);
    }
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

#[tokio::main]
async fn main() -> ExitCode {
    if std::env::args().len() > 1 {
        return keywright_tools::run::<Departures>();
    }
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
