//! The partition keys of tables and indexes.

use std::collections::HashMap;

use dynoxide::Database;
use dynoxide::actions::describe_table::DescribeTableRequest;
use dynoxide::types::{KeySchemaElement, KeyType};

/// The partition keys of the tables that requests have named so far.
#[derive(Debug, Default)]
pub(crate) struct Schemas {
    tables: HashMap<String, Schema>,
}

#[derive(Debug)]
struct Schema {
    table: Vec<String>,
    indexes: HashMap<String, Vec<String>>,
}

impl Schemas {
    /// Returns the attributes of the partition key, in order. Empty if there is no such table or index.
    pub(crate) fn partition_key(&mut self, database: &Database, table: &str, index: Option<&str>) -> Vec<String> {
        if !self.tables.contains_key(table) {
            let Some(schema) = Schema::describe(database, table) else {
                return Vec::new();
            };
            self.tables.insert(table.to_owned(), schema);
        }
        let key = self.tables.get(table).and_then(|schema| match index {
            Some(index) => schema.indexes.get(index),
            None => Some(&schema.table),
        });
        key.cloned().unwrap_or_default()
    }

    /// Drops the keys that an operation on tables may have changed.
    pub(crate) fn after(&mut self, operation: &str) {
        if matches!(operation, "CreateTable" | "UpdateTable" | "DeleteTable") {
            self.tables.clear();
        }
    }
}

impl Schema {
    fn describe(database: &Database, table: &str) -> Option<Self> {
        let described = database.describe_table(DescribeTableRequest { table_name: table.to_owned() }).ok()?.table;
        let global = described.global_secondary_indexes.into_iter().flatten();
        let local = described.local_secondary_indexes.into_iter().flatten();
        let indexes = global
            .map(|index| (index.index_name, partition_key(&index.key_schema)))
            .chain(local.map(|index| (index.index_name, partition_key(&index.key_schema))))
            .collect();
        Some(Self { table: partition_key(&described.key_schema), indexes })
    }
}

fn partition_key(schema: &[KeySchemaElement]) -> Vec<String> {
    let attributes = schema.iter().filter(|element| element.key_type == KeyType::HASH);
    attributes.map(|element| element.attribute_name.clone()).collect()
}
