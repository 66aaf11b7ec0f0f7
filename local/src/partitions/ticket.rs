//! An admitted request, and what to do when the engine has answered.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::page::Page;
use super::units::Charge;
use crate::wire::Answer;
use crate::{Failure, Throttle};

/// An admitted request.
#[derive(Default)]
pub(crate) struct Ticket {
    /// The request to carry out in place of the original.
    pub(crate) body: Option<Vec<u8>>,
    /// The number of items that are omitted from it.
    pub(crate) throttled: usize,
    pub(super) charged: Vec<Charge>,
    /// The charges that replace the original ones if a condition fails.
    pub(super) unchanged: Vec<Charge>,
    pub(super) page: Option<Page>,
    pub(super) unprocessed: Option<Unprocessed>,
}

/// A request that is not carried out.
pub(crate) struct Refused {
    pub(crate) answer: Answer,
    pub(crate) failure: Option<Failure>,
    pub(crate) throttled: usize,
}

impl Refused {
    pub(super) fn throttle(throttle: Throttle, throttled: usize) -> Self {
        Self { answer: throttle.answer(), failure: Some(Failure::Throttled(throttle)), throttled }
    }
}

/// The items of a batch that are returned unprocessed.
pub(super) struct Unprocessed {
    pub(super) field: &'static str,
    /// The items of each table, in the format of the request.
    pub(super) tables: Map<String, Value>,
}

impl Unprocessed {
    /// Adds these items to the engine's unprocessed items.
    pub(super) fn add_to(self, answer: Answer) -> Answer {
        let Ok(Value::Object(mut body)) = serde_json::from_str(&answer.body) else {
            return answer;
        };
        let given_back = body.entry(self.field).or_insert_with(|| Value::Object(Map::new()));
        if let Value::Object(given_back) = given_back {
            for (table, items) in self.tables {
                match given_back.get_mut(&table) {
                    Some(known) => append(known, items),
                    None => drop(given_back.insert(table, items)),
                }
            }
        }
        Answer { body: Value::Object(body).to_string(), ..answer }
    }
}

/// Appends the items of a table: a list of writes, or an object with a list of keys.
fn append(known: &mut Value, items: Value) {
    match (known, items) {
        (Value::Array(known), Value::Array(items)) => known.extend(items),
        (Value::Object(known), Value::Object(mut items)) => {
            if let (Some(Value::Array(known)), Some(Value::Array(items))) =
                (known.get_mut("Keys"), items.remove("Keys"))
            {
                known.extend(items);
            }
        }
        _ => {}
    }
}

/// Returns whether the answer is the failure of a condition.
pub(super) fn is_failed_condition(answer: &Answer) -> bool {
    #[derive(Deserialize)]
    struct Error {
        #[serde(rename = "__type")]
        class: String,
    }
    let class = serde_json::from_str::<Error>(&answer.body).map(|error| error.class).unwrap_or_default();
    class.ends_with("#ConditionalCheckFailedException") || class.ends_with("#TransactionCanceledException")
}
