//! A transaction's request, checked before it is sent.

use std::collections::HashMap;

use super::{
    action::{Part, TransactAction},
    transferred_values::{PositionedPart, merge_transfers},
};
use crate::{
    Error, ErrorKind, Result,
    client::transport::transact::Action,
    item::stored::key_text,
    key::ItemKey,
    physics::limits::{TRANSACTION_BYTES, TRANSACTION_ITEMS},
    schema::EntitySchema,
};

/// The longest idempotency token, in bytes. DynamoDB's limit is in characters, and a non-ASCII character may count as
/// several.
///
/// AWS:
/// [TransactWriteItems](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html),
/// `ClientRequestToken`.
const TOKEN_BYTES: usize = 36;

/// The actions of a request, and the input that each of them comes from.
pub(crate) struct Prepared {
    pub(crate) actions: Vec<Action>,
    pub(crate) sources: Vec<ActionSource>,
}

/// The origin of an action of the request.
pub(crate) struct ActionSource {
    /// The position of its input.
    pub(crate) position: usize,
    /// Its position among the actions of that input.
    pub(crate) part: usize,
    /// Its key. For a sentinel, the key of the item.
    pub(crate) key: ItemKey,
}

/// Builds the request of these inputs, within DynamoDB's limits: 1 to 100 actions, each on another item, 4 MB in all.
pub(crate) fn prepare(inputs: &[Box<dyn TransactAction + '_>], table_name: &str) -> Result<Prepared> {
    let mut checks = Checks::default();
    let named = |error: Error, position: usize, entity: &'static EntitySchema| {
        error.with_input(format_args!("action {position}")).of_entity(entity.name)
    };
    // Most inputs have one action. An action is large, so these lists should not grow.
    let mut placed = Vec::with_capacity(inputs.len());
    for (position, input) in inputs.iter().enumerate() {
        let entity = input.entity();
        let parts = input.parts(table_name).map_err(|error| named(error, position, entity))?;
        placed.extend(parts.into_iter().enumerate().map(|(number, part)| PositionedPart {
            position,
            number,
            entity,
            part,
        }));
    }
    let placed = merge_transfers(placed);
    let (actions, sources) = (Vec::with_capacity(placed.len()), Vec::with_capacity(placed.len()));
    let mut prepared = Prepared { actions, sources };
    for PositionedPart { position, number, entity, part: Part { key, bytes, write, .. } } in placed {
        let is_sentinel = inputs.get(position).is_some_and(|input| input.is_sentinel(number));
        // A sentinel is reported by the key of its item, which precedes it.
        let own = prepared.sources.last().filter(|_| is_sentinel).map(|source: &ActionSource| source.key.clone());
        let named_by = own.unwrap_or_else(|| key.clone());
        let field = inputs.get(position).filter(|_| is_sentinel).and_then(|input| input.unique_field(number));
        let fits = checks.add(position, key, bytes, field);
        fits.map_err(|error| named(error, position, entity).at_key(key_text(entity, &named_by)))?;
        prepared.actions.push(Action { entity, write });
        prepared.sources.push(ActionSource { position, part: number, key: named_by });
    }
    checks.count()?;
    Ok(prepared)
}

/// Rejects a token that DynamoDB does not accept.
pub(crate) fn check_token(token: &str) -> Result<()> {
    if (1..=TOKEN_BYTES).contains(&token.len()) {
        return Ok(());
    }
    let message = format!("the token has {} bytes; dynamodb takes 1 to {TOKEN_BYTES}, such as a UUID", token.len());
    Err(Error::new(ErrorKind::InvalidArgument, message))
}

/// The keys and the size of the actions so far, to check the limits of a transaction.
#[derive(Default)]
struct Checks {
    items: usize,
    bytes: u64,
    seen: HashMap<ItemKey, usize>,
}

impl Checks {
    fn add(&mut self, position: usize, key: ItemKey, bytes: u64, field: Option<&'static str>) -> Result<()> {
        self.items = self.items.saturating_add(1);
        self.bytes = self.bytes.saturating_add(bytes);
        let refused = |message: String| Err(Error::new(ErrorKind::InvalidArgument, message));
        if let Some(first) = self.seen.insert(key, position) {
            if let Some(field) = field {
                let message =
                    format!("action {first} has the same value in a unique field, `{field}`; choose another one");
                return Err(Error::new(ErrorKind::NotUnique, message).on_field(field));
            }
            return refused(format!(
                "action {first} is on the same item, and dynamodb accepts one action per item; merge them, or use two \
                 transactions"
            ));
        }
        if self.bytes > TRANSACTION_BYTES {
            return refused(format!(
                "with it the transaction has {} bytes, and dynamodb accepts at most {TRANSACTION_BYTES} (4 MB); split \
                 it, or keep large attributes in S3",
                self.bytes
            ));
        }
        Ok(())
    }

    fn count(&self) -> Result<()> {
        let message = match self.items {
            0 => "it has no actions; add one".to_owned(),
            items if items > TRANSACTION_ITEMS => format!(
                "it requires {items} actions, including sentinels and checks of older keys, and dynamodb accepts at \
                 most {TRANSACTION_ITEMS}; split it"
            ),
            _ => return Ok(()),
        };
        Err(Error::new(ErrorKind::InvalidArgument, message))
    }
}
