//! Combinations of what conditions, updates, transactions, reads and streams do alone.

#[path = "breaking/encodings.rs"]
mod encodings;
#[path = "breaking/indexed.rs"]
mod indexed;
#[path = "breaking/names.rs"]
mod names;
#[path = "breaking/older.rs"]
mod older;
#[path = "breaking/plain_tables.rs"]
mod plain_tables;
#[path = "breaking/serde_words.rs"]
mod serde_words;
