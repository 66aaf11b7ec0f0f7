//! One transaction: an item, the sentinels that it takes, and those that it gives up.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::{Delete, Put, ReturnValuesOnConditionCheckFailure::AllOld, TransactWriteItem};

use super::{
    super::{
        Handle, Item,
        attempts::Attempts,
        condition::Condition,
        locate::key_item,
        read_keys::build_error,
        transact::{Transacted, transact},
    },
    sentinel::{Expiry, Sentinel, unique_fields},
};
use crate::{
    Error, ErrorKind, Result, Table, key::ItemKey, physics::limits::TRANSACTION_ITEMS, read::now, schema::EntitySchema,
};

/// An item on its way, with its sentinels.
pub(crate) struct Writing<'a, T> {
    pub(crate) handle: &'a Handle<T>,
    pub(crate) entity: &'static EntitySchema,
    pub(crate) key: &'a ItemKey,
    /// What is written; `None` deletes it.
    pub(crate) item: Option<&'a Item>,
    /// What it demands of the item that is stored.
    pub(crate) condition: Option<Condition>,
    pub(crate) taken: &'a [Sentinel],
    pub(crate) given_up: &'a [Sentinel],
}

/// What became of it.
pub(crate) enum Written {
    Applied,
    /// The item's condition failed: what is stored.
    Item(Option<Item>),
    /// A sentinel's did: it is another item's.
    Sentinel(Sentinel, Option<Item>),
}

impl<T: Table> Writing<'_, T> {
    pub(crate) async fn send(&self, attempts: &Attempts) -> Result<Written> {
        let refused = match transact(self.handle, self.entity, self.actions()?, attempts).await? {
            Transacted::Applied => return Ok(Written::Applied),
            Transacted::Refused(refused) => refused,
        };
        let mut first = None;
        for (place, stored) in refused {
            match place.checked_sub(1) {
                None => return Ok(Written::Item(stored)),
                Some(place) => {
                    let sentinel = self.taken.iter().chain(self.given_up).nth(place);
                    first = first.or(sentinel.map(|sentinel| Written::Sentinel(sentinel.clone(), stored)));
                }
            }
        }
        first.ok_or_else(|| {
            Error::new(ErrorKind::Service, "dynamodb refused an action that is not of the transaction; repeat it")
        })
    }

    fn actions(&self) -> Result<Vec<TransactWriteItem>> {
        let count = 1 + self.taken.len() + self.given_up.len();
        if count > TRANSACTION_ITEMS {
            let message = format!(
                "the item and its sentinels take {count} actions, and a transaction has at most {TRANSACTION_ITEMS}; let \
                 fewer fields be unique"
            );
            return Err(Error::new(ErrorKind::InvalidArgument, message));
        }
        let table_name = self.handle.table_name();
        let expires = self.item.and_then(|item| Expiry::of(self.entity, item));
        let item = match self.item {
            Some(item) => put(table_name, item.clone(), self.condition.clone()),
            None => delete(table_name, key_item(self.entity, self.key), self.condition.clone()),
        };
        let now = now();
        let taken = self.taken.iter().map(|sentinel| {
            let item = sentinel.item(self.entity, self.key, expires.as_ref());
            put(table_name, item, Some(Sentinel::is_free_by(self.entity, self.key, now)))
        });
        let given_up = self.given_up.iter().map(|sentinel| {
            let key = key_item(self.entity, &sentinel.key);
            delete(table_name, key, Some(Sentinel::is_free(self.entity, self.key)))
        });
        std::iter::once(item).chain(taken).chain(given_up).collect()
    }
}

/// A put, if the stored item is as the condition says.
pub(crate) fn put(table_name: &str, item: Item, condition: Option<Condition>) -> Result<TransactWriteItem> {
    let (expression, names, values) = parts(condition);
    let put = Put::builder()
        .table_name(table_name)
        .set_item(Some(item))
        .set_return_values_on_condition_check_failure(expression.is_some().then_some(AllOld))
        .set_condition_expression(expression)
        .set_expression_attribute_names(names)
        .set_expression_attribute_values(values);
    Ok(TransactWriteItem::builder().put(put.build().map_err(build_error)?).build())
}

/// A delete, if the stored item is as the condition says.
fn delete(table_name: &str, key: Item, condition: Option<Condition>) -> Result<TransactWriteItem> {
    let (expression, names, values) = parts(condition);
    let delete = Delete::builder()
        .table_name(table_name)
        .set_key(Some(key))
        .set_return_values_on_condition_check_failure(expression.is_some().then_some(AllOld))
        .set_condition_expression(expression)
        .set_expression_attribute_names(names)
        .set_expression_attribute_values(values);
    Ok(TransactWriteItem::builder().delete(delete.build().map_err(build_error)?).build())
}

type Parts = (Option<String>, Option<HashMap<String, String>>, Option<Item>);

fn parts(condition: Option<Condition>) -> Parts {
    match condition {
        Some(Condition { expression, names, values }) => (Some(expression), Some(names), values),
        None => (None, None, None),
    }
}

/// What was read of an item: the values that decide its sentinels.
pub(crate) struct Unchanged<'a> {
    pub(crate) entity: &'static EntitySchema,
    /// `None` where there was no item.
    pub(crate) read: Option<&'a Item>,
}

impl Unchanged<'_> {
    /// That the item still has them.
    pub(crate) fn condition(&self) -> Condition {
        let Some(read) = self.read else { return Condition::absent(self.entity) };
        let mut condition = Condition::present(self.entity);
        for name in self.attributes() {
            let at = condition.names.len();
            condition.names.insert(format!("#u{at}"), name.to_owned());
            match read.get(name) {
                None => condition.expression.push_str(&format!(" AND attribute_not_exists(#u{at})")),
                Some(value) => {
                    condition.expression.push_str(&format!(" AND #u{at} = :u{at}"));
                    condition.values.get_or_insert_default().insert(format!(":u{at}"), value.clone());
                }
            }
        }
        condition
    }

    /// Whether an item that is stored still has them.
    pub(crate) fn holds(&self, stored: Option<&Item>) -> bool {
        match (self.read, stored) {
            (Some(read), Some(stored)) => self.attributes().all(|name| read.get(name) == stored.get(name)),
            (read, stored) => read.is_none() && stored.is_none(),
        }
    }

    fn attributes(&self) -> impl Iterator<Item = &'static str> {
        let fields = unique_fields(self.entity).into_iter();
        fields.filter_map(|place| self.entity.fields.get(usize::from(place))).map(|field| field.attribute)
    }
}
