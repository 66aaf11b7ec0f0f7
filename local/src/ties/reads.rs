use dynoxide::actions::query::{QueryRequest, QueryResponse};
use dynoxide::types::Item;
use dynoxide::{Database, DynoxideError};
use serde_json::{Map, Value};

use crate::wire;

type Body = Map<String, Value>;

/// A Query in the variants that read more than its page: all items, filtered items, and projected items.
pub(super) struct Reads<'a> {
    database: &'a Database,
    pub(super) original: QueryRequest,
    start_key: Option<Value>,
    all: Body,
    filtered: Body,
    projected: Option<Body>,
    /// Whether only the number of items is requested.
    pub(super) counts: bool,
}

impl<'a> Reads<'a> {
    pub(super) fn new(database: &'a Database, body: &[u8]) -> Result<Self, DynoxideError> {
        let original: QueryRequest = wire::read(body)?;
        let mut projected: Body = wire::read(body)?;
        let start_key = projected.remove("ExclusiveStartKey");
        projected.remove("Limit");
        projected.remove("ReturnConsumedCapacity");

        let mut filtered = projected.clone();
        filtered.remove("ProjectionExpression");
        filtered.remove("AttributesToGet");
        if original.select.as_deref() != Some("ALL_ATTRIBUTES") {
            filtered.remove("Select");
        }

        let mut all = filtered.clone();
        for part in ["FilterExpression", "QueryFilter", "ConditionalOperator"] {
            all.remove(part);
        }
        keep_used_placeholders(&mut filtered);
        keep_used_placeholders(&mut all);

        let projects = original.projection_expression.is_some() || original.attributes_to_get.is_some();
        let counts = original.select.as_deref() == Some("COUNT");
        Ok(Self {
            database,
            original,
            start_key,
            all,
            filtered,
            projected: (projects && !counts).then_some(projected),
            counts,
        })
    }

    pub(super) fn start_key(&self) -> Result<Option<Item>, DynoxideError> {
        match &self.start_key {
            None | Some(Value::Null) => Ok(None),
            Some(key) => serde_json::from_value(key.clone()).map(Some).map_err(|error| wire::unreadable(&error)),
        }
    }

    /// Returns the items before any filter, with all attributes that the index projects.
    pub(super) fn all(&self, at: Position<'_>) -> Result<QueryResponse, DynoxideError> {
        self.read(&self.all, at)
    }

    /// Returns the items that pass the filter, with all attributes.
    pub(super) fn filtered(&self, at: Position<'_>) -> Result<QueryResponse, DynoxideError> {
        self.read(&self.filtered, at)
    }

    /// Returns the items that pass the filter, with the requested attributes. `None` if all are requested.
    pub(super) fn projected(&self, at: Position<'_>) -> Result<Option<QueryResponse>, DynoxideError> {
        let projected = self.projected.as_ref();
        projected.map(|body| self.read(body, at)).transpose()
    }

    fn read(&self, body: &Body, at: Position<'_>) -> Result<QueryResponse, DynoxideError> {
        let mut request: QueryRequest =
            serde_json::from_value(Value::Object(body.clone())).map_err(|error| wire::unreadable(&error))?;
        request.exclusive_start_key = at.after.cloned();
        request.limit = Some(at.limit);
        request.scan_index_forward = at.forward;
        self.database.query(request)
    }
}

/// The part of the index partition to read, in the engine's own order.
#[derive(Clone, Copy)]
pub(super) struct Position<'a> {
    pub(super) after: Option<&'a Item>,
    pub(super) limit: usize,
    pub(super) forward: bool,
}

/// Removes unused placeholders, because the engine, like AWS, rejects a placeholder that no expression uses.
fn keep_used_placeholders(body: &mut Body) {
    let mut used = Vec::new();
    for (name, value) in body.iter() {
        if let (true, Some(expression)) = (name.ends_with("Expression"), value.as_str()) {
            used.extend(placeholders(expression).map(str::to_owned));
        }
    }
    for list in ["ExpressionAttributeNames", "ExpressionAttributeValues"] {
        if let Some(Value::Object(entries)) = body.get_mut(list) {
            entries.retain(|placeholder, _| used.contains(placeholder));
            if entries.is_empty() {
                body.remove(list);
            }
        }
    }
}

fn placeholders(expression: &str) -> impl Iterator<Item = &str> {
    let starts = expression.match_indices(['#', ':']);
    starts.filter_map(|(start, _)| {
        let rest = expression.get(start..)?;
        let name = rest.get(1..)?;
        let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        rest.get(..end.map_or(rest.len(), |end| end + 1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_found_as_complete_names() {
        let found: Vec<&str> = placeholders("#a = :a AND #ab.#c_1[0] IN (:x,:yz)").collect();
        assert_eq!(found, ["#a", ":a", "#ab", "#c_1", ":x", ":yz"]);
        assert_eq!(placeholders("#").collect::<Vec<_>>(), ["#"]);
        assert_eq!(placeholders("größe = :ä").collect::<Vec<_>>(), [":"]);
    }

    #[test]
    fn unused_placeholders_and_empty_maps_are_removed() {
        let body = r##"{"KeyConditionExpression":"#k = :k",
            "ExpressionAttributeNames":{"#k":"PK","#f":"f"},
            "ExpressionAttributeValues":{":k":{"S":"a"}}}"##;
        let mut body: Body = serde_json::from_str(body).unwrap();
        keep_used_placeholders(&mut body);
        assert_eq!(body["ExpressionAttributeNames"], serde_json::json!({"#k": "PK"}));
        body.remove("KeyConditionExpression");
        keep_used_placeholders(&mut body);
        assert!(body.is_empty(), "{body:?}");
    }
}
