//! Reads lines of keys.

use std::io::BufRead;

use super::{InputError, Sink};
use crate::audit::{item::StoredItem, shape::TableShape};

/// Passes on a key for each line: the partition key, then optionally a tab and the sort key.
pub(super) fn read<R: BufRead>(reader: R, keys: Option<&TableShape>, sink: &mut Sink<'_>) -> Result<(), InputError> {
    let partition = keys.map_or("PK", |keys| &keys.partition_key);
    let sort = keys.and_then(|keys| keys.sort_key.as_deref()).unwrap_or("SK");
    for (line, number) in reader.lines().zip(1_u64..) {
        let line = line?;
        if line.is_empty() {
            continue;
        }
        let (first, second) = line.split_once('\t').map_or((line.as_str(), None), |(one, two)| (one, Some(two)));
        let item = StoredItem::of_key((partition, first), second.map(|text| (sort, text)));
        sink(Some(item)).map_err(|error| InputError(format!("{error} at line {number}")))?;
    }
    Ok(())
}
