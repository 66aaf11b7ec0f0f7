//! Converts field values into the bytes of stored keys, and back.
//!
//! A key is its template's text with the values of its fields. Different tuples of values never have equal keys, the
//! byte order of sort keys is the order of values, and a stored key parses back to the values that it contains. The
//! encodings are published as vectors in `tests/vectors`, so that other languages can write the same keys.

#[cfg(feature = "client")]
pub(crate) mod active_shards;
#[cfg(feature = "client")]
mod agreement;
mod arg;
pub(crate) mod bucket;
pub(crate) mod clock;
pub(crate) mod design;
mod escape;
mod field;
mod fixed_text;
mod integer;
pub(crate) mod item;
mod key_schema;
#[cfg(feature = "client")]
mod literals;
pub(crate) mod lossy;
mod native;
mod open_text;
mod order;
pub(crate) mod parse;
mod parse_template;
mod placeholder;
pub(crate) mod range;
pub(crate) mod redaction;
mod render;
pub(crate) mod same_keys;
mod scalar;
pub(crate) mod shard;
mod stored_part;
mod template_ref;
mod time;
mod value;
mod width;
mod written;

#[cfg(test)]
mod tests;

pub use crate::schema::{FieldKind, KeyPart, Timestamp};
#[cfg(feature = "client")]
pub(crate) use agreement::is_written_as;
pub use arg::KeyArg;
#[cfg(feature = "client")]
pub(crate) use design::time_of;
pub(crate) use escape::Reserved;
pub use field::{Bytes, KeyField, Ordered, TextField};
pub(crate) use fixed_text::fixed_text_holds;
#[cfg(any(feature = "client", test))]
pub(crate) use item::item_key;
pub(crate) use item::{attribute_value, partition_key};
#[cfg(feature = "client")]
pub(crate) use item::{index_key, sort_key};
#[cfg(feature = "client")]
pub(crate) use literals::has_literals_of;
#[cfg(feature = "client")]
pub(crate) use native::attributes;
pub(crate) use native::{attribute as key_attribute, is_field_itself, is_native, is_native_template, part_template};
#[cfg(feature = "client")]
pub(crate) use open_text::{ambiguity, is_key_of};
pub(crate) use order::{Disorder, LAST_BEFORE_TEXT, disorder};
#[cfg(feature = "client")]
pub(crate) use parse::{parse, parse_older};
pub(crate) use parse_template::read_shard;
#[cfg(feature = "client")]
pub(crate) use parse_template::{ParsedKey, ParsedValue, loss, native_value};
pub(crate) use placeholder::Placeholder;
pub use scalar::{ItemKey, KeyScalar, KeyScalars};
#[cfg(any(feature = "client", test))]
pub(crate) use shard::shard_of;
#[cfg(feature = "client")]
pub(crate) use shard::{canonical, count_of, hash, shard_of_values};
pub(crate) use shard::{hash_of_values, number as shard_number};
pub(crate) use stored_part::{digits, is_stored_part, native_digits};
pub(crate) use template_ref::TemplateRef;
#[cfg(feature = "client")]
pub(crate) use time::is_same_time;
pub use value::{Integer, KeyValue, OutOfRange};
pub(crate) use width::{fixed_width, following};
