//! Generates Rust source for an existing table.
//!
//! [`scaffold`] writes a struct for each pattern that an [audit](crate::audit) found: its key templates, its attributes
//! with their types, and its entries in indexes. A value of a key that no attribute repeats becomes a `key_only` field.
//! Attributes without a type of their own are kept in an [`Attributes`](keywright::Attributes) field. An item is
//! therefore unchanged after it is read and put back. `put_back` (feature `client`) checks this with stored items, and
//! reports which items differ and why.
//!
//! A date is a `NaiveDate`, and an instant a `DateTime<Utc>`, if all of at least 20 values have one format that is
//! written back unchanged: for an attribute, instants to the second; for an attribute that is itself a sort key or in
//! that of an index, instants of any fixed precision; for a value that only a sort key holds, instants to the
//! nanosecond. What the items do not prove is a comment: a number in a partition key that looks like a shard, and
//! digits that look like seconds or milliseconds since 1970.
//!
//! [`audit_of`] takes the JSON of an audit, a model of NoSQL Workbench with its sample data, or the input of
//! `CreateTable`.

mod design;
mod entity;
mod field;
mod index;
mod input;
mod key;
mod names;
mod overlap;
mod plan;
mod source;

use crate::audit::Audit;
pub use input::audit_of;
pub(crate) use input::audit_of_table;

/// Generates the Rust source of a table: a `Table` called `name`, by default the table's own name, and an entity for
/// each pattern.
///
/// The source compiles with `keywright`, `serde` and, if there are dates or instants, `chrono`. Patterns that cannot
/// become an entity are listed in a comment, with the reason.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let table = serde_json::json!({
///     "TableName": "sessions",
///     "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
///     "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
/// });
/// let source = keywright_tools::scaffold::scaffold(&keywright_tools::scaffold::audit_of(&table)?, None);
/// assert!(source.contains("pub struct Sessions;"));
/// # Ok(()) }
/// ```
pub fn scaffold(audit: &Audit, name: Option<&str>) -> String {
    source::source(&design::TableDesign::of(audit, name))
}
