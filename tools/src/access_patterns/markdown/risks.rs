//! Renders the risks of throttling, and those that the authors accepted.

use std::fmt::Write as _;

use super::super::{AccessPatterns, Risk};

/// Writes the risks, which come first on the page so that every reader sees them.
pub(super) fn risks(page: &mut String, patterns: &AccessPatterns) -> std::fmt::Result {
    writeln!(page, "## Risks\n")?;
    let mut none = true;
    for entity in &patterns.entities {
        for write in entity.writes.iter().filter(|write| write.risk != Risk::None) {
            none = false;
            let place = write.index.map_or_else(String::new, |index| format!(" on {index}"));
            writeln!(page, "- `{}`{place}: `{}`: {}", entity.entity, write.partition_key, write.risk)?;
        }
    }
    for entity in &patterns.entities {
        if let Some(reason) = entity.may_overlap {
            none = false;
            writeln!(page, "- `{}`: another entity's keys may overlap, accepted: {reason}", entity.entity)?;
        }
    }
    if none {
        writeln!(page, "None that the schema can show.")?;
    }
    writeln!(page)
}
