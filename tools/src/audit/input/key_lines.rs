//! Reads lines of keys.

use std::io::{BufRead, Read};

use super::{
    InputError, Sink,
    limited::{MAX_BYTES, TooLarge},
};
use crate::audit::{item::StoredItem, shape::TableShape};

/// Passes on a key for each line: the partition key, then optionally a tab and the sort key.
pub(super) fn read<R: BufRead>(
    mut reader: R,
    keys: Option<&TableShape>,
    sink: &mut Sink<'_>,
) -> Result<(), InputError> {
    let partition = keys.map_or("PK", |keys| &keys.partition_key);
    let sort = keys.and_then(|keys| keys.sort_key.as_deref()).unwrap_or("SK");
    let mut line = Vec::new();
    for number in 1_u64.. {
        line.clear();
        if reader.by_ref().take(MAX_BYTES as u64 + 1).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        if line.len() > MAX_BYTES {
            return Err(InputError(TooLarge { line: number }.to_string()));
        }
        let failed = |error: &dyn std::fmt::Display| InputError(format!("{error} at line {number}"));
        let text = std::str::from_utf8(&line).map_err(|error| failed(&error))?;
        let text = text.strip_suffix('\n').unwrap_or(text);
        let text = text.strip_suffix('\r').unwrap_or(text);
        if text.is_empty() {
            continue;
        }
        let (first, second) = text.split_once('\t').map_or((text, None), |(one, two)| (one, Some(two)));
        let item = StoredItem::of_key((partition, first), second.map(|text| (sort, text)));
        sink(Some(item)).map_err(|error| failed(&error))?;
    }
    Ok(())
}
