//! Rust source for a table that exists.
//!
//! [`scaffold`] writes a struct for each pattern that an [audit](crate::audit) found: its key templates, its attributes
//! with their types, and its entries in indexes. A value of a key that no attribute holds is a `key_only` field, and
//! what has no type of its own stays in an [`Attributes`](keywright::Attributes) field. So an item that is read and put
//! back is the same item. `put_back` (feature `client`) checks that with stored items, and says which differ and why.
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

/// The Rust source of a table: a `Table` of this name, or of the table's own, and an entity for each pattern.
///
/// The source compiles with `keywright`, `serde` and, where keys hold dates, `chrono`. Patterns that no entity can
/// have are in a comment, with the reason.
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
