//! Reads items from files and pipes.

mod document;
mod key_lines;

use std::{
    fmt,
    io::{BufRead, ErrorKind},
};

use super::{item::StoredItem, shape::TableShape};

/// An error in the input: what is wrong, and where.
#[derive(Debug)]
pub struct InputError(pub(crate) String);

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for InputError {}

impl From<std::io::Error> for InputError {
    fn from(error: std::io::Error) -> Self {
        Self(error.to_string())
    }
}

/// A function that receives each record: an item, or `None` for a deletion in an incremental export. Its error stops
/// the reading.
pub(crate) type Sink<'a> = dyn FnMut(Option<StoredItem>) -> Result<(), String> + 'a;

/// Reads items and passes each to a function, in bounded memory. Returns the number of items.
///
/// The first character determines the format:
///
/// - JSON documents, a line each or over several lines: an item in DynamoDB's JSON; a line of an [export to
///   S3](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Output.html), full
///   (`{"Item": ..}`) or incremental (`{"Keys": .., "NewImage": ..}`, without deletions); the output of
///   `aws dynamodb scan` (`{"Items": [..]}`); or an array of items.
/// - Otherwise lines of keys: the partition key, then optionally a tab and the sort key. `keys` names the attributes,
///   by default `PK` and `SK`.
///
/// # Errors
///
/// If the input is not in one of these formats, which is reported with its line and column. If the reader or the
/// function fails.
pub fn read_items<R: BufRead>(
    reader: R,
    keys: Option<&TableShape>,
    mut item: impl FnMut(StoredItem) -> Result<(), String>,
) -> Result<u64, InputError> {
    let mut items = 0;
    read_records(reader, keys, &mut |record| {
        let Some(read) = record else { return Ok(()) };
        items += 1;
        item(read)
    })?;
    Ok(items)
}

/// Reads records and passes each to a function, as [`read_items`] does with items.
pub(crate) fn read_records<R: BufRead>(
    mut reader: R,
    keys: Option<&TableShape>,
    sink: &mut Sink<'_>,
) -> Result<(), InputError> {
    match first_byte(&mut reader)? {
        None => Ok(()),
        Some(b'{' | b'[') => document::read(reader, sink),
        Some(_) => key_lines::read(reader, keys, sink),
    }
}

/// Returns the first byte that is not white space, without consuming it.
fn first_byte<R: BufRead>(reader: &mut R) -> Result<Option<u8>, InputError> {
    loop {
        let buffer = match reader.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            buffer => buffer?,
        };
        let (length, first) = (buffer.len(), buffer.iter().position(|byte| !byte.is_ascii_whitespace()));
        match first {
            Some(at) => {
                let byte = buffer.get(at).copied();
                reader.consume(at);
                return Ok(byte);
            }
            None if length == 0 => return Ok(None),
            None => reader.consume(length),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn read(text: &str) -> Result<Vec<Value>, String> {
        let mut items = Vec::new();
        let sink = |item: StoredItem| {
            items.push(Value::Object(item.attributes().clone()));
            Ok(())
        };
        let count = read_items(text.as_bytes(), None, sink).map_err(|error| error.to_string())?;
        assert_eq!(count, items.len() as u64);
        Ok(items)
    }

    fn key(partition: &str) -> Value {
        serde_json::json!({ "PK": {"S": partition} })
    }

    #[test]
    fn every_input_format_is_read() {
        for text in [
            "{\"PK\":{\"S\":\"a\"}}\n{\"PK\":{\"S\":\"b\"}}\n",
            "\n {\"Item\":{\"PK\":{\"S\":\"a\"}}}\n\n{\"Item\":{\"PK\":{\"S\":\"b\"}}}",
            "{\"Items\": [\n {\"PK\": {\"S\": \"a\"}},\n {\"PK\": {\"S\": \"b\"}}\n],\n\"Count\": 2}",
            "[{\"PK\": {\"S\": \"a\"}}, {\"PK\": {\"S\": \"b\"}}]",
            "a\nb\n",
            "a\r\nb",
        ] {
            assert_eq!(read(text).unwrap(), [key("a"), key("b")], "{text}");
        }
        assert!(read(" \n").unwrap().is_empty());
        assert!(read("{\"Items\": [], \"Count\": 0}").unwrap().is_empty());
    }

    #[test]
    fn deletions_of_an_incremental_export_are_left_out() {
        let text = "{\"Metadata\":{\"WriteTimestampMicros\":{\"N\":\"1\"}},\"Keys\":{\"PK\":{\"S\":\"a\"}},\
                    \"NewImage\":{\"PK\":{\"S\":\"a\"}}}\n\
                    {\"Metadata\":{\"WriteTimestampMicros\":{\"N\":\"2\"}},\"Keys\":{\"PK\":{\"S\":\"b\"}},\
                    \"OldImage\":{\"PK\":{\"S\":\"b\"}}}";
        assert_eq!(read(text).unwrap(), [key("a")]);
    }

    #[test]
    fn attributes_may_be_named_like_format_members() {
        let item = "{\"Item\":{\"S\":\"x\"},\"PK\":{\"S\":\"a\"},\"Items\":{\"L\":[]},\"Keys\":{\"M\":{}}}";
        assert_eq!(read(item).unwrap(), [serde_json::from_str::<Value>(item).unwrap()]);
        let item = "{\"Item\":{\"S\":\"x\"}}";
        assert_eq!(read(item).unwrap(), [serde_json::from_str::<Value>(item).unwrap()]);
    }

    #[test]
    fn key_lines_have_the_sort_key_after_a_tab() {
        assert_eq!(read("a b\tc\n").unwrap(), [serde_json::json!({ "PK": {"S": "a b"}, "SK": {"S": "c"} })]);
    }

    #[test]
    fn errors_name_the_attribute_or_the_line() {
        let error = read("{\"PK\":{\"S\":\"a\"}}\n{\"PK\":\"b\"}\n").unwrap_err();
        assert!(
            error.contains("attribute `PK` is not a value in DynamoDB's JSON") && error.contains("line 2"),
            "{error}"
        );
        let error = read("{\"PK\":{\"S\":\"a\"}}\n{\"PK\":").unwrap_err();
        assert!(error.contains("line 2"), "{error}");
        let error = read("{\"Items\": [{\"PK\": 1}]}").unwrap_err();
        assert!(error.contains("`PK`"), "{error}");
        let error = read_items("{\"PK\":{\"S\":\"a\"}}".as_bytes(), None, |_| Err("enough".to_owned())).unwrap_err();
        assert!(error.to_string().starts_with("enough"), "{error}");
    }
}
