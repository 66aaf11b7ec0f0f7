//! Writes the file into the table.

use std::{error::Error, io::IsTerminal};

use indicatif::{ProgressBar, ProgressStyle};
use keywright::{Handle, entity::StoredIn};
use serde::Serialize;

use crate::{file::File, schema::Departures};

/// Items between two updates of the progress bar.
const STEP: usize = 500;

/// Writes the whole file. Returns the number of items written.
pub(crate) async fn load(table: &Handle<Departures>, file: &File) -> Result<usize, Box<dyn Error>> {
    let items = file.departures.len() + file.aircraft.len() + file.routes.len();
    let bar = progress_bar(items)?;
    let written = write(table, &file.departures, &bar).await?
        + write(table, &file.aircraft, &bar).await?
        + write(table, &file.routes, &bar).await?;
    bar.finish_and_clear();
    Ok(written)
}

async fn write<E>(table: &Handle<Departures>, entities: &[E], bar: &ProgressBar) -> Result<usize, Box<dyn Error>>
where
    E: StoredIn<Departures> + Serialize,
{
    let mut written = 0;
    for step in entities.chunks(STEP) {
        let report = table.batch_put(step).await?;
        if let Some(leftover) = report.leftovers.first() {
            return Err(format!("{} items were not written, the first: {leftover:?}", report.leftovers.len()).into());
        }
        written += report.written;
        bar.inc(step.len() as u64);
    }
    Ok(written)
}

fn progress_bar(items: usize) -> Result<ProgressBar, Box<dyn Error>> {
    if !std::io::stderr().is_terminal() {
        return Ok(ProgressBar::hidden());
    }
    let style = ProgressStyle::with_template("loading {bar:40} {pos}/{len} items, {eta} left")?;
    Ok(ProgressBar::new(items as u64).with_style(style))
}
