//! Reads the inputs of a scaffold.

use serde_json::{Map, Value, json};

use crate::audit::{Audit, AuditOptions, Auditor, NoTable, StoredItem, TableShape, VERSION};

/// Reads an audit from a JSON document, or audits its sample items.
///
/// The document is the JSON of an audit; a model of [NoSQL
/// Workbench](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/workbench.html) with a single table; the
/// input of `CreateTable`; or the output of `describe-table`.
///
/// # Errors
///
/// If the document is not one of these, if it is an audit of another version, or if it is a model of several tables.
pub fn audit_of(document: &Value) -> Result<Audit, NoTable> {
    audit_of_table(document, None)
}

/// Works as [`audit_of`], for the table `name` in a model of several tables.
pub(crate) fn audit_of_table(document: &Value, name: Option<&str>) -> Result<Audit, NoTable> {
    if document.get("patterns").is_some() {
        let version = document.get("version").and_then(Value::as_u64);
        if version != Some(u64::from(VERSION)) {
            return Err(NoTable(format!("an audit of another version than {VERSION}; audit the table again")));
        }
        let audit = serde_json::from_value::<Audit>(document.clone());
        return audit.map_err(|error| NoTable(format!("an audit that cannot be read: {error}")));
    }
    let (shape, items) = match document.get("DataModel").and_then(Value::as_array) {
        Some(tables) => of_model(tables, name)?,
        None => (TableShape::described(document)?, Vec::new()),
    };
    let mut auditor = Auditor::new(AuditOptions { shape: Some(shape), ..AuditOptions::default() });
    for attributes in items {
        let item = StoredItem::new(attributes).map_err(|error| NoTable(format!("sample data: {error}")))?;
        auditor.add(item)?;
    }
    auditor.report()
}

/// Returns a table of a model and its sample items.
fn of_model(tables: &[Value], name: Option<&str>) -> Result<(TableShape, Vec<Map<String, Value>>), NoTable> {
    let called = |table: &Value| table.get("TableName").and_then(Value::as_str).unwrap_or_default().to_owned();
    let names = || tables.iter().map(called).collect::<Vec<_>>().join("`, `");
    let table = match (tables, name) {
        ([only], _) => only,
        (tables, Some(name)) => {
            let missing = || NoTable(format!("the model has no table `{name}`; it has `{}`", names()));
            tables.iter().find(|table| called(table) == name).ok_or_else(missing)?
        }
        _ => {
            return Err(NoTable(format!("the model has several tables; choose one with --model-table: `{}`", names())));
        }
    };
    let listed = |name: &str| table.get(name).and_then(Value::as_array).into_iter().flatten();
    let indexes = |name: &str| listed(name).map(described).collect::<Vec<_>>();
    let (global, local) = (indexes("GlobalSecondaryIndexes"), indexes("LocalSecondaryIndexes"));
    let mut description = described(table);
    description["TableName"] = json!(called(table));
    description["GlobalSecondaryIndexes"] = json!(global);
    description["LocalSecondaryIndexes"] = json!(local);
    let with_keys = std::iter::once(table).chain(listed("GlobalSecondaryIndexes"));
    description["AttributeDefinitions"] = with_keys.flat_map(key_attributes).cloned().collect();
    // If there are facets, they contain the sample data.
    let of_facets = listed("TableFacets").filter_map(|facet| facet.get("TableData")?.as_array()).flatten();
    let mut items: Vec<Map<String, Value>> = Vec::new();
    for item in listed("TableData").chain(of_facets).filter_map(Value::as_object) {
        if !items.contains(item) {
            items.push(item.clone());
        }
    }
    Ok((TableShape::described(&description)?, items))
}

/// Converts a model's table or index to the format of `CreateTable`.
fn described(of: &Value) -> Value {
    let name = |part: &str| of.get("KeyAttributes")?.get(part)?.get("AttributeName").cloned();
    let element = |part: &str, kind: &str| name(part).map(|name| json!({ "AttributeName": name, "KeyType": kind }));
    let keys: Vec<_> = [element("PartitionKey", "HASH"), element("SortKey", "RANGE")].into_iter().flatten().collect();
    json!({ "KeySchema": keys, "IndexName": of.get("IndexName"), "Projection": of.get("Projection") })
}

fn key_attributes(of: &Value) -> impl Iterator<Item = &Value> {
    ["PartitionKey", "SortKey"].into_iter().filter_map(move |part| of.get("KeyAttributes")?.get(part))
}
