//! Formats the report as text.

use std::fmt::{self, Display, Write};

use super::{
    content::Source,
    finding::Finding,
    report::{Audit, Estimate, IndexAudit, PartAudit, PatternAudit, TopKey},
    slot::{Epoch, NumberForm},
};
use crate::number::{counted, grouped};

/// Formats the report for a terminal.
impl Display for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.table.name.as_deref().unwrap_or("table");
        let (items, patterns) = (counted(self.items, "item"), counted(self.patterns.len() as u64, "pattern"));
        writeln!(f, "{name}: {items}, {}, {patterns}", bytes(self.bytes))?;
        if let Some(share) = self.sampled {
            writeln!(f, "a sample of {:.3} % of the table; all counts are of the sample", share * 100.0)?;
        }
        if self.keyless > 0 {
            writeln!(f, "{} without `{}` in no pattern", counted(self.keyless, "item"), self.table.partition_key)?;
        }
        for pattern in &self.patterns {
            self.pattern(f, pattern)?;
        }
        for index in &self.indexes {
            self.index(f, index)?;
        }
        self.largest_collections(f)?;
        self.all_findings(f)
    }
}

impl Audit {
    fn pattern(&self, f: &mut fmt::Formatter<'_>, pattern: &PatternAudit) -> fmt::Result {
        writeln!(f, "\n{}", pattern.template)?;
        let (items, size) = (percentage(pattern.items, self.items), percentage(pattern.bytes, self.bytes));
        writeln!(f, "  items           {} ({items}), {} ({size})", grouped(pattern.items), bytes(pattern.bytes))?;
        let mean = pattern.bytes / pattern.items.max(1);
        writeln!(f, "  sizes           {} in the mean, {} at most", bytes(mean), bytes(pattern.largest.bytes))?;
        keys(f, pattern.partition_keys, &pattern.top, pattern.items)?;
        for part in &pattern.parts {
            writeln!(f, "  {}", described(part))?;
        }
        let keys: Vec<_> = pattern.key.iter().map(|key| key.name.as_str()).collect();
        let others = pattern.attributes.iter().filter(|(name, _)| !keys.contains(&name.as_str()));
        let others: Vec<_> = others
            .map(|(name, attribute)| {
                let types = attribute.types.keys().cloned().collect::<Vec<_>>().join("|");
                let share = if attribute.items == pattern.items { "" } else { "?" };
                format!("{name}{share} {types}")
            })
            .collect();
        if !others.is_empty() {
            wrapped(f, "attributes", &others)?;
        }
        for entry in &pattern.entries {
            let index = self.indexes.get(entry.index);
            let found = index.and_then(|index| Some((index, index.patterns.get(entry.pattern)?)));
            if let Some((index, of_index)) = found {
                let share = percentage(entry.items, pattern.items);
                writeln!(f, "  in {:<12} {}  ({share} of them)", index.name, of_index.template)?;
            }
        }
        Ok(())
    }

    fn index(&self, f: &mut fmt::Formatter<'_>, index: &IndexAudit) -> fmt::Result {
        for pattern in &index.patterns {
            writeln!(f, "\nindex {}: {}", index.name, pattern.template)?;
            writeln!(f, "  entries         {}", grouped(pattern.items))?;
            keys(f, pattern.partition_keys, &pattern.top, pattern.items)?;
        }
        Ok(())
    }

    fn largest_collections(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.collections.is_empty() {
            return Ok(());
        }
        writeln!(f, "\nlargest item collections")?;
        for collection in &self.collections {
            let least = collection.bytes - collection.error;
            let up_to =
                if collection.error > 0 { format!(", up to {}", bytes(collection.bytes)) } else { String::new() };
            writeln!(f, "  {}  {}{up_to}", collection.key, bytes(least))?;
        }
        match self.table.has_local_indexes() {
            true => writeln!(f, "  with local indexes, DynamoDB allows 10 GB for each"),
            false => writeln!(f, "  no limit applies: there are no local indexes"),
        }
    }

    fn all_findings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.findings.len() {
            0 => writeln!(f, "\nnothing to look at"),
            count => {
                writeln!(f, "\n{count} to look at")?;
                self.findings.iter().try_for_each(|finding| write!(f, "{finding}"))
            }
        }
    }
}

/// Formats a finding in three lines, and one more for the key.
impl Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let index = self.index.as_ref().map_or_else(String::new, |index| format!("index {index}: "));
        writeln!(f, "  {index}{}", self.key)?;
        writeln!(f, "    {}", self.text)?;
        writeln!(f, "    fix   {}", self.fix)?;
        writeln!(f, "    note  {}", self.note)
    }
}

fn keys(f: &mut fmt::Formatter<'_>, partition_keys: Estimate, top: &[TopKey], items: u64) -> fmt::Result {
    write!(f, "  partition keys  {}", estimate(partition_keys))?;
    match top.first().filter(|_| partition_keys.estimate > 1) {
        Some(top) => writeln!(f, "; `{}` has {} of the items", top.key, percentage(top.items - top.error, items)),
        None => writeln!(f),
    }
}

fn described(part: &PartAudit) -> String {
    let about = if part.distinct.exact { "" } else { "about " };
    let values = counted(part.distinct.estimate, "value");
    let mut text = format!("{:<15} {about}{values}", format!("<{}>", part.kind));
    let between = if part.distinct.estimate == 1 {
        format!(", {}", part.least)
    } else {
        format!(", {} .. {}", part.least, part.greatest)
    };
    text.push_str(&between);
    match (part.number, part.epoch) {
        (_, Some(Epoch::Seconds)) => text.push_str(", seconds since 1970"),
        (_, Some(Epoch::Milliseconds)) => text.push_str(", milliseconds since 1970"),
        (Some(NumberForm::Padded(width)), None) => {
            let _ = write!(text, ", padded to {width} digits");
        }
        _ => {}
    }
    let attributes = part.same_as.iter().filter_map(|source| match source {
        Source::Attribute(name) => Some(format!("`{name}`")),
        Source::Key(_) => None,
    });
    let attributes: Vec<_> = attributes.collect();
    if !attributes.is_empty() {
        let _ = write!(text, ", as in {}", attributes.join(", "));
    }
    text
}

fn estimate(estimate: Estimate) -> String {
    format!("{}{}", if estimate.exact { "" } else { "about " }, grouped(estimate.estimate))
}

fn percentage(part: u64, of: u64) -> String {
    let share = part as f64 * 100.0 / of.max(1) as f64;
    match share {
        share if share > 0.0 && share < 0.1 => "less than 0.1 %".to_owned(),
        share if share < 10.0 => format!("{share:.1} %"),
        share => format!("{share:.0} %"),
    }
}

fn bytes(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["KB", "MB", "GB", "TB"];
    let mut size = bytes as f64;
    let mut unit = "bytes";
    for next in UNITS {
        if size < 1_024.0 {
            break;
        }
        (size, unit) = (size / 1_024.0, next);
    }
    if unit == "bytes" { format!("{bytes} bytes") } else { format!("{size:.1} {unit}") }
}

/// Writes a label and a list, in lines of about 100 characters.
fn wrapped(f: &mut fmt::Formatter<'_>, word: &str, entries: &[String]) -> fmt::Result {
    let mut line = format!("  {word:<15}");
    for (position, entry) in entries.iter().enumerate() {
        if line.len() + entry.len() > 110 {
            writeln!(f, "{line}")?;
            line = format!("  {:<15}", "");
        }
        let comma = if position + 1 < entries.len() { "," } else { "" };
        let _ = write!(line, " {entry}{comma}");
    }
    writeln!(f, "{line}")
}
