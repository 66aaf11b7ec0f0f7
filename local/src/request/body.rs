//! The targets in the JSON of a request.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{Target, condition};

/// Reads the targets of a request from its JSON. A body that cannot be read has none.
pub(super) fn targets(
    operation: &str,
    body: &[u8],
    mut partition_key: impl FnMut(&str, Option<&str>) -> Vec<String>,
) -> BTreeSet<Target> {
    let actions = match operation {
        "BatchGetItem" => read::<BatchGet>(body).actions(),
        "BatchWriteItem" => read::<BatchWrite>(body).actions(),
        "TransactGetItems" | "TransactWriteItems" => read::<Transaction>(body).actions(),
        _ => vec![read::<Action>(body)],
    };
    let target = |action: Action| {
        let table = action.table.clone()?;
        let attributes = partition_key(&table, action.index.as_deref());
        Some(Target { lane: action.lane(&attributes), table, index: action.index })
    };
    actions.into_iter().filter_map(target).collect()
}

fn read<T: DeserializeOwned + Default>(body: &[u8]) -> T {
    serde_json::from_slice(body).unwrap_or_default()
}

/// An operation on one table, alone or in a batch or transaction.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Action {
    #[serde(rename = "TableName")]
    table: Option<String>,
    #[serde(rename = "IndexName")]
    index: Option<String>,
    #[serde(rename = "Key", alias = "Item")]
    item: Option<Attributes>,
    #[serde(rename = "KeyConditionExpression")]
    condition: Option<String>,
    #[serde(rename = "ExpressionAttributeNames")]
    names: Option<HashMap<String, String>>,
    #[serde(rename = "ExpressionAttributeValues")]
    values: Option<Attributes>,
    #[serde(rename = "KeyConditions")]
    older_conditions: Option<HashMap<String, OlderCondition>>,
}

impl Action {
    fn on(table: &str, item: Option<Attributes>) -> Self {
        Self { table: Some(table.to_owned()), item, ..Self::default() }
    }

    /// Returns the values of the partition key's attributes, if the action contains all of them.
    fn lane(&self, partition_key: &[String]) -> Option<String> {
        let named: HashMap<&str, &Value> = if let Some(item) = &self.item {
            item.iter().map(|(name, value)| (name.as_str(), value)).collect()
        } else if let Some(condition) = &self.condition {
            condition::equalities(condition).filter_map(|(name, value)| self.resolve(name, value)).collect()
        } else {
            let conditions = self.older_conditions.iter().flatten();
            conditions.filter_map(|(name, condition)| Some((name.as_str(), condition.equality()?))).collect()
        };
        let values = partition_key.iter().map(|attribute| named.get(attribute.as_str())?.text());
        let values: Vec<&str> = values.collect::<Option<_>>()?;
        (!values.is_empty()).then(|| values.join("#"))
    }

    fn resolve<'a>(&'a self, name: &'a str, value: &str) -> Option<(&'a str, &'a Value)> {
        let name = if name.starts_with('#') { self.names.as_ref()?.get(name)? } else { name };
        Some((name, self.values.as_ref()?.get(value)?))
    }
}

type Attributes = HashMap<String, Value>;

/// An attribute value, if it can be part of a key.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "UPPERCASE")]
struct Value {
    s: Option<String>,
    n: Option<String>,
    b: Option<String>,
}

impl Value {
    fn text(&self) -> Option<&str> {
        self.s.as_deref().or(self.n.as_deref()).or(self.b.as_deref())
    }
}

#[derive(Deserialize)]
struct OlderCondition {
    #[serde(rename = "ComparisonOperator")]
    operator: String,
    #[serde(rename = "AttributeValueList", default)]
    values: Vec<Value>,
}

impl OlderCondition {
    fn equality(&self) -> Option<&Value> {
        self.values.first().filter(|_| self.operator == "EQ")
    }
}

#[derive(Default, Deserialize)]
struct BatchGet {
    #[serde(rename = "RequestItems")]
    tables: HashMap<String, Keys>,
}

#[derive(Deserialize)]
struct Keys {
    #[serde(rename = "Keys", default)]
    keys: Vec<Attributes>,
}

impl BatchGet {
    fn actions(self) -> Vec<Action> {
        actions_of_tables(self.tables.into_iter().map(|(table, Keys { keys })| (table, keys)))
    }
}

#[derive(Default, Deserialize)]
struct BatchWrite {
    #[serde(rename = "RequestItems")]
    tables: HashMap<String, Vec<BTreeMap<String, Action>>>,
}

impl BatchWrite {
    fn actions(self) -> Vec<Action> {
        let items = |writes: Vec<BTreeMap<String, Action>>| {
            writes.into_iter().flat_map(BTreeMap::into_values).filter_map(|write| write.item).collect()
        };
        actions_of_tables(self.tables.into_iter().map(|(table, writes)| (table, items(writes))))
    }
}

/// Makes an action for each item, and one for a table without items.
fn actions_of_tables(tables: impl Iterator<Item = (String, Vec<Attributes>)>) -> Vec<Action> {
    let of_table = |(table, items): (String, Vec<Attributes>)| {
        if items.is_empty() {
            return vec![Action::on(&table, None)];
        }
        items.into_iter().map(|item| Action::on(&table, Some(item))).collect()
    };
    tables.flat_map(of_table).collect()
}

#[derive(Default, Deserialize)]
struct Transaction {
    #[serde(rename = "TransactItems")]
    items: Vec<BTreeMap<String, Action>>,
}

impl Transaction {
    fn actions(self) -> Vec<Action> {
        self.items.into_iter().flat_map(BTreeMap::into_values).collect()
    }
}
