//! Reads items from files and pipes.

mod document;
mod key_lines;
mod limited;

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
/// An item, and a line of keys, has at most 8 MiB of text, without the white space between tokens. The longest JSON of
/// an item with DynamoDB's maximum size of 400 KB is below this limit.
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
/// If the input is not in one of these formats, or an item is too large, which is reported with its line. If the reader
/// or the function fails.
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
    use std::io::{self, BufReader, Read as _};

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

    /// Returns the error for a text that is followed by endless bytes.
    fn error_of_endless(text: &str, byte: u8) -> String {
        let endless = BufReader::new(text.as_bytes().chain(io::repeat(byte)));
        read_items(endless, None, |_| Ok(())).unwrap_err().to_string()
    }

    #[test]
    fn an_endless_line_or_item_is_an_error() {
        for (text, byte, line) in [
            ("a\tb\n", b'x', 2),
            ("{\"PK\":{\"S\":\"a\"}}\n{\"PK\":{\"S\":\"", b'x', 2),
            ("{\"PK\":{\"S\":\"", b' ', 1),
            ("{\"PK\":{\"S\":\"\\\"", b' ', 1),
            ("{\"", b'x', 1),
            ("{\"PK\":{\"N\":1", b'1', 1),
            ("{\"Items\": [\n{\"PK\": {\"S\": \"a\"}},\n{\"PK\": {\"S\": \"", b'x', 3),
            ("[\"", b'x', 1),
        ] {
            let error = error_of_endless(text, byte);
            assert!(error.contains(&format!("line {line} has more than 8 MiB")), "{text}: {error}");
        }
    }

    /// Each object could otherwise keep its own members while the items within it are read.
    #[test]
    fn what_surrounds_a_list_of_items_counts_towards_the_limit() {
        let member = format!("\"a\":\"{}\",\"Items\":[", "x".repeat(3 << 20));
        let text = format!("{{{member}{{{member}{{\"PK\":{{\"S\":\"a\"}}}},{{{member}");
        assert!(error_of_endless(&text, b' ').contains("line 1 has more than 8 MiB"));
    }

    /// The items together are larger than the limit of one.
    #[test]
    fn only_the_size_of_one_item_is_limited() {
        let item = format!("{{\"PK\":{{\"S\":\"{}\"}}}}", "x".repeat(3 << 20));
        let comma = format!(",{}", " ".repeat(5 << 20));
        for text in [
            [&*item; 4].join("\n"),
            format!("{{\"Items\": [{}], \"Count\": 4}}", [&*item; 4].join(&comma)),
            [&*"k".repeat(3 << 20); 4].join("\n"),
        ] {
            assert_eq!(read_items(text.as_bytes(), None, |_| Ok(())).unwrap(), 4);
        }
    }

    /// An item of DynamoDB's maximum size in the longest JSON: an incremental export with both images of a list of
    /// empty strings, indented.
    #[test]
    fn the_largest_item_is_read_in_its_longest_form() {
        let values = vec!["{\n                \"S\": \"\"\n            }"; 400 * 1_024 - 100].join(",");
        let image = format!("{{\"PK\": {{\"S\": \"a\"}}, \"v\": {{\"L\": [{values}]}}}}");
        let keys = "{\"PK\": {\"S\": \"a\"}}";
        let text = format!("{{\"Keys\": {keys}, \"NewImage\": {image}, \"OldImage\": {image}}}");
        let mut bytes = 0;
        let sink = |item: StoredItem| {
            bytes = item.bytes();
            Ok(())
        };
        read_items(text.as_bytes(), None, sink).unwrap();
        assert!((409_000..=409_600).contains(&bytes), "{bytes}");
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
